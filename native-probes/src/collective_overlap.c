/* Computing beside communication in host memory: a thread of its own computes the buckets, and the rank reduces each of them when it is
 * there. wire/FORMAT.md, "Overlap". On a host whose CPUs are the fabric's, too, the two take from each other: that is what is measured. */
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "collective_host.h"

#define FIRST_LOOPS 20000u
#define CALIBRATIONS 5
/* How often the rank looks whether the next bucket is computed. */
#define LOOK_NS 20000u

struct computing {
  long long buckets;
  uint64_t loops;        /* of one bucket */
  atomic_llong computed; /* buckets that are ready */
  atomic_bool over;      /* the operation ends: no bucket is needed any more */
  float sum;             /* what comes out, so that the compiler has to compute it */
};

/* 8 dependent operations in a loop, as on a GPU. */
static float compute_bucket(uint64_t loops, const atomic_bool *over) {
  float f = 1.0f;
  for (uint64_t i = 0; i < loops; i++) {
    for (int k = 0; k < 8; k++) f = f * 0.9999999f + 5.96e-8f;
    if (i % 65536 == 65535 && atomic_load_explicit(over, memory_order_relaxed)) break;
  }
  return f;
}

static void *compute(void *context) {
  struct computing *k = context;
  for (long long b = 0; b < k->buckets && !atomic_load(&k->over); b++) {
    k->sum += compute_bucket(k->loops, &k->over);
    atomic_store(&k->computed, b + 1);
  }
  return NULL;
}

/* How many loops take compute_ns when nothing else is done. The fewest ns of a few tries: what disturbs makes it longer. */
static uint64_t calibrate(long long wanted_ns) {
  static const atomic_bool NEVER = false;
  uint64_t loops = FIRST_LOOPS, best = UINT64_MAX;
  volatile float kept;
  for (int i = 0; i < CALIBRATIONS; i++) {
    uint64_t start = now_ns();
    kept = compute_bucket(loops, &NEVER);
    uint64_t ns = now_ns() - start;
    if (ns < best) best = ns;
  }
  (void)kept;
  uint64_t fit = (uint64_t)((double)loops * (double)wanted_ns / (double)(best ? best : 1));
  return fit ? fit : 1;
}

/* The rank waits for a bucket, or for the last one when it does not reduce. */
static int await_bucket(struct rank *rank, struct computing *k, long long bucket) {
  int rc = 0;
  while (!rc && atomic_load(&k->computed) <= bucket) {
    sleep_slice(now_ns() + LOOK_NS);
    /* It waits for its own computing and not for a rank. */
    rank->moved = now_ns();
    rc = rank_look(rank, &rank->plan);
  }
  return rc;
}

static int reduce_buckets(struct rank *rank, struct computing *k) {
  int rc = 0;
  for (long long b = 0; !rc && b < rank->c->overlap.buckets; b++) {
    if (k) rc = await_bucket(rank, k, b);
    if (!rc) rc = plan_run(rank, &rank->plan);
  }
  return rc;
}

/* One step: computing, with or without the reductions. */
static int compute_step(struct rank *rank, struct computing *k, bool reduces) {
  pthread_t thread;
  atomic_store(&k->computed, 0);
  int err = pthread_create(&thread, NULL, compute, k);
  if (err) return fail(&rank->op->failure, CODE_CALL, "overlap", err, "no thread that computes");
  int rc = reduces ? reduce_buckets(rank, k) : await_bucket(rank, k, k->buckets - 1);
  if (rc) atomic_store(&k->over, true);
  pthread_join(thread, NULL);
  return rc;
}

enum step { STEP_COMPUTE, STEP_COMMUNICATION, STEP_TOGETHER };

static int run_step(struct rank *rank, struct computing *k, enum step step) {
  return step == STEP_COMMUNICATION ? reduce_buckets(rank, NULL) : compute_step(rank, k, step == STEP_TOGETHER);
}

/* All ranks begin each step together: the word that goes round is a barrier. *ns: the mean of `iterations` steps after one. */
static int time_steps(struct rank *rank, struct computing *k, enum step step, uint64_t *ns) {
  uint64_t sum = 0;
  int rc = 0;
  for (long long i = -1; !rc && i < rank->c->iterations; i++) {
    rank->word = (struct order_word){.order = ORDER_NEXT};
    rc = plan_run(rank, &rank->round);
    uint64_t start = now_ns();
    if (!rc) rc = run_step(rank, k, step);
    if (i >= 0) sum += now_ns() - start;
  }
  *ns = sum / (uint64_t)rank->c->iterations;
  return rc;
}

int rank_overlap(struct rank *rank) {
  const struct collective_overlap *o = &rank->c->overlap;
  struct overlap_result result = {.rank = rank->c->rank, .buckets = (uint64_t)o->buckets, .bucket_bytes = rank->elements * sizeof(float)};
  struct computing k = {.buckets = o->buckets, .loops = calibrate(o->compute_ns)};
  result.iterations = (uint64_t)rank->c->iterations;
  memset(rank->in, 0, rank->elements * sizeof(float));
  result.start_ns = real_ns();
  int rc = time_steps(rank, &k, STEP_COMPUTE, &result.compute);
  if (!rc) rc = time_steps(rank, &k, STEP_COMMUNICATION, &result.communication);
  if (!rc) rc = time_steps(rank, &k, STEP_TOGETHER, &result.together);
  result.end_ns = real_ns();
  if (!rc) event_overlap(rank->op->sink, rank->op->id, &result);
  if (rc) return rc;
  /* Nobody leaves before all have ended. */
  rank->ending = true;
  return plan_run(rank, &rank->round);
}
