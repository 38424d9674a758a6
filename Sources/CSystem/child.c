#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int open_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int csystem_child_start(const char *command, csystem_child *child) {
  int ends[2];
  if (open_pipe(ends) != 0) return errno;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  // A group of its own: a Ctrl-C at the terminal asks this program to drain, for which it needs the child.
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  char *arguments[] = {"sh", "-c", (char *)command, NULL};
  pid_t pid;
  int failure = posix_spawn(&pid, "/bin/sh", &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    close(ends[0]);
    close(ends[1]);
    return failure;
  }
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  child->pid = pid;
  child->reader = ends[0];
  child->writer = ends[1];
#ifdef SYS_pidfd_open
  child->watch = (int)syscall(SYS_pidfd_open, pid, 0);
#else
  child->watch = -1;
#endif
  return 0;
}

int64_t csystem_child_write(const csystem_child *child, const void *bytes, int64_t count) {
  ssize_t written = write(child->writer, bytes, (size_t)count);
  if (written >= 0) return written;
  return errno == EAGAIN || errno == EINTR ? 0 : -1;
}

int64_t csystem_child_unread(const csystem_child *child) {
  int count = 0;
  return ioctl(child->reader, FIONREAD, &count) == 0 ? count : 0;
}

void csystem_child_wait(const csystem_child *child, int for_room, int milliseconds) {
  struct pollfd requests[2] = {
      {.fd = for_room ? child->writer : -1, .events = POLLOUT},
      {.fd = child->watch, .events = POLLIN},
  };
  // Without a descriptor of the child its end is seen by looking often.
  if (child->watch < 0 && milliseconds > 20) milliseconds = 20;
  poll(requests, 2, milliseconds);
}

int csystem_child_has_ended(const csystem_child *child, int *status) {
  int code = 0;
  pid_t pid;
  do {
    pid = waitpid(child->pid, &code, WNOHANG);
  } while (pid < 0 && errno == EINTR);
  if (pid == 0) return 0;
  *status = pid < 0 ? 0 : WIFSIGNALED(code) ? 128 + WTERMSIG(code) : WEXITSTATUS(code);
  return 1;
}

void csystem_child_close_input(csystem_child *child) {
  if (child->writer >= 0) close(child->writer);
  child->writer = -1;
}

void csystem_child_release(csystem_child *child, int milliseconds) {
  csystem_child_close_input(child);
  int status;
  if (milliseconds > 0 && !csystem_child_has_ended(child, &status)) {
    // What it has read counts as delivered: it gets the time to finish that, and nothing more to read.
    char rest[4096];
    while (csystem_child_unread(child) > 0 && read(child->reader, rest, sizeof rest) > 0) {
    }
    for (int waited = 0; waited < milliseconds / 5; waited += 20) {
      csystem_child_wait(child, 0, 20);
      if (csystem_child_has_ended(child, &status)) goto ended;
    }
    kill(-child->pid, SIGTERM);
    for (int waited = 0; waited < milliseconds; waited += 20) {
      csystem_child_wait(child, 0, 20);
      if (csystem_child_has_ended(child, &status)) goto ended;
    }
    kill(-child->pid, SIGKILL);
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) {
    }
  }
ended:
  if (child->reader >= 0) close(child->reader);
  if (child->watch >= 0) close(child->watch);
  child->reader = child->watch = -1;
}
