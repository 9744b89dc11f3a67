/* Queue pairs connected by librdmacm: by IP address and port, as applications do it; the only way for iWARP. The library is opened at run
 * time like libibverbs, and opens the device itself: memory and queues have to belong to its context.
 *
 * The serving side listens at a free port, which it tells in its `accept`. Each connection says in its private data which queue pair it
 * is, and a number from that `accept`, so that nobody else's connection is taken for one. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <rdma/rdma_cma.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"
#include "verbs_session.h"

#define RESOLVE_MS 2000
#define GREETING_MAGIC_CM 0x31514350u /* "PCQ1" */

#define CM_FUNCTIONS(X)                                                                                                         \
  X(create_event_channel) X(destroy_event_channel) X(create_id) X(destroy_id) X(bind_addr) X(listen) X(get_src_port)           \
  X(resolve_addr) X(resolve_route) X(connect) X(accept) X(reject) X(disconnect) X(create_qp) X(destroy_qp) X(set_option)       \
  X(get_cm_event) X(ack_cm_event) X(event_str)

static struct {
#define CM_MEMBER(name) __typeof__(rdma_##name) *name;
  CM_FUNCTIONS(CM_MEMBER)
#undef CM_MEMBER
} lib;

static const struct library_function FUNCTIONS[] = {
#define CM_FUNCTION(name) {"rdma_" #name, &lib.name, false},
    CM_FUNCTIONS(CM_FUNCTION)
#undef CM_FUNCTION
};

#define INSTALL "install librdmacm (Debian, Ubuntu: librdmacm1); without iWARP, `connect` exchange needs none"
static struct library library = {
    LIBRARY_INIT,
    .file = "librdmacm.so.1",
    .where = "rdma-cm",
    .missing = INSTALL,
    .broken = "the file is broken, cut off or made for another machine: install librdmacm again (Debian, Ubuntu: librdmacm1)",
    .old = INSTALL,
    .function = FUNCTIONS,
    .n = sizeof FUNCTIONS / sizeof *FUNCTIONS,
};

struct cm {
  struct rdma_event_channel *events;
  struct rdma_cm_id *base; /* keeps the device; listens on the serving side */
  struct rdma_cm_id *id[QUEUE_PAIRS_MAX];
  unsigned established;
  struct endpoint from;
};

/* The private data of a connection. Little-endian, as both supported machines are. */
struct cm_greeting {
  uint32_t magic, queue, psn;
};

static int call_failed(struct session *s, const char *call) {
  int err = errno;
  verbs_failed(s->failure, s->port, call, err, "%s", "");
  bool of_address = strcmp(call, "rdma_bind_addr") == 0;
  if (err == ENODEV && of_address) fail_hint(s->failure, "the address of `bind` is that of no RDMA device's interface, or that interface is down");
  else if (err == ENODEV) fail_hint(s->failure, "/dev/infiniband/rdma_cm is missing: load the module rdma_ucm");
  if (err == EADDRNOTAVAIL) fail_hint(s->failure, "no interface of this host has the address of `bind`");
  return s->failure->code;
}

/* What the kernel decides by itself here, and a request must therefore not ask for. */
int cm_check_terms(const struct terms *t, struct failure *failure) {
  const char *key = t->sl ? "sl" : t->flow_label ? "flow_label" : t->hop_limit != 64 ? "hop_limit" : t->mtu != TERM_ABSENT ? "mtu" : NULL;
  if (!key) return 0;
  fail(failure, CODE_USAGE, "request", 0, "`%s` cannot be chosen with `connect` rdma-cm", key);
  fail_hint(failure, "the kernel takes it from the route; use `connect` exchange, or `traffic_class`, which it does take");
  return failure->code;
}

static int check_device(struct session *s) {
  if (!s->cm->base->verbs) {
    fail(s->failure, CODE_USAGE, "rdma-cm", 0, "the address of `bind` belongs to no RDMA device");
    fail_hint(s->failure, "give the address of the device's interface; it must be up");
    return s->failure->code;
  }
  const char *name = s->port->v->get_device_name(s->cm->base->verbs->device);
  if (strcmp(name, s->port->device) == 0) return 0;
  return fail(s->failure, CODE_USAGE, "rdma-cm", 0, "the address of `bind` belongs to %s, not to %s", name, s->port->device);
}

