#define _GNU_SOURCE
#include "CSystem.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#endif

struct csystem_gate {
  pthread_mutex_t mutex;
  pthread_cond_t conditions[csystem_gate_condition_count];
};

struct csystem_gate *csystem_gate_create(void) {
  struct csystem_gate *gate = malloc(sizeof *gate);
  if (gate == NULL) abort();
  pthread_mutex_init(&gate->mutex, NULL);
  for (int i = 0; i < csystem_gate_condition_count; i++) {
    pthread_cond_init(&gate->conditions[i], NULL);
  }
  return gate;
}

void csystem_gate_destroy(struct csystem_gate *gate) {
  for (int i = 0; i < csystem_gate_condition_count; i++) {
    pthread_cond_destroy(&gate->conditions[i]);
  }
  pthread_mutex_destroy(&gate->mutex);
  free(gate);
}

void csystem_gate_lock(struct csystem_gate *gate) { pthread_mutex_lock(&gate->mutex); }

void csystem_gate_unlock(struct csystem_gate *gate) { pthread_mutex_unlock(&gate->mutex); }

void csystem_gate_wait(struct csystem_gate *gate, int condition) {
  pthread_cond_wait(&gate->conditions[condition], &gate->mutex);
}

void csystem_gate_wake(struct csystem_gate *gate, int condition) {
  pthread_cond_broadcast(&gate->conditions[condition]);
}

struct start {
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

struct csystem_thread {
  pthread_t thread;
};

struct csystem_thread *csystem_thread_start(void (*body)(void *), void *context) {
  struct csystem_thread *thread = malloc(sizeof *thread);
  struct start *start = malloc(sizeof *start);
  if (thread == NULL || start == NULL) abort();
  start->body = body;
  start->context = context;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  // What the first thread usually has; the default of others is far less on some systems.
  pthread_attr_setstacksize(&attributes, 8 << 20);
  // Signals are for the thread that waits for input.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  int code = pthread_create(&thread->thread, &attributes, run, start);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (code == 0) return thread;
  free(start);
  free(thread);
  return NULL;
}

void csystem_thread_join(struct csystem_thread *thread) {
  pthread_join(thread->thread, NULL);
  free(thread);
}

int csystem_core_count(void) {
#ifdef __linux__
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) == 0) return CPU_COUNT(&cores);
#endif
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (int)count : 1;
}
