#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

// Handlers may touch lock-free atomics of this type only, besides async-signal-safe calls.
static volatile sig_atomic_t end_signal;
static volatile sig_atomic_t reload_asked;
static int pipe_ends[2] = {-1, -1};

static void on_signal(int number) {
  int saved = errno;
  if (number == SIGHUP) {
    reload_asked = 1;
  } else {
    if (end_signal != 0) _exit(128 + number);
    end_signal = number;
  }
  // When the pipe is full it is readable already, so a failed write loses nothing.
  ssize_t written = write(pipe_ends[1], "", 1);
  (void)written;
  errno = saved;
}

int csystem_catch_signals(void) {
  if (pipe(pipe_ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    if (fcntl(pipe_ends[i], F_SETFL, O_NONBLOCK) != 0) return -1;
    if (fcntl(pipe_ends[i], F_SETFD, FD_CLOEXEC) != 0) return -1;
  }
  struct sigaction action = {0};
  action.sa_handler = on_signal;
  sigfillset(&action.sa_mask);
  // No SA_RESTART: a read that waits for input is to return.
  if (sigaction(SIGINT, &action, NULL) != 0) return -1;
  if (sigaction(SIGTERM, &action, NULL) != 0) return -1;
  if (sigaction(SIGHUP, &action, NULL) != 0) return -1;
  action.sa_handler = SIG_IGN;
  if (sigaction(SIGPIPE, &action, NULL) != 0) return -1;
  // A parent may have started us from a thread that blocks them.
  sigset_t caught;
  sigemptyset(&caught);
  sigaddset(&caught, SIGINT);
  sigaddset(&caught, SIGTERM);
  sigaddset(&caught, SIGHUP);
  if (sigprocmask(SIG_UNBLOCK, &caught, NULL) != 0) return -1;
  return pipe_ends[0];
}

int csystem_end_signal(void) { return end_signal; }

int csystem_take_reload(void) {
  int asked = reload_asked;
  if (asked) reload_asked = 0;
  return asked;
}

void csystem_wake(void) {
  // As in the handler, a full pipe is readable already.
  ssize_t written = write(pipe_ends[1], "", 1);
  (void)written;
}

void csystem_drain_signals(void) {
  char bytes[64];
  while (read(pipe_ends[0], bytes, sizeof bytes) > 0) {
  }
}
