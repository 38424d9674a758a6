#include "CSystem.h"

#include <errno.h>
#include <unistd.h>

#ifdef __linux__

#include <sys/inotify.h>

int csystem_watch_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int csystem_watch_file(int watcher, const char *path) {
  return inotify_add_watch(watcher, path, IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF);
}

int csystem_watch_folder(int watcher, const char *path) {
  return inotify_add_watch(watcher, path, IN_CREATE | IN_MOVED_TO | IN_ONLYDIR);
}

void csystem_watch_remove(int watcher, int watch) { inotify_rm_watch(watcher, watch); }

void csystem_watch_drain(int watcher) {
  // Large enough for one event with the longest name, as inotify(7) asks.
  char bytes[4096];
  while (read(watcher, bytes, sizeof bytes) > 0) {
  }
}

#else

int csystem_watch_open(void) {
  errno = ENOSYS;
  return -1;
}

int csystem_watch_file(int watcher, const char *path) { return csystem_watch_open(); }

int csystem_watch_folder(int watcher, const char *path) { return csystem_watch_open(); }

void csystem_watch_remove(int watcher, int watch) {}

void csystem_watch_drain(int watcher) {}

#endif
