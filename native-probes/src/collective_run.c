/* The loop of one operation: both directions at once, in one thread that never blocks while anything can move. */
#include <errno.h>
#include <string.h>

#include "collective_host.h"

/* How often a loop that is never idle looks at the rest of the world. */
#define LOOK_NS 10000000u
/* From a lost connection to the words that explain it: they go through two agents and a controller, on hosts that may be busy. */
#define LAST_WORDS_NS 1000000000u
/* What only moves within this rank is moved in portions, so that the links do not wait for it. */
#define COPY_BYTES (256u << 10)

static bool met(const struct plan *plan, struct need need) {
  return need.queue < 0 || plan->queue[need.queue].done >= need.count;
}

/* Whether the current piece has come aside and only waits for its need. */
static bool has_come(const struct queue *queue, const struct piece *piece) {
  return !queue->out && queue->offset == piece->bytes;
}

bool queue_wants(const struct plan *plan, const struct queue *queue) {
  if (queue->at == queue->n) return queue->out && queue->done < queue->n;
  const struct piece *piece = &queue->piece[queue->at];
  bool aside = piece->kind == PIECE_COPY || piece->kind == PIECE_ADD;
  return aside ? !has_come(queue, piece) : met(plan, piece->need);
}

/* Four at once: SSE2 and NEON are there on every machine of the two kinds. Pieces start at any element. */
typedef float four __attribute__((vector_size(16), aligned(4), may_alias));

/* `to` may be one of the others; none overlaps in part. */
static void add_floats(float *to, const float *from, const float *more, size_t n) {
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    four low = *(const four *)(from + i) + *(const four *)(more + i), high = *(const four *)(from + i + 4) + *(const four *)(more + i + 4);
    *(four *)(to + i) = low;
    *(four *)(to + i + 4) = high;
  }
  for (; i < n; i++) to[i] = from[i] + more[i];
}

static void apply(const struct piece *piece, const char *aside) {
  if (piece->kind == PIECE_COPY) memcpy(piece->to, aside, piece->bytes);
  if (piece->kind == PIECE_ADD)
    add_floats((float *)(void *)piece->to, (const float *)(const void *)piece->from, (const float *)(const void *)aside, piece->bytes / sizeof(float));
}

/* 1 when something has moved, 0 when not; a negative code when the link is lost. */
static int step_in(struct rank *rank, struct plan *plan, struct queue *queue) {
  struct piece *piece = &queue->piece[queue->at];
  bool aside = piece->kind != PIECE_IN, moved = false;
  if (!aside && !met(plan, piece->need)) return 0;
  if (queue->offset < piece->bytes) {
    char *to = aside ? queue->aside : piece->to;
    ssize_t got = rank->carrier->recv(rank, piece->link, to + queue->offset, piece->bytes - queue->offset);
    if (got < 0) return -rank_lost(rank, piece->link, "recv", got);
    queue->offset += (size_t)got;
    moved = got > 0;
  }
  if (queue->offset < piece->bytes || !met(plan, piece->need)) return moved;
  if (aside) apply(piece, queue->aside);
  queue->offset = 0;
  queue->done = ++queue->at;
  return 1;
}

static int step_out(struct rank *rank, struct plan *plan, struct queue *queue) {
  struct piece *piece = &queue->piece[queue->at];
  int moved = 0;
  if (queue->at < queue->n && met(plan, piece->need)) {
    ssize_t sent = rank->carrier->send(rank, piece->link, piece->from + queue->offset, piece->bytes - queue->offset);
    if (sent < 0) return -rank_lost(rank, piece->link, "send", sent);
    queue->offset += (size_t)sent;
    moved = sent > 0;
    if (queue->offset == piece->bytes) {
      piece->end = piece->link->taken;
      queue->offset = 0;
      queue->at++;
    }
  }
  for (; queue->done < queue->at && queue->piece[queue->done].link->sent >= queue->piece[queue->done].end; moved = 1) queue->done++;
  return moved;
}

/* One step of each queue. *came: an incoming queue has moved; *went: an outgoing one. */
static int step_all(struct rank *rank, struct plan *plan, bool *came, bool *went) {
  *came = *went = false;
  for (unsigned i = 0; i < plan->queues; i++) {
    struct queue *queue = &plan->queue[i];
    if (queue->done == queue->n) continue;
    int moved = queue->out ? step_out(rank, plan, queue) : step_in(rank, plan, queue);
    if (moved < 0) return -moved;
    *(queue->out ? went : came) |= moved > 0;
  }
  return 0;
}

static bool is_done(const struct plan *plan) {
  for (unsigned i = 0; i < plan->queues; i++)
    if (plan->queue[i].done < plan->queue[i].n) return false;
  return plan->copied == plan->copy_bytes;
}

static void copy_some(struct plan *plan) {
  size_t left = plan->copy_bytes - plan->copied, n = left < COPY_BYTES ? left : COPY_BYTES;
  memcpy(plan->copy_to + plan->copied, plan->copy_from + plan->copied, n);
  plan->copied += n;
}

/* Waits are what passes from the first step without progress until something moves; whatever ends it is what was waited for. */
static void count_wait(struct rank *rank, uint64_t since, uint64_t now, bool came) {
  if (rank->timing && since) *(came ? &rank->recv_wait : &rank->send_wait) += now - since;
}

