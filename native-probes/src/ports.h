/* What an RDMA device is, and what its ports are. */
#ifndef SEATRIAL_PORTS_H
#define SEATRIAL_PORTS_H

#include "probe.h"

#define LOOKED_PORTS 256

/* A port as libibverbs tells it. */
struct looked_port {
  char device[64];
  long long port, active_mtu, max_mtu; /* bytes */
  long long vendor_id;
  bool active;
};

/* What libibverbs says of this host. `verdict` and `why`: `verbs` and `verbs_why` of the event `info` in wire/FORMAT.md. */
struct verbs_look {
  const char *verdict;
  char why[480];
  size_t n;
  struct looked_port port[LOOKED_PORTS];
};

/* verbs_look.c, or verbs_none.c in a probe without verbs. Bounded: a device whose firmware does not answer costs a few seconds, and is
 * named. Does not look where `root` stands for another host, or where this code is a guest in another process. */
void verbs_look(struct op *op, struct verbs_look *look);

/* What tells fabrics apart. Numbers are -1 and texts empty where unknown. */
struct device_facts {
  long long node_type; /* of sysfs: 1 channel adapter, 4 RNIC, 5 and 6 usNIC, 7 unspecified */
  long long vendor_id; /* from verbs */
  bool names_parent;   /* has the attribute `parent`, which only rxe makes */
  bool counts;         /* has hw_counters */
  char driver[64];     /* of the bus device behind it; of rxe and siw on older kernels the driver of their Ethernet interface */
  const char *link_layer;
  bool roce2, roce1; /* has GIDs of that type */
};

/* The fabric kind of wire/FORMAT.md. */
const char *fabric_kind(const struct device_facts *facts);

/* "400 Gb/sec (4X NDR)" in bit/s, and its lanes; "16.0 GT/s PCIe" in MT/s. -1 when the text is no such thing. */
long long parse_rate(const char *text);
long long parse_lanes(const char *text);
long long parse_pcie_speed(const char *text);

/* Emits a `port` event for every RDMA port of the tree, each followed by its `gid` events. */
void ports_emit(struct op *op, const struct verbs_look *look);

#endif
