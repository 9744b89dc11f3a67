/* Queue pairs: making them, and connecting them by the values that the two sides have exchanged. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "verbs_session.h"

#define INLINE_DEFAULT 220u /* what perftest tries; mlx5 devices take it, others less or none */
#define LATENCY_DEPTH 64u
#define RECEIVES_MIN 256u
/* "I begin", "I have ended", one of each direction. */
#define MARKS 4u
#define MIN_RNR_TIMER 12 /* 0.64 ms: what a sender waits when no receive is posted */

static bool sends(const struct session *s) {
  return s->measures || s->terms.op == OP_LATENCY || s->terms.bidirectional;
}

static bool receives(const struct session *s) {
  return s->terms.verb == VERB_SEND && (!s->measures || s->terms.op == OP_LATENCY || s->terms.bidirectional);
}

/* Twice the sender's depth: messages that were acknowledged are still to be polled and posted again while the next ones come. */
static uint32_t receive_depth(const struct session *s) {
  if (s->slots) return s->slots;
  if (!receives(s)) return MARKS;
  uint32_t most = (uint32_t)s->port->limits.max_qp_wr, depth = LATENCY_DEPTH;
  if (s->terms.op == OP_BANDWIDTH) depth = 2 * (uint32_t)s->terms.depth > RECEIVES_MIN ? 2 * (uint32_t)s->terms.depth : RECEIVES_MIN;
  return depth < most || most == 0 ? depth : most;
}

static uint32_t inline_wanted(const struct session *s) {
  bool possible = s->memory.host && s->terms.verb != VERB_READ && sends(s);
  long long limit = s->terms.inline_limit == TERM_ABSENT ? INLINE_DEFAULT : s->terms.inline_limit;
  return possible && s->terms.size <= limit ? (uint32_t)s->terms.size : 0;
}

static int create_completion_queue(struct session *s) {
  struct queues *q = &s->queues;
  const struct verbs_library *v = s->port->v;
  int entries = (int)((q->send_depth + q->receive_depth) * (uint32_t)s->terms.qps);
  if (s->terms.mode == MODE_EVENT) {
    q->channel = v->create_comp_channel(s->port->context);
    if (!q->channel) return verbs_failed(s->failure, s->port, "ibv_create_comp_channel", errno, "%s", "");
    fcntl(q->channel->fd, F_SETFL, O_NONBLOCK);
  }
  errno = 0;
  q->cq = v->create_cq(s->port->context, entries, NULL, q->channel, 0);
  return q->cq ? 0 : verbs_failed(s->failure, s->port, "ibv_create_cq", errno, "%d entries", entries);
}

/* What a queue pair is created with. */
static void ask_for(const struct session *s, struct ibv_qp_init_attr *attr) {
  *attr = (struct ibv_qp_init_attr){.send_cq = s->queues.cq, .recv_cq = s->queues.cq, .qp_type = IBV_QPT_RC};
  attr->cap = (struct ibv_qp_cap){.max_send_wr = s->queues.send_depth, .max_recv_wr = s->queues.receive_depth, .max_send_sge = 1,
                                  .max_recv_sge = 1, .max_inline_data = s->queues.inline_bytes};
}

static struct ibv_qp *make(struct session *s, struct rdma_cm_id *id, int *err) {
  struct ibv_qp_init_attr attr;
  ask_for(s, &attr);
  errno = 0;
  struct ibv_qp *qp = id ? cm_create_queue_pair(s, id, &attr) : s->port->v->create_qp(s->port->pd, &attr);
  *err = errno;
  return qp;
}

/* Inline is a wish unless the request named it: a device that does not take so much gets the message by reference. */
int queues_make(struct session *s, unsigned i, struct rdma_cm_id *id) {
  int err;
  struct ibv_qp *qp = make(s, id, &err);
  if (!qp && s->queues.inline_bytes && s->terms.inline_limit == TERM_ABSENT) {
    s->queues.inline_bytes = 0;
    qp = make(s, id, &err);
  }
  s->queues.qp[i] = qp;
  if (qp) return 0;
  return verbs_failed(s->failure, s->port, id ? "rdma_create_qp" : "ibv_create_qp", err,
                      "queue pair %u of %lld with %u sends, %u receives, %u B inline", i + 1, s->terms.qps,
                      s->queues.send_depth, s->queues.receive_depth, s->queues.inline_bytes);
}

static int to_init(struct session *s, struct ibv_qp *qp) {
  struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT, .port_num = s->port->port,
                             .qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ};
  int err = s->port->v->modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
  return err ? verbs_failed(s->failure, s->port, "ibv_modify_qp to INIT", err, "queue pair 0x%x", qp->qp_num) : 0;
}

/* Receives must be there before the peer can send: all of them, while the queue pair is in INIT. */
int queues_fill_receives(struct session *s, unsigned i) {
  uint32_t n = receives(s) ? s->queues.receive_depth : 0;
  if (s->terms.op == OP_BANDWIDTH && s->terms.bidirectional && !n) n = i == 0 ? MARKS : 0;
  int rc = 0;
  if (s->slots) return 0;
  for (uint32_t k = 0; k < n && !rc; k++) rc = queues_post_receive(s, i);
  return rc;
}

