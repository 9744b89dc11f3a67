/* Ranks over RC queue pairs: one for each link, used in both directions.
 *
 * A piece is sent from where it lies, as one or more SENDs; the other side has a number of receives posted in slots of its own, and takes
 * the bytes from there. A sender spends one credit for each message; the receiver gives them back in a message of one byte, which no
 * piece has, so that no device ever has to tell that nothing was ready (RNR). RDMA WRITE with immediate would save nothing here, and
 * iWARP has none. */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "collective_host.h"
#include "verbs_session.h"

#define POLL_AT_ONCE 16
#define LENT_MAX 3
/* Memory for receives of one link, in bytes; of all-to-all, whose links are many, less. */
#define SLOTS_BYTES (4u << 20)
#define SLOTS_BYTES_MESH (1u << 20)
#define SLOTS_MIN 8u
#define SLOTS_MAX 64u
/* Messages up to this size, and those from memory that is not registered (the word that goes round), are sent from a copy. */
#define SMALL_BYTES 256u
/* Credits that pieces leave for giving credits back. */
#define CREDITS_KEPT 3u
#define CREDIT_BYTES 1u
/* Polls without success before the CPU is offered to others: software devices and other ranks may need it. */
#define SPINS 64u

/* A message that has been sent and not yet completed, or that has come and was not yet taken. */
struct parcel {
  uint32_t bytes, slot;
};

/* Both ends of a link have the same number of slots of the same size. */
struct lane {
  struct session s;
  uint32_t credits, owed;
  struct parcel out[SLOTS_MAX * 2], in[SLOTS_MAX];
  uint32_t out_head, out_tail, in_head, in_tail;
  size_t in_taken; /* bytes of the first message in `in` that have been taken */
  int code;        /* why it is lost; 0 = it is not */
};

struct verbs_ranks {
  struct verbs_port port;
  struct place place;
  struct terms terms;
  struct ibv_mr *lent[LENT_MAX];
  unsigned lents;
  uint32_t slots, message; /* receives of a link, and bytes of the longest message */
  uint32_t spins;
};

/* What a measurement is asked for and a collective decides by itself. */
static int refuse_terms(struct op *op) {
  static const char *const DECIDED[] = {"op", "verb", "mode", "via", "size", "qps", "depth", "count", "duration_ms", "inline", "interval_ns", "bidirectional", NULL};
  const char *connect, *memory;
  for (const char *const *key = DECIDED; *key; key++)
    if (request_find(&op->request, *key)) return fail(&op->failure, CODE_USAGE, "request", 0, "`%s` is for `run`: a collective decides it itself", *key);
  if (want_text(op, "connect", "exchange", &connect) || want_text(op, "memory", "host", &memory)) return op->failure.code;
  if (strcmp(connect, "exchange") != 0)
    return fail(&op->failure, CODE_UNAVAILABLE, "request", 0, "`connect` is `%.40s`: collectives connect their queue pairs by exchange only", connect);
  if (!memory_is_host(memory)) return fail(&op->failure, CODE_USAGE, "request", 0, "`memory` is `%.40s`; `backend` host is for host memory", memory);
  return 0;
}

/* One table reads what queue pairs are made of: that of a bidirectional measurement with SENDs, which a link is like. */
static int read_terms(struct rank *rank, struct terms *terms) {
  struct op *op = rank->op;
  request_put_text(&op->request, "op", "bandwidth");
  request_put_text(&op->request, "verb", "send");
  request_put_number(&op->request, "bidirectional", 1);
  bool room = request_put_number(&op->request, "duration_ms", 1);
  if (!room) return fail(&op->failure, CODE_USAGE, "request", 0, "there are too many keys");
  int rc = terms_from_request(op, terms);
  terms->connect = CONNECT_EXCHANGE;
  return rc;
}

static void size_slots(struct rank *rank) {
  struct verbs_ranks *v = rank->verbs;
  uint32_t memory = rank->c->kind == ALL_TO_ALL ? SLOTS_BYTES_MESH : SLOTS_BYTES;
  v->message = rank->c->chunk < VERBS_SIZE_MAX / 8 ? (uint32_t)rank->c->chunk / 4 * 4 : VERBS_SIZE_MAX / 8;
  v->slots = memory / v->message;
  if (v->slots < SLOTS_MIN) v->slots = SLOTS_MIN;
  if (v->slots > SLOTS_MAX) v->slots = SLOTS_MAX;
}

