/* Completion queues, their channels, and asynchronous events. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fake.h"

API struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *ibv) {
  int ends[2];
  if ((errno = call_fails("create_comp_channel")) || pipe2(ends, O_CLOEXEC) != 0) return NULL;
  struct fake_channel *fake = calloc(1, sizeof *fake);
  fake->channel = (struct ibv_comp_channel){.context = ibv, .fd = ends[0]};
  fake->write_end = ends[1];
  fake_context(ibv)->objects++;
  count_live(LIVE_CHANNEL, 1);
  return &fake->channel;
}

API int ibv_destroy_comp_channel(struct ibv_comp_channel *channel) {
  struct fake_channel *fake = (struct fake_channel *)channel;
  if (channel->refcnt) return EBUSY;
  fake_context(channel->context)->objects--;
  close(channel->fd);
  close(fake->write_end);
  free(fake);
  count_live(LIVE_CHANNEL, -1);
  return 0;
}

API struct ibv_cq *ibv_create_cq(struct ibv_context *ibv, int entries, void *user, struct ibv_comp_channel *channel, int vector) {
  struct fake_context *context = fake_context(ibv);
  if ((errno = call_fails("create_cq"))) return NULL;
  if (entries < 1 || (unsigned)entries > context->max_cqe || vector < 0 || vector >= ibv->num_comp_vectors) return errno = EINVAL, NULL;
  struct fake_cq *fake = calloc(1, sizeof *fake);
  fake->cq = (struct ibv_cq){.context = ibv, .channel = channel, .cq_context = user, .cqe = entries};
  fake->size = (unsigned)entries;
  fake->ring = calloc(fake->size, sizeof *fake->ring);
  if (channel) channel->refcnt++;
  context->objects++;
  count_live(LIVE_CQ, 1);
  return &fake->cq;
}

/* The real one waits for ever for the acknowledgement of its events; saying so is kinder to a test. */
API int ibv_destroy_cq(struct ibv_cq *cq) {
  struct fake_cq *fake = (struct fake_cq *)cq;
  if (fake->users || fake->unacked) return EBUSY;
  if (cq->channel) cq->channel->refcnt--;
  fake_context(cq->context)->objects--;
  free(fake->ring);
  free(fake);
  count_live(LIVE_CQ, -1);
  return 0;
}

static void notify(struct fake_cq *fake) {
  struct fake_channel *channel = (struct fake_channel *)fake->cq.channel;
  fake->armed = false;
  if (channel && write(channel->write_end, &fake, sizeof fake) != sizeof fake) abort();
}

void complete(struct ibv_cq *cq, const struct ibv_wc *wc) {
  struct fake_cq *fake = (struct fake_cq *)cq;
  unsigned tail = atomic_load_explicit(&fake->tail, memory_order_relaxed);
  if (tail - atomic_load(&fake->head) == fake->size) return raise_event(fake_context(cq->context), IBV_EVENT_CQ_ERR, NULL, 0);
  if (tail == 0) atomic_store(&fake->first_ms, ms_now());
  fake->ring[tail % fake->size] = *wc;
  atomic_store(&fake->tail, tail + 1);
  if (fake->armed) notify(fake);
}

/* Looks without the lock first: a caller that spins must not keep the receiving thread out. */
int fake_poll_cq(struct ibv_cq *cq, int n, struct ibv_wc *wc) {
  struct fake_cq *fake = (struct fake_cq *)cq;
  if (atomic_load_explicit(&fake->head, memory_order_relaxed) == atomic_load_explicit(&fake->tail, memory_order_acquire)) return 0;
  if (settings.late_ms && ms_now() < atomic_load(&fake->first_ms) + settings.late_ms) return 0;
  struct fake_context *context = fake_context(cq->context);
  int err = call_fails("poll_cq"), k = 0;
  if (err) return -err;
  pthread_mutex_lock(&context->lock);
  unsigned head = atomic_load(&fake->head), tail = atomic_load(&fake->tail);
  while (k < n && head != tail) wc[k++] = fake->ring[head++ % fake->size];
  atomic_store(&fake->head, head);
  pthread_mutex_unlock(&context->lock);
  return k;
}

