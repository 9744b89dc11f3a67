/* Streams of messages over one or more queue pairs, in one thread: `depth` messages of each are kept on their way.
 *
 * The rate is that of a window in which every queue pair is full: it opens when each of them has completed its first `depth` messages, and
 * closes before the first of them is left without work. Where both sides send, they tell each other by messages without data (marks) when
 * to begin and when to end, so that neither direction is counted while the other one rests. */
#include <errno.h>
#include <stdlib.h>

#include "progress.h"
#include "verbs_session.h"

#define POLL_AT_ONCE 16
/* How long the receiver waits for messages that the sender has seen acknowledged: the completion may be a moment behind. */
#define STRAGGLERS_NS 1000000000u

/* One queue pair. */
struct lane {
  struct ibv_qp *qp;
  struct ibv_send_wr wr;
  struct ibv_sge sge;
  uint64_t posted, completed, left; /* messages; left = how many more may be posted */
  uint32_t quiet;                   /* messages since the last one that asked for a completion */
  bool warm;                        /* has completed its first `depth` */
  struct progress *progress;        /* of what comes in */
};

struct bulk {
  struct session *s;
  struct lane lane[QUEUE_PAIRS_MAX];
  unsigned n, warm; /* lanes, and how many of them are warm */
  uint64_t depth, every;
  unsigned flags;
  unsigned done; /* lanes that have posted their last message */
  bool closed;   /* the window */
  unsigned marks_heard;                 /* two of them may come before anybody looks */
  uint32_t marks_out;                   /* own marks whose completion is still to come */
  uint64_t posted, completed, received; /* messages of all lanes */
  uint64_t end;                         /* CLOCK_MONOTONIC: when to stop posting */
  uint64_t moved;                       /* when something happened last */
  uint64_t window_start, before;        /* when the window opened, and what was completed then */
  struct tally sent;
};

static void prepare_lane(struct bulk *b, unsigned i) {
  static const enum ibv_wr_opcode OPCODES[] = {IBV_WR_RDMA_WRITE, IBV_WR_SEND, IBV_WR_RDMA_READ};
  struct session *s = b->s;
  struct lane *lane = &b->lane[i];
  uint64_t local = s->terms.verb == VERB_READ ? session_target(s, i) : session_source(s, i);
  lane->qp = s->queues.qp[i];
  lane->sge = (struct ibv_sge){.addr = local, .length = (uint32_t)s->terms.size, .lkey = s->memory.mr->lkey};
  lane->wr = (struct ibv_send_wr){.sg_list = &lane->sge, .num_sge = 1, .opcode = OPCODES[s->terms.verb]};
  lane->wr.wr.rdma.remote_addr = session_remote(s, i);
  lane->wr.wr.rdma.rkey = s->theirs.rkey;
  uint64_t count = (uint64_t)s->terms.count, extra = i < count % b->n;
  lane->left = count ? count / b->n + extra : UINT64_MAX;
}

static int prepare(struct bulk *b, struct session *s, bool incoming) {
  *b = (struct bulk){.s = s, .n = s->queues.n, .depth = (uint64_t)s->terms.depth, .end = UINT64_MAX, .moved = now_ns()};
  b->every = signal_every((uint32_t)s->terms.depth);
  b->flags = s->queues.inline_bytes ? IBV_SEND_INLINE : 0;
  for (unsigned i = 0; i < b->n; i++) prepare_lane(b, i);
  for (unsigned i = 0; incoming && i < b->n; i++) {
    b->lane[i].progress = calloc(1, sizeof *b->lane[i].progress);
    if (!b->lane[i].progress) return fail(s->failure, CODE_CALL, "memory", ENOMEM, "bandwidth");
  }
  return 0;
}

static void clean_up(struct bulk *b) {
  for (unsigned i = 0; i < b->n; i++) free(b->lane[i].progress);
}

static inline int post(struct bulk *b, struct lane *lane, bool asks) {
  struct ibv_send_wr *bad;
  lane->quiet++;
  lane->wr.send_flags = b->flags | (asks ? IBV_SEND_SIGNALED : 0u);
  lane->wr.wr_id = WR_ID((unsigned)(lane - b->lane), lane->quiet);
  int err = ibv_post_send(lane->qp, &lane->wr, &bad);
  if (err) return session_post_failed(b->s, "ibv_post_send", err, (unsigned)(lane - b->lane));
  lane->posted++;
  b->posted++;
  if (asks) lane->quiet = 0;
  return 0;
}

static int send_mark(struct bulk *b) {
  struct ibv_send_wr wr = {.wr_id = WR_MARK, .opcode = IBV_WR_SEND, .send_flags = IBV_SEND_SIGNALED}, *bad;
  int err = ibv_post_send(b->lane[0].qp, &wr, &bad);
  b->marks_out++;
  return err ? session_post_failed(b->s, "ibv_post_send", err, 0) : 0;
}

