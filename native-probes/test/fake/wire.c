/* Packets between queue pairs: one datagram socket each, one receiving thread per open device, nothing ever blocks but its wait. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "fake.h"

#define TICK_MS 20
#define PROBE_EVERY_MS 100
/* Packets of one queue pair in a row, before others have their turn. */
#define BURST 64

uint64_t ms_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000u + (uint64_t)t.tv_nsec / 1000000u;
}

/* An abstract name. Its last NUL belongs to it: qemu-user would add one on its own where none is. */
static socklen_t name_of(uint32_t qpn, struct sockaddr_un *name) {
  memset(name, 0, sizeof *name);
  name->sun_family = AF_UNIX;
  int n = snprintf(name->sun_path + 1, sizeof name->sun_path - 1, "seatrial-fake-qp-%06x", qpn);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n + 1);
}

int wire_open(struct fake_qp *qp) {
  static atomic_uint last;
  struct sockaddr_un name;
  if (!atomic_load(&last)) atomic_store(&last, (unsigned)getpid() * 131u + 17u);
  qp->fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (qp->fd < 0) return errno;
  do {
    qp->qp.qp_num = atomic_fetch_add(&last, 1) & PSN_MASK;
    socklen_t size = name_of(qp->qp.qp_num, &name);
    /* 0 and 1 are special queue pairs. */
    if (qp->qp.qp_num > 1 && bind(qp->fd, (struct sockaddr *)&name, size) == 0) return 0;
  } while (qp->qp.qp_num <= 1 || errno == EADDRINUSE);
  int err = errno;
  close(qp->fd);
  return err;
}

/* A peer that does not exist is no error: as on a real fabric, only the time-out tells. */
void wire_connect(struct fake_qp *qp) {
  struct sockaddr_un name;
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = qp->qp.qp_num};
  if (settings.echo) return;
  socklen_t size = name_of(qp->attr.dest_qp_num, &name);
  qp->peer_gone = connect(qp->fd, (struct sockaddr *)&name, size) != 0;
  if (epoll_ctl(qp->context->epoll, EPOLL_CTL_ADD, qp->fd, &event) != 0) abort();
}

void wire_close(struct fake_qp *qp) {
  close(qp->fd);
}

static void want_out(struct fake_qp *qp, bool wanted) {
  struct epoll_event event = {.events = EPOLLIN | (wanted ? EPOLLOUT : 0), .data.u32 = qp->qp.qp_num};
  if (wanted == qp->wants_out) return;
  qp->wants_out = wanted;
  epoll_ctl(qp->context->epoll, EPOLL_CTL_MOD, qp->fd, &event);
}

/* False when there is no room now. What cannot be delivered is lost, as on a wire. */
static bool transmit(struct fake_qp *qp, struct packet *packet, uint32_t data) {
  const struct ibv_ah_attr *to = &qp->attr.ah_attr;
  packet->source = qp->qp.qp_num;
  packet->rnr_retry = qp->attr.rnr_retry;
  packet->lid = to->is_global ? 0 : to->dlid;
  memcpy(packet->gid, to->is_global ? to->grh.dgid.raw : (const uint8_t[16]){0}, 16);
  if (qp->context->muted || qp->peer_gone) return true;
  if (send(qp->fd, packet, PACKET_HEAD + data, MSG_NOSIGNAL) >= 0) return true;
  if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS) return want_out(qp, true), false;
  if (errno == ECONNREFUSED || errno == ENOTCONN || errno == ECONNRESET) qp->peer_gone = true;
  return true;
}

static bool send_owed(struct fake_qp *qp) {
  struct packet packet;
  memset(&packet, 0, PACKET_HEAD);
  packet.kind = qp->nak_owed ? PACKET_NAK : PACKET_ACK;
  packet.status = qp->nak_owed;
  packet.psn = qp->nak_owed ? qp->nak_psn : (qp->expected_psn - 1) & PSN_MASK;
  if (!transmit(qp, &packet, 0)) return false;
  qp->ack_owed = false;
  qp->nak_owed = 0;
  return true;
}

/* The next piece of the READ that is being answered. */
static bool send_answer(struct fake_qp *qp) {
  struct answer *answer = &qp->answers[qp->answer_head % 256];
  struct packet *packet = &qp->context->packet;
  uint32_t left = answer->length - answer->offset, n = left < FAKE_FRAGMENT ? left : FAKE_FRAGMENT;
  memset(packet, 0, PACKET_HEAD);
  packet->kind = PACKET_ANSWER;
  packet->psn = answer->psn;
  packet->offset = answer->offset;
  packet->length = answer->length;
  packet->last = n == left;
  memcpy(packet->data, answer->from + answer->offset, n);
  if (!transmit(qp, packet, n)) return false;
  answer->offset += n;
  if (packet->last) qp->answer_head++;
  return true;
}

