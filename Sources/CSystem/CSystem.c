#include "CSystem.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

void csystem_occupy_standard_descriptors(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor++) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    // The lowest free number is taken, which is this one. The way round it is opened is the wrong one:
    // using it fails with EBADF, as if it were still closed.
    if (open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) == -1) return;
  }
}

int csystem_is_same_file(const char *path, const char *other) {
  struct stat first, second;
  return stat(path, &first) == 0 && stat(other, &second) == 0 && S_ISREG(first.st_mode) &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

int csystem_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

uint64_t csystem_peak_memory(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#ifdef __APPLE__
  return (uint64_t)usage.ru_maxrss;
#else
  // Linux counts in KiB.
  return (uint64_t)usage.ru_maxrss * 1024;
#endif
}
