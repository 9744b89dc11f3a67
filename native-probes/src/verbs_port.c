/* From a request to an open device, its port and a GID. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "ports.h"
#include "verbs.h"

long long verbs_mtu_bytes(enum ibv_mtu mtu) {
  return mtu >= IBV_MTU_256 && mtu <= IBV_MTU_4096 ? 128LL << mtu : 0;
}

enum ibv_mtu verbs_mtu_of(long long bytes) {
  enum ibv_mtu mtu = IBV_MTU_256;
  while (mtu < IBV_MTU_4096 && 128LL << mtu < bytes) mtu++;
  return mtu;
}

bool verbs_is_ethernet(const struct verbs_port *port) {
  return port->attr.link_layer == IBV_LINK_LAYER_ETHERNET;
}

bool verbs_is_iwarp(const struct verbs_port *port) {
  return port->context->device->node_type == IBV_NODE_RNIC;
}

/* By the GID that is used, where `info` goes by all that there are. */
static const char *kind_of(struct op *op, const struct verbs_port *port) {
  char parent[64];
  const char *layer = verbs_is_ethernet(port) ? "Ethernet" : port->attr.link_layer == IBV_LINK_LAYER_INFINIBAND ? "InfiniBand" : "";
  struct device_facts facts = {.node_type = port->context->device->node_type, .vendor_id = port->limits.vendor_id, .counts = true, .link_layer = layer,
                               .roce2 = port->gid.type == GID_TYPE_V2, .roce1 = port->gid.type == GID_TYPE_V1};
  facts.names_parent = read_file(parent, sizeof parent, "%s/sys/class/infiniband/%s/parent", op->root, port->device);
  read_link_name(facts.driver, sizeof facts.driver, "%s/sys/class/infiniband/%s/device/driver", op->root, port->device);
  return fabric_kind(&facts);
}

/* Four answers that must not be taken for one another. */
static int no_devices(struct op *op, const char *wanted, int err, int n) {
  if (err == ENOSYS) {
    fail(&op->failure, CODE_UNAVAILABLE, "verbs", err, "ibv_get_device_list");
    fail_hint(&op->failure, "the kernel has no RDMA: load ib_uverbs and the device's driver (mlx5_ib, irdma, rdma_rxe ...)");
  } else if (err) {
    fail(&op->failure, CODE_UNAVAILABLE, "verbs", err, "ibv_get_device_list");
    fail_hint(&op->failure, "may this user, or this container, read /sys/class/infiniband_verbs and open /dev/infiniband?");
  } else if (n == 0) {
    fail(&op->failure, CODE_UNAVAILABLE, "verbs", 0, "this host has no RDMA device that its libibverbs knows, and `%s` was asked for", wanted);
    fail_hint(&op->failure, "is the driver loaded, and the provider library installed? compare `rdma link` with `seatrial-probe info`");
  } else {
    fail(&op->failure, CODE_UNAVAILABLE, "verbs", 0, "there is no RDMA device `%s`", wanted);
    fail_hint(&op->failure, "`seatrial-probe info` lists the devices; names change with the PCI slot and with renaming rules");
  }
  return op->failure.code;
}

static int open_named(struct op *op, struct verbs_port *port) {
  int n = 0, err = 0;
  struct ibv_device *found = NULL;
  errno = 0;
  struct ibv_device **list = port->v->get_device_list(&n);
  if (!list) return no_devices(op, port->device, errno ? errno : EIO, 0);
  for (int i = 0; i < n; i++)
    if (strcmp(port->v->get_device_name(list[i]), port->device) == 0) found = list[i];
  if (found) {
    errno = 0;
    port->context = port->v->open_device(found);
    err = errno;
  }
  port->v->free_device_list(list);
  if (!found) return no_devices(op, port->device, 0, n);
  return port->context ? 0 : verbs_failed(&op->failure, port, "ibv_open_device", err, "%s", "");
}

static int check_port(struct op *op, const struct verbs_port *port) {
  static const char *const STATES[] = {"NOP", "DOWN", "INIT", "ARMED", "ACTIVE", "ACTIVE_DEFER"};
  if (port->attr.state == IBV_PORT_ACTIVE) return 0;
  unsigned state = (unsigned)port->attr.state;
  fail(&op->failure, CODE_UNAVAILABLE, "verbs", 0, "%s port %d is %s, not ACTIVE", port->device, port->port,
       state < sizeof STATES / sizeof *STATES ? STATES[state] : "in an unknown state");
  bool ib = port->attr.link_layer == IBV_LINK_LAYER_INFINIBAND;
  fail_hint(&op->failure, ib ? "INIT: no subnet manager has found it; DOWN: cable, transceiver or switch port"
                             : "cable, transceiver, switch port, or its interface is down");
  return op->failure.code;
}

static int query(struct op *op, struct verbs_port *port) {
  int err = port->v->query_device(port->context, &port->limits);
  if (err) return verbs_failed(&op->failure, port, "ibv_query_device", err, "%s", "");
  if (port->port > port->limits.phys_port_cnt)
    return fail(&op->failure, CODE_UNAVAILABLE, "verbs", 0, "%s has %d ports; port %d was asked for", port->device, port->limits.phys_port_cnt,
                port->port);
  err = verbs_query_port(port->v, port->context, port->port, &port->attr);
  return err ? verbs_failed(&op->failure, port, "ibv_query_port", err, "%s", "") : check_port(op, port);
}