static void head_of(struct packet *packet, const struct work *work, uint32_t psn) {
  memset(packet, 0, PACKET_HEAD);
  packet->kind = work->opcode == IBV_WR_SEND ? PACKET_SEND : work->opcode == IBV_WR_RDMA_READ ? PACKET_READ : PACKET_WRITE;
  packet->psn = psn;
  packet->address = work->address;
  packet->rkey = work->rkey;
  packet->length = work->length;
  packet->offset = work->offset;
}

/* Where a READ lands must be writable; for iWARP from afar as well, since the answer is an RDMA WRITE there. */
static bool sink_is_writable(struct fake_qp *qp, const struct work *work) {
  bool iwarp = qp->context->verbs.context.device->node_type == IBV_NODE_RNIC;
  for (int i = 0; i < work->sges; i++) {
    if (!memory_of(qp->context, work->sge[i].lkey, work->sge[i].addr, work->sge[i].length, IBV_ACCESS_LOCAL_WRITE)) return false;
    struct fake_mr *mr = qp->context->mrs;
    while (mr->mr.lkey != work->sge[i].lkey) mr = mr->next;
    if (iwarp && !(mr->access & IBV_ACCESS_REMOTE_WRITE)) return false;
  }
  return true;
}

/* The next piece of the oldest work that is not on its way. */
static bool send_work(struct fake_qp *qp) {
  struct work *work = &qp->send[qp->send_next % qp->init.cap.max_send_wr];
  struct packet *packet = &qp->context->packet;
  uint32_t left = work->length - work->offset, n = left < FAKE_FRAGMENT ? left : FAKE_FRAGMENT;
  head_of(packet, work, (qp->head_psn + (qp->send_next - qp->send_head)) & PSN_MASK);
  bool read = packet->kind == PACKET_READ, usable;
  if (read) n = 0, usable = sink_is_writable(qp, work);
  else if (work->inlined) usable = true, memcpy(packet->data, work->data, n);
  else usable = gather(qp->context, work->sge, work->sges, work->offset, packet->data, n);
  if (!usable) return qp->send_next++, fail_work(qp, qp->send_next - 1, IBV_WC_LOC_PROT_ERR), false;
  packet->last = read || n == left;
  if (!transmit(qp, packet, n)) return false;
  work->offset += n;
  if (packet->last) qp->send_next++;
  return true;
}

void pump(struct fake_qp *qp) {
  if (qp->qp.state < IBV_QPS_RTR) return;
  bool owing = qp->ack_owed || qp->nak_owed;
  if (owing && !send_owed(qp)) return;
  while (qp->answer_head != qp->answer_tail)
    if (!send_answer(qp)) return;
  while (qp->qp.state == IBV_QPS_RTS && qp->send_next != qp->send_tail)
    if (!send_work(qp)) return;
  want_out(qp, false);
}

/* The number of the work that has this psn; false when none that is (or begins to be) on its way has. */
static bool work_of(struct fake_qp *qp, uint32_t psn, unsigned *number) {
  uint32_t ahead = (psn - qp->head_psn) & PSN_MASK, sent = qp->send_next - qp->send_head;
  *number = qp->send_head + ahead;
  return ahead < sent || (ahead == sent && qp->send_next != qp->send_tail && qp->send[*number % qp->init.cap.max_send_wr].offset > 0);
}

/* Everything up to psn has arrived. A READ is done with its last answer only. */
static void acknowledged(struct fake_qp *qp, uint32_t psn) {
  unsigned number;
  if (!work_of(qp, psn, &number)) return;
  for (unsigned i = qp->send_head; i != number + 1; i++) {
    struct work *work = &qp->send[i % qp->init.cap.max_send_wr];
    if (work->opcode != IBV_WR_RDMA_READ) work->done = true;
  }
  retire(qp);
}

static void answered(struct fake_qp *qp, const struct packet *packet, uint32_t n) {
  unsigned number;
  if (!work_of(qp, packet->psn, &number)) return;
  struct work *work = &qp->send[number % qp->init.cap.max_send_wr];
  if (work->opcode != IBV_WR_RDMA_READ) return;
  if (!scatter(qp->context, work->sge, work->sges, packet->offset, packet->data, n)) return fail_work(qp, number, IBV_WC_LOC_PROT_ERR);
  if (!packet->last) return;
  work->done = true;
  retire(qp);
}

static void refused(struct fake_qp *qp, const struct packet *packet) {
  unsigned number;
  if (work_of(qp, packet->psn, &number)) fail_work(qp, number, packet->status);
}

