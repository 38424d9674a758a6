// What Swift's Glibc module leaves out, as plain functions.
#pragma once
#include <stdint.h>

// The columns of the terminal behind a descriptor, or 0 when it is none.
int csystem_terminal_columns(int descriptor);

// The most memory that the process has had, in bytes.
uint64_t csystem_peak_memory(void);

// Gives each standard descriptor that is closed a file that cannot be used, so that no file opened later
// takes its number and is read or written in its place. To be called first of all.
void csystem_occupy_standard_descriptors(void);

// Whether two paths lead to one regular file.
int csystem_is_same_file(const char *path, const char *other);

// Ignores SIGPIPE, and catches SIGINT and SIGTERM (an end is asked for; the second one ends the process
// at once with 128 + its number) and SIGHUP (a reload is asked for). Returns a descriptor that turns
// readable with each of them, or -1 with errno. To be called once.
int csystem_catch_signals(void);

// The number of the first SIGINT or SIGTERM, or 0 while none has come.
int csystem_end_signal(void);

// Whether SIGHUP has come since the last call.
int csystem_take_reload(void);

// Turns the descriptor of csystem_catch_signals readable. May be called from any thread.
void csystem_wake(void);

// Empties the descriptor of csystem_catch_signals.
void csystem_drain_signals(void);

// A descriptor that turns readable when one of its watches has seen something, or -1 with errno, so on
// systems without inotify. Closed by close().
int csystem_watch_open(void);

// Watches a file's content and name. Returns the watch, or -1 with errno.
int csystem_watch_file(int watcher, const char *path);

// Watches a folder for names that appear in it. Returns the watch, or -1 with errno.
int csystem_watch_folder(int watcher, const char *path);

// Ends a watch.
void csystem_watch_remove(int watcher, int watch);

// Empties the descriptor.
void csystem_watch_drain(int watcher);

// How many cores this process may use.
int csystem_core_count(void);

// A lock with two conditions, for whoever holds it to wait for.
struct csystem_gate;
enum { csystem_gate_condition_count = 2 };
struct csystem_gate *csystem_gate_create(void);
void csystem_gate_destroy(struct csystem_gate *gate);
void csystem_gate_lock(struct csystem_gate *gate);
void csystem_gate_unlock(struct csystem_gate *gate);

// Lets the lock go until the condition is told, or for no reason, and takes it again.
void csystem_gate_wait(struct csystem_gate *gate, int condition);

// Ends all waits for a condition.
void csystem_gate_wake(struct csystem_gate *gate, int condition);

// Starts a thread without signals; NULL when the system has none left. To be joined.
struct csystem_thread;
struct csystem_thread *csystem_thread_start(void (*body)(void *), void *context);

// Waits for a thread's end.
void csystem_thread_join(struct csystem_thread *thread);

// A socket that listens at an address, without waiting; -1 with errno when there can be none.
int csystem_listen(const char *host, const char *port);

// The port that a socket has, or -1.
int csystem_local_port(int listener);

// A child process that is fed through a pipe. This process holds both ends, so that it can tell how many
// bytes the child has not read, also after its death.
typedef struct {
  int pid;
  int reader;
  int writer;
  // Turns readable when the child has ended; -1 where there is no such thing.
  int watch;
} csystem_child;

// Starts `/bin/sh -c command` in a process group of its own, with the pipe as its standard input and this
// process's standard error as its standard output. Returns 0 or an errno.
int csystem_child_start(const char *command, csystem_child *child);

// Writes what fits into the pipe now, which may be nothing. Returns the bytes written, or -1 with errno.
int64_t csystem_child_write(const csystem_child *child, const void *bytes, int64_t count);

// How many bytes are in the pipe.
int64_t csystem_child_unread(const csystem_child *child);

// Waits so long for the end of the child or, if asked for, for room in the pipe.
void csystem_child_wait(const csystem_child *child, int for_room, int milliseconds);

// Whether the child has ended; its exit status, or 128 + the signal that ended it. Not to be called again
// once it was true.
int csystem_child_has_ended(const csystem_child *child, int *status);

// Ends the child's input.
void csystem_child_close_input(csystem_child *child);

// Closes all descriptors. A child that was not seen to end gets nothing more to read; after a fifth of so many
// milliseconds it is asked to end, with its process group, and after all of them made to; 0 when its end was
// seen.
void csystem_child_release(csystem_child *child, int milliseconds);
