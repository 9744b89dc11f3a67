/* The fake libibverbs by itself: what it carries must be what a program posted, or tests above it prove nothing. */
#include <errno.h>
#include <infiniband/verbs.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "harness.h"

#define BYTES (256 * 1024)

/* One side of a pair: the first half of the memory is sent from, the second half received into. */
struct side {
  struct ibv_context *context;
  struct ibv_pd *pd;
  struct ibv_mr *mr;
  struct ibv_comp_channel *channel;
  struct ibv_cq *cq;
  struct ibv_qp *qp;
  uint8_t *memory;
};

/* What the other side has to know. */
struct peer {
  uint32_t qpn, rkey;
  uint64_t address;
  union ibv_gid gid;
};

static struct ibv_context *open_named(const char *name) {
  int n;
  struct ibv_device **list = ibv_get_device_list(&n);
  struct ibv_context *context = NULL;
  for (int i = 0; i < n; i++)
    if (strcmp(ibv_get_device_name(list[i]), name) == 0) context = ibv_open_device(list[i]);
  ibv_free_device_list(list);
  return context;
}

static void set_up(struct side *side, const char *device) {
  struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC, .cap = {16, 16, 2, 2, 64}};
  side->context = open_named(device);
  side->memory = aligned_alloc(4096, 2 * BYTES);
  memset(side->memory, 0, 2 * BYTES);
  side->pd = ibv_alloc_pd(side->context);
  side->mr = ibv_reg_mr(side->pd, side->memory, 2 * BYTES, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ);
  side->channel = ibv_create_comp_channel(side->context);
  side->cq = ibv_create_cq(side->context, 64, NULL, side->channel, 0);
  init.send_cq = init.recv_cq = side->cq;
  side->qp = ibv_create_qp(side->pd, &init);
  CHECK(side->qp, "no queue pair: %s", strerror(errno));
}

static void tear_down(struct side *side) {
  int rc = ibv_destroy_qp(side->qp) | ibv_destroy_cq(side->cq) | ibv_destroy_comp_channel(side->channel) | ibv_dereg_mr(side->mr) |
           ibv_dealloc_pd(side->pd) | ibv_close_device(side->context);
  CHECK(rc == 0, "something was still in use");
  free(side->memory);
}

static struct peer describe(struct side *side) {
  struct peer peer = {.qpn = side->qp->qp_num, .rkey = side->mr->rkey, .address = (uintptr_t)side->memory + BYTES};
  ibv_query_gid(side->context, 1, 5, &peer.gid);
  return peer;
}

static int to_ready(struct side *side, const struct peer *peer, uint8_t rnr_retry) {
  struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT, .port_num = 1, .qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ};
  int rc = ibv_modify_qp(side->qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
  attr = (struct ibv_qp_attr){.qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024, .dest_qp_num = peer->qpn, .rq_psn = 5, .max_dest_rd_atomic = 4,
                              .min_rnr_timer = 12};
  attr.ah_attr = (struct ibv_ah_attr){.is_global = 1, .port_num = 1, .grh = {.dgid = peer->gid, .sgid_index = 5, .hop_limit = 64}};
  rc |= ibv_modify_qp(side->qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
                                           IBV_QP_MIN_RNR_TIMER);
  attr = (struct ibv_qp_attr){.qp_state = IBV_QPS_RTS, .timeout = 10, .retry_cnt = 1, .rnr_retry = rnr_retry, .sq_psn = 5, .max_rd_atomic = 4};
  return rc | ibv_modify_qp(side->qp, &attr, IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN |
                                                 IBV_QP_MAX_QP_RD_ATOMIC);
}

static int post(struct side *side, enum ibv_wr_opcode opcode, const struct peer *peer, uint32_t length, unsigned flags, uint64_t id) {
  struct ibv_sge sge = {.addr = (uintptr_t)side->memory, .length = length, .lkey = side->mr->lkey};
  struct ibv_send_wr wr = {.wr_id = id, .sg_list = &sge, .num_sge = 1, .opcode = opcode, .send_flags = flags}, *bad;
  wr.wr.rdma.remote_addr = peer->address;
  wr.wr.rdma.rkey = peer->rkey;
  return ibv_post_send(side->qp, &wr, &bad);
}

