/* The fake librdmacm by itself: two ids of one process meet, exchange bytes, part. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <rdma/rdma_cma.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "harness.h"

#define BYTES 4096

struct side {
  struct rdma_event_channel *channel;
  struct rdma_cm_id *id;
  struct ibv_pd *pd;
  struct ibv_mr *mr;
  struct ibv_cq *cq;
  uint8_t *memory;
};

static struct side client, server;
static struct rdma_cm_id *listener;
static const char *live_file;

static struct sockaddr_in at(const char *address, int port) {
  struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  inet_pton(AF_INET, address, &in.sin_addr);
  return in;
}

/* The next event's type, which must be `wanted`; its id goes to *id, its status to the result. */
static int expect(struct rdma_event_channel *channel, enum rdma_cm_event_type wanted, struct rdma_cm_id **id, char *data) {
  struct pollfd waits = {.fd = channel->fd, .events = POLLIN};
  struct rdma_cm_event *event;
  bool came = poll(&waits, 1, PATIENCE_MS) == 1;
  CHECK(came, "no event; wanted %s", rdma_event_str(wanted));
  if (!came || rdma_get_cm_event(channel, &event) != 0) return 1;
  CHECK(event->event == wanted, "%s with status %d, wanted %s", rdma_event_str(event->event), event->status, rdma_event_str(wanted));
  if (id) *id = event->id;
  if (data && event->param.conn.private_data) memcpy(data, event->param.conn.private_data, event->param.conn.private_data_len);
  int status = event->status;
  rdma_ack_cm_event(event);
  return status;
}

static void give_queue_pair(struct side *side) {
  struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC, .cap = {16, 16, 1, 1, 64}};
  int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
  side->memory = calloc(1, BYTES);
  side->pd = ibv_alloc_pd(side->id->verbs);
  side->mr = ibv_reg_mr(side->pd, side->memory, BYTES, access);
  side->cq = ibv_create_cq(side->id->verbs, 16, NULL, NULL, 0);
  init.send_cq = init.recv_cq = side->cq;
  CHECK(rdma_create_qp(side->id, side->pd, &init) == 0, "no queue pair: %s", strerror(errno));
}

static void take_back(struct side *side) {
  rdma_destroy_qp(side->id);
  int rc = ibv_destroy_cq(side->cq) | ibv_dereg_mr(side->mr) | ibv_dealloc_pd(side->pd);
  CHECK(rc == 0 && rdma_destroy_id(side->id) == 0, "something was still in use: %s", strerror(errno));
  free(side->memory);
}

static int listen_at(const char *address) {
  struct sockaddr_in in = at(address, 0);
  server.channel = rdma_create_event_channel();
  CHECK(rdma_create_id(server.channel, &listener, NULL, RDMA_PS_TCP) == 0, "create_id");
  CHECK(rdma_bind_addr(listener, (struct sockaddr *)&in) == 0 && rdma_listen(listener, 4) == 0, "listen: %s", strerror(errno));
  return ntohs(rdma_get_src_port(listener));
}

static void resolve(const char *from, const char *to, int port) {
  struct sockaddr_in source = at(from, 0), destination = at(to, port);
  client.channel = rdma_create_event_channel();
  rdma_create_id(client.channel, &client.id, NULL, RDMA_PS_TCP);
  CHECK(rdma_resolve_addr(client.id, (struct sockaddr *)&source, (struct sockaddr *)&destination, 1000) == 0, "%s", strerror(errno));
  expect(client.channel, RDMA_CM_EVENT_ADDR_RESOLVED, NULL, NULL);
  rdma_resolve_route(client.id, 1000);
  expect(client.channel, RDMA_CM_EVENT_ROUTE_RESOLVED, NULL, NULL);
}

static void close_channels(void) {
  rdma_destroy_id(listener);
  rdma_destroy_event_channel(client.channel);
  rdma_destroy_event_channel(server.channel);
}

static struct rdma_conn_param parameters(const char *text) {
  return (struct rdma_conn_param){.private_data = text, .private_data_len = (uint8_t)(strlen(text) + 1), .responder_resources = 1, .initiator_depth = 1,
                                  .retry_count = 7, .rnr_retry_count = 7};
}

static void write_and_see(void) {
  struct ibv_sge sge = {.addr = (uintptr_t)client.memory, .length = 8, .lkey = client.mr->lkey};
  struct ibv_send_wr wr = {.wr_id = 4, .sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_RDMA_WRITE, .send_flags = IBV_SEND_SIGNALED}, *bad;
  struct ibv_wc wc = {.status = (enum ibv_wc_status)-1};
  long long until = ms_now() + PATIENCE_MS;
  wr.wr.rdma.remote_addr = (uintptr_t)server.memory;
  wr.wr.rdma.rkey = server.mr->rkey;
  memcpy(client.memory, "seatrial", 8);
  CHECK(ibv_post_send(client.id->qp, &wr, &bad) == 0, "post");
  while (ibv_poll_cq(client.cq, 1, &wc) == 0 && ms_now() < until) pause_ms(1);
  CHECK(wc.status == IBV_WC_SUCCESS && memcmp(server.memory, "seatrial", 8) == 0, "status %d", (int)wc.status);
}

