/* Round trips over one queue pair. `write`: each side writes into the other's memory and polls the last byte of its own, which is the last
 * one to arrive. `send`: each side polls its completions. `read`: the measuring side alone does everything.
 *
 * The loop is what is measured, so it holds as little as can be: one post, one poll, one reading of the clock. Whatever else has to be
 * watched (stop, the peer, the device) is looked at between empty polls. */
#include <errno.h>
#include <stdlib.h>

#include "verbs_session.h"

/* A sleeping thread wakes 5 to 60 us late, which the paced mode would charge to the fabric: the rest of the wait is spun. */
#define SPIN_NS 80000u

struct ping {
  struct session *s;
  struct ibv_qp *qp;
  struct ibv_cq *cq;
  struct ibv_send_wr wr;
  struct ibv_sge sge, target;
  struct ibv_recv_wr receive;
  enum terms_verb verb;
  unsigned quiet_flags;
  uint32_t every, unsignaled; /* sends since the last one that asked for a completion */
  uint32_t asked;             /* completions of sends that are still to come */
  uint8_t value;              /* what the last byte of the message now on its way is */
  volatile uint8_t *in_last, *out_last;
  uint64_t messages;
  struct histogram *histogram;
  uint64_t end; /* CLOCK_MONOTONIC, or UINT64_MAX */
};

static void prepare(struct ping *p, struct session *s) {
  static const enum ibv_wr_opcode OPCODES[] = {IBV_WR_RDMA_WRITE, IBV_WR_SEND, IBV_WR_RDMA_READ};
  size_t last = (size_t)s->terms.size - 1;
  *p = (struct ping){.s = s, .qp = s->queues.qp[0], .cq = s->queues.cq, .verb = (enum terms_verb)s->terms.verb, .end = UINT64_MAX};
  uint64_t local = p->verb == VERB_READ ? session_target(s, 0) : session_source(s, 0);
  p->sge = (struct ibv_sge){.addr = local, .length = (uint32_t)s->terms.size, .lkey = s->memory.mr->lkey};
  p->wr = (struct ibv_send_wr){.sg_list = &p->sge, .num_sge = 1, .opcode = OPCODES[p->verb]};
  p->wr.wr.rdma.remote_addr = session_remote(s, 0);
  p->wr.wr.rdma.rkey = s->theirs.rkey;
  p->target = (struct ibv_sge){.addr = session_target(s, 0), .length = (uint32_t)s->terms.size, .lkey = s->memory.mr->lkey};
  p->receive = (struct ibv_recv_wr){.wr_id = WR_RECEIVE, .sg_list = &p->target, .num_sge = 1};
  p->quiet_flags = s->queues.inline_bytes ? IBV_SEND_INLINE : 0;
  p->every = signal_every(s->queues.send_depth);
  if (!s->memory.host) return;
  p->in_last = (volatile uint8_t *)(uintptr_t)session_target(s, 0) + last;
  p->out_last = (volatile uint8_t *)(uintptr_t)session_source(s, 0) + last;
}

/* One completion, if there is one: 1 when a message has come, 0 when not, or -1 with `rc` set. */
static inline int poll_once(struct ping *p, int *rc) {
  struct ibv_wc wc;
  int n = ibv_poll_cq(p->cq, 1, &wc);
  if (n == 0) return 0;
  if (n < 0 || wc.status != IBV_WC_SUCCESS) {
    *rc = n < 0 ? verbs_failed(p->s->failure, p->s->port, "ibv_poll_cq", errno, "%s", "") : session_completion_failed(p->s, &wc);
    return -1;
  }
  if (wc.wr_id & WR_RECEIVE) return 1;
  p->asked--;
  return 0;
}

/* An earlier completion is collected before the next one is asked for: by then it has come long ago, so this polls once. */
static int collect(struct ping *p, uint64_t since) {
  int rc = 0;
  while (p->asked && !rc)
    if (poll_once(p, &rc) == 0 && p->asked) rc = session_idle(p->s, since);
  return rc;
}

static inline int post(struct ping *p, uint64_t since) {
  struct ibv_send_wr *bad;
  p->wr.send_flags = p->quiet_flags;
  if (++p->unsignaled >= p->every) {
    int rc = p->asked ? collect(p, since) : 0;
    if (rc) return rc;
    p->wr.send_flags |= IBV_SEND_SIGNALED;
    p->unsignaled = 0;
    p->asked++;
  }
  int err = ibv_post_send(p->qp, &p->wr, &bad);
  return err ? session_post_failed(p->s, "ibv_post_send", err, 0) : 0;
}

/* A write that fails leaves no trace in memory: its completion has to be looked for. */
static int look_behind(struct ping *p, uint64_t since) {
  int rc = 0;
  poll_once(p, &rc);
  return rc ? rc : session_look(p->s, since);
}