static int verbs_read(struct rank *rank) {
  struct op *op = rank->op;
  const char *bind;
  rank->verbs = calloc(1, sizeof *rank->verbs);
  if (!rank->verbs) return fail(&op->failure, CODE_CALL, "memory", ENOMEM, "verbs");
  int rc = refuse_terms(op);
  if (!rc) rc = want_text(op, "bind", "", &bind);
  if (!rc) rc = read_terms(rank, &rank->verbs->terms);
  if (!rc) rc = verbs_port_open(op, *bind != 0, &rank->verbs->port);
  if (rc) return rc;
  if (verbs_is_iwarp(&rank->verbs->port))
    return fail(&op->failure, CODE_UNAVAILABLE, "verbs", 0, "%s is iWARP: collectives connect their queue pairs by exchange, which iWARP cannot",
                rank->verbs->port.device);
  size_slots(rank);
  rank->device = rank->verbs->port.device;
  rank->fabric = rank->verbs->port.kind;
  return place_read(op, &rank->verbs->port, &rank->verbs->place);
}

static int verbs_lend(struct rank *rank, void *memory, size_t bytes) {
  struct verbs_ranks *v = rank->verbs;
  errno = 0;
  struct ibv_mr *mr = v->port.v->reg_mr(v->port.pd, memory, bytes, MEMORY_ACCESS);
  if (!mr) return verbs_failed(&rank->op->failure, &v->port, "ibv_reg_mr", errno, "%zu B of host memory", bytes);
  v->lent[v->lents++] = mr;
  return 0;
}

/* A lane's memory: its receive slots, and then as many small places to send from as it may have messages on their way. */
static uint64_t slot_address(const struct rank *rank, const struct lane *lane, uint32_t slot) {
  return lane->s.memory.address + (uint64_t)slot * rank->verbs->message;
}

static uint64_t small_address(const struct rank *rank, const struct lane *lane, uint32_t out) {
  return slot_address(rank, lane, rank->verbs->slots) + (uint64_t)(out % (2 * SLOTS_MAX)) * SMALL_BYTES;
}

static int post_slot(struct rank *rank, struct lane *lane, uint32_t slot) {
  struct ibv_sge place = {.addr = slot_address(rank, lane, slot), .length = rank->verbs->message, .lkey = lane->s.memory.mr->lkey};
  struct ibv_recv_wr wr = {.wr_id = WR_RECEIVE | slot, .sg_list = &place, .num_sge = 1}, *bad;
  int err = ibv_post_recv(lane->s.queues.qp[0], &wr, &bad);
  return err ? session_post_failed(&lane->s, "ibv_post_recv", err, 0) : 0;
}

static int make_lane(struct rank *rank, struct link *link) {
  struct verbs_ranks *v = rank->verbs;
  struct lane *lane = link->lane = calloc(1, sizeof *lane);
  if (!lane) return fail(&rank->op->failure, CODE_CALL, "memory", ENOMEM, "a link");
  lane->s = (struct session){.op = rank->op, .failure = &rank->op->failure, .measures = true, .port = &v->port, .terms = v->terms, .place = v->place, .slots = v->slots};
  /* A session takes twice as much for a message in each direction: that is what slots and small places need in all. */
  lane->s.terms.size = (long long)v->message * v->slots / 2 + 2 * SLOTS_MAX * SMALL_BYTES;
  lane->s.terms.depth = 2 * v->slots;
  int rc = session_prepare(&lane->s);
  for (uint32_t i = 0; i < v->slots && !rc; i++) rc = post_slot(rank, lane, i);
  lane->credits = v->slots;
  return rc;
}

static void say_lane(struct rank *rank, struct link *link) {
  char text[SAID_MAX_BYTES + 1];
  terms_say(text, "link", &link->lane->s.terms, &link->lane->s.mine);
  say_more(text, " connects=%d slots=%u message=%u", link->connects, rank->verbs->slots, rank->verbs->message);
  collective_say(rank->c, link->peer, "%s", text);
}

static uint64_t said_number(const char *text, const char *key) {
  char digits[24];
  uint64_t number;
  return said_value(text, key, digits, sizeof digits) && parse_number(digits, &number) ? number : UINT64_MAX;
}

/* `link v=1 ...` of the rank at the other end. */
static int take_lane(struct rank *rank) {
  struct collective *c = rank->c;
  struct failure *failure = &rank->op->failure;
  char msg[sizeof failure->msg];
  struct link *link = rank_link(rank, c->from, said_number(c->text, "connects") == 0);
  if (!link || link->state != LINK_NEW) return 0;
  struct session *s = &link->lane->s;
  if (said_number(c->text, "slots") != rank->verbs->slots || said_number(c->text, "message") != rank->verbs->message)
    return fail(failure, CODE_USAGE, "link", 0, "rank %lld was asked with another `chunk` or `collective`", c->from);
  int rc = side_from_text(c->text, &s->terms, &s->theirs, failure);
  if (!rc) rc = session_connect(s);
  link->state = LINK_UP;
  if (!rc) return 0;
  format(msg, sizeof msg, "rank %lld: %s", link->peer, failure->msg);
  memcpy(failure->msg, msg, sizeof msg);
  return rc;
}

