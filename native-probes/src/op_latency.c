/* Round trips. The loop is as short as it gets: one send, one receive, one reading of the clock. */
#include <errno.h>
#include <stdlib.h>

#include "events.h"
#include "fabric.h"

#define SIZE_MAX_BYTES (16 << 20)
/* A sleeping thread wakes 5 to 60 us late, which the paced mode would charge to the fabric: the rest of the wait is spun. */
#define SPIN_NS 80000u

struct plan {
  long long size, warmup, count, duration_ms, interval_ns;
};

/* One running measurement. */
struct latency {
  struct op *op;
  struct plan plan;
  struct channel channel;
  struct histogram *histogram;
  char *message;
  uint64_t end; /* CLOCK_MONOTONIC, or UINT64_MAX */
  struct surroundings around;
};

static int read_plan(struct op *op, struct plan *plan) {
  if (want_number(op, "size", 1, SIZE_MAX_BYTES, 64, &plan->size)) return op->failure.code;
  if (want_number(op, "warmup", 0, 1000000, 20, &plan->warmup)) return op->failure.code;
  if (want_number(op, "count", 1, 1LL << 40, 0, &plan->count)) return op->failure.code;
  if (want_number(op, "duration_ms", 1, 30LL * 86400 * 1000, 0, &plan->duration_ms)) return op->failure.code;
  if (want_number(op, "interval_ns", 0, 60LL * 1000000000, 0, &plan->interval_ns)) return op->failure.code;
  if (!plan->count && !plan->duration_ms) return fail(&op->failure, CODE_USAGE, "request", 0, "`count` or `duration_ms` is missing");
  if (!plan->count) plan->count = INT64_MAX;
  return 0;
}

static inline int round_trip(struct latency *l) {
  int rc = channel_send(l->op, &l->channel, l->message, (size_t)l->plan.size);
  return rc ? rc : channel_recv(l->op, &l->channel, l->message, (size_t)l->plan.size);
}

/* The stop and the deadline without a second reading of the clock. */
static inline int over_at(struct latency *l, uint64_t now) {
  if (atomic_load_explicit(&l->op->stop, memory_order_relaxed)) return CODE_STOPPED;
  if (now < l->op->deadline) return 0;
  return fail(&l->op->failure, CODE_DEADLINE, "latency", 0, "the request's deadline passed after %llu round trips",
              (unsigned long long)l->histogram->n);
}

static int back_to_back(struct latency *l, uint64_t t) {
  for (long long k = 0; k < l->plan.count && t < l->end; k++) {
    int rc = round_trip(l);
    if (rc) return rc;
    uint64_t now = now_ns();
    histogram_add(l->histogram, now - t);
    t = now;
    if ((rc = over_at(l, now))) return rc;
  }
  return 0;
}

static int wait_until_due(struct latency *l, uint64_t due) {
  while (!sleep_slice(due - SPIN_NS)) {
    int rc = over_at(l, now_ns());
    if (rc) return rc;
  }
  while (now_ns() < due) continue;
  return 0;
}

/* Latency counts from when the round trip was due, not from when it was sent: otherwise one stall would hide all those that it delayed. */
static int paced(struct latency *l, uint64_t start) {
  uint64_t due = start;
  for (long long k = 0; k < l->plan.count && due < l->end; k++, due += (uint64_t)l->plan.interval_ns) {
    int rc = wait_until_due(l, due);
    if (!rc) rc = round_trip(l);
    if (rc) return rc;
    uint64_t now = now_ns();
    histogram_add(l->histogram, now - due);
    if ((rc = over_at(l, now))) return rc;
  }
  return 0;
}

static int measure(struct latency *l) {
  l->around.gap_max = clock_gap_max();
  for (long long i = 0; i < l->plan.warmup; i++) {
    int rc = round_trip(l);
    if (rc) return rc;
  }
  struct switches before = thread_switches();
  uint64_t cpu = thread_cpu_ns();
  l->around.start_ns = real_ns();
  uint64_t start = now_ns();
  l->end = l->plan.duration_ms ? start + (uint64_t)l->plan.duration_ms * 1000000u : UINT64_MAX;
  int rc = l->plan.interval_ns ? paced(l, start + 2 * SPIN_NS) : back_to_back(l, start);
  l->around.end_ns = real_ns();
  l->around.cpu_ns = thread_cpu_ns() - cpu;
  struct switches after = thread_switches();
  l->around.switches = (struct switches){after.voluntary - before.voluntary, after.involuntary - before.involuntary};
  return rc;
}

static int connect_and_measure(struct latency *l) {
  struct dial dial;
  int rc = dial_read(l->op, &dial, "latency", l->plan.size);
  if (!rc) rc = pin_to_cpu(l->op);
  if (!rc) rc = dial_connect(l->op, &dial, 0, &l->channel);
  if (!rc) rc = measure(l);
  if (dial.fabric) dial.fabric->close(&l->channel);
  return rc;
}

int op_latency(struct op *op) {
  struct latency l = {.op = op, .channel = {.fd = -1, .failure = &op->failure}};
  int rc = read_plan(op, &l.plan);
  if (rc) return rc;
  l.histogram = calloc(1, sizeof *l.histogram);
  l.message = calloc(1, (size_t)l.plan.size);
  rc = l.histogram && l.message ? connect_and_measure(&l) : fail(&op->failure, CODE_CALL, "memory", ENOMEM, "latency");
  if (!rc)
    event_latency(op->sink, op->id,
                  &(struct latency_result){l.channel.fabric->name, "rtt", (uint64_t)l.plan.size, l.histogram, l.around, NULL});
  free(l.histogram);
  free(l.message);
  return rc;
}

/* Sends back what comes, until the peer closes. */
int op_latency_respond(struct op *op, struct channel *channel, const struct greeting *greeting) {
  if (greeting->size == 0 || greeting->size > SIZE_MAX_BYTES) return CODE_USAGE;
  char *message = malloc(greeting->size);
  int rc = message ? 0 : CODE_CALL;
  while (!rc) {
    rc = channel_recv(op, channel, message, greeting->size);
    if (!rc) rc = channel_send(op, channel, message, greeting->size);
  }
  free(message);
  return rc;
}
