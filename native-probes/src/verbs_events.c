/* What devices tell by themselves, beside completions: a port that went down, a device or queue pair that failed.
 *
 * librdmacm opens a device once for the whole process, so measurements that it connects over one device read the same events: whoever reads
 * one keeps it for all of them. */
#include <poll.h>
#include <pthread.h>

#include "verbs.h"

static struct verbs_port *watching;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Events that end a measurement. Others (a port that comes up, a new GID or P_Key) are only acknowledged. */
enum event_scope { OF_DEVICE, OF_PORT, OF_QUEUE_PAIR };
static const struct {
  enum ibv_event_type type;
  enum event_scope scope;
  int code;
  const char *hint;
} EVENTS[] = {
    {IBV_EVENT_PORT_ERR, OF_PORT, CODE_NETWORK, "the link of this port went down: cable, transceiver, switch port, or somebody's `ip link set down`"},
    {IBV_EVENT_DEVICE_FATAL, OF_DEVICE, CODE_CALL, "the device has failed or was removed: `dmesg` tells why; nothing measured on it afterwards counts"},
    {IBV_EVENT_QP_FATAL, OF_QUEUE_PAIR, CODE_CALL, "the queue pair has failed in a way that no completion reports: look at `dmesg`"},
    {IBV_EVENT_QP_REQ_ERR, OF_QUEUE_PAIR, CODE_CALL, "the peer sent a request that this queue pair may not accept"},
    {IBV_EVENT_QP_ACCESS_ERR, OF_QUEUE_PAIR, CODE_CALL, "the peer reached for memory that it was not given"},
    {IBV_EVENT_CQ_ERR, OF_DEVICE, CODE_CALL, "a completion queue overran: a fault of the probe, please report it"},
};

static bool concerns(const struct ibv_async_event *event, enum event_scope scope, const struct verbs_port *port, struct ibv_qp *const *qp, unsigned n) {
  if (scope == OF_DEVICE) return true;
  if (scope == OF_PORT) return event->element.port_num == port->port;
  for (unsigned i = 0; i < n; i++)
    if (qp[i] == event->element.qp) return true;
  return false;
}

static int judge(struct failure *failure, const struct verbs_port *port, const struct ibv_async_event *event, struct ibv_qp *const *qp, unsigned n) {
  for (size_t i = 0; i < sizeof EVENTS / sizeof *EVENTS; i++) {
    if (EVENTS[i].type != event->event_type || !concerns(event, EVENTS[i].scope, port, qp, n)) continue;
    fail(failure, EVENTS[i].code, "device", 0, "%s port %d reports: %s", port->device, port->port, port->v->event_type_str(event->event_type));
    fail_hint(failure, EVENTS[i].hint);
    return failure->code;
  }
  return 0;
}

static bool ends_all(const struct ibv_async_event *event) {
  for (size_t i = 0; i < sizeof EVENTS / sizeof *EVENTS; i++)
    if (EVENTS[i].type == event->event_type) return EVENTS[i].scope != OF_QUEUE_PAIR;
  return false;
}

/* Should nobody look while a whole device's queue pairs fail, then what ends every measurement is not what is lost. */
static void keep(struct verbs_port *port, const struct ibv_async_event *event) {
  if (port->kept < KEPT_EVENTS) port->event[port->kept++] = *event;
  else if (ends_all(event)) port->event[KEPT_EVENTS - 1] = *event;
}

/* With the lock held: the descriptor does not block, but two readers would still take events from each other. */
static void share(const struct verbs_port *port) {
  struct pollfd waiting = {.fd = port->context->async_fd, .events = POLLIN};
  struct ibv_async_event event;
  while (poll(&waiting, 1, 0) > 0 && port->v->get_async_event(port->context, &event) == 0) {
    for (struct verbs_port *each = watching; each; each = each->next)
      if (each->context == port->context) keep(each, &event);
    port->v->ack_async_event(&event);
  }
}

void verbs_watch(struct verbs_port *port) {
  pthread_mutex_lock(&lock);
  port->next = watching;
  watching = port;
  pthread_mutex_unlock(&lock);
}

void verbs_unwatch(struct verbs_port *port) {
  pthread_mutex_lock(&lock);
  struct verbs_port **link = &watching;
  while (*link && *link != port) link = &(*link)->next;
  if (*link) *link = port->next;
  pthread_mutex_unlock(&lock);
}

int verbs_async_events(struct failure *failure, struct verbs_port *port, struct ibv_qp *const *qp, unsigned n) {
  int rc = 0;
  pthread_mutex_lock(&lock);
  share(port);
  for (unsigned i = 0; i < port->kept && !rc; i++) rc = judge(failure, port, &port->event[i], qp, n);
  port->kept = 0;
  pthread_mutex_unlock(&lock);
  return rc;
}