int plan_run(struct rank *rank, struct plan *plan) {
  uint64_t idle_since = 0;
  int rc = 0;
  for (unsigned i = 0; i < plan->queues; i++) plan->queue[i].at = plan->queue[i].done = 0, plan->queue[i].offset = 0;
  plan->copied = 0;
  rank->moved = now_ns();
  while (!rc && !is_done(plan)) {
    bool came, went;
    rc = step_all(rank, plan, &came, &went);
    uint64_t now = now_ns();
    if (!rc && (came || went)) {
      count_wait(rank, idle_since, now, came);
      idle_since = 0;
      rank->moved = now;
      rank->asked = 0;
      if (now - rank->looked >= LOOK_NS) rc = rank_look(rank, plan);
    } else if (!rc && plan->copied < plan->copy_bytes) {
      copy_some(plan);
    } else if (!rc) {
      if (!idle_since) idle_since = now;
      rc = rank->carrier->wait(rank, plan);
    }
  }
  return rc;
}

/* The rank that this one waits for: whose bytes it lacks, else who does not take its own. */
static long long waited_for(const struct plan *plan, bool *for_bytes) {
  for (unsigned i = 0; i < plan->queues; i++) {
    const struct queue *queue = &plan->queue[i];
    if (!queue_wants(plan, queue)) continue;
    *for_bytes = !queue->out;
    return queue->piece[queue->at < queue->n ? queue->at : queue->done].link->peer;
  }
  *for_bytes = true;
  return -1;
}

/* Other ranks ask whether this one is there, and answer when they were asked. */
static int take_word(struct rank *rank, const struct plan *plan) {
  struct collective *c = rank->c;
  char number[24];
  uint64_t waits;
  bool for_bytes;
  if (said_word(c->text, "there?")) {
    long long peer = plan ? waited_for(plan, &for_bytes) : -1;
    if (peer >= 0) collective_say(c, c->from, "here waits=%lld", peer);
    else collective_say(c, c->from, plan ? "here" : "here busy=1");
  }
  if (!said_word(c->text, "here") || c->from != rank->waits_for || !rank->asked) return 0;
  if (said_value(c->text, "busy", number, sizeof number)) {
    rank->moved = now_ns(); /* it fills or compares gigabytes: that is progress, too */
    rank->asked = 0;
    return 0;
  }
  rank->answered = true;
  rank->it_waits_for = said_value(c->text, "waits", number, sizeof number) && parse_number(number, &waits) ? (long long)waits : -1;
  return 0;
}

static int stalled(struct rank *rank, bool for_bytes, uint64_t silent) {
  struct failure *failure = &rank->op->failure;
  const char *what = for_bytes ? "no byte from" : "no byte taken by";
  unsigned long long ms = silent / 1000000u;
  if (!rank->answered) {
    fail(failure, CODE_TIMEOUT, "stall", 0, "%s rank %lld for %llu ms, and it does not answer", what, rank->waits_for, ms);
    fail_hint(failure, "its process is stuck or stopped, or its host is dead: look there first");
  } else if (rank->it_waits_for >= 0 && rank->it_waits_for != rank->c->rank) {
    fail(failure, CODE_TIMEOUT, "stall", 0, "%s rank %lld for %llu ms; it waits itself, for rank %lld", what, rank->waits_for, ms, rank->it_waits_for);
  } else {
    fail(failure, CODE_TIMEOUT, "stall", 0, "%s rank %lld for %llu ms, though it answers through the controller", what, rank->waits_for, ms);
    fail_hint(failure, "both probes work: the path between the two ports is what to look at");
  }
  return CODE_TIMEOUT;
}

/* When nothing has moved for stall_ms, the rank that is waited for is asked whether it is there. One that does not answer within a second
 * is the cause. One that waits for a third rank is not: who waits for that one will say so, and is given two seconds more. */
static int look_for_stall(struct rank *rank, const struct plan *plan, uint64_t now) {
  bool for_bytes;
  uint64_t silent = now > rank->moved ? now - rank->moved : 0;
  if (silent < (uint64_t)rank->c->stall_ms * 1000000u) return 0;
  long long peer = waited_for(plan, &for_bytes);
  if (!rank->asked) {
    rank->asked = now;
    rank->waits_for = peer;
    rank->answered = false;
    if (rank->op->has_ears) collective_say(rank->c, peer, "there?");
  }
  bool elsewhere = rank->answered && rank->it_waits_for >= 0 && rank->it_waits_for != rank->c->rank;
  uint64_t patience = elsewhere ? 3 * SILENCE_NS : rank->answered ? 0 : SILENCE_NS;
  return now - rank->asked < patience ? 0 : stalled(rank, for_bytes, silent);
}

int rank_look(struct rank *rank, const struct plan *plan) {
  int rc;
  while ((rc = collective_hear(rank->c, 0)) == COLLECTIVE_HEARD)
    if ((rc = take_word(rank, plan))) return rc;
  rank->looked = now_ns();
  return rc || !plan ? rc : look_for_stall(rank, plan, rank->looked);
}

int rank_lost(struct rank *rank, struct link *link, const char *where, ssize_t outcome) {
  int rc = rank->carrier->lost(rank, link, where, outcome);
  struct failure before = rank->op->failure;
  uint64_t until = now_ns() + LAST_WORDS_NS;
  while (rank->op->has_ears && now_ns() < until) {
    int heard = collective_hear(rank->c, SLICE_MS);
    if (heard && heard != COLLECTIVE_HEARD) return heard;
  }
  rank->op->failure = before;
  return rc;
}
