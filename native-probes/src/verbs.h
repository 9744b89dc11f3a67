/* What the files of the verbs fabric share. libibverbs is opened at run time: its header is needed to build, the library only to measure.
 *
 * Only files that are left out by `make VERBS=0` may include this. */
#ifndef SEATRIAL_VERBS_H
#define SEATRIAL_VERBS_H

#include <infiniband/verbs.h>

#include "probe.h"

/* The functions that are used; members are named like the functions without `ibv_`. post_send, post_recv, poll_cq and req_notify_cq are
 * inline functions of the header that go through the context: they need no symbol. */
#define VERBS_FUNCTIONS(X)                                                                                                        \
  X(get_device_list) X(free_device_list) X(get_device_name) X(open_device) X(close_device) X(query_device) X(query_port)         \
  X(query_gid) X(alloc_pd) X(dealloc_pd) X(reg_mr) X(dereg_mr) X(create_comp_channel) X(destroy_comp_channel) X(create_cq)       \
  X(destroy_cq) X(get_cq_event) X(ack_cq_events) X(create_qp) X(modify_qp) X(destroy_qp) X(wc_status_str) X(event_type_str)      \
  X(get_async_event) X(ack_async_event)
/* NULL where the library is older: reg_dmabuf_mr came with rdma-core 34 (IBVERBS_1.12). */
#define VERBS_OPTIONAL(X) X(reg_dmabuf_mr)

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

#endif
