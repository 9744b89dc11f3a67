/* Queue pairs: made, brought from state to state, destroyed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fake.h"

static bool caps_fit(const struct fake_context *context, const struct ibv_qp_cap *cap) {
  return cap->max_send_wr <= context->max_qp_wr && cap->max_recv_wr <= context->max_qp_wr && cap->max_send_sge <= FAKE_SGE &&
         cap->max_recv_sge <= FAKE_SGE && cap->max_inline_data <= context->max_inline;
}

static unsigned count_qps(const struct fake_context *context) {
  unsigned n = 0;
  for (const struct fake_qp *qp = context->qps; qp; qp = qp->next) n++;
  return n;
}

static struct fake_qp *make_qp(struct fake_context *context, struct ibv_pd *pd, const struct ibv_qp_init_attr *init) {
  struct fake_qp *qp = calloc(1, sizeof *qp);
  qp->context = context;
  qp->init = *init;
  qp->init.cap.max_send_wr += !init->cap.max_send_wr;
  qp->init.cap.max_recv_wr += !init->cap.max_recv_wr;
  qp->qp = (struct ibv_qp){.context = pd->context, .pd = pd, .qp_context = init->qp_context, .send_cq = init->send_cq, .recv_cq = init->recv_cq,
                           .state = IBV_QPS_RESET, .qp_type = init->qp_type};
  qp->send = calloc(qp->init.cap.max_send_wr, sizeof *qp->send);
  qp->recv = calloc(qp->init.cap.max_recv_wr, sizeof *qp->recv);
  qp->parked_end = &qp->parked;
  qp->fd = -1;
  return qp;
}

static void free_qp(struct fake_qp *qp) {
  while (qp->parked) {
    struct parked *first = qp->parked;
    qp->parked = first->next;
    free(first);
  }
  free(qp->send);
  free(qp->recv);
  free(qp);
}

API struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *init) {
  struct fake_context *context = fake_context(pd->context);
  if ((errno = call_fails("create_qp"))) return NULL;
  if (init->qp_type != IBV_QPT_RC) return errno = EOPNOTSUPP, NULL;
  if (!init->send_cq || !init->recv_cq || !caps_fit(context, &init->cap)) return errno = EINVAL, NULL;
  if (count_qps(context) >= context->max_qp) return errno = ENOMEM, NULL;
  struct fake_qp *qp = make_qp(context, pd, init);
  if ((errno = wire_open(qp))) return free_qp(qp), NULL;
  pthread_mutex_lock(&context->lock);
  qp->next = context->qps;
  context->qps = qp;
  context->objects++;
  ((struct fake_cq *)init->send_cq)->users++;
  ((struct fake_cq *)init->recv_cq)->users++;
  pthread_mutex_unlock(&context->lock);
  init->cap = qp->init.cap;
  count_live(LIVE_QP, 1);
  return &qp->qp;
}

API int ibv_destroy_qp(struct ibv_qp *ibv) {
  struct fake_context *context = fake_context(ibv->context);
  struct fake_qp *qp = (struct fake_qp *)ibv, **link = &context->qps;
  pthread_mutex_lock(&context->lock);
  while (*link != qp) link = &(*link)->next;
  *link = qp->next;
  context->objects--;
  ((struct fake_cq *)ibv->send_cq)->users--;
  ((struct fake_cq *)ibv->recv_cq)->users--;
  wire_close(qp);
  pthread_mutex_unlock(&context->lock);
  free_qp(qp);
  count_live(LIVE_QP, -1);
  return 0;
}

API int ibv_query_qp(struct ibv_qp *ibv, struct ibv_qp_attr *attr, int mask, struct ibv_qp_init_attr *init) {
  struct fake_qp *qp = (struct fake_qp *)ibv;
  (void)mask;
  *attr = qp->attr;
  attr->qp_state = ibv->state;
  *init = qp->init;
  return 0;
}

/* What an RC queue pair must be told on its way (ibv_modify_qp(3)). */
#define MASK_INIT (IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS)
#define MASK_RTR (IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER)
#define MASK_RTS (IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC)

static int to_init(struct fake_qp *qp, const struct ibv_qp_attr *attr, int mask) {
  if ((mask & MASK_INIT) != MASK_INIT || attr->pkey_index != 0) return EINVAL;
  if (attr->port_num < 1 || attr->port_num > qp->context->ports) return EINVAL;
  qp->attr.port_num = attr->port_num;
  qp->attr.qp_access_flags = attr->qp_access_flags;
  return 0;
}