static void close_window(struct bulk *b, uint64_t now) {
  if (b->closed || b->warm < b->n) return;
  b->closed = true;
  b->sent.window_ns = now - b->window_start;
  b->sent.messages = b->completed - b->before;
  b->sent.bytes = b->sent.messages * (uint64_t)b->s->terms.size;
}

/* A lane has posted its last message, so the window ends; with the last lane's last message this side has ended. */
static int lane_done(struct bulk *b, uint64_t now) {
  close_window(b, now);
  b->closed = true;
  b->sent.total = b->posted;
  return ++b->done == b->n && b->s->terms.bidirectional ? send_mark(b) : 0;
}

/* Keeps `depth` messages of a lane on their way. */
static inline int fill(struct bulk *b, struct lane *lane) {
  while (lane->left && lane->posted - lane->completed < b->depth) {
    int rc = post(b, lane, lane->quiet + 1 >= b->every || lane->left == 1);
    if (rc) return rc;
    if (--lane->left == 0) return lane_done(b, b->moved);
  }
  return 0;
}

static int fill_all(struct bulk *b) {
  int rc = 0;
  for (unsigned i = 0; i < b->n && !rc; i++) rc = fill(b, &b->lane[i]);
  return rc;
}

/* The time is over. A lane whose last messages asked for no completion gets one that does: else nobody would learn when they are done. */
static int stop_posting(struct bulk *b, uint64_t now) {
  int rc = 0;
  close_window(b, now);
  for (unsigned i = 0; i < b->n && !rc; i++) {
    struct lane *lane = &b->lane[i];
    if (!lane->left) continue;
    lane->left = 0;
    if (lane->quiet) rc = post(b, lane, true);
    if (!rc) rc = lane_done(b, now);
  }
  return rc;
}

static void open_window(struct bulk *b, struct lane *lane, uint64_t now) {
  lane->warm = true;
  if (++b->warm < b->n) return;
  b->window_start = now;
  b->before = b->completed;
}

static int take_receive(struct bulk *b, const struct ibv_wc *wc, uint64_t now) {
  struct lane *lane = &b->lane[WR_QUEUE(wc->wr_id)];
  if (wc->byte_len == 0) b->marks_heard++;
  else if (lane->progress) {
    b->received++;
    progress_add(lane->progress, now, wc->byte_len);
  }
  return queues_post_receive(b->s, WR_QUEUE(wc->wr_id));
}

static inline int take(struct bulk *b, const struct ibv_wc *wc, uint64_t now) {
  if (wc->status != IBV_WC_SUCCESS) return session_completion_failed(b->s, wc);
  if (wc->wr_id & WR_RECEIVE) return take_receive(b, wc, now);
  if (wc->wr_id & WR_MARK) return b->marks_out--, 0;
  struct lane *lane = &b->lane[WR_QUEUE(wc->wr_id)];
  lane->completed += WR_COVERS(wc->wr_id);
  b->completed += WR_COVERS(wc->wr_id);
  if (!lane->warm && lane->completed >= b->depth) open_window(b, lane, now);
  return fill(b, lane);
}

/* Nothing was there. The end of the time comes also when nothing moves any more: a stall belongs into the window. */
static int idle(struct bulk *b) {
  int rc = session_idle(b->s, b->moved);
  bool looked = b->s->terms.mode == MODE_EVENT || !(b->s->empty & b->s->place.empty_mask);
  if (rc || b->end == UINT64_MAX || !looked) return rc;
  uint64_t now = now_ns();
  return now >= b->end ? stop_posting(b, now) : 0;
}

/* One round of the loop: what has been completed is taken, and its place filled again. One reading of the clock per round. */
static inline int step(struct bulk *b) {
  struct ibv_wc wc[POLL_AT_ONCE];
  struct op *op = b->s->op;
  int n = ibv_poll_cq(b->s->queues.cq, POLL_AT_ONCE, wc), rc = 0;
  if (n == 0) return idle(b);
  if (n < 0) return verbs_failed(b->s->failure, b->s->port, "ibv_poll_cq", errno, "%s", "");
  b->moved = now_ns();
  for (int i = 0; i < n && !rc; i++) rc = take(b, &wc[i], b->moved);
  if (!rc && b->moved >= b->end) rc = stop_posting(b, b->moved);
  if (rc) return rc;
  if (atomic_load_explicit(&op->stop, memory_order_relaxed)) return CODE_STOPPED;
  return b->moved < op->deadline ? 0 : fail(b->s->failure, CODE_DEADLINE, "bandwidth", 0, "the request's deadline passed during the measurement");
}

static bool drained(const struct bulk *b) {
  return b->done == b->n && b->completed == b->posted && b->marks_out == 0;
}