int queues_create(struct session *s) {
  struct queues *q = &s->queues;
  q->inline_bytes = inline_wanted(s);
  q->send_depth = !sends(s) ? 1 : s->terms.op == OP_LATENCY ? LATENCY_DEPTH : (uint32_t)s->terms.depth + MARKS;
  q->receive_depth = receive_depth(s);
  q->n = (unsigned)s->terms.qps;
  /* Packet sequence numbers start anywhere, so that packets of an earlier queue pair with the same number are told apart. */
  q->psn = (uint32_t)(now_ns() ^ (uint64_t)getpid() << 7) & 0xffffff;
  int rc = create_completion_queue(s);
  if (s->terms.connect == CONNECT_CM) return rc;
  for (unsigned i = 0; i < q->n && !rc; i++) {
    rc = queues_make(s, i, NULL);
    if (!rc) rc = to_init(s, q->qp[i]);
    if (!rc) rc = queues_fill_receives(s, i);
  }
  return rc;
}

int queues_post_receive(struct session *s, unsigned i) {
  struct ibv_sge target = {.addr = session_target(s, i), .length = (uint32_t)s->terms.size, .lkey = s->memory.mr->lkey};
  struct ibv_recv_wr wr = {.wr_id = WR_RECEIVE | i, .sg_list = &target, .num_sge = 1}, *bad;
  int err = ibv_post_recv(s->queues.qp[i], &wr, &bad);
  return err ? session_post_failed(s, "ibv_post_recv", err, i) : 0;
}

/* InfiniBand needs a global header only from one subnet to another; RoCE always has one. */
static void address_peer(const struct session *s, struct ibv_ah_attr *ah) {
  const struct terms *t = &s->terms;
  *ah = (struct ibv_ah_attr){.dlid = (uint16_t)s->theirs.lid, .sl = (uint8_t)t->sl, .port_num = s->port->port};
  bool other_subnet = s->port->gid.index >= 0 && memcmp(s->theirs.gid, s->mine.gid, 8) != 0;
  if (!verbs_is_ethernet(s->port) && !other_subnet && s->theirs.lid) return;
  ah->is_global = 1;
  ah->grh = (struct ibv_global_route){.flow_label = (uint32_t)t->flow_label, .sgid_index = (uint8_t)s->port->gid.index,
                                      .hop_limit = (uint8_t)t->hop_limit, .traffic_class = (uint8_t)t->traffic_class};
  memcpy(ah->grh.dgid.raw, s->theirs.gid, GID_BYTES);
}

static int to_receive(struct session *s, unsigned i) {
  char gid[40];
  struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RTR, .path_mtu = verbs_mtu_of(s->mtu), .dest_qp_num = s->theirs.qpn[i], .rq_psn = s->theirs.psn,
                             .max_dest_rd_atomic = (uint8_t)s->mine.reads, .min_rnr_timer = MIN_RNR_TIMER};
  address_peer(s, &attr.ah_attr);
  int err = s->port->v->modify_qp(s->queues.qp[i], &attr,
                                  IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
                                      IBV_QP_MIN_RNR_TIMER);
  if (!err) return 0;
  gid_text(s->theirs.gid, gid);
  return verbs_failed(s->failure, s->port, "ibv_modify_qp to RTR", err, "GID index %d, to GID %s lid %u queue pair 0x%x, MTU %lld",
                      s->port->gid.index, gid, s->theirs.lid, s->theirs.qpn[i], s->mtu);
}

static int to_send(struct session *s, unsigned i) {
  long long own = s->port->limits.max_qp_init_rd_atom, reads = own < s->theirs.reads ? own : s->theirs.reads;
  struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RTS, .timeout = (uint8_t)s->terms.timeout, .retry_cnt = (uint8_t)s->terms.retries,
                             .rnr_retry = (uint8_t)s->terms.rnr_retries, .sq_psn = s->queues.psn, .max_rd_atomic = (uint8_t)(reads > 0 ? reads : 1)};
  int err = s->port->v->modify_qp(
      s->queues.qp[i], &attr, IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC);
  return err ? verbs_failed(s->failure, s->port, "ibv_modify_qp to RTS", err, "queue pair 0x%x", s->queues.qp[i]->qp_num) : 0;
}

int queues_connect(struct session *s) {
  int rc = 0;
  for (unsigned i = 0; i < s->queues.n && !rc; i++) {
    rc = to_receive(s, i);
    if (!rc) rc = to_send(s, i);
  }
  return rc;
}

/* Queue pairs first: they hold on to the completion queue, and it to the channel. */
void queues_destroy(struct session *s) {
  struct queues *q = &s->queues;
  const struct verbs_library *v = s->port->v;
  for (unsigned i = 0; i < q->n && s->terms.connect != CONNECT_CM; i++)
    if (q->qp[i]) v->destroy_qp(q->qp[i]);
  if (q->cq) v->destroy_cq(q->cq);
  if (q->channel) v->destroy_comp_channel(q->channel);
  *q = (struct queues){0};
}