static int post_receive(struct side *side, uint64_t id) {
  struct ibv_sge sge = {.addr = (uintptr_t)side->memory + BYTES, .length = BYTES, .lkey = side->mr->lkey};
  struct ibv_recv_wr wr = {.wr_id = id, .sg_list = &sge, .num_sge = 1}, *bad;
  return ibv_post_recv(side->qp, &wr, &bad);
}

/* The next completion; status -1 when none comes. */
static struct ibv_wc next_completion(struct side *side) {
  struct ibv_wc wc = {.status = (enum ibv_wc_status)-1};
  long long until = ms_now() + PATIENCE_MS;
  while (ibv_poll_cq(side->cq, 1, &wc) == 0 && ms_now() < until) sched_yield();
  return wc;
}

static void expect(struct side *side, uint64_t id, int status) {
  struct ibv_wc wc = next_completion(side);
  CHECK(wc.wr_id == id && (int)wc.status == status, "completion %llu with status %d, wanted %llu with %d", (unsigned long long)wc.wr_id,
        (int)wc.status, (unsigned long long)id, status);
}

static struct side a, b;
static struct peer to_a, to_b;

static void connect_both(uint8_t rnr_retry) {
  set_up(&a, "roce0");
  set_up(&b, "roce1");
  to_a = describe(&a);
  to_b = describe(&b);
  CHECK(to_ready(&a, &to_b, rnr_retry) == 0 && to_ready(&b, &to_a, rnr_retry) == 0, "not connected");
}

static void disconnect_both(void) {
  tear_down(&a);
  tear_down(&b);
}

static void fill(uint8_t *memory, uint8_t seed) {
  for (int i = 0; i < BYTES; i++) memory[i] = (uint8_t)(i * 7 + seed);
}

static void writes_arrive_whole_and_in_order(void) {
  connect_both(7);
  fill(a.memory, 1);
  for (uint64_t i = 0; i < 8; i++) CHECK(post(&a, IBV_WR_RDMA_WRITE, &to_b, BYTES, i % 4 == 3 ? IBV_SEND_SIGNALED : 0, i) == 0, "post %d", (int)i);
  expect(&a, 3, IBV_WC_SUCCESS);
  expect(&a, 7, IBV_WC_SUCCESS);
  CHECK(memcmp(a.memory, b.memory + BYTES, BYTES) == 0, "other bytes arrived");
  disconnect_both();
}

static void reads_bring_the_peers_bytes(void) {
  connect_both(7);
  fill(b.memory + BYTES, 9);
  CHECK(post(&a, IBV_WR_RDMA_READ, &to_b, BYTES, IBV_SEND_SIGNALED, 1) == 0, "post");
  expect(&a, 1, IBV_WC_SUCCESS);
  CHECK(memcmp(a.memory, b.memory + BYTES, BYTES) == 0, "other bytes arrived");
  disconnect_both();
}

static void sends_meet_receives_even_when_those_come_later(void) {
  connect_both(7);
  fill(a.memory, 3);
  CHECK(post_receive(&b, 10) == 0, "post_recv");
  CHECK(post(&a, IBV_WR_SEND, &to_b, 64, IBV_SEND_SIGNALED | IBV_SEND_INLINE, 1) == 0, "post");
  CHECK(post(&a, IBV_WR_SEND, &to_b, BYTES, IBV_SEND_SIGNALED, 2) == 0, "post");
  expect(&b, 10, IBV_WC_SUCCESS);
  expect(&a, 1, IBV_WC_SUCCESS);
  CHECK(post_receive(&b, 11) == 0, "post_recv");
  struct ibv_wc wc = next_completion(&b);
  CHECK(wc.wr_id == 11 && wc.opcode == IBV_WC_RECV && wc.byte_len == BYTES, "wr %d, %u bytes", (int)wc.wr_id, wc.byte_len);
  expect(&a, 2, IBV_WC_SUCCESS);
  CHECK(memcmp(a.memory, b.memory + BYTES, BYTES) == 0, "other bytes arrived");
  disconnect_both();
}

