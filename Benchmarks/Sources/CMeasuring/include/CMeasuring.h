// What measuring needs of the system: children with their processor time, the heap, callgrind.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// What a child used.
typedef struct {
    /// Its exit status; 128 and more when a signal ended it.
    int status;
    /// Seconds of processor time.
    double user, system;
    /// Seconds from its start to its end.
    double elapsed;
    /// The most memory it held at once, in KiB.
    long peak_kib;
} cm_outcome;

/// A child that runs, and the pipes to and from it.
typedef struct {
    pid_t pid;
    int input, output;
    double started;
} cm_child;

/// Starts a program with pipes as its standard input and output; 0, or an errno.
int cm_start(const char *_Nullable const *_Nonnull arguments, cm_child *_Nonnull child);

/// Runs a program to its end, its standard output to a file ("/dev/null"); 0, or an errno.
int cm_run(
    const char *_Nullable const *_Nonnull arguments, const char *_Nonnull output,
    cm_outcome *_Nonnull outcome);

/// Waits for a child's end.
void cm_wait(const cm_child *_Nonnull child, cm_outcome *_Nonnull outcome);

/// Bytes that the process has from the allocator and not given back.
size_t cm_heap_bytes(void);

/// The most memory the process held at once, in KiB.
long cm_peak_kib(void);

/// Whether the process runs under valgrind.
bool cm_is_under_valgrind(void);

/// Starts or stops callgrind's counting.
void cm_toggle_counting(void);
