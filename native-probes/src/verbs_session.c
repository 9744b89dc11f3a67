#include "verbs_session.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

/* How often a loop that polls without success looks at the rest of the world. */
#define LOOK_NS 10000000u
/* Nothing at all for so long is no slow round trip any more. The transport should have given up before, after timeout x (retries + 1), which
 * devices may stretch fourfold; rxe, though, retries for ever when `retries` is 7. */
#define PATIENCE_NS 5000000000u

int place_read(struct op *op, const struct verbs_port *port, struct place *place) {
  if (want_text(op, "memory", "host", &place->memory) || want_number(op, "numa", -1, 1023, port->numa, &place->numa)) return op->failure.code;
  place->yields = sysconf(_SC_NPROCESSORS_ONLN) == 1;
  place->empty_mask = place->yields ? EMPTY_MASK_ONE_CPU : EMPTY_MASK;
  if (request_find(&op->request, "cpu")) return pin_to_cpu(op);
  run_on_node(op->root, place->numa);
  return 0;
}

static size_t half(const struct session *s) {
  return terms_part(&s->terms) * (size_t)s->terms.qps;
}

uint64_t session_source(const struct session *s, unsigned i) {
  return s->memory.address + i * terms_part(&s->terms);
}

uint64_t session_target(const struct session *s, unsigned i) {
  return session_source(s, i) + half(s);
}

uint64_t session_remote(const struct session *s, unsigned i) {
  return s->theirs.address + i * terms_part(&s->terms);
}

static int check_device(struct session *s) {
  int node = s->port->context->device->node_type;
  if (node != IBV_NODE_CA && node != IBV_NODE_RNIC) {
    fail(s->failure, CODE_UNAVAILABLE, "verbs", 0, "%s has no RC queue pairs (node type %d)", s->port->device, node);
    fail_hint(s->failure, "EFA and usNIC speak protocols of their own; measure them with the tools of their vendors");
    return s->failure->code;
  }
  if (verbs_is_iwarp(s->port) && s->terms.connect != CONNECT_CM)
    return fail(s->failure, CODE_USAGE, "request", 0, "%s is iWARP, whose queue pairs only librdmacm can connect: `connect` must be rdma-cm",
                s->port->device);
  return 0;
}

static int choose_mtu(struct session *s) {
  long long active = verbs_mtu_bytes(s->port->attr.active_mtu), wanted = s->measures ? s->terms.mtu : s->theirs.mtu;
  if (wanted > active && s->measures)
    return fail(s->failure, CODE_USAGE, "mtu", 0, "`mtu` is %lld, but the active MTU of %s port %d is %lld", wanted, s->port->device, s->port->port,
                active);
  s->mtu = wanted == TERM_ABSENT || wanted > active ? active : wanted;
  return 0;
}

static void describe(struct session *s) {
  struct side *mine = &s->mine;
  int reads = s->port->limits.max_qp_rd_atom;
  *mine = (struct side){.lid = s->port->attr.lid, .psn = s->queues.psn, .rkey = s->memory.mr->rkey, .mtu = s->mtu};
  memcpy(mine->gid, s->port->gid.gid, GID_BYTES);
  mine->reads = reads > 255 ? 255 : reads > 0 ? reads : 1;
  mine->address = s->terms.verb == VERB_READ ? session_source(s, 0) : session_target(s, 0);
  format(mine->kind, sizeof mine->kind, "%s", s->port->kind);
  if (s->terms.connect == CONNECT_CM) return;
  mine->qps = s->queues.n;
  for (unsigned i = 0; i < s->queues.n; i++) mine->qpn[i] = s->queues.qp[i]->qp_num;
}

int session_prepare(struct session *s) {
  int rc = check_device(s);
  if (!rc && s->terms.connect == CONNECT_CM) rc = cm_open(s);
  if (!rc) rc = choose_mtu(s);
  if (!rc) rc = memory_take(s->place.memory, 2 * half(s), s->place.numa, s->port, &s->memory, s->failure);
  if (!rc) rc = verbs_check_memory(&s->terms, s->memory.host != NULL, s->failure);
  if (!rc) rc = queues_create(s);
  if (rc) return rc;
  describe(s);
  /* Before the peer may write: a ping-pong waits for this byte to become 1. */
  if (s->memory.host) *(volatile uint8_t *)(uintptr_t)(session_target(s, 0) + (size_t)s->terms.size - 1) = 0;
  return s->terms.connect == CONNECT_CM ? cm_prepare(s) : 0;
}

/* The two generations of RoCE do not understand each other's packets, and their queue pairs connect all the same. */
static const char *language(const char *kind) {
  if (strcmp(kind, "soft-roce") == 0) return "roce2";
  return strcmp(kind, "soft-iwarp") == 0 ? "iwarp" : kind;
}

