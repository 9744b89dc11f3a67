/* What the two backends of collectives share: the request, the order of elements, what the ranks say to each other through the
 * controller, and their events. wire/FORMAT.md, "Collectives". */
#ifndef SEATRIAL_COLLECTIVE_H
#define SEATRIAL_COLLECTIVE_H

#include "conversation.h"
#include "events.h"

#define COLLECTIVE_RANKS_MAX 4096
#define COLLECTIVE_SIZES_MAX 40
#define COLLECTIVE_MIN_ITERATIONS 3
/* `to` of collective_say: every other request. */
#define COLLECTIVE_ALL (-1)
/* What is compared. Inputs are small integers, so that float32 sums are exact in whatever order: 2039 x 4096 ranks is less than 2^24. A prime
 * period and a prime step: parts that were swapped, shifted or taken from another rank differ. */
#define COLLECTIVE_PERIOD 2039u

enum collective_kind { ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, BROADCAST, SEND_RECV };
/* What is done wrong at the last size, for tests: only where SEATRIAL_PROBE_FAULTS allows it. */
enum collective_fault { FAULT_NONE, FAULT_WRONG_VALUE, FAULT_HANG, FAULT_DIE };

/* How communication hides behind computing: buckets of gradients that are reduced as soon as they are there. 0 buckets = not asked for. */
struct collective_overlap {
  long long buckets, bucket_bytes, compute_ns;
};

/* One request and what it has heard. */
struct collective {
  struct op *op;
  enum collective_kind kind;
  const char *name; /* of the kind, as in the request */
  bool gpu, tree;
  long long rank, local, ranks;
  unsigned n_sizes;
  long long size[COLLECTIVE_SIZES_MAX]; /* bytes, as asked for */
  bool out_of_place, in_place;          /* which placements, in this order */
  long long iterations, warmup, budget_ms /* 0 = none */, chunk, stall_ms, join_ms;
  enum collective_fault fault;
  struct collective_overlap overlap;
  bool parted;                    /* another rank has failed, or this one has told that it did */
  long long from;                 /* who said what was heard last: the first rank of that request */
  char text[SAID_MAX_BYTES + 1];  /* and what, without the word `from=` */
  unsigned joined;                /* rank 0: ranks that have */
  bool has_joined[COLLECTIVE_RANKS_MAX];
  float sum[COLLECTIVE_PERIOD];   /* of all ranks' elements at an index, by the index modulo the period */
};

/* Reads the fields that both backends have. 0 or CODE_USAGE. Those of `fabric` and of GPUs are their backends'. */
int collective_read(struct op *op, struct collective *c);
/* A list of numbers within min and max; of options the texts of a list. 0 or CODE_USAGE. A missing list has n 0. */
int want_numbers(struct op *op, const char *key, long long min, long long max, long long *values, unsigned most, unsigned *n);

/* Elements (float32) that one size stands for, at least one for each rank: of the whole array, and of one rank's part of it (all-gather,
 * reduce-scatter, all-to-all; 0 elsewhere). */
size_t collective_elements(const struct collective *c, long long bytes);
size_t collective_part(const struct collective *c, size_t elements);

/* An element is its phase + 1. */
static inline unsigned collective_phase(uint64_t rank, uint64_t index) {
  return (unsigned)((rank * 607 + index) % COLLECTIVE_PERIOD);
}
/* Fills rank `rank`'s input of an array of `elements`: collective_phase() + 1 of the element's index in the input. Of a broadcast only rank 0's
 * input counts. All-gather's is a part, every other one's the whole array. */
void collective_fill_input(const struct collective *c, long long rank, float *into, size_t elements);
/* `n` elements of it from index `first` of the input on. */
void collective_fill_some(long long rank, float *into, size_t first, size_t n);
/* Compares `n` elements of rank `rank`'s result from index `first` of it on; returns how many differ. */
uint64_t collective_wrong(const struct collective *c, long long rank, size_t elements, const float *result, size_t first, size_t n);
/* Elements in a rank's input, and in its result. */
size_t collective_input_elements(const struct collective *c, size_t elements);
size_t collective_result_elements(const struct collective *c, size_t elements);

/* Says a text to the request that plays rank `to`, or to all others. */
void collective_say(struct collective *c, long long to, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* The operation is over: 0 or a code, with words for a deadline. */
int collective_over(struct collective *c);
/* Waits at most `ms` for the next text: 1 when one is in c->text, 0 when none came; a code when the operation is over or another rank
 * has failed (CODE_STOPPED with its words in op->failure). `joined` of other ranks is counted and not returned. */
enum { COLLECTIVE_HEARD = 1 };
int collective_hear(struct collective *c, int ms);
/* The request is over, or another rank has failed: 0 or a code. Texts that come now and are no failure are dropped. */
int collective_look(struct collective *c);
/* All connections of this request are there: says so and waits for everybody. `since`: when this request began, for join_ms.
 * 0 or a code; rank 0 names who is missing. `meanwhile` may be NULL: it is called at least every slice; a code of it ends the waiting. */
int collective_join(struct collective *c, uint64_t since, int (*meanwhile)(void *context), void *context);
/* For rank 0, while it still waits for its own connections: code 7 when join_ms have passed. Everywhere: what waits is named by `waits_for`. */
int collective_join_late(struct collective *c, uint64_t since, const char *waits_for);
/* Tells the others why this rank ends with `rc`, unless it only follows another one's failure. Returns `rc`. op_collective calls it for both
 * backends; a backend whose ranks have all ended (wrong data) sets `parted` before. */
int collective_part_with(struct collective *c, int rc);

/* The backends. 0 or a code with op->failure set. */
int collective_host(struct collective *c);
int collective_gpu(struct collective *c);

#endif
