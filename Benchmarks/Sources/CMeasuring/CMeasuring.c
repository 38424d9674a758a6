#define _GNU_SOURCE
#include "CMeasuring.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define HAS_VALGRIND 1
#endif

extern char **environ;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double seconds(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

int cm_start(const char *const *arguments, cm_child *child) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0) return errno;
    if (pipe2(out, O_CLOEXEC) != 0) return errno;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    child->started = now();
    int result = posix_spawnp(
        &child->pid, arguments[0], &actions, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    child->input = in[1];
    child->output = out[0];
    return result;
}

int cm_run(const char *const *arguments, const char *output, cm_outcome *outcome) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    cm_child child = {.input = -1, .output = -1, .started = now()};
    int result = posix_spawnp(
        &child.pid, arguments[0], &actions, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (result == 0) cm_wait(&child, outcome);
    return result;
}

void cm_wait(const cm_child *child, cm_outcome *outcome) {
    int status = 0;
    struct rusage usage;
    while (wait4(child->pid, &status, 0, &usage) < 0 && errno == EINTR) {}
    outcome->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    outcome->user = seconds(usage.ru_utime);
    outcome->system = seconds(usage.ru_stime);
    outcome->elapsed = now() - child->started;
    outcome->peak_kib = usage.ru_maxrss;
}

size_t cm_heap_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

long cm_peak_kib(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

bool cm_is_under_valgrind(void) {
#ifdef HAS_VALGRIND
    return RUNNING_ON_VALGRIND != 0;
#else
    return false;
#endif
}

void cm_toggle_counting(void) {
#ifdef HAS_VALGRIND
    CALLGRIND_TOGGLE_COLLECT;
#endif
}