int verbs_wish_read(struct op *op, bool by_address, struct gid_wish *wish) {
  const char *type, *family, *bind;
  *wish = (struct gid_wish){.index = -1};
  if (want_number(op, "gid_index", 0, INT32_MAX, -1, &wish->index) || want_text(op, "gid_type", "", &type)) return op->failure.code;
  if (want_text(op, "gid_family", "", &family) || want_text(op, "bind", "", &bind)) return op->failure.code;
  wish->type = strcmp(type, "roce2") == 0 ? GID_TYPE_V2 : strcmp(type, "roce1") == 0 ? GID_TYPE_V1 : GID_TYPE_UNKNOWN;
  wish->family = strcmp(family, "ipv4") == 0 ? GID_IPV4 : strcmp(family, "ipv6") == 0 ? GID_IPV6 : GID_ANY;
  if (*type && wish->type == GID_TYPE_UNKNOWN)
    return fail(&op->failure, CODE_USAGE, "request", 0, "`gid_type` is `%.40s`; it must be roce2 or roce1", type);
  if (*family && wish->family == GID_ANY)
    return fail(&op->failure, CODE_USAGE, "request", 0, "`gid_family` is `%.40s`; it must be ipv4 or ipv6", family);
  wish->has_address = *bind && gid_of_address(bind, wish->address);
  if (*bind && by_address && !wish->has_address)
    return fail(&op->failure, CODE_USAGE, "request", 0, "`bind` is `%.60s`, which is not a numeric IPv4 or IPv6 address", bind);
  return 0;
}

static int no_gid(struct op *op, const struct verbs_port *port, const struct gid_wish *wish, size_t n) {
  char text[40] = "";
  if (wish->has_address) gid_text(wish->address, text);
  if (wish->index >= 0)
    fail(&op->failure, CODE_USAGE, "gid", 0, "%s port %d has no GID at index %lld (%zu of its entries are in use)", port->device, port->port,
         wish->index, n);
  else
    fail(&op->failure, CODE_UNAVAILABLE, "gid", 0, "%s port %d has no GID%s%s%s%s (%zu entries are in use)", port->device, port->port,
         wish->type == GID_TYPE_V2 ? " of type roce2" : wish->type == GID_TYPE_V1 ? " of type roce1" : "", wish->family == GID_IPV4 ? " of ipv4" : "",
         wish->family == GID_IPV6 ? " of ipv6" : "", wish->has_address ? " for the address of `bind`" : "", n);
  fail_hint(&op->failure, "`seatrial-probe info` lists the GIDs; they come from the addresses of the port's interface, which must be up");
  return op->failure.code;
}

/* InfiniBand addresses by LID within a subnet, and iWARP by IP: they have a GID, but its type and family decide nothing. */
static int choose_gid(struct op *op, bool by_address, struct verbs_port *port) {
  struct gid_wish wish;
  if (verbs_wish_read(op, by_address, &wish)) return op->failure.code;
  struct gid_entry *table = calloc(GID_TABLE_MAX, sizeof *table);
  if (!table) return fail(&op->failure, CODE_CALL, "memory", ENOMEM, "the GID table");
  size_t n = gid_table_read(op->root, port->device, port->port, table, GID_TABLE_MAX);
  bool typed = verbs_is_ethernet(port) && !verbs_is_iwarp(port);
  if (!typed) wish = (struct gid_wish){.index = wish.index};
  const struct gid_entry *best = gid_choose(table, n, &wish);
  if (!best && wish.has_address && !by_address && wish.index < 0) {
    wish.has_address = false;
    best = gid_choose(table, n, &wish);
  }
  port->gid = best ? *best : (struct gid_entry){.index = -1};
  free(table);
  return best || (!typed && wish.index < 0) ? 0 : no_gid(op, port, &wish, n);
}

static void read_numa(struct op *op, struct verbs_port *port) {
  char text[32];
  uint64_t node;
  bool known = read_file(text, sizeof text, "%s/sys/class/infiniband/%s/device/numa_node", op->root, port->device) && parse_number(text, &node);
  port->numa = known ? (long long)node : -1;
}

static int set_up(struct op *op, bool by_address, struct verbs_port *port) {
  int rc = query(op, port);
  if (!rc) rc = choose_gid(op, by_address, port);
  if (rc) return rc;
  port->kind = kind_of(op, port);
  read_numa(op, port);
  /* Its events are looked for in passing and never waited for. */
  fcntl(port->context->async_fd, F_SETFL, O_NONBLOCK);
  verbs_watch(port);
  errno = 0;
  port->pd = port->v->alloc_pd(port->context);
  return port->pd ? 0 : verbs_failed(&op->failure, port, "ibv_alloc_pd", errno, "%s", "");
}

int verbs_port_open(struct op *op, bool by_address, struct verbs_port *port) {
  const char *device;
  long long number;
  *port = (struct verbs_port){.gid.index = -1, .numa = -1, .kind = "unknown"};
  if (want_text(op, "device", NULL, &device) || want_number(op, "device_port", 1, 255, 1, &number)) return op->failure.code;
  port->v = verbs_library(&op->failure);
  if (!port->v) return op->failure.code;
  format(port->device, sizeof port->device, "%s", device);
  port->port = (uint8_t)number;
  int rc = open_named(op, port);
  return rc ? rc : set_up(op, by_address, port);
}

int verbs_port_borrow(struct op *op, struct ibv_context *context, uint8_t number, struct verbs_port *port) {
  *port = (struct verbs_port){.v = verbs_library(&op->failure), .context = context, .borrowed = true, .port = number, .gid.index = -1, .numa = -1};
  if (!port->v) return op->failure.code;
  format(port->device, sizeof port->device, "%s", port->v->get_device_name(context->device));
  return set_up(op, false, port);
}

void verbs_port_close(struct verbs_port *port) {
  verbs_unwatch(port);
  if (port->pd) port->v->dealloc_pd(port->pd);
  if (port->context && !port->borrowed) port->v->close_device(port->context);
  port->pd = NULL;
  port->context = NULL;
}
