#include "CSystem.h"

#include <sys/ioctl.h>
#include <sys/resource.h>

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