static const struct link *missing(const struct rank *rank) {
  for (unsigned i = 0; i < rank->links; i++)
    if (rank->link[i].state != LINK_UP) return &rank->link[i];
  return NULL;
}

static int verbs_open(struct rank *rank, uint64_t since) {
  char who[64];
  int rc = 0;
  for (unsigned i = 0; i < rank->links && !rc; i++) {
    rc = make_lane(rank, &rank->link[i]);
    if (!rc) say_lane(rank, &rank->link[i]);
  }
  while (!rc && missing(rank)) {
    rc = collective_hear(rank->c, SLICE_MS);
    if (rc == COLLECTIVE_HEARD) rc = said_word(rank->c->text, "link") ? take_lane(rank) : 0;
    if (rc || !missing(rank)) break;
    format(who, sizeof who, "the word of rank %lld", missing(rank)->peer);
    rc = collective_join_late(rank->c, since, who);
  }
  return rc;
}

static int post(struct rank *rank, struct link *link, const struct ibv_sge *from) {
  struct lane *lane = link->lane;
  struct ibv_sge sge = *from;
  struct ibv_send_wr wr = {.wr_id = WR_ID(0, 1), .sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND, .send_flags = IBV_SEND_SIGNALED}, *bad;
  int err = ibv_post_send(lane->s.queues.qp[0], &wr, &bad);
  (void)rank;
  if (err) return session_post_failed(&lane->s, "ibv_post_send", err, 0);
  lane->out[lane->out_tail++ % (2 * SLOTS_MAX)] = (struct parcel){.bytes = sge.length == CREDIT_BYTES ? 0 : sge.length};
  lane->credits--;
  return 0;
}

static bool may_post(const struct rank *rank, const struct lane *lane, uint32_t kept) {
  return lane->credits > kept && lane->out_tail - lane->out_head < 2 * rank->verbs->slots;
}

static struct ibv_sge small_copy(struct rank *rank, struct lane *lane, const void *bytes, size_t n) {
  uint64_t place = small_address(rank, lane, lane->out_tail);
  memcpy((void *)(uintptr_t)place, bytes, n);
  return (struct ibv_sge){.addr = place, .length = (uint32_t)n, .lkey = lane->s.memory.mr->lkey};
}

/* Half of the slots at a time: seldom enough to cost nothing, and early enough that the other side never waits for it. */
static int give_credits(struct rank *rank, struct link *link) {
  struct lane *lane = link->lane;
  uint8_t count = (uint8_t)lane->owed;
  if (lane->owed < rank->verbs->slots / 2 || !may_post(rank, lane, 0)) return 0;
  struct ibv_sge from = small_copy(rank, lane, &count, sizeof count);
  lane->owed = 0;
  return post(rank, link, &from);
}

static int repost(struct rank *rank, struct link *link, uint32_t slot) {
  link->lane->owed++;
  int rc = post_slot(rank, link->lane, slot);
  return rc ? rc : give_credits(rank, link);
}

static int completion(struct rank *rank, struct link *link, const struct ibv_wc *wc) {
  struct lane *lane = link->lane;
  uint32_t slot = (uint32_t)(wc->wr_id & 0xffff);
  /* At the very end the other side may be gone before its last acknowledgement has come: it has what it needed, or would have said so. */
  bool gone = rank->ending && wc->status == IBV_WC_RETRY_EXC_ERR;
  if (wc->status != IBV_WC_SUCCESS && !gone) {
    int rc = verbs_async_events(lane->s.failure, lane->s.port, lane->s.queues.qp, lane->s.queues.n);
    return rc ? rc : verbs_completion_failed(lane->s.failure, lane->s.port, wc);
  }
  if (!(wc->wr_id & WR_RECEIVE)) {
    link->sent += lane->out[lane->out_head++ % (2 * SLOTS_MAX)].bytes;
    return 0;
  }
  if (wc->byte_len != CREDIT_BYTES) {
    lane->in[lane->in_tail++ % SLOTS_MAX] = (struct parcel){.bytes = wc->byte_len, .slot = slot};
    return 0;
  }
  lane->credits += *(uint8_t *)(uintptr_t)slot_address(rank, lane, slot);
  return repost(rank, link, slot);
}

/* Takes what has been completed: true when there was something. The link is lost when it has a code then. */
static bool look_at(struct rank *rank, struct link *link) {
  struct lane *lane = link->lane;
  struct ibv_wc wc[POLL_AT_ONCE];
  if (lane->code) return true;
  int n = ibv_poll_cq(lane->s.queues.cq, POLL_AT_ONCE, wc);
  if (n < 0) lane->code = verbs_failed(lane->s.failure, lane->s.port, "ibv_poll_cq", errno, "%s", "");
  for (int i = 0; i < n && !lane->code; i++) lane->code = completion(rank, link, &wc[i]);
  return n != 0;
}