static inline int await_write(struct ping *p, uint64_t since) {
  while (*p->in_last != p->value) {
    if (++p->s->empty & p->s->place.empty_mask) continue;
    int rc = look_behind(p, since);
    if (rc) return rc;
  }
  return 0;
}

static inline int await_message(struct ping *p, uint64_t since) {
  struct ibv_recv_wr *bad;
  int rc = 0, came;
  while ((came = poll_once(p, &rc)) == 0)
    if ((rc = session_idle(p->s, since))) return rc;
  if (came < 0) return rc;
  int err = ibv_post_recv(p->qp, &p->receive, &bad);
  return err ? session_post_failed(p->s, "ibv_post_recv", err, 0) : 0;
}

static inline int await_read(struct ping *p, uint64_t since) {
  int rc = 0;
  while (p->asked && !rc)
    if (poll_once(p, &rc) == 0 && p->asked) rc = session_idle(p->s, since);
  return rc;
}

static inline int round_trip(struct ping *p, uint64_t since) {
  p->value++;
  if (p->verb == VERB_WRITE) *p->out_last = p->value;
  int rc = post(p, since);
  if (rc) return rc;
  return p->verb == VERB_WRITE ? await_write(p, since) : p->verb == VERB_SEND ? await_message(p, since) : await_read(p, since);
}

/* The stop and the deadline without a second reading of the clock. */
static inline int over_at(struct ping *p, uint64_t now) {
  struct op *op = p->s->op;
  if (atomic_load_explicit(&op->stop, memory_order_relaxed)) return CODE_STOPPED;
  if (now < op->deadline) return 0;
  return fail(p->s->failure, CODE_DEADLINE, "latency", 0, "the request's deadline passed after %llu round trips",
              (unsigned long long)p->histogram->n);
}

static int back_to_back(struct ping *p, long long count, uint64_t t) {
  for (long long k = 0; k < count && t < p->end; k++) {
    int rc = round_trip(p, t);
    if (rc) return rc;
    uint64_t now = now_ns();
    histogram_add(p->histogram, now - t);
    t = now;
    if ((rc = over_at(p, now))) return rc;
  }
  return 0;
}

static int wait_until_due(struct ping *p, uint64_t due) {
  while (!sleep_slice(due - SPIN_NS)) {
    int rc = session_look(p->s, now_ns());
    if (rc) return rc;
  }
  while (now_ns() < due) continue;
  return 0;
}

/* Latency counts from when the round trip was due, not from when it was sent: otherwise one stall would hide all those that it delayed. */
static int paced(struct ping *p, long long count, uint64_t start) {
  uint64_t due = start;
  for (long long k = 0; k < count && due < p->end; k++, due += (uint64_t)p->s->terms.interval_ns) {
    int rc = wait_until_due(p, due);
    if (!rc) rc = round_trip(p, now_ns());
    if (rc) return rc;
    uint64_t now = now_ns();
    histogram_add(p->histogram, now - due);
    if ((rc = over_at(p, now))) return rc;
  }
  return 0;
}

static int warm_up(struct ping *p) {
  int rc = 0;
  for (long long i = 0; i < p->s->terms.warmup && !rc; i++) rc = round_trip(p, now_ns());
  return rc;
}

int latency_measure(struct session *s, struct latency_result *result, struct histogram *histogram) {
  struct ping p;
  const struct terms *t = &s->terms;
  prepare(&p, s);
  p.histogram = histogram;
  /* Every read is waited for by its completion. */
  if (p.verb == VERB_READ) p.every = 1;
  result->around.gap_max = clock_gap_max();
  int rc = warm_up(&p);
  if (rc) return rc;
  session_start(s, &result->around);
  uint64_t start = now_ns();
  long long count = t->count ? t->count : INT64_MAX;
  if (t->duration_ms) p.end = start + (uint64_t)t->duration_ms * 1000000u;
  rc = t->interval_ns ? paced(&p, count, start + 2 * SPIN_NS) : back_to_back(&p, count, start);
  session_stop(s, &result->around);
  return rc;
}

/* Answers until the peer says bye. */
int latency_respond(struct session *s) {
  struct ping p;
  int rc = 0;
  prepare(&p, s);
  if (p.verb == VERB_READ) return session_wait(s);
  while (!rc) {
    uint64_t since = now_ns();
    p.value++;
    rc = p.verb == VERB_WRITE ? await_write(&p, since) : await_message(&p, since);
    if (rc) break;
    if (p.verb == VERB_WRITE) *p.out_last = p.value;
    rc = post(&p, since);
  }
  return rc;
}
