/* Which devices libibverbs sees, and what it tells of their ports that sysfs does not: the MTUs, and the vendor by which software is known.
 *
 * The calls go to drivers and firmware and may hang, so they run in a thread of their own; when it has said nothing for PATIENCE_NS the
 * answer is "no-answer", with the call that is waited for, and the thread is left behind: nothing can end it before the driver lets go. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ports.h"
#include "verbs.h"

#define PATIENCE_NS 5000000000u

/* Belongs to both threads; whoever leaves last frees it. */
struct inquiry {
  struct verbs_look look;
  atomic_int leaving;
  int done[2];        /* a pipe: the thread writes one byte at its end */
  char doing[128];    /* the call that runs; read when it does not come back: may be torn, is only text */
  const struct verbs_library *v;
};

static void leave(struct inquiry *q) {
  if (atomic_fetch_add(&q->leaving, 1) == 0) return;
  close(q->done[0]);
  close(q->done[1]);
  free(q);
}

static void say(struct verbs_look *look, const char *verdict, const char *what, int err, const char *hint) {
  look->verdict = verdict;
  if (err) format(look->why, sizeof look->why, "%s: %s; %s", what, strerror(err), hint);
  else format(look->why, sizeof look->why, "%s; %s", what, hint);
}

static long long mtu_or_unknown(enum ibv_mtu mtu) {
  long long bytes = verbs_mtu_bytes(mtu);
  return bytes ? bytes : -1;
}

static void ask_port(struct inquiry *q, struct ibv_context *context, const char *device, uint8_t number, long long vendor) {
  struct verbs_look *look = &q->look;
  struct ibv_port_attr attr;
  if (look->n == LOOKED_PORTS) return;
  format(q->doing, sizeof q->doing, "%s: ibv_query_port of port %d", device, number);
  int err = verbs_query_port(q->v, context, number, &attr);
  if (err) return say(look, "call-failed", q->doing, err, "the driver's messages in dmesg may tell more");
  struct looked_port *port = &look->port[look->n++];
  *port = (struct looked_port){.port = number, .vendor_id = vendor, .active = attr.state == IBV_PORT_ACTIVE};
  format(port->device, sizeof port->device, "%s", device);
  port->active_mtu = mtu_or_unknown(attr.active_mtu);
  port->max_mtu = mtu_or_unknown(attr.max_mtu);
}

static void ask_device(struct inquiry *q, struct ibv_device *device) {
  const char *name = q->v->get_device_name(device);
  struct ibv_device_attr attr;
  format(q->doing, sizeof q->doing, "%s: ibv_open_device", name);
  errno = 0;
  struct ibv_context *context = q->v->open_device(device);
  if (!context)
    return say(&q->look, "call-failed", q->doing, errno ? errno : EIO, "is /dev/infiniband there and readable, and the driver healthy (dmesg)?");
  format(q->doing, sizeof q->doing, "%s: ibv_query_device", name);
  int err = q->v->query_device(context, &attr);
  if (err) say(&q->look, "call-failed", q->doing, err, "the driver's messages in dmesg may tell more");
  for (int p = 1; !err && p <= attr.phys_port_cnt; p++) ask_port(q, context, name, (uint8_t)p, attr.vendor_id);
  format(q->doing, sizeof q->doing, "%s: ibv_close_device", name);
  q->v->close_device(context);
}

/* One active port is enough to measure over: what failed on other devices is not the host's answer then. */
static void judge(struct verbs_look *look) {
  size_t active = 0;
  for (size_t i = 0; i < look->n; i++) active += look->port[i].active;
  if (active) {
    look->verdict = "ok";
    look->why[0] = 0;
  } else if (!look->verdict) {
    format(look->why, sizeof look->why, "none of %zu ports is ACTIVE; look at cables, transceivers, switch ports and (InfiniBand) the subnet manager",
           look->n);
    look->verdict = "no-active-port";
  }
}

static void ask_all(struct inquiry *q) {
  struct verbs_look *look = &q->look;
  struct failure why = {0};
  int n = 0;
  format(q->doing, sizeof q->doing, "ibv_get_device_list");
  q->v = verbs_library(&why);
  if (!q->v) return say(look, "no-library", why.msg, 0, why.hint);
  errno = 0;
  struct ibv_device **list = q->v->get_device_list(&n);
  int err = errno ? errno : EIO;
  if (!list && err == ENOSYS)
    return say(look, "no-kernel-support", q->doing, err, "the kernel has no RDMA: load ib_uverbs and the driver of the device (mlx5_ib, irdma, rdma_rxe ...)");
  if (!list) return say(look, "call-failed", q->doing, err, "the driver's messages in dmesg may tell more");
  if (n == 0) say(look, "no-device", "libibverbs lists no device", 0, "is the driver loaded (`rdma link`), and its provider library installed?");
  for (int i = 0; i < n; i++) ask_device(q, list[i]);
  q->v->free_device_list(list);
  if (n) judge(look);
}

static void *inquire(void *context) {
  struct inquiry *q = context;
  ask_all(q);
  if (write(q->done[1], "", 1) != 1) q->look.verdict = "call-failed";
  leave(q);
  return NULL;
}

/* Waits for the thread; false when it does not answer in time, or the operation has to end. */
static bool answered(struct op *op, struct inquiry *q) {
  uint64_t until = now_ns() + PATIENCE_NS;
  struct pollfd done = {.fd = q->done[0], .events = POLLIN};
  while (now_ns() < until && !op_over(op))
    if (poll(&done, 1, SLICE_MS) == 1) return true;
  return false;
}

static void take_answer(struct op *op, struct inquiry *q, struct verbs_look *look) {
  if (answered(op, q)) {
    *look = q->look;
  } else {
    char what[160];
    format(what, sizeof what, "%s has not returned", q->doing);
    say(look, "no-answer", what, 0, "the driver or the device's firmware hangs: see dmesg; a restart of the host may be needed");
  }
}

static bool start(struct inquiry *q) {
  pthread_t thread;
  if (pipe2(q->done, O_CLOEXEC) != 0) return false;
  if (pthread_create(&thread, NULL, inquire, q) == 0) return pthread_detach(thread), true;
  close(q->done[0]);
  close(q->done[1]);
  return false;
}

void verbs_look(struct op *op, struct verbs_look *look) {
  look->verdict = "not-looked";
  if (op->guest || (strcmp(op->root, "/") != 0 && !getenv("SEATRIAL_ROOT_VERBS"))) return;
  struct inquiry *q = calloc(1, sizeof *q);
  if (!q || !start(q)) {
    free(q);
    return say(look, "call-failed", "verbs", errno, "no thread or memory to look at the devices");
  }
  take_answer(op, q, look);
  leave(q);
}