/* What helpers of requests say stands in the operation's failure; a serving side keeps this measurement's apart. */
static int move_failure(struct session *s) {
  struct failure failure = s->op->failure;
  s->op->failure = (struct failure){0};
  *s->failure = failure;
  return failure.code;
}

int cm_open(struct session *s) {
  const char *bind;
  if (library_open(&library, s->failure) || cm_check_terms(&s->terms, s->failure)) return s->failure->code;
  if (want_text(s->op, "bind", NULL, &bind)) return move_failure(s);
  s->cm = calloc(1, sizeof *s->cm);
  if (!s->cm) return fail(s->failure, CODE_CALL, "memory", ENOMEM, "rdma-cm");
  if (endpoint_parse(s->failure, "bind", bind, 0, &s->cm->from)) return s->failure->code;
  s->cm->events = lib.create_event_channel();
  if (!s->cm->events) return call_failed(s, "rdma_create_event_channel");
  fcntl(s->cm->events->fd, F_SETFL, O_NONBLOCK);
  if (lib.create_id(s->cm->events, &s->cm->base, NULL, RDMA_PS_TCP)) return call_failed(s, "rdma_create_id");
  if (lib.bind_addr(s->cm->base, (struct sockaddr *)&s->cm->from.address)) return call_failed(s, "rdma_bind_addr");
  if (check_device(s)) return s->failure->code;
  int rc = verbs_port_borrow(s->op, s->cm->base->verbs, s->cm->base->port_num, &s->cm_port);
  if (rc) return move_failure(s);
  s->port = &s->cm_port;
  return 0;
}

int cm_prepare(struct session *s) {
  int port;
  if (s->measures) return 0;
  if (lib.listen(s->cm->base, (int)s->queues.n)) return call_failed(s, "rdma_listen");
  endpoint_text(&s->cm->from, s->mine.cm_address, sizeof s->mine.cm_address, &port);
  s->mine.cm_port = ntohs(lib.get_src_port(s->cm->base));
  return 0;
}

/* The next event that waits: 1 and `event`, to be acknowledged; 0 when there is none. */
static int next_event(struct session *s, struct rdma_cm_event **event) {
  struct pollfd waiting = {.fd = s->cm->events->fd, .events = POLLIN};
  return poll(&waiting, 1, 0) > 0 && lib.get_cm_event(s->cm->events, event) == 0;
}

static int await_event(struct session *s, struct rdma_cm_event **event) {
  uint64_t since = now_ns();
  while (!next_event(s, event)) {
    struct pollfd waiting[] = {{.fd = s->cm->events->fd, .events = POLLIN}, {.fd = conversation_fd(s->talk), .events = POLLIN}};
    poll(waiting, 2, SLICE_MS);
    int rc = session_look_now(s, since);
    if (rc == HEARD_BYE) rc = fail(s->failure, CODE_NETWORK, "rdma-cm", 0, "the other side has ended before it connected");
    if (rc) return rc;
  }
  return 0;
}

/* `status` is an errno for what the local kernel says (negative) and a protocol's reason for what the peer says (positive). */
static int unexpected(struct session *s, const char *doing, const struct rdma_cm_event *event) {
  int status = event->status;
  fail(s->failure, CODE_NETWORK, "rdma-cm", status < 0 ? -status : 0, "%s on %s port %d: %s (status %d)", doing, s->port->device, s->port->port,
       lib.event_str(event->event), status);
  if (event->event == RDMA_CM_EVENT_ADDR_ERROR || event->event == RDMA_CM_EVENT_ROUTE_ERROR) {
    fail_hint(s->failure, "the peer's address does not answer over this device's interface: ping it with this side's address as source");
    return s->failure->code;
  }
  if (event->event == RDMA_CM_EVENT_REJECTED)
    fail_hint(s->failure, "nothing listens at the peer's port any more, or it belongs to another device than the peer's request names");
  else
    fail_hint(s->failure, "the peer's host does not answer connection management: is rdma_cm loaded there, does a firewall drop UDP 4791 "
                          "(iWARP: TCP)?");
  return session_explained(s, s->failure->code);
}