static void a_missing_receive_ends_the_sender_when_it_does_not_wait_for_ever(void) {
  connect_both(2);
  post(&a, IBV_WR_SEND, &to_b, 8, IBV_SEND_SIGNALED, 1);
  expect(&a, 1, IBV_WC_RNR_RETRY_EXC_ERR);
  disconnect_both();
}

static void a_wrong_rkey_is_a_remote_access_error_and_the_rest_is_flushed(void) {
  connect_both(7);
  to_b.rkey += 2;
  post(&a, IBV_WR_RDMA_WRITE, &to_b, 8, 0, 1);
  post(&a, IBV_WR_RDMA_WRITE, &to_b, 8, 0, 2);
  expect(&a, 1, IBV_WC_REM_ACCESS_ERR);
  expect(&a, 2, IBV_WC_WR_FLUSH_ERR);
  struct pollfd asynchronous = {.fd = b.context->async_fd, .events = POLLIN};
  CHECK(poll(&asynchronous, 1, PATIENCE_MS) == 1, "no asynchronous event at the other side");
  disconnect_both();
}

static void bytes_beyond_the_region_are_refused_on_both_sides(void) {
  connect_both(7);
  post(&a, IBV_WR_RDMA_WRITE, &to_b, 2 * BYTES, IBV_SEND_SIGNALED, 1);
  expect(&a, 1, IBV_WC_REM_ACCESS_ERR);
  disconnect_both();
  connect_both(7);
  post(&a, IBV_WR_SEND, &to_b, 2 * BYTES + 1, IBV_SEND_SIGNALED, 1);
  expect(&a, 1, IBV_WC_LOC_PROT_ERR);
  disconnect_both();
}

static void a_peer_that_is_gone_exhausts_the_retries(void) {
  connect_both(7);
  tear_down(&b);
  post(&a, IBV_WR_RDMA_WRITE, &to_b, 8, 0, 1);
  expect(&a, 1, IBV_WC_RETRY_EXC_ERR);
  tear_down(&a);
}

static void a_gid_that_is_not_the_peers_exhausts_the_retries(void) {
  set_up(&a, "roce0");
  set_up(&b, "roce1");
  to_a = describe(&a);
  to_b = describe(&b);
  to_b.gid.raw[15]++;
  CHECK(to_ready(&a, &to_b, 7) == 0 && to_ready(&b, &to_a, 7) == 0, "not connected");
  post(&a, IBV_WR_RDMA_WRITE, &to_b, 8, 0, 1);
  expect(&a, 1, IBV_WC_RETRY_EXC_ERR);
  CHECK(b.memory[BYTES] == 0, "it arrived");
  disconnect_both();
}

static void a_completion_wakes_who_asked_for_it(void) {
  struct ibv_cq *cq;
  void *user;
  connect_both(7);
  struct pollfd channel = {.fd = a.channel->fd, .events = POLLIN};
  ibv_req_notify_cq(a.cq, 0);
  CHECK(poll(&channel, 1, 0) == 0, "woken by nothing");
  post(&a, IBV_WR_RDMA_WRITE, &to_b, 8, IBV_SEND_SIGNALED, 1);
  CHECK(poll(&channel, 1, PATIENCE_MS) == 1 && ibv_get_cq_event(a.channel, &cq, &user) == 0 && cq == a.cq, "not woken");
  CHECK(ibv_destroy_cq(a.cq) == EBUSY, "an event that was not acknowledged is forgotten");
  ibv_ack_cq_events(cq, 1);
  expect(&a, 1, IBV_WC_SUCCESS);
  disconnect_both();
}

