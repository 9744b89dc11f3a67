/* What the files of the verbs fabric share. libibverbs is opened at run time: its header is needed to build, the library only to measure.
 *
 * Only files that are left out by `make VERBS=0` may include this. */
#ifndef SEATRIAL_VERBS_H
#define SEATRIAL_VERBS_H

#include <infiniband/verbs.h>

#include "gid.h"
#include "verbs_terms.h"

/* The functions that are used; members are named like the functions without `ibv_`. post_send, post_recv, poll_cq and req_notify_cq are
 * inline functions of the header that go through the context: they need no symbol. */
#define VERBS_FUNCTIONS(X)                                                                                                        \
  X(get_device_list) X(free_device_list) X(get_device_name) X(open_device) X(close_device) X(query_device) X(query_port)         \
  X(alloc_pd) X(dealloc_pd) X(reg_mr) X(dereg_mr) X(create_comp_channel) X(destroy_comp_channel) X(create_cq)                    \
  X(destroy_cq) X(get_cq_event) X(ack_cq_events) X(create_qp) X(modify_qp) X(destroy_qp) X(wc_status_str) X(event_type_str)      \
  X(get_async_event) X(ack_async_event)
/* May be NULL: reg_dmabuf_mr came with rdma-core 34 (IBVERBS_1.12); query_qp is for the result only. */
#define VERBS_OPTIONAL(X) X(reg_dmabuf_mr) X(query_qp)

struct verbs_library {
/* ibv_reg_mr and ibv_query_port are macros too; pasted together and not followed by a parenthesis they stay functions. */
#define VERBS_MEMBER(name) __typeof__(ibv_##name) *name;
  VERBS_FUNCTIONS(VERBS_MEMBER)
  VERBS_OPTIONAL(VERBS_MEMBER)
#undef VERBS_MEMBER
};

/* Opens libibverbs.so.1 once for the whole process. NULL with `why` (CODE_UNAVAILABLE) when it is not there or too old. */
const struct verbs_library *verbs_library(struct failure *why);
/* ibv_query_port without the library symbol that the header's inline function would need. 0 or an errno. */
int verbs_query_port(const struct verbs_library *v, struct ibv_context *context, uint8_t port, struct ibv_port_attr *attr);

/* More than a measurement's own queue pairs can cause between two looks. */
#define KEPT_EVENTS 64

/* An open device with one of its ports and the GID by which that port is known. */
struct verbs_port {
  const struct verbs_library *v;
  struct ibv_context *context;
  bool borrowed; /* the context is librdmacm's: it closes it */
  struct ibv_pd *pd;
  char device[64];
  uint8_t port;
  struct ibv_port_attr attr;
  struct ibv_device_attr limits;
  struct gid_entry gid; /* index < 0: the port has none (iWARP, InfiniBand within a subnet) */
  const char *kind;     /* fabric kind of wire/FORMAT.md */
  long long numa;       /* the device's node, -1 = unknown */
  /* verbs_events.c */
  struct verbs_port *next;
  unsigned kept;
  struct ibv_async_event event[KEPT_EVENTS];
};

/* verbs_port.c. Opens what the request's device, device_port, gid_* and bind name. `by_address`: `bind` must be the address of a GID (it
 * is only preferred otherwise). 0 or a code with op->failure set. Close it in any case. */
int verbs_port_open(struct op *op, bool by_address, struct verbs_port *port);
/* The same over a context that librdmacm has opened. */
int verbs_port_borrow(struct op *op, struct ibv_context *context, uint8_t number, struct verbs_port *port);
/* Reads gid_* and bind. 0 or CODE_USAGE. */
int verbs_wish_read(struct op *op, bool by_address, struct gid_wish *wish);
void verbs_port_close(struct verbs_port *port);
bool verbs_is_ethernet(const struct verbs_port *port);
bool verbs_is_iwarp(const struct verbs_port *port);
/* Bytes of an enum ibv_mtu (0 when it is none), and back. */
long long verbs_mtu_bytes(enum ibv_mtu mtu);
enum ibv_mtu verbs_mtu_of(long long bytes);

/* verbs_failure.c. What a failed call means, and what to do. `err` is an errno; the text says on what the call failed. Returns the code. */
int verbs_failed(struct failure *failure, const struct verbs_port *port, const char *call, int err, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
/* A completion with an error. Returns the code. */
int verbs_completion_failed(struct failure *failure, const struct verbs_port *port, const struct ibv_wc *wc);

/* verbs_events.c. From when a port is watched until it is not, no event of its device is lost to it; the port stays where it is. */
void verbs_watch(struct verbs_port *port);
void verbs_unwatch(struct verbs_port *port);
/* Reads the device's asynchronous events that have come: 0, or a code when one of them ends the measurement (port down, device gone, or an
 * error of one of its `n` queue pairs; a device that librdmacm opened also tells of those of other measurements). */
int verbs_async_events(struct failure *failure, struct verbs_port *port, struct ibv_qp *const *qp, unsigned n);

/* verbs_path.c. RoCEv2's UDP source port, by which switches choose among equal paths. Formulas of rdma-core and
 * the kernel: ibv_flow_label_to_udp_sport, rdma_calc_flow_label. */
uint16_t verbs_source_port(uint32_t flow_label);
/* The flow label that is used when none is set. */
uint32_t verbs_flow_label_of(uint32_t local_qpn, uint32_t remote_qpn);

#endif