static int check_peer(struct session *s) {
  if (strcmp(language(s->mine.kind), language(s->theirs.kind)) != 0) {
    fail(s->failure, CODE_USAGE, "peer", 0, "this side's port is %s, the other side's is %s", s->mine.kind, s->theirs.kind);
    fail_hint(s->failure, "choose GIDs of the same type on both sides (`gid_type`, `gid_index`), or other devices");
    return s->failure->code;
  }
  if (!s->measures) return 0;
  if (s->terms.mtu != TERM_ABSENT && s->theirs.mtu < s->terms.mtu)
    return fail(s->failure, CODE_USAGE, "mtu", 0, "`mtu` is %lld, but the other side's active MTU is %lld", s->terms.mtu, s->theirs.mtu);
  if (s->theirs.mtu < s->mtu) s->mtu = s->theirs.mtu;
  return 0;
}

/* librdmacm tells neither the path MTU nor the peer's queue pair number: the queue pair itself does. */
static void ask_what_the_kernel_chose(struct session *s) {
  struct ibv_qp_attr attr = {.path_mtu = 0};
  struct ibv_qp_init_attr init;
  if (verbs_is_iwarp(s->port) || !s->port->v->query_qp) return;
  if (s->port->v->query_qp(s->queues.qp[0], &attr, IBV_QP_PATH_MTU | IBV_QP_DEST_QPN, &init) != 0) return;
  s->mtu = verbs_mtu_bytes(attr.path_mtu);
  s->theirs.qpn[0] = attr.dest_qp_num;
  s->theirs.qps = 1;
}

static uint64_t patience_of(const struct terms *terms) {
  if (terms->timeout == 0) return UINT64_MAX; /* for ever, as asked */
  uint64_t transport = 4 * (4096ull << terms->timeout) * (uint64_t)(terms->retries + 1);
  return transport > PATIENCE_NS ? transport : PATIENCE_NS;
}

int session_connect(struct session *s) {
  s->patience = patience_of(&s->terms);
  int rc = check_peer(s);
  if (!rc && s->terms.connect == CONNECT_EXCHANGE) return queues_connect(s);
  if (!rc) rc = s->measures ? cm_connect(s) : cm_await_connections(s);
  if (!rc) ask_what_the_kernel_chose(s);
  s->connected = rc == 0;
  return rc;
}

void session_close(struct session *s) {
  if (s->cm) cm_hang_up(s);
  queues_destroy(s);
  memory_release(&s->memory);
  if (s->cm_port.v) verbs_port_close(&s->cm_port);
  if (s->cm) cm_close(s);
}

static int over_at(struct session *s, uint64_t since, uint64_t now) {
  uint64_t silent = now > since ? now - since : 0;
  if (atomic_load_explicit(&s->op->stop, memory_order_relaxed)) return CODE_STOPPED;
  bool gave_up = s->measures && silent >= s->patience;
  if (now < s->op->deadline && !gave_up) return 0;
  if (silent < SILENCE_NS) return fail(s->failure, CODE_DEADLINE, "verbs", 0, "the request's deadline passed before its work was done");
  fail(s->failure, CODE_NETWORK, "verbs", ETIMEDOUT, "nothing came over %s port %d for %llu ms", s->port->device, s->port->port,
       (unsigned long long)silent / 1000000u);
  fail_hint(s->failure, "the peer is gone or stuck, or the path drops its packets; the device itself reports nothing (rxe never does while `retries` "
                        "is 7)");
  return s->failure->code;
}

static int look_around(struct session *s, uint64_t since, uint64_t now) {
  s->next_look = now + LOOK_NS;
  int rc = verbs_async_events(s->failure, s->port, s->queues.qp, s->queues.n);
  if (!rc) rc = conversation_look(s->talk);
  if (!rc && s->cm && s->connected) rc = cm_look(s);
  if (rc == HEARD_BYE && s->measures) rc = fail(s->failure, CODE_NETWORK, "hear", 0, "the other side has ended in the middle of the measurement");
  return rc ? rc : over_at(s, since, now);
}

int session_look(struct session *s, uint64_t since) {
  uint64_t now = now_ns();
  if (s->place.yields) sched_yield();
  return now >= s->next_look ? look_around(s, since, now) : 0;
}

int session_look_now(struct session *s, uint64_t since) {
  return look_around(s, since, now_ns());
}