static void full_queues_and_wrong_states_are_refused(void) {
  struct ibv_port_attr port;
  set_up(&a, "roce0");
  to_b = describe(&a);
  CHECK(post(&a, IBV_WR_RDMA_WRITE, &to_b, 8, 0, 1) == EINVAL, "a post before the queue pair was ready");
  CHECK(post_receive(&a, 1) == EINVAL, "a receive in the state RESET");
  CHECK(ibv_query_port(a.context, 2, &port) == EINVAL && ibv_query_port(a.context, 1, &port) == 0 && port.active_mtu == IBV_MTU_4096, "ports");
  CHECK(ibv_dealloc_pd(a.pd) == EBUSY && ibv_close_device(a.context) == EBUSY, "in use and given up");
  tear_down(&a);
}

/* The same between processes: the child writes 1000 counters, the parent sees each value and answers it. */
#define ROUNDS 1000
static void ping_pong(struct side *side, const struct peer *peer, bool first) {
  volatile uint64_t *in = (volatile uint64_t *)(side->memory + BYTES), *out = (volatile uint64_t *)side->memory;
  long long until = ms_now() + PATIENCE_MS;
  for (uint64_t i = 1; i <= ROUNDS; i++) {
    while (!first && *in != i && ms_now() < until) sched_yield();
    *out = i;
    post(side, IBV_WR_RDMA_WRITE, peer, 8, IBV_SEND_SIGNALED | IBV_SEND_INLINE, i);
    struct ibv_wc wc = next_completion(side);
    CHECK(wc.wr_id == i && wc.status == IBV_WC_SUCCESS, "round %d: status %d", (int)i, (int)wc.status);
    while (first && *in != i && ms_now() < until) sched_yield();
  }
  CHECK(*in == ROUNDS, "the last value was %llu", (unsigned long long)*in);
}

static void one_side(const char *device, int from, int to, bool first) {
  struct side side;
  struct peer mine, theirs;
  set_up(&side, device);
  mine = describe(&side);
  char ready = 1;
  if (write(to, &mine, sizeof mine) != sizeof mine || read(from, &theirs, sizeof theirs) != sizeof theirs) abort();
  CHECK(to_ready(&side, &theirs, 7) == 0, "not connected");
  if (write(to, &ready, 1) != 1 || read(from, &ready, 1) != 1) abort();
  ping_pong(&side, &theirs, first);
  if (write(to, &ready, 1) != 1 || read(from, &ready, 1) != 1) abort();
  tear_down(&side);
}

static void two_processes_play_ping_pong(void) {
  int there[2], back[2], status;
  if (pipe(there) != 0 || pipe(back) != 0) abort();
  pid_t child = fork();
  if (child == 0) {
    check_failures = 0;
    one_side("roce1", there[0], back[1], true);
    _exit(check_failures ? 1 : 0);
  }
  one_side("roce0", back[0], there[1], false);
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the other process failed");
}

int main(int argc, char **argv) {
  if (argc < 2) return fprintf(stderr, "usage: test_fake TREE\n"), 2;
  setenv("SEATRIAL_ROOT", argv[1], 1);
  RUN(writes_arrive_whole_and_in_order);
  RUN(reads_bring_the_peers_bytes);
  RUN(sends_meet_receives_even_when_those_come_later);
  RUN(a_missing_receive_ends_the_sender_when_it_does_not_wait_for_ever);
  RUN(a_wrong_rkey_is_a_remote_access_error_and_the_rest_is_flushed);
  RUN(bytes_beyond_the_region_are_refused_on_both_sides);
  RUN(a_peer_that_is_gone_exhausts_the_retries);
  RUN(a_gid_that_is_not_the_peers_exhausts_the_retries);
  RUN(a_completion_wakes_who_asked_for_it);
  RUN(full_queues_and_wrong_states_are_refused);
  RUN(two_processes_play_ping_pong);
  CHECK_MAIN_END;
}