static void meet(const char *from, const char *to) {
  char data[256] = "";
  resolve(from, to, listen_at(to));
  give_queue_pair(&client);
  struct rdma_conn_param ask = parameters("question"), say = parameters("answer");
  CHECK(rdma_connect(client.id, &ask) == 0, "connect: %s", strerror(errno));
  expect(server.channel, RDMA_CM_EVENT_CONNECT_REQUEST, &server.id, data);
  CHECK_TEXT(data, "question");
  give_queue_pair(&server);
  CHECK(rdma_accept(server.id, &say) == 0, "accept: %s", strerror(errno));
  expect(client.channel, RDMA_CM_EVENT_ESTABLISHED, NULL, data);
  CHECK_TEXT(data, "answer");
  expect(server.channel, RDMA_CM_EVENT_ESTABLISHED, NULL, NULL);
}

static void part(void) {
  rdma_disconnect(client.id);
  expect(server.channel, RDMA_CM_EVENT_DISCONNECTED, NULL, NULL);
  take_back(&client);
  take_back(&server);
  close_channels();
}

static void a_client_and_a_server_meet_write_and_part(void) {
  meet("127.0.0.3", "127.0.0.2");
  write_and_see();
  part();
}

static void nobody_listening_is_a_rejection(void) {
  int port = listen_at("127.0.0.2");
  rdma_destroy_id(listener);
  resolve("127.0.0.3", "127.0.0.2", port);
  give_queue_pair(&client);
  struct rdma_conn_param ask = parameters("x");
  rdma_connect(client.id, &ask);
  int status = expect(client.channel, RDMA_CM_EVENT_REJECTED, NULL, NULL);
  CHECK(status == 8, "status %d", status);
  take_back(&client);
  rdma_destroy_event_channel(client.channel);
  rdma_destroy_event_channel(server.channel);
}

static void a_refusal_is_heard(void) {
  char data[256] = "";
  resolve("127.0.0.3", "127.0.0.2", listen_at("127.0.0.2"));
  give_queue_pair(&client);
  struct rdma_conn_param ask = parameters("x");
  rdma_connect(client.id, &ask);
  expect(server.channel, RDMA_CM_EVENT_CONNECT_REQUEST, &server.id, NULL);
  rdma_reject(server.id, "no", 3);
  int status = expect(client.channel, RDMA_CM_EVENT_REJECTED, NULL, data);
  CHECK(status == 28, "status %d", status);
  CHECK_TEXT(data, "no");
  rdma_destroy_id(server.id);
  take_back(&client);
  close_channels();
}

static void an_address_of_no_device_is_an_error(void) {
  struct sockaddr_in in = at("127.0.0.77", 0);
  client.channel = rdma_create_event_channel();
  rdma_create_id(client.channel, &client.id, NULL, RDMA_PS_TCP);
  CHECK(rdma_bind_addr(client.id, (struct sockaddr *)&in) != 0 && errno == ENODEV, "%s", strerror(errno));
  rdma_destroy_id(client.id);
  rdma_destroy_event_channel(client.channel);
}

static void iwarp_devices_are_found_by_their_address(void) {
  meet("127.0.0.5", "127.0.0.4");
  write_and_see();
  part();
}

static void nothing_is_left(void) {
  char text[160] = "";
  FILE *file = fopen(live_file, "r");
  if (file && !fgets(text, sizeof text, file)) text[0] = 0;
  if (file) fclose(file);
  CHECK_TEXT(text, "contexts   0 pds   0 mrs   0 channels   0 cqs   0 qps   0\n");
}

int main(int argc, char **argv) {
  if (argc < 3) return fprintf(stderr, "usage: test_fake_cm FABRIC LIVE\n"), 2;
  char root[512];
  live_file = argv[2];
  setenv("FAKE_IBV_LIVE", live_file, 1);
  snprintf(root, sizeof root, "%s/roce", argv[1]);
  setenv("SEATRIAL_ROOT", root, 1);
  RUN(a_client_and_a_server_meet_write_and_part);
  RUN(nobody_listening_is_a_rejection);
  RUN(a_refusal_is_heard);
  RUN(an_address_of_no_device_is_an_error);
  snprintf(root, sizeof root, "%s/iwarp", argv[1]);
  setenv("SEATRIAL_ROOT", root, 1);
  RUN(iwarp_devices_are_found_by_their_address);
  RUN(nothing_is_left);
  CHECK_MAIN_END;
}
