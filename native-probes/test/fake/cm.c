/* A librdmacm.so.1 over the fake libibverbs.so.1: what a client and a server of reliable connections need, asynchronous event channels only.
 *
 * Two ids find each other over TCP: the address that an id is bound to is a real local address, by which its device is found as well (a GID
 * that carries it, else the device's `address`, see fake.h). The TCP connection stays open as long as the ids are connected, so that the
 * end of one process is a DISCONNECTED at the other.
 *
 * FAKE_IBV_FAIL knows these calls without their `rdma_`, and beside them the events: addr_event:ERRNO gives ADDR_ERROR, route_event
 * ROUTE_ERROR, connect_event UNREACHABLE, each with the negative errno as status. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <rdma/rdma_cma.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define API __attribute__((visibility("default")))
#define PRIVATE_MAX 196

/* Of the fake libibverbs. */
int fake_call_fails(const char *call);
/* The device that owns the address, or a device at all when it is a wildcard; *gid_index is the entry to use. NULL when there is none. */
struct ibv_device *fake_device_at(const struct sockaddr *address, int *gid_index);
/* The queue pair is connected by a connection manager, which iWARP requires. */
void fake_connected_by_cm(struct ibv_qp *qp);

/* What each side tells the other. */
struct hail {
  uint32_t magic, qpn, psn, mtu;
  uint8_t gid[16], resources, depth, retries, rnr_retries, refused, size;
  uint8_t data[PRIVATE_MAX];
};
#define MAGIC 0x46434d31u

struct event {
  struct rdma_cm_event event;
  uint8_t data[PRIVATE_MAX];
  struct event *next;
};

/* The file descriptor counts the events that wait. */
struct channel {
  struct rdma_event_channel channel;
  pthread_mutex_t lock;
  struct event *first;
};

/* A device is open as long as an id uses it. */
struct opened {
  struct ibv_context *context;
  struct ibv_device *device;
  unsigned users;
};
#define DEVICES 32
static struct opened opened[DEVICES];
static pthread_mutex_t devices_lock = PTHREAD_MUTEX_INITIALIZER;

struct id {
  struct rdma_cm_id id;
  struct opened *device;
  int gid_index, fd, unacked;
  pthread_t thread;
  bool threaded, closing, established;
  struct hail peer;
  struct rdma_conn_param param;
};

static int minus(int err) {
  errno = err;
  return err ? -1 : 0;
}

API struct rdma_event_channel *rdma_create_event_channel(void) {
  if ((errno = fake_call_fails("create_event_channel"))) return NULL;
  struct channel *channel = calloc(1, sizeof *channel);
  pthread_mutex_init(&channel->lock, NULL);
  channel->channel.fd = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
  return &channel->channel;
}

API void rdma_destroy_event_channel(struct rdma_event_channel *channel) {
  close(channel->fd);
  free(channel);
}

static void put(struct channel *channel, struct event *event) {
  struct event **end = &channel->first;
  pthread_mutex_lock(&channel->lock);
  while (*end) end = &(*end)->next;
  *end = event;
  ((struct id *)event->event.id)->unacked++;
  eventfd_write(channel->channel.fd, 1);
  pthread_mutex_unlock(&channel->lock);
}

static void tell(struct id *id, enum rdma_cm_event_type type, int status, const struct hail *hail, struct id *listener) {
  struct event *event = calloc(1, sizeof *event);
  event->event = (struct rdma_cm_event){.id = &id->id, .listen_id = listener ? &listener->id : NULL, .event = type, .status = status};
  if (hail) {
    struct rdma_conn_param *conn = &event->event.param.conn;
    memcpy(event->data, hail->data, hail->size);
    conn->private_data = hail->size ? event->data : NULL;
    conn->private_data_len = hail->size;
    conn->responder_resources = hail->depth;
    conn->initiator_depth = hail->resources;
    conn->qp_num = hail->qpn;
  }
  put((struct channel *)id->id.channel, event);
}

API int rdma_get_cm_event(struct rdma_event_channel *ibv, struct rdma_cm_event **event) {
  struct channel *channel = (struct channel *)ibv;
  eventfd_t one;
  if (eventfd_read(ibv->fd, &one) != 0) return -1;
  pthread_mutex_lock(&channel->lock);
  struct event *first = channel->first;
  channel->first = first->next;
  pthread_mutex_unlock(&channel->lock);
  *event = &first->event;
  return 0;
}

