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