/* On Ethernet everything is addressed by GIDs, and the own one must be an entry in use. */
static int check_address(const struct fake_qp *qp, const struct ibv_ah_attr *ah) {
  const struct fake_port *port = &qp->context->port[qp->attr.port_num - 1];
  if (ah->port_num != qp->attr.port_num) return EINVAL;
  if (!ah->is_global) return port->attr.link_layer == IBV_LINK_LAYER_ETHERNET ? EINVAL : 0;
  return ah->grh.sgid_index < port->gids && port->used[ah->grh.sgid_index] ? 0 : EINVAL;
}

static int to_rtr(struct fake_qp *qp, const struct ibv_qp_attr *attr, int mask) {
  const struct fake_port *port = &qp->context->port[qp->attr.port_num - 1];
  if ((mask & MASK_RTR) != MASK_RTR || attr->path_mtu < IBV_MTU_256 || attr->path_mtu > port->attr.active_mtu) return EINVAL;
  /* iWARP is connected by its connection manager only. */
  if (qp->context->verbs.context.device->node_type == IBV_NODE_RNIC && !qp->by_cm) return EINVAL;
  int err = check_address(qp, &attr->ah_attr);
  if (err) return err;
  qp->attr.ah_attr = attr->ah_attr;
  qp->attr.path_mtu = attr->path_mtu;
  qp->attr.dest_qp_num = attr->dest_qp_num & PSN_MASK;
  qp->attr.max_dest_rd_atomic = attr->max_dest_rd_atomic;
  qp->expected_psn = attr->rq_psn & PSN_MASK;
  qp->qp.state = IBV_QPS_RTR;
  wire_connect(qp);
  return 0;
}

static int to_rts(struct fake_qp *qp, const struct ibv_qp_attr *attr, int mask) {
  if ((mask & MASK_RTS) != MASK_RTS || attr->timeout > 31 || attr->retry_cnt > 7 || attr->rnr_retry > 7) return EINVAL;
  qp->attr.timeout = attr->timeout;
  qp->attr.retry_cnt = attr->retry_cnt;
  qp->attr.rnr_retry = attr->rnr_retry;
  qp->attr.max_rd_atomic = attr->max_rd_atomic;
  qp->head_psn = attr->sq_psn & PSN_MASK;
  return 0;
}

static int move(struct fake_qp *qp, const struct ibv_qp_attr *attr, int mask) {
  enum ibv_qp_state from = qp->qp.state, to = attr->qp_state;
  if (to == IBV_QPS_ERR) return fail_qp(qp), 0;
  if (from == IBV_QPS_RESET && to == IBV_QPS_INIT) return to_init(qp, attr, mask);
  if (from == IBV_QPS_INIT && to == IBV_QPS_RTR) return to_rtr(qp, attr, mask);
  if (from == IBV_QPS_RTR && to == IBV_QPS_RTS) return to_rts(qp, attr, mask);
  return EINVAL;
}

/* modify_qp can be made to fail as a whole, or by the state that is asked for: modify_qp_rtr:ETIMEDOUT. */
static int injected(const struct ibv_qp_attr *attr) {
  int err = call_fails("modify_qp");
  if (err) return err;
  if (attr->qp_state == IBV_QPS_INIT) return call_fails("modify_qp_init");
  if (attr->qp_state == IBV_QPS_RTR) return call_fails("modify_qp_rtr");
  return attr->qp_state == IBV_QPS_RTS ? call_fails("modify_qp_rts") : 0;
}

API int ibv_modify_qp(struct ibv_qp *ibv, struct ibv_qp_attr *attr, int mask) {
  struct fake_qp *qp = (struct fake_qp *)ibv;
  int err = mask & IBV_QP_STATE ? injected(attr) : EINVAL;
  if (err) return err;
  if (qp->context->dead && attr->qp_state != IBV_QPS_ERR) return EIO;
  pthread_mutex_lock(&qp->context->lock);
  err = move(qp, attr, mask);
  if (!err) ibv->state = attr->qp_state;
  pthread_mutex_unlock(&qp->context->lock);
  return err;
}