static int no_window(struct session *s, uint64_t messages) {
  fail(s->failure, CODE_CALL, "window", 0,
       "no time was left in which all %lld queue pairs were running: %llu messages in all, %lld of each on their way", s->terms.qps,
       (unsigned long long)messages, s->terms.depth);
  fail_hint(s->failure, "ask for a longer duration_ms, a smaller depth or smaller messages");
  return s->failure->code;
}

/* What came in, by this side's own clock: from the first message of the last queue pair to begin to the last one of the first to end. */
static int sum_received(struct bulk *b, struct tally *received) {
  const struct progress *logs[QUEUE_PAIRS_MAX];
  struct window window;
  for (unsigned i = 0; i < b->n; i++) {
    progress_end(b->lane[i].progress);
    logs[i] = b->lane[i].progress;
  }
  if (!progress_window(logs, b->n, &window)) return no_window(b->s, b->received);
  *received = (struct tally){.bytes = window.bytes, .window_ns = window.end - window.start, .total = b->received};
  received->messages = received->bytes / (uint64_t)b->s->terms.size;
  return 0;
}

static int sum_up(struct bulk *b, struct tally *sent, struct tally *received) {
  *sent = b->sent;
  if (b->sent.total && !b->sent.window_ns) return no_window(b->s, b->posted);
  return b->lane[0].progress ? sum_received(b, received) : 0;
}

/* Until this side's messages are all acknowledged, and the other side, where it sends too, has ended. */
static int run(struct bulk *b, struct surroundings *around) {
  const struct terms *t = &b->s->terms;
  int rc = t->bidirectional ? send_mark(b) : 0;
  session_start(b->s, around);
  b->moved = now_ns();
  if (t->duration_ms) b->end = b->moved + (uint64_t)t->duration_ms * 1000000u;
  if (!rc) rc = fill_all(b);
  while (!rc && !(drained(b) && (b->marks_heard || !t->bidirectional))) rc = step(b);
  session_stop(b->s, around);
  return rc;
}

int bandwidth_measure(struct session *s, struct surroundings *around, struct tally *sent, struct tally *received) {
  struct bulk *b = malloc(sizeof *b);
  if (!b) return fail(s->failure, CODE_CALL, "memory", ENOMEM, "bandwidth");
  int rc = prepare(b, s, s->terms.bidirectional && s->terms.verb == VERB_SEND);
  around->gap_max = clock_gap_max();
  if (!rc) rc = run(b, around);
  if (!rc) rc = sum_up(b, sent, received);
  clean_up(b);
  free(b);
  return rc;
}

/* Sends from the other side's first mark to its second one, so that both directions are busy whenever one of them is counted. */
static int answer(struct bulk *b) {
  int rc = 0;
  while (!rc && b->marks_heard < 1) rc = step(b);
  b->moved = now_ns();
  if (!rc) rc = fill_all(b);
  while (!rc && b->marks_heard < 2) rc = step(b);
  if (!rc) rc = stop_posting(b, now_ns());
  while (!rc && !drained(b)) rc = step(b);
  return rc;
}

/* The sender has said how many messages were acknowledged: so many must have come. */
static int collect_stragglers(struct bulk *b) {
  char text[24];
  uint64_t announced, until = now_ns() + STRAGGLERS_NS;
  if (!said_value(b->s->talk->text, "messages", text, sizeof text) || !parse_number(text, &announced)) return 0;
  while (b->received < announced && now_ns() < until) {
    int rc = step(b);
    if (rc && rc != HEARD_BYE) return rc;
  }
  if (b->received == announced) return 0;
  fail(b->s->failure, CODE_DATA, "bandwidth", 0, "%llu messages were acknowledged, %llu came", (unsigned long long)announced,
       (unsigned long long)b->received);
  fail_hint(b->s->failure, "a device or driver that acknowledges what it does not deliver: do not accept it");
  return b->s->failure->code;
}

static int respond(struct bulk *b) {
  bool duplex = b->s->terms.bidirectional;
  if (!duplex && b->s->terms.verb != VERB_SEND) return session_wait(b->s);
  int rc = duplex ? answer(b) : 0;
  while (!rc) rc = step(b);
  if (rc != HEARD_BYE || b->s->terms.verb != VERB_SEND) return rc;
  rc = collect_stragglers(b);
  return rc ? rc : HEARD_BYE;
}

int bandwidth_respond(struct session *s, struct tally *sent, struct tally *received) {
  struct bulk *b = malloc(sizeof *b);
  if (!b) return fail(s->failure, CODE_CALL, "memory", ENOMEM, "bandwidth");
  int rc = prepare(b, s, s->terms.verb == VERB_SEND);
  if (!rc) rc = respond(b);
  if (rc == HEARD_BYE) rc = sum_up(b, sent, received);
  clean_up(b);
  free(b);
  return rc ? rc : HEARD_BYE;
}
