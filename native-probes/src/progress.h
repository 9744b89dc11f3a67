/* How a stream's byte count grew over time, thinned so that it stays small however long the stream runs. */
#ifndef SEATRIAL_PROGRESS_H
#define SEATRIAL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#define PROGRESS_MARKS 2048u
#define PROGRESS_SPACING_NS 1000000u

struct mark {
  uint64_t t, bytes; /* CLOCK_MONOTONIC of the receiver in ns; bytes received up to then, without the first piece */
};

struct progress {
  uint64_t spacing, bytes, last;
  uint32_t n;
  struct mark mark[PROGRESS_MARKS];
};

/* A piece of `bytes` came at `t`. The first piece only starts the clock: when it was sent is unknown. */
void progress_add(struct progress *progress, uint64_t t, uint64_t bytes);
/* Keeps the last piece as the last mark. */
void progress_end(struct progress *progress);
/* False when marks from the network do not rise. */
bool progress_is_sound(const struct progress *progress);

struct window {
  uint64_t start, end, bytes;
};
/* The window in which all streams were running, and what they received in it. False when there is none. */
bool progress_window(const struct progress *const *streams, unsigned n, struct window *window);

#endif