/* The request cannot be served: the peer is told, and both queue pairs fail. RNR leaves the receiver's as it is. */
static void refuse(struct fake_qp *qp, uint32_t psn, uint8_t status) {
  if (status != IBV_WC_RNR_RETRY_EXC_ERR) {
    raise_event(qp->context, status == IBV_WC_REM_ACCESS_ERR ? IBV_EVENT_QP_ACCESS_ERR : IBV_EVENT_QP_REQ_ERR, qp, 0);
    fail_qp(qp);
  }
  qp->nak_owed = status;
  qp->nak_psn = psn;
}

static void message_received(struct fake_qp *qp) {
  qp->expected_psn = (qp->expected_psn + 1) & PSN_MASK;
  qp->got = 0;
  qp->ack_owed = true;
}

static void receive_send(struct fake_qp *qp, const struct packet *packet, uint32_t n) {
  const struct receive *receive = &qp->recv[qp->recv_head % qp->init.cap.max_recv_wr];
  struct ibv_wc wc = {.wr_id = receive->id, .opcode = IBV_WC_RECV, .qp_num = qp->qp.qp_num, .src_qp = packet->source, .byte_len = packet->length};
  uint64_t room = 0;
  for (int i = 0; i < receive->sges; i++) room += receive->sge[i].length;
  if (packet->length > room) wc.status = IBV_WC_LOC_LEN_ERR;
  else if (!scatter(qp->context, receive->sge, receive->sges, packet->offset, packet->data, n)) wc.status = IBV_WC_LOC_PROT_ERR;
  if (!packet->last && !wc.status) return;
  qp->recv_head++;
  complete(qp->qp.recv_cq, &wc);
  if (!wc.status) return message_received(qp);
  refuse(qp, packet->psn, wc.status == IBV_WC_LOC_LEN_ERR ? IBV_WC_REM_INV_REQ_ERR : IBV_WC_REM_OP_ERR);
}

static void receive_write(struct fake_qp *qp, const struct packet *packet, uint32_t n) {
  bool allowed = qp->attr.qp_access_flags & IBV_ACCESS_REMOTE_WRITE;
  uint8_t *to = allowed ? memory_of(qp->context, packet->rkey, packet->address, packet->length, IBV_ACCESS_REMOTE_WRITE) : NULL;
  if (!to) return refuse(qp, packet->psn, IBV_WC_REM_ACCESS_ERR);
  place(to + packet->offset, packet->data, n);
  if (packet->last) message_received(qp);
}

static void receive_read(struct fake_qp *qp, const struct packet *packet) {
  bool allowed = qp->attr.qp_access_flags & IBV_ACCESS_REMOTE_READ;
  uint8_t *from = allowed ? memory_of(qp->context, packet->rkey, packet->address, packet->length, IBV_ACCESS_REMOTE_READ) : NULL;
  if (!from) return refuse(qp, packet->psn, IBV_WC_REM_ACCESS_ERR);
  if (qp->attr.max_dest_rd_atomic == 0 || qp->answer_tail - qp->answer_head == 256) return refuse(qp, packet->psn, IBV_WC_REM_INV_REQ_ERR);
  qp->answers[qp->answer_tail++ % 256] = (struct answer){.psn = packet->psn, .length = packet->length, .from = from};
  message_received(qp);
}

static bool lacks_receive(const struct fake_qp *qp, const struct packet *packet) {
  return packet->kind == PACKET_SEND && qp->recv_head == qp->recv_tail;
}

static void park(struct fake_qp *qp, const struct packet *packet, uint32_t n) {
  struct parked *parked = malloc(sizeof *parked);
  parked->next = NULL;
  memcpy(&parked->packet, packet, PACKET_HEAD + n);
  *qp->parked_end = parked;
  qp->parked_end = &parked->next;
}

static uint32_t data_of(const struct packet *packet) {
  uint32_t left = packet->length - packet->offset;
  return packet->kind == PACKET_READ ? 0 : left < FAKE_FRAGMENT ? left : FAKE_FRAGMENT;
}

static void serve(struct fake_qp *qp, const struct packet *packet) {
  if (packet->psn != qp->expected_psn) return;
  if (packet->kind == PACKET_SEND) receive_send(qp, packet, data_of(packet));
  if (packet->kind == PACKET_WRITE) receive_write(qp, packet, data_of(packet));
  if (packet->kind == PACKET_READ) receive_read(qp, packet);
}