static int expect(struct session *s, enum rdma_cm_event_type wanted, const char *doing) {
  struct rdma_cm_event *event;
  int rc = await_event(s, &event);
  if (rc) return rc;
  if (event->event != wanted) rc = unexpected(s, doing, event);
  lib.ack_cm_event(event);
  return rc;
}

/* The traffic class is the IP header's TOS byte. The time-out is an option of newer kernels: only one that was asked for must be taken. */
static int set_options(struct session *s, struct rdma_cm_id *id) {
  uint8_t tos = (uint8_t)s->terms.traffic_class, timeout = (uint8_t)s->terms.timeout;
  if (tos && lib.set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_TOS, &tos, sizeof tos)) return call_failed(s, "rdma_set_option TOS");
  if (verbs_is_iwarp(s->port)) return 0;
  if (lib.set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT, &timeout, sizeof timeout) == 0 || timeout == 14) return 0;
  return call_failed(s, "rdma_set_option ACK_TIMEOUT");
}

static void set_parameters(struct session *s, struct rdma_conn_param *parameters) {
  long long own = s->port->limits.max_qp_init_rd_atom, depth = own < s->theirs.reads ? own : s->theirs.reads;
  *parameters = (struct rdma_conn_param){.responder_resources = (uint8_t)s->mine.reads, .initiator_depth = (uint8_t)(depth > 0 ? depth : 1),
                                         .retry_count = (uint8_t)s->terms.retries, .rnr_retry_count = (uint8_t)s->terms.rnr_retries};
}

static int resolve(struct session *s, struct rdma_cm_id *id, struct endpoint *to) {
  struct endpoint from = s->cm->from;
  if (lib.resolve_addr(id, (struct sockaddr *)&from.address, (struct sockaddr *)&to->address, RESOLVE_MS)) return call_failed(s, "rdma_resolve_addr");
  int rc = expect(s, RDMA_CM_EVENT_ADDR_RESOLVED, "looking for the peer's address");
  if (!rc) rc = set_options(s, id);
  if (rc) return rc;
  if (lib.resolve_route(id, RESOLVE_MS)) return call_failed(s, "rdma_resolve_route");
  return expect(s, RDMA_CM_EVENT_ROUTE_RESOLVED, "looking for a route");
}

static int connect_one(struct session *s, unsigned i, struct endpoint *to) {
  struct rdma_conn_param parameters;
  struct cm_greeting greeting = {GREETING_MAGIC_CM, i, s->theirs.psn};
  if (lib.create_id(s->cm->events, &s->cm->id[i], NULL, RDMA_PS_TCP)) return call_failed(s, "rdma_create_id");
  int rc = resolve(s, s->cm->id[i], to);
  if (!rc) rc = queues_make(s, i, s->cm->id[i]);
  if (!rc) rc = queues_fill_receives(s, i);
  if (rc) return rc;
  set_parameters(s, &parameters);
  parameters.private_data = &greeting;
  parameters.private_data_len = sizeof greeting;
  if (lib.connect(s->cm->id[i], &parameters)) return call_failed(s, "rdma_connect");
  return expect(s, RDMA_CM_EVENT_ESTABLISHED, "connecting");
}

int cm_connect(struct session *s) {
  struct endpoint to;
  if (!s->theirs.cm_port) return fail(s->failure, CODE_NETWORK, "conversation", 0, "the other side does not say where it listens");
  int rc = endpoint_parse(s->failure, "address", s->theirs.cm_address, s->theirs.cm_port, &to);
  for (unsigned i = 0; i < s->queues.n && !rc; i++) rc = connect_one(s, i, &to);
  return rc;
}