/* The first call asks for an event; the caller then polls once more, since a completion may have come before, and only then this sleeps. */
int session_sleep(struct session *s, uint64_t since) {
  struct queues *q = &s->queues;
  struct ibv_cq *cq;
  void *context;
  if (!s->armed) {
    int err = ibv_req_notify_cq(q->cq, 0);
    s->armed = err == 0;
    return err ? verbs_failed(s->failure, s->port, "ibv_req_notify_cq", err, "%s", "") : 0;
  }
  struct pollfd waiting[] = {{.fd = q->channel->fd, .events = POLLIN},
                             {.fd = conversation_fd(s->talk), .events = POLLIN},
                             {.fd = s->port->context->async_fd, .events = POLLIN}};
  poll(waiting, 3, SLICE_MS);
  if (!waiting[0].revents || s->port->v->get_cq_event(q->channel, &cq, &context) != 0) return look_around(s, since, now_ns());
  s->port->v->ack_cq_events(q->cq, 1);
  s->armed = false;
  return session_look(s, since);
}

int session_wait(struct session *s) {
  int rc = 0;
  while (!rc) {
    struct pollfd waiting[] = {{.fd = conversation_fd(s->talk), .events = POLLIN}, {.fd = s->port->context->async_fd, .events = POLLIN}};
    poll(waiting, 2, SLICE_MS);
    uint64_t now = now_ns();
    rc = look_around(s, now, now);
  }
  return rc;
}

void session_start(struct session *s, struct surroundings *around) {
  s->switches = thread_switches();
  around->cpu_ns = thread_cpu_ns();
  around->start_ns = real_ns();
}

void session_stop(struct session *s, struct surroundings *around) {
  struct switches now = thread_switches();
  around->end_ns = real_ns();
  around->cpu_ns = thread_cpu_ns() - around->cpu_ns;
  around->switches = (struct switches){now.voluntary - s->switches.voluntary, now.involuntary - s->switches.involuntary};
}

int session_explained(struct session *s, int rc) {
  int said = conversation_last_words(s->talk);
  return said ? said : rc;
}

/* Whether the other side's departure looks like this: it answers no more, or librdmacm has ended the connection. */
static bool peer_may_have_left(const struct session *s, enum ibv_wc_status status) {
  return status == IBV_WC_RETRY_EXC_ERR || (s->cm && status == IBV_WC_WR_FLUSH_ERR);
}

int session_completion_failed(struct session *s, const struct ibv_wc *wc) {
  int rc = conversation_look(s->talk);
  if (rc && rc != HEARD_BYE) return rc;
  if (s->cm && (rc = cm_look(s))) return rc;
  rc = verbs_async_events(s->failure, s->port, s->queues.qp, s->queues.n);
  if (rc) return rc;
  rc = verbs_completion_failed(s->failure, s->port, wc);
  return peer_may_have_left(s, wc->status) ? session_explained(s, rc) : rc;
}

void session_part(struct conversation *talk, int rc, const struct failure *why) {
  struct failure over;
  if (why->code != rc) {
    fail(&over, rc, "run", 0, rc == CODE_STOPPED ? "stopped by its controller" : "its deadline has passed");
    why = &over;
  }
  conversation_refuse(talk, why);
}

int session_post_failed(struct session *s, const char *call, int err, unsigned qp) {
  return verbs_failed(s->failure, s->port, call, err, "queue pair 0x%x", s->queues.qp[qp]->qp_num);
}

void session_details(const struct session *s, struct verbs_details *d, char gid[40]) {
  gid_text(s->port->gid.gid, gid);
  *d = (struct verbs_details){.device = s->port->device, .verb = terms_verb_name(&s->terms), .connect = terms_connect_name(&s->terms),
                              .mode = terms_mode_name(&s->terms), .mtu = s->mtu, .gid_index = s->port->gid.index,
                              .gid_type = gid_type_name(s->port->gid.type), .qps = s->terms.qps, .inline_bytes = s->queues.inline_bytes,
                              .memory = s->memory.kind, .numa = s->place.numa, .source_port = -1};
  d->gid = s->port->gid.index >= 0 ? gid : NULL;
  if (!verbs_is_ethernet(s->port) || verbs_is_iwarp(s->port)) d->gid_type = NULL;
  bool v2 = strcmp(s->port->kind, "roce2") == 0 || (strcmp(s->port->kind, "soft-roce") == 0 && s->port->gid.type == GID_TYPE_V2);
  if (!v2 || !s->queues.qp[0]) return;
  uint32_t label = (uint32_t)s->terms.flow_label;
  if (!label) label = verbs_flow_label_of(s->queues.qp[0]->qp_num, s->theirs.qpn[0]);
  /* librdmacm tells no peer's number: without a flow label the port is then unknown. */
  if (s->terms.flow_label || s->theirs.qps) d->source_port = verbs_source_port(label);
}