API int rdma_ack_cm_event(struct rdma_cm_event *event) {
  struct channel *channel = (struct channel *)event->id->channel;
  pthread_mutex_lock(&channel->lock);
  ((struct id *)event->id)->unacked--;
  pthread_mutex_unlock(&channel->lock);
  free(event);
  return 0;
}

/* Events of an id that goes are never seen. */
static void forget(struct id *id) {
  struct channel *channel = (struct channel *)id->id.channel;
  eventfd_t one;
  pthread_mutex_lock(&channel->lock);
  for (struct event **link = &channel->first; *link;) {
    struct event *event = *link;
    if (event->event.id != &id->id) {
      link = &event->next;
      continue;
    }
    *link = event->next;
    id->unacked--;
    eventfd_read(channel->channel.fd, &one);
    free(event);
  }
  pthread_mutex_unlock(&channel->lock);
}

API const char *rdma_event_str(enum rdma_cm_event_type event) {
  static const char *const NAMES[] = {"RDMA_CM_EVENT_ADDR_RESOLVED",   "RDMA_CM_EVENT_ADDR_ERROR",       "RDMA_CM_EVENT_ROUTE_RESOLVED",
                                      "RDMA_CM_EVENT_ROUTE_ERROR",     "RDMA_CM_EVENT_CONNECT_REQUEST",  "RDMA_CM_EVENT_CONNECT_RESPONSE",
                                      "RDMA_CM_EVENT_CONNECT_ERROR",   "RDMA_CM_EVENT_UNREACHABLE",      "RDMA_CM_EVENT_REJECTED",
                                      "RDMA_CM_EVENT_ESTABLISHED",     "RDMA_CM_EVENT_DISCONNECTED",     "RDMA_CM_EVENT_DEVICE_REMOVAL",
                                      "RDMA_CM_EVENT_MULTICAST_JOIN",  "RDMA_CM_EVENT_MULTICAST_ERROR",  "RDMA_CM_EVENT_ADDR_CHANGE",
                                      "RDMA_CM_EVENT_TIMEWAIT_EXIT"};
  return (unsigned)event < sizeof NAMES / sizeof *NAMES ? NAMES[event] : "UNKNOWN EVENT";
}

/* Devices are told apart by name: each list of the library has objects of its own. */
static struct opened *open_device(struct ibv_device *device) {
  struct opened *place = NULL;
  pthread_mutex_lock(&devices_lock);
  for (int i = 0; i < DEVICES; i++) {
    if (opened[i].users && strcmp(opened[i].device->name, device->name) == 0) place = &opened[i];
    else if (!opened[i].users && !place) place = &opened[i];
    if (place && place->users) break;
  }
  if (place && !place->users) *place = (struct opened){.device = device, .context = ibv_open_device(device)};
  if (place && place->context) place->users++;
  else place = NULL;
  pthread_mutex_unlock(&devices_lock);
  return place;
}

static void close_device(struct opened *device) {
  pthread_mutex_lock(&devices_lock);
  if (device && --device->users == 0) ibv_close_device(device->context);
  pthread_mutex_unlock(&devices_lock);
}

/* Binds the id to the device of the address. 0 or an errno. */
static int use_device_at(struct id *id, const struct sockaddr *address) {
  if (id->device) return 0;
  struct ibv_device *device = fake_device_at(address, &id->gid_index);
  if (!device) return ENODEV;
  id->device = open_device(device);
  if (!id->device) return errno ? errno : ENODEV;
  id->id.verbs = id->device->context;
  id->id.port_num = 1;
  return 0;
}

static socklen_t size_of(const struct sockaddr *address) {
  return address->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
}

static struct id *make_id(struct rdma_event_channel *channel, void *context, enum rdma_port_space space) {
  struct id *id = calloc(1, sizeof *id);
  id->id.channel = channel;
  id->id.context = context;
  id->id.ps = space;
  id->id.qp_type = IBV_QPT_RC;
  id->fd = -1;
  return id;
}

