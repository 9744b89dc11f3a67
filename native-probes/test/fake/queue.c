/* Send and receive queues: what is posted, what is done, what fails. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "fake.h"

static struct work *work_at(struct fake_qp *qp, unsigned number) {
  return &qp->send[number % qp->init.cap.max_send_wr];
}

static void give_send(struct fake_qp *qp, const struct work *work) {
  struct ibv_wc wc = {.wr_id = work->id, .status = (enum ibv_wc_status)work->status, .qp_num = qp->qp.qp_num};
  /* What a ConnectX puts there when retries are exhausted; any number would do. */
  if (work->status && work->status != IBV_WC_WR_FLUSH_ERR) wc.vendor_err = 0x81;
  wc.byte_len = work->length;
  wc.opcode = work->opcode == IBV_WR_SEND ? IBV_WC_SEND : work->opcode == IBV_WR_RDMA_READ ? IBV_WC_RDMA_READ : IBV_WC_RDMA_WRITE;
  if (work->signaled || work->status) complete(qp->qp.send_cq, &wc);
}

/* Counts the operations that this process has completed, and does what is due at that number. */
static void count_operation(struct fake_qp *qp, struct work *work) {
  static atomic_ullong operations;
  struct fake_context *context = qp->context;
  uint64_t n = atomic_fetch_add(&operations, 1) + 1;
  if (n == settings.status_at) work->status = (uint8_t)settings.status;
  if (n == settings.mute_at) context->muted = true;
  if (n == settings.reached_at) close(open(settings.reached_file, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  if (n != settings.async_at) return;
  context->muted = true;
  context->dead = settings.async_event == IBV_EVENT_DEVICE_FATAL;
  raise_event(context, (enum ibv_event_type)settings.async_event, NULL, context->dead ? 0 : qp->attr.port_num);
}

void retire(struct fake_qp *qp) {
  while (qp->send_head != qp->send_next && work_at(qp, qp->send_head)->done) {
    struct work *work = work_at(qp, qp->send_head++);
    qp->head_psn = (qp->head_psn + 1) & PSN_MASK;
    count_operation(qp, work);
    give_send(qp, work);
    if (work->status) return fail_qp(qp);
  }
}

static void flush_sends(struct fake_qp *qp) {
  for (; qp->send_head != qp->send_tail; qp->send_head++) {
    struct work *work = work_at(qp, qp->send_head);
    work->status = IBV_WC_WR_FLUSH_ERR;
    give_send(qp, work);
  }
  qp->send_next = qp->send_head;
}

static void flush_receives(struct fake_qp *qp) {
  for (; qp->recv_head != qp->recv_tail; qp->recv_head++) {
    const struct receive *receive = &qp->recv[qp->recv_head % qp->init.cap.max_recv_wr];
    struct ibv_wc wc = {.wr_id = receive->id, .status = IBV_WC_WR_FLUSH_ERR, .opcode = IBV_WC_RECV, .qp_num = qp->qp.qp_num};
    complete(qp->qp.recv_cq, &wc);
  }
}

void fail_qp(struct fake_qp *qp) {
  qp->qp.state = IBV_QPS_ERR;
  flush_sends(qp);
  flush_receives(qp);
  qp->answer_head = qp->answer_tail;
}

/* Completions keep their order: what stands before the failing one is flushed unless it is done. */
void fail_work(struct fake_qp *qp, unsigned number, unsigned status) {
  retire(qp);
  if (qp->qp.state == IBV_QPS_ERR) return;
  while (qp->send_head != number && qp->send_head != qp->send_tail) {
    struct work *work = work_at(qp, qp->send_head++);
    work->status = IBV_WC_WR_FLUSH_ERR;
    give_send(qp, work);
  }
  struct work *work = work_at(qp, qp->send_head++);
  work->status = (uint8_t)status;
  give_send(qp, work);
  fail_qp(qp);
}

static uint32_t length_of(const struct ibv_sge *list, int n) {
  uint32_t length = 0;
  for (int i = 0; i < n; i++) length += list[i].length;
  return length;
}

static int check_send(const struct fake_qp *qp, const struct ibv_send_wr *wr) {
  if (qp->qp.state < IBV_QPS_RTS || wr->num_sge < 0 || (unsigned)wr->num_sge > qp->init.cap.max_send_sge) return EINVAL;
  if (wr->opcode != IBV_WR_SEND && wr->opcode != IBV_WR_RDMA_WRITE && wr->opcode != IBV_WR_RDMA_READ) return EOPNOTSUPP;
  if (qp->send_tail - qp->send_head >= qp->init.cap.max_send_wr) return ENOMEM;
  if (!(wr->send_flags & IBV_SEND_INLINE)) return 0;
  return wr->opcode != IBV_WR_RDMA_READ && length_of(wr->sg_list, wr->num_sge) <= qp->init.cap.max_inline_data ? 0 : EINVAL;
}

/* Inline data is copied now, without any key; the caller may reuse its buffer at once. */
static void copy_inline(struct work *work, const struct ibv_send_wr *wr) {
  uint8_t *to = work->data;
  for (int i = 0; i < wr->num_sge; i++, to += wr->sg_list[i - 1].length) memcpy(to, (void *)(uintptr_t)wr->sg_list[i].addr, wr->sg_list[i].length);
}

static struct work *enqueue(struct fake_qp *qp, const struct ibv_send_wr *wr) {
  struct work *work = work_at(qp, qp->send_tail++);
  work->id = wr->wr_id;
  work->address = wr->wr.rdma.remote_addr;
  work->rkey = wr->wr.rdma.rkey;
  work->length = length_of(wr->sg_list, wr->num_sge);
  work->offset = 0;
  work->opcode = (uint8_t)wr->opcode;
  work->sges = (uint8_t)wr->num_sge;
  work->status = 0;
  work->done = false;
  work->signaled = (wr->send_flags & IBV_SEND_SIGNALED) || qp->init.sq_sig_all;
  work->inlined = wr->send_flags & IBV_SEND_INLINE;
  if (work->inlined) copy_inline(work, wr);
  memcpy(work->sge, wr->sg_list, (size_t)wr->num_sge * sizeof *work->sge);
  return work;
}

/* FAKE_IBV=echo: the place in a region of one's own that lies where `address` lies in the peer's. The key tells where that one starts
 * (see region_keys), since nobody else is there to ask. */
static uint8_t *echo_place(struct fake_qp *qp, const struct work *work) {
  uint64_t offset = (uint64_t)((uint32_t)(work->address >> 12) - work->rkey) << 12 | (work->address & 4095);
  for (struct fake_mr *mr = qp->context->mrs; mr; mr = mr->next) {
    uint64_t skipped = mr->iova & 4095;
    if (mr->mr.pd != qp->qp.pd || offset < skipped || offset - skipped + work->length > mr->mr.length) continue;
    if (mr->access & IBV_ACCESS_REMOTE_WRITE) return mr->base + (offset - skipped);
  }
  return NULL;
}

static void echo_send(struct fake_qp *qp, const uint8_t *data, const struct work *work) {
  const struct receive *receive = &qp->recv[qp->recv_head % qp->init.cap.max_recv_wr];
  struct ibv_wc wc = {.opcode = IBV_WC_RECV, .qp_num = qp->qp.qp_num, .byte_len = work->length};
  if (qp->recv_head == qp->recv_tail) return;
  qp->recv_head++;
  wc.wr_id = receive->id;
  if (!scatter(qp->context, receive->sge, receive->sges, 0, data, work->length)) wc.status = IBV_WC_LOC_PROT_ERR;
  complete(qp->qp.recv_cq, &wc);
}

static void echo_remote(struct fake_qp *qp, const uint8_t *data, struct work *work) {
  uint8_t *there = echo_place(qp, work);
  if (!there) work->status = IBV_WC_REM_ACCESS_ERR;
  else if (work->opcode == IBV_WR_RDMA_WRITE) place(there, data, work->length);
  else place((uint8_t *)data, there, work->length);
}

static void echo(struct fake_qp *qp, struct work *work) {
  const uint8_t *data = work->inlined ? work->data : memory_of(qp->context, work->sge[0].lkey, work->sge[0].addr, work->length, 0);
  if (!data) work->status = IBV_WC_LOC_PROT_ERR;
  else if (work->opcode == IBV_WR_SEND) echo_send(qp, data, work);
  else echo_remote(qp, data, work);
  qp->send_next = qp->send_tail;
  work->done = true;
  retire(qp);
}

static int post_one(struct fake_qp *qp, const struct ibv_send_wr *wr) {
  int err = check_send(qp, wr);
  if (err) return err;
  if (qp->send_head == qp->send_tail) qp->heard_ms = settings.echo ? 0 : ms_now();
  struct work *work = enqueue(qp, wr);
  if (qp->qp.state == IBV_QPS_ERR) flush_sends(qp);
  else if (settings.echo) echo(qp, work);
  return 0;
}

int fake_post_send(struct ibv_qp *ibv, struct ibv_send_wr *wr, struct ibv_send_wr **bad) {
  struct fake_qp *qp = (struct fake_qp *)ibv;
  int err = call_fails("post_send");
  if (!err && qp->context->dead) err = EIO;
  pthread_mutex_lock(&qp->context->lock);
  for (; wr && !err; wr = err ? wr : wr->next) err = post_one(qp, wr);
  if (!settings.echo) pump(qp);
  pthread_mutex_unlock(&qp->context->lock);
  if (err) *bad = wr;
  return err;
}

static int post_receive(struct fake_qp *qp, const struct ibv_recv_wr *wr) {
  if (qp->qp.state == IBV_QPS_RESET || wr->num_sge < 0 || (unsigned)wr->num_sge > qp->init.cap.max_recv_sge) return EINVAL;
  if (qp->recv_tail - qp->recv_head >= qp->init.cap.max_recv_wr) return ENOMEM;
  struct receive *receive = &qp->recv[qp->recv_tail++ % qp->init.cap.max_recv_wr];
  receive->id = wr->wr_id;
  receive->sges = wr->num_sge;
  memcpy(receive->sge, wr->sg_list, (size_t)wr->num_sge * sizeof *receive->sge);
  if (qp->qp.state == IBV_QPS_ERR) flush_receives(qp);
  return 0;
}

int fake_post_recv(struct ibv_qp *ibv, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad) {
  struct fake_qp *qp = (struct fake_qp *)ibv;
  int err = call_fails("post_recv");
  pthread_mutex_lock(&qp->context->lock);
  for (; wr && !err; wr = err ? wr : wr->next) err = post_receive(qp, wr);
  unpark(qp);
  pthread_mutex_unlock(&qp->context->lock);
  if (err) *bad = wr;
  return err;
}