static const struct ibv_mr *lent(const struct rank *rank, const void *bytes) {
  for (unsigned i = 0; i < rank->verbs->lents; i++) {
    const struct ibv_mr *mr = rank->verbs->lent[i];
    if ((const char *)bytes >= (const char *)mr->addr && (const char *)bytes < (const char *)mr->addr + mr->length) return mr;
  }
  return NULL;
}

static ssize_t verbs_send(struct rank *rank, struct link *link, const void *bytes, size_t n) {
  struct lane *lane = link->lane;
  look_at(rank, link);
  if (!lane->code && lane->owed >= rank->verbs->slots / 2) lane->code = give_credits(rank, link);
  if (lane->code) return FABRIC_ERROR;
  if (!may_post(rank, lane, CREDITS_KEPT)) return FABRIC_WAIT;
  if (n > rank->verbs->message) n = rank->verbs->message;
  const struct ibv_mr *mr = n > SMALL_BYTES ? lent(rank, bytes) : NULL;
  struct ibv_sge from = mr ? (struct ibv_sge){.addr = (uint64_t)(uintptr_t)bytes, .length = (uint32_t)n, .lkey = mr->lkey} : small_copy(rank, lane, bytes, n);
  lane->code = post(rank, link, &from);
  if (lane->code) return FABRIC_ERROR;
  link->taken += n;
  return (ssize_t)n;
}

static ssize_t verbs_recv(struct rank *rank, struct link *link, void *bytes, size_t n) {
  struct lane *lane = link->lane;
  if (lane->in_head == lane->in_tail) look_at(rank, link);
  if (lane->code) return FABRIC_ERROR;
  if (lane->in_head == lane->in_tail) return FABRIC_WAIT;
  const struct parcel *parcel = &lane->in[lane->in_head % SLOTS_MAX];
  if (n > parcel->bytes - lane->in_taken) n = parcel->bytes - lane->in_taken;
  memcpy(bytes, (const char *)(uintptr_t)slot_address(rank, lane, parcel->slot) + lane->in_taken, n);
  lane->in_taken += n;
  if (lane->in_taken < parcel->bytes) return (ssize_t)n;
  lane->in_taken = 0;
  lane->in_head++;
  lane->code = repost(rank, link, parcel->slot);
  return lane->code ? FABRIC_ERROR : (ssize_t)n;
}

/* A link was lost while nothing was to be moved over it but completions. */
static int look_at_all(struct rank *rank, const struct plan *plan, bool *came) {
  for (unsigned i = 0; i < plan->queues; i++) {
    const struct queue *queue = &plan->queue[i];
    if (queue->done == queue->n) continue;
    struct link *link = queue->piece[queue->out ? queue->done : queue->at].link;
    *came |= look_at(rank, link);
    if (link->lane->code) return rank_lost(rank, link, queue->out ? "send" : "recv", FABRIC_ERROR);
  }
  return 0;
}

static int verbs_wait(struct rank *rank, const struct plan *plan) {
  struct verbs_ranks *v = rank->verbs;
  bool came = false;
  for (uint32_t i = 0; i < SPINS; i++) {
    int rc = look_at_all(rank, plan, &came);
    if (rc || came) return rc;
  }
  sched_yield();
  if (++v->spins % SPINS) return 0;
  int rc = verbs_async_events(&rank->op->failure, &v->port, NULL, 0);
  return rc ? rc : rank_look(rank, plan);
}

static int verbs_lost(struct rank *rank, struct link *link, const char *where, ssize_t outcome) {
  struct failure *failure = &rank->op->failure;
  char msg[sizeof failure->msg];
  (void)where, (void)outcome;
  format(msg, sizeof msg, "rank %lld: %s", link->peer, failure->msg);
  memcpy(failure->msg, msg, sizeof msg);
  return link->lane->code;
}

static void verbs_close(struct rank *rank) {
  struct verbs_ranks *v = rank->verbs;
  for (unsigned i = 0; i < rank->links && v; i++) {
    if (!rank->link[i].lane) continue;
    session_close(&rank->link[i].lane->s);
    free(rank->link[i].lane);
    rank->link[i].lane = NULL;
  }
  for (unsigned i = 0; v && i < v->lents; i++) v->port.v->dereg_mr(v->lent[i]);
  if (v && v->port.context) verbs_port_close(&v->port);
  free(v);
  rank->verbs = NULL;
}

const struct carrier CARRIER_VERBS = {
    .read = verbs_read,
    .lend = verbs_lend,
    .open = verbs_open,
    .send = verbs_send,
    .recv = verbs_recv,
    .wait = verbs_wait,
    .lost = verbs_lost,
    .close = verbs_close,
};
