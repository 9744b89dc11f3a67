/* What went wrong on a device, in words: the call, the device and port, the system's own text, what it means and what to do. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "verbs.h"

/* The most common reason by far: sessions have 64 KiB to 8 MiB of it, a service manager gives its children its own. */
static void hint_memlock(struct failure *failure) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    fail_hint(failure, "RLIMIT_MEMLOCK is unlimited here: the host's or the device's memory for registrations is used up");
    return;
  }
  char text[sizeof failure->hint];
  format(text, sizeof text,
         "RLIMIT_MEMLOCK is %llu KiB: raise it (memlock unlimited in limits.conf, LimitMEMLOCK=infinity for the service that starts the probe), "
         "then log in again",
         (unsigned long long)limit.rlim_cur / 1024u);
  fail_hint(failure, text);
}

static void hint_limits(struct failure *failure, const struct verbs_port *port) {
  char text[sizeof failure->hint];
  const struct ibv_device_attr *a = &port->limits;
  format(text, sizeof text,
         "the device allows max_qp %d, max_qp_wr %d, max_sge %d, max_cq %d, max_cqe %d; other processes use up the same: ask for less qps, depth "
         "or inline",
         a->max_qp, a->max_qp_wr, a->max_sge, a->max_cq, a->max_cqe);
  fail_hint(failure, text);
}

static void hint_open(struct failure *failure, int err) {
  if (err == EACCES || err == EPERM)
    fail_hint(failure, "this user may not open /dev/infiniband/uverbs*: compare its mode and group, and the container's device list");
  else
    fail_hint(failure, "/dev/infiniband/uverbs* is missing or its provider is not installed: is ib_uverbs loaded, is ibverbs-providers there?");
}

static void hint_route(struct failure *failure) {
  fail_hint(failure, "the kernel has no way from this GID to the peer's: check gid_index, that both are of one subnet or routed, the VLAN, and ping "
                     "the address from `bind`");
}

static bool starts(const char *text, const char *start) {
  return strncmp(text, start, strlen(start)) == 0;
}

static void hint_call(struct failure *failure, const struct verbs_port *port, const char *call, int err) {
  if (err == ENODEV || err == EIO || err == ENXIO)
    fail_hint(failure, "the device has gone: a driver reset, a hot unplug, a lost PCIe link; `dmesg` of that moment tells which");
  else if (starts(call, "ibv_open_device")) hint_open(failure, err);
  else if (starts(call, "ibv_reg_") && err == ENOMEM) hint_memlock(failure);
  else if (starts(call, "ibv_reg_"))
    fail_hint(failure, "the device cannot reach this memory; that of a GPU needs a kernel (5.12) and drivers with dma-buf, or the module "
                       "nvidia-peermem");
  else if (starts(call, "ibv_create_") || starts(call, "rdma_create_qp")) hint_limits(failure, port);
  else if (starts(call, "ibv_modify_qp to RTR")) hint_route(failure);
  else if (starts(call, "ibv_post_")) hint_limits(failure, port);
  else fail_hint(failure, "not to be expected of a healthy driver: `dmesg` may say what it refused; `seatrial-probe info` tells its firmware");
}

int verbs_failed(struct failure *failure, const struct verbs_port *port, const char *call, int err, const char *fmt, ...) {
  char detail[160];
  va_list args;
  va_start(args, fmt);
  if (vsnprintf(detail, sizeof detail, fmt, args) < 0) detail[0] = 0;
  va_end(args);
  int code = starts(call, "ibv_open_device") ? CODE_UNAVAILABLE : CODE_CALL;
  fail(failure, code, "verbs", err, "%s on %s port %d%s%s", call, port->device, port->port, *detail ? ", " : "", detail);
  hint_call(failure, port, call, err);
  return code;
}

/* Status of a completion: what it means here, and where to look. The numbers are those of enum ibv_wc_status. */
static const struct {
  enum ibv_wc_status status;
  int code;
  const char *hint;
} COMPLETIONS[] = {
    {IBV_WC_RETRY_EXC_ERR, CODE_NETWORK,
     "the peer did not acknowledge within timeout x retries: it died, the path drops (PFC, loss, a wrong VLAN or GID), or its MTU is smaller than "
     "`mtu`; look at both ports' counters and ping with full-sized packets"},
    {IBV_WC_RNR_RETRY_EXC_ERR, CODE_NETWORK,
     "the peer had no receive posted for longer than rnr_retries allow: its probe is starved of CPU or gone; 7 = wait for ever"},
    {IBV_WC_WR_FLUSH_ERR, CODE_CALL, "an echo: the queue pair failed before, on this side or the other; the first error is the cause"},
    {IBV_WC_LOC_PROT_ERR, CODE_CALL,
     "this side's buffer is not registered as it was used: a fault of the driver or the probe, or GPU memory was freed"},
    {IBV_WC_REM_ACCESS_ERR, CODE_CALL,
     "the peer's memory refused the access: its registration ended or lacks the right (a stale rkey, a peer that has restarted)"},
    {IBV_WC_REM_INV_REQ_ERR, CODE_CALL, "the peer refused the request: longer than its receive, or more RDMA READs than it answers"},
    {IBV_WC_REM_OP_ERR, CODE_CALL, "the peer could not carry it out: look at the events of its host"},
    {IBV_WC_LOC_QP_OP_ERR, CODE_CALL, "this side's queue pair refused the request: compare size, inline and depth with the device's limits"},
    {IBV_WC_LOC_LEN_ERR, CODE_CALL, "a message is longer than the device, or the posted receive, allows"},
    {IBV_WC_FATAL_ERR, CODE_CALL, "the device has failed: `dmesg` tells whether its firmware was reset"},
};

static void hint_completion(struct failure *failure, enum ibv_wc_status status) {
  for (size_t i = 0; i < sizeof COMPLETIONS / sizeof *COMPLETIONS; i++) {
    if (COMPLETIONS[i].status != status) continue;
    failure->code = COMPLETIONS[i].code;
    fail_hint(failure, COMPLETIONS[i].hint);
  }
}

int verbs_completion_failed(struct failure *failure, const struct verbs_port *port, const struct ibv_wc *wc) {
  fail(failure, CODE_CALL, "completion", 0, "%s port %d, queue pair 0x%x: %s (status %d, vendor_err 0x%x)", port->device, port->port, wc->qp_num,
       port->v->wc_status_str(wc->status), wc->status, wc->vendor_err);
  hint_completion(failure, wc->status);
  return failure->code;
}