/* Which queue pair a connection wants to be; -1 when it is none of this measurement's. iWARP may deliver private data with zeros behind. */
static int wanted_queue(const struct session *s, const struct rdma_conn_param *parameters) {
  struct cm_greeting greeting;
  if (!parameters->private_data || parameters->private_data_len < sizeof greeting) return -1;
  memcpy(&greeting, parameters->private_data, sizeof greeting);
  bool ours = greeting.magic == GREETING_MAGIC_CM && greeting.psn == s->mine.psn && greeting.queue < s->queues.n;
  return ours && !s->cm->id[greeting.queue] ? (int)greeting.queue : -1;
}

static int take_connection(struct session *s, struct rdma_cm_id *id, int queue) {
  struct rdma_conn_param parameters;
  s->cm->id[queue] = id;
  int rc = queues_make(s, (unsigned)queue, id);
  if (!rc) rc = queues_fill_receives(s, (unsigned)queue);
  if (rc) return rc;
  set_parameters(s, &parameters);
  return lib.accept(id, &parameters) ? call_failed(s, "rdma_accept") : 0;
}

static int take_event(struct session *s, struct rdma_cm_event *event) {
  enum rdma_cm_event_type type = event->event;
  struct rdma_cm_id *id = event->id;
  int queue = type == RDMA_CM_EVENT_CONNECT_REQUEST ? wanted_queue(s, &event->param.conn) : -1, rc = 0;
  if (type != RDMA_CM_EVENT_CONNECT_REQUEST && type != RDMA_CM_EVENT_ESTABLISHED) rc = unexpected(s, "waiting for connections", event);
  lib.ack_cm_event(event);
  if (type == RDMA_CM_EVENT_ESTABLISHED) s->cm->established++;
  if (type != RDMA_CM_EVENT_CONNECT_REQUEST) return rc;
  if (queue >= 0) return take_connection(s, id, queue);
  lib.reject(id, NULL, 0);
  lib.destroy_id(id);
  return 0;
}

int cm_await_connections(struct session *s) {
  int rc = 0;
  while (!rc && s->cm->established < s->queues.n) {
    struct rdma_cm_event *event;
    rc = await_event(s, &event);
    if (!rc) rc = take_event(s, event);
  }
  return rc;
}

static int ended(struct session *s, enum rdma_cm_event_type type) {
  int rc = fail(s->failure, CODE_NETWORK, "rdma-cm", 0, "%s port %d: %s", s->port->device, s->port->port, lib.event_str(type));
  fail_hint(s->failure, "the peer has closed the connection, or the device was removed: look at the events of both hosts");
  return type == RDMA_CM_EVENT_DISCONNECTED ? session_explained(s, rc) : rc;
}

int cm_look(struct session *s) {
  struct rdma_cm_event *event;
  int rc = 0;
  while (!rc && next_event(s, &event)) {
    enum rdma_cm_event_type type = event->event;
    lib.ack_cm_event(event);
    if (type == RDMA_CM_EVENT_DISCONNECTED || type == RDMA_CM_EVENT_DEVICE_REMOVAL) rc = ended(s, type);
  }
  return rc;
}

struct ibv_qp *cm_create_queue_pair(struct session *s, struct rdma_cm_id *id, struct ibv_qp_init_attr *attr) {
  return lib.create_qp(id, s->port->pd, attr) == 0 ? id->qp : NULL;
}

void cm_hang_up(struct session *s) {
  for (unsigned i = 0; i < QUEUE_PAIRS_MAX; i++) {
    struct rdma_cm_id *id = s->cm->id[i];
    if (!id) continue;
    if (id->qp) {
      lib.disconnect(id);
      lib.destroy_qp(id);
    }
    lib.destroy_id(id);
    s->cm->id[i] = NULL;
  }
}

void cm_close(struct session *s) {
  if (s->cm->base) lib.destroy_id(s->cm->base);
  if (s->cm->events) lib.destroy_event_channel(s->cm->events);
  free(s->cm);
  s->cm = NULL;
}