/* What came while a receive was missing, in its order. */
void unpark(struct fake_qp *qp) {
  while (qp->parked && qp->qp.state != IBV_QPS_ERR && !lacks_receive(qp, &qp->parked->packet)) {
    struct parked *first = qp->parked;
    qp->parked = first->next;
    if (!qp->parked) qp->parked_end = &qp->parked;
    serve(qp, &first->packet);
    free(first);
  }
  pump(qp);
}

/* 7 retries mean for ever: then it waits. With fewer the sender is told at once; a real one tries a few milliseconds longer. */
static void request(struct fake_qp *qp, const struct packet *packet) {
  if (!qp->parked && !lacks_receive(qp, packet)) return serve(qp, packet);
  if (packet->rnr_retry == 7) park(qp, packet, data_of(packet));
  else refuse(qp, packet->psn, IBV_WC_RNR_RETRY_EXC_ERR);
}

/* Whether the packet's address is one of this port. */
static bool is_for(const struct fake_qp *qp, const struct packet *packet) {
  static const uint8_t none[16];
  const struct fake_port *port = &qp->context->port[qp->attr.port_num - 1];
  if (memcmp(packet->gid, none, 16) == 0) return packet->lid == port->attr.lid;
  for (unsigned i = 0; i < port->gids; i++)
    if (port->used[i] && memcmp(packet->gid, port->gid[i].raw, 16) == 0) return true;
  return false;
}

static void arrived(struct fake_qp *qp, const struct packet *packet, uint32_t n) {
  if (qp->qp.state < IBV_QPS_RTR || qp->qp.state == IBV_QPS_ERR || packet->source != qp->attr.dest_qp_num) return;
  if (!qp->admitted) qp->admitted = is_for(qp, packet) ? 1 : -1;
  if (qp->admitted < 0 || qp->context->muted) return;
  qp->heard_ms = ms_now();
  switch (packet->kind) {
    case PACKET_ACK: return acknowledged(qp, packet->psn);
    case PACKET_NAK: return refused(qp, packet);
    case PACKET_ANSWER: return answered(qp, packet, n);
    case PACKET_PROBE: qp->ack_owed = true; return;
    default: return request(qp, packet);
  }
}

static void receive(struct fake_qp *qp) {
  static _Thread_local struct packet packet;
  for (int i = 0; i < BURST; i++) {
    ssize_t n = recv(qp->fd, &packet, sizeof packet, 0);
    if (n < (ssize_t)PACKET_HEAD) return;
    arrived(qp, &packet, (uint32_t)n - (uint32_t)PACKET_HEAD);
  }
}

/* (retries + 1) time-outs of 4.096 us x 2^timeout; 0 = for ever (the architecture's meaning of the exponent 0). */
static uint64_t patience_ms(const struct fake_qp *qp) {
  uint64_t ms = qp->attr.timeout ? (4096ull << qp->attr.timeout) / 1000000u * (qp->attr.retry_cnt + 1u) : UINT64_MAX / 2;
  return ms < FAKE_PATIENCE_MS && !qp->peer_gone ? FAKE_PATIENCE_MS : ms;
}

/* A packet may have been lost with a peer that ended: asking for a sign tells the dead from the busy. */
static void look_after(struct fake_qp *qp) {
  uint64_t now = ms_now();
  if (qp->qp.state != IBV_QPS_RTS || qp->send_head == qp->send_tail) return;
  if (now - qp->heard_ms >= patience_ms(qp)) {
    qp->send_next += qp->send_next == qp->send_head;
    return fail_work(qp, qp->send_head, IBV_WC_RETRY_EXC_ERR);
  }
  if (now - qp->heard_ms < PROBE_EVERY_MS || now - qp->probed_ms < PROBE_EVERY_MS) return;
  struct packet packet;
  memset(&packet, 0, PACKET_HEAD);
  packet.kind = PACKET_PROBE;
  qp->probed_ms = now;
  transmit(qp, &packet, 0);
}

static struct fake_qp *qp_numbered(struct fake_context *context, uint32_t qpn) {
  struct fake_qp *qp = context->qps;
  while (qp && qp->qp.qp_num != qpn) qp = qp->next;
  return qp;
}

void *wire_thread(void *argument) {
  struct fake_context *context = argument;
  struct epoll_event events[16];
  for (;;) {
    int n = epoll_wait(context->epoll, events, 16, TICK_MS);
    pthread_mutex_lock(&context->lock);
    for (int i = 0; i < n; i++) {
      /* By number: the queue pair may have been destroyed since. */
      struct fake_qp *qp = qp_numbered(context, events[i].data.u32);
      if (qp) receive(qp), pump(qp);
    }
    for (struct fake_qp *qp = context->qps; qp; qp = qp->next) look_after(qp);
    bool ended = context->ended;
    pthread_mutex_unlock(&context->lock);
    if (ended) return NULL;
  }
}
