/* A library of the host that is opened when it is first needed, once for the whole process. */
#ifndef SEATRIAL_LIBRARY_H
#define SEATRIAL_LIBRARY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "probe.h"

struct library_function {
  const char *name;
  void *member; /* where its address goes: a pointer to a pointer to a function */
  bool optional;
};

struct library {
  const char *file, *where; /* its name for the loader; `where` of its errors */
  /* What to do when the file is not there, when it is there and cannot be used, and when a function is missing. */
  const char *missing, *broken, *old;
  const struct library_function *function;
  size_t n;
  int (*begin)(struct failure *problem); /* once, when all functions are there; 0 or a code. NULL = nothing to do */
  pthread_mutex_t lock;
  enum { LIBRARY_NOT_OPENED, LIBRARY_OPEN, LIBRARY_NOT_THERE } state;
  struct failure problem;
};
#define LIBRARY_INIT .lock = PTHREAD_MUTEX_INITIALIZER, .state = LIBRARY_NOT_OPENED

/* 0, or CODE_UNAVAILABLE (or begin's code) with the failure; the answer stays the same for the life of the process. */
int library_open(struct library *library, struct failure *failure);

#endif