API int rdma_create_id(struct rdma_event_channel *channel, struct rdma_cm_id **id, void *context, enum rdma_port_space space) {
  int err = fake_call_fails("create_id");
  if (err || !channel) return minus(err ? err : ENOSYS);
  *id = &make_id(channel, context, space)->id;
  return 0;
}

/* As in the kernel: events that were taken must have been acknowledged, and the queue pair must be gone. The real call waits or fails
 * quietly; here a test hears of it. */
API int rdma_destroy_id(struct rdma_cm_id *cm) {
  struct id *id = (struct id *)cm;
  id->closing = true;
  if (id->fd >= 0) shutdown(id->fd, SHUT_RDWR);
  if (id->threaded) pthread_join(id->thread, NULL);
  forget(id);
  if (id->unacked || cm->qp) return minus(EBUSY);
  if (id->fd >= 0) close(id->fd);
  close_device(id->device);
  free(id);
  return 0;
}

static int tcp_socket(struct id *id, const struct sockaddr *bind_to) {
  int on = 1;
  id->fd = socket(bind_to->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (id->fd < 0) return errno;
  setsockopt(id->fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  return bind(id->fd, bind_to, size_of(bind_to)) == 0 ? 0 : errno;
}

API int rdma_bind_addr(struct rdma_cm_id *cm, struct sockaddr *address) {
  struct id *id = (struct id *)cm;
  socklen_t size = sizeof cm->route.addr.src_storage;
  int err = fake_call_fails("bind_addr");
  if (!err) err = use_device_at(id, address);
  if (!err) err = tcp_socket(id, address);
  if (!err && getsockname(id->fd, &cm->route.addr.src_addr, &size) != 0) err = errno;
  return minus(err);
}

API __be16 rdma_get_src_port(struct rdma_cm_id *cm) {
  return cm->route.addr.src_sin.sin_port; /* at the same place for both families */
}

API __be16 rdma_get_dst_port(struct rdma_cm_id *cm) {
  return cm->route.addr.dst_sin.sin_port;
}

API int rdma_set_option(struct rdma_cm_id *cm, int level, int option, void *value, size_t size) {
  (void)cm, (void)level, (void)option, (void)value, (void)size;
  return minus(fake_call_fails("set_option"));
}

API int rdma_resolve_addr(struct rdma_cm_id *cm, struct sockaddr *source, struct sockaddr *destination, int timeout_ms) {
  struct id *id = (struct id *)cm;
  struct sockaddr_storage any = {.ss_family = destination->sa_family};
  int err = fake_call_fails("resolve_addr"), late = fake_call_fails("addr_event");
  (void)timeout_ms;
  if (!source) source = id->fd >= 0 ? &cm->route.addr.src_addr : (struct sockaddr *)&any;
  if (!err) err = use_device_at(id, source);
  if (!err && id->fd < 0) err = tcp_socket(id, source);
  if (err) return minus(err);
  memcpy(&cm->route.addr.dst_storage, destination, size_of(destination));
  tell(id, late ? RDMA_CM_EVENT_ADDR_ERROR : RDMA_CM_EVENT_ADDR_RESOLVED, -late, NULL, NULL);
  return 0;
}

API int rdma_resolve_route(struct rdma_cm_id *cm, int timeout_ms) {
  int err = fake_call_fails("resolve_route"), late = fake_call_fails("route_event");
  (void)timeout_ms;
  if (err) return minus(err);
  tell((struct id *)cm, late ? RDMA_CM_EVENT_ROUTE_ERROR : RDMA_CM_EVENT_ROUTE_RESOLVED, -late, NULL, NULL);
  return 0;
}

API int rdma_create_qp(struct rdma_cm_id *cm, struct ibv_pd *pd, struct ibv_qp_init_attr *init) {
  struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT, .port_num = cm->port_num};
  attr.qp_access_flags = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
  if (!cm->verbs || !pd || pd->context != cm->verbs) return minus(EINVAL);
  cm->qp = ibv_create_qp(pd, init);
  if (!cm->qp) return -1;
  cm->pd = pd;
  cm->send_cq = init->send_cq;
  cm->recv_cq = init->recv_cq;
  fake_connected_by_cm(cm->qp);
  return minus(ibv_modify_qp(cm->qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS));
}

API void rdma_destroy_qp(struct rdma_cm_id *cm) {
  ibv_destroy_qp(cm->qp);
  cm->qp = NULL;
}

static uint32_t psn_of(const struct id *id) {
  return id->id.qp->qp_num * 7u & 0xffffffu;
}

/* To RTR and RTS by what the peer has said. 0 or an errno. */
static int make_ready(struct id *id) {
  const struct hail *peer = &id->peer;
  struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RTR, .path_mtu = (enum ibv_mtu)peer->mtu, .dest_qp_num = peer->qpn, .rq_psn = peer->psn, .min_rnr_timer = 12};
  struct ibv_port_attr port;
  ibv_query_port(id->id.verbs, id->id.port_num, &port);
  if (port.active_mtu < attr.path_mtu) attr.path_mtu = port.active_mtu;
  attr.max_dest_rd_atomic = id->param.responder_resources;
  attr.ah_attr = (struct ibv_ah_attr){.is_global = 1, .port_num = id->id.port_num, .grh = {.sgid_index = (uint8_t)id->gid_index, .hop_limit = 64}};
  memcpy(attr.ah_attr.grh.dgid.raw, peer->gid, 16);
  int err = ibv_modify_qp(id->id.qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                                                IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
  attr = (struct ibv_qp_attr){.qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = id->param.retry_count, .rnr_retry = id->param.rnr_retry_count,
                              .sq_psn = psn_of(id), .max_rd_atomic = id->param.initiator_depth};
  return err ? err : ibv_modify_qp(id->id.qp, &attr, IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN |
                                                         IBV_QP_MAX_QP_RD_ATOMIC);
}

static bool send_hail(struct id *id) {
  struct hail hail = {.magic = MAGIC, .qpn = id->id.qp->qp_num, .psn = psn_of(id), .resources = id->param.responder_resources,
                      .depth = id->param.initiator_depth, .size = id->param.private_data_len};
  struct ibv_port_attr port;
  ibv_query_port(id->id.verbs, id->id.port_num, &port);
  hail.mtu = port.active_mtu;
  ibv_query_gid(id->id.verbs, id->id.port_num, id->gid_index, (union ibv_gid *)hail.gid);
  if (hail.size) memcpy(hail.data, id->param.private_data, hail.size);
  return send(id->fd, &hail, sizeof hail, MSG_NOSIGNAL) == sizeof hail;
}

static bool receive_hail(int fd, struct hail *hail) {
  return recv(fd, hail, sizeof *hail, MSG_WAITALL) == sizeof *hail && hail->magic == MAGIC && hail->size <= PRIVATE_MAX;
}

/* Until the other side, or this one, closes. */
static void wait_for_end(struct id *id) {
  char byte;
  while (recv(id->fd, &byte, 1, 0) > 0) continue;
  if (!id->closing) tell(id, RDMA_CM_EVENT_DISCONNECTED, 0, NULL, NULL);
}

static void *run_client(void *context) {
  struct id *id = context;
  const struct sockaddr *to = &id->id.route.addr.dst_addr;
  int late = fake_call_fails("connect_event");
  if (late) return tell(id, RDMA_CM_EVENT_UNREACHABLE, -late, NULL, NULL), NULL;
  if (connect(id->fd, to, size_of(to)) != 0) {
    /* InfiniBand's reason 8: nobody serves that id. A connection that times out is unreachable. */
    bool refused = errno == ECONNREFUSED;
    return tell(id, refused ? RDMA_CM_EVENT_REJECTED : RDMA_CM_EVENT_UNREACHABLE, refused ? 8 : -errno, NULL, NULL), NULL;
  }
  if (!send_hail(id) || !receive_hail(id->fd, &id->peer)) return tell(id, RDMA_CM_EVENT_UNREACHABLE, -ETIMEDOUT, NULL, NULL), NULL;
  if (id->peer.refused) return tell(id, RDMA_CM_EVENT_REJECTED, 28, &id->peer, NULL), NULL;
  int err = make_ready(id);
  if (err) return tell(id, RDMA_CM_EVENT_CONNECT_ERROR, -err, NULL, NULL), NULL;
  if (send(id->fd, "r", 1, MSG_NOSIGNAL) != 1) return tell(id, RDMA_CM_EVENT_UNREACHABLE, -ETIMEDOUT, NULL, NULL), NULL;
  tell(id, RDMA_CM_EVENT_ESTABLISHED, 0, &id->peer, NULL);
  wait_for_end(id);
  return NULL;
}

static int run(struct id *id, void *(*what)(void *)) {
  int err = pthread_create(&id->thread, NULL, what, id);
  id->threaded = err == 0;
  return minus(err);
}

static void keep_param(struct id *id, const struct rdma_conn_param *param) {
  id->param = param ? *param : (struct rdma_conn_param){.responder_resources = 1, .initiator_depth = 1, .retry_count = 7, .rnr_retry_count = 7};
}

API int rdma_connect(struct rdma_cm_id *cm, struct rdma_conn_param *param) {
  struct id *id = (struct id *)cm;
  int err = fake_call_fails("connect");
  if (err || !cm->qp || id->fd < 0) return minus(err ? err : EINVAL);
  keep_param(id, param);
  return run(id, run_client);
}

static void *run_listener(void *context) {
  struct id *id = context;
  for (;;) {
    int fd = accept4(id->fd, NULL, NULL, SOCK_CLOEXEC);
    if (fd < 0) return NULL;
    struct id *visitor = make_id(id->id.channel, id->id.context, id->id.ps);
    visitor->fd = fd;
    if (!receive_hail(fd, &visitor->peer) || use_device_at(visitor, &id->id.route.addr.src_addr) != 0) {
      rdma_destroy_id(&visitor->id);
      continue;
    }
    visitor->id.route.addr.src_storage = id->id.route.addr.src_storage;
    socklen_t size = sizeof visitor->id.route.addr.dst_storage;
    getpeername(fd, &visitor->id.route.addr.dst_addr, &size);
    tell(visitor, RDMA_CM_EVENT_CONNECT_REQUEST, 0, &visitor->peer, id);
  }
}

API int rdma_listen(struct rdma_cm_id *cm, int backlog) {
  struct id *id = (struct id *)cm;
  int err = fake_call_fails("listen");
  if (!err && listen(id->fd, backlog > 0 ? backlog : 64) != 0) err = errno;
  return err ? minus(err) : run(id, run_listener);
}

/* The server is connected when the client says that it is. */
static void *run_server(void *context) {
  struct id *id = context;
  char byte;
  if (recv(id->fd, &byte, 1, MSG_WAITALL) != 1) {
    if (!id->closing) tell(id, RDMA_CM_EVENT_UNREACHABLE, -ETIMEDOUT, NULL, NULL);
    return NULL;
  }
  tell(id, RDMA_CM_EVENT_ESTABLISHED, 0, NULL, NULL);
  wait_for_end(id);
  return NULL;
}

API int rdma_accept(struct rdma_cm_id *cm, struct rdma_conn_param *param) {
  struct id *id = (struct id *)cm;
  int err = fake_call_fails("accept");
  if (err || !cm->qp) return minus(err ? err : EINVAL);
  keep_param(id, param);
  /* What a server gives for retries is ignored: the client's count. */
  id->param.retry_count = 7;
  err = make_ready(id);
  if (!err && !send_hail(id)) err = ECONNRESET;
  return err ? minus(err) : run(id, run_server);
}

API int rdma_reject(struct rdma_cm_id *cm, const void *data, uint8_t size) {
  struct hail hail = {.magic = MAGIC, .refused = 1, .size = size < PRIVATE_MAX ? size : PRIVATE_MAX};
  if (hail.size) memcpy(hail.data, data, hail.size);
  return send(((struct id *)cm)->fd, &hail, sizeof hail, MSG_NOSIGNAL) == sizeof hail ? 0 : -1;
}

API int rdma_disconnect(struct rdma_cm_id *cm) {
  struct ibv_qp_attr attr = {.qp_state = IBV_QPS_ERR};
  if (cm->qp) ibv_modify_qp(cm->qp, &attr, IBV_QP_STATE);
  shutdown(((struct id *)cm)->fd, SHUT_RDWR);
  return minus(fake_call_fails("disconnect"));
}