int fake_req_notify(struct ibv_cq *cq, int solicited_only) {
  struct fake_context *context = fake_context(cq->context);
  int err = call_fails("req_notify_cq");
  (void)solicited_only;
  if (err) return err;
  pthread_mutex_lock(&context->lock);
  ((struct fake_cq *)cq)->armed = true;
  pthread_mutex_unlock(&context->lock);
  return 0;
}

API int ibv_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq, void **user) {
  struct fake_cq *fake;
  ssize_t n = read(channel->fd, &fake, sizeof fake);
  if (n != sizeof fake) return -1;
  __atomic_fetch_add(&fake->unacked, 1, __ATOMIC_RELAXED);
  *cq = &fake->cq;
  *user = fake->cq.cq_context;
  return 0;
}

API void ibv_ack_cq_events(struct ibv_cq *cq, unsigned n) {
  __atomic_fetch_sub(&((struct fake_cq *)cq)->unacked, n, __ATOMIC_RELAXED);
}

void raise_event(struct fake_context *context, enum ibv_event_type type, struct fake_qp *qp, int port) {
  struct ibv_async_event event = {.event_type = type};
  if (qp) event.element.qp = &qp->qp;
  if (port) event.element.port_num = port;
  if (write(context->async_write, &event, sizeof event) != sizeof event) abort();
}

API int ibv_get_async_event(struct ibv_context *ibv, struct ibv_async_event *event) {
  return read(ibv->async_fd, event, sizeof *event) == sizeof *event ? 0 : -1;
}

API void ibv_ack_async_event(struct ibv_async_event *event) {
  (void)event;
}

API const char *ibv_event_type_str(enum ibv_event_type type) {
  switch (type) {
    case IBV_EVENT_PORT_ERR: return "port error";
    case IBV_EVENT_PORT_ACTIVE: return "port active";
    case IBV_EVENT_DEVICE_FATAL: return "local catastrophic error";
    case IBV_EVENT_CQ_ERR: return "CQ error";
    case IBV_EVENT_QP_FATAL: return "local work queue catastrophic error";
    case IBV_EVENT_QP_ACCESS_ERR: return "local access violation work queue error";
    default: return "unknown event";
  }
}

API const char *ibv_wc_status_str(enum ibv_wc_status status) {
  static const char *const TEXTS[] = {[IBV_WC_SUCCESS] = "success",
                                      [IBV_WC_LOC_LEN_ERR] = "local length error",
                                      [IBV_WC_LOC_QP_OP_ERR] = "local QP operation error",
                                      [IBV_WC_LOC_PROT_ERR] = "local protection error",
                                      [IBV_WC_WR_FLUSH_ERR] = "Work Request Flushed Error",
                                      [IBV_WC_REM_INV_REQ_ERR] = "remote invalid request error",
                                      [IBV_WC_REM_ACCESS_ERR] = "remote access error",
                                      [IBV_WC_REM_OP_ERR] = "remote operation error",
                                      [IBV_WC_RETRY_EXC_ERR] = "transport retry counter exceeded",
                                      [IBV_WC_RNR_RETRY_EXC_ERR] = "RNR retry counter exceeded",
                                      [IBV_WC_FATAL_ERR] = "fatal error"};
  return (unsigned)status < sizeof TEXTS / sizeof *TEXTS && TEXTS[status] ? TEXTS[status] : "unknown";
}

API const char *ibv_port_state_str(enum ibv_port_state state) {
  static const char *const TEXTS[] = {"no state change (NOP)", "down", "init", "armed", "active", "in deferred active state"};
  return (unsigned)state < 6 ? TEXTS[state] : "unknown";
}

API const char *ibv_node_type_str(enum ibv_node_type type) {
  static const char *const TEXTS[] = {"unknown", "InfiniBand channel adapter", "InfiniBand switch", "InfiniBand router", "iWARP NIC", "usNIC",
                                      "usNIC UDP", "unspecified"};
  return type >= IBV_NODE_CA && type <= IBV_NODE_UNSPECIFIED ? TEXTS[type] : TEXTS[0];
}
