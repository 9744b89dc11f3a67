#include "ports.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "events.h"
#include "gid.h"

enum { NODE_CA = 1, NODE_RNIC = 4, NODE_USNIC = 5, NODE_USNIC_UDP = 6, NODE_UNSPECIFIED = 7 };
/* What query_device answers of the kernel's own devices (drivers/infiniband/sw: rxe_param.h, siw.h). */
enum { VENDOR_RXE = 0xffffff, VENDOR_SIW = 0x626d74 };

/* What the callbacks of a walk share. */
struct walk {
  struct op *op;
  const struct verbs_look *look;
  const char *device;
  char dir[512]; /* of the device */
};

/* "2.5" times `unit`; *rest is what follows, and -1 is no number. Digit by digit: no floating point, no locale. */
static long long parse_decimal(const char *text, long long unit, const char **rest) {
  long long value = 0;
  const char *c = text;
  for (; *c >= '0' && *c <= '9' && value < 1000000; c++) value = value * 10 + (*c - '0');
  *rest = c;
  if (c == text) return -1;
  value *= unit;
  if (*c == '.')
    for (c++; *c >= '0' && *c <= '9' && unit > 1; c++) value += (*c - '0') * (unit /= 10);
  *rest = c;
  return value;
}

long long parse_rate(const char *text) {
  const char *rest;
  long long rate = parse_decimal(text, 1000000000, &rest);
  return strncmp(rest, " Gb/sec", 7) == 0 ? rate : -1;
}

long long parse_lanes(const char *text) {
  const char *open = strchr(text, '('), *rest;
  long long lanes = open ? parse_decimal(open + 1, 1, &rest) : -1;
  return lanes > 0 && *rest == 'X' ? lanes : -1;
}

long long parse_pcie_speed(const char *text) {
  const char *rest;
  long long speed = parse_decimal(text, 1000, &rest);
  return strncmp(rest, " GT/s", 5) == 0 ? speed : -1;
}

/* Drivers of interfaces that make RNICs as well as Ethernet. */
static bool makes_rnics(const char *driver) {
  static const char *const NAMES[] = {"ice", "i40e", "idpf", "cxgb3", "cxgb4", "qede", "erdma", "nes"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (strcmp(NAMES[i], driver) == 0) return true;
  return false;
}

/* siw has no mark of its own in sysfs, but it never has hw_counters. Newer kernels show no device behind it; older ones show that
 * of its interface, which may make RNICs too. Where neither verbs nor sysfs can tell, the answer is
 * "unknown", which is compared with nothing. */
static const char *rnic_kind(const struct device_facts *facts) {
  if (facts->vendor_id == VENDOR_SIW) return "soft-iwarp";
  if (facts->vendor_id >= 0 || facts->counts) return "iwarp";
  return makes_rnics(facts->driver) ? "unknown" : "soft-iwarp";
}

const char *fabric_kind(const struct device_facts *facts) {
  if (facts->node_type == NODE_UNSPECIFIED || strcmp(facts->driver, "efa") == 0) return "efa";
  if (facts->node_type == NODE_USNIC || facts->node_type == NODE_USNIC_UDP) return "usnic";
  if (facts->node_type == NODE_RNIC) return rnic_kind(facts);
  if (facts->node_type != NODE_CA) return "unknown";
  /* rxe calls itself a channel adapter. Only it has the attribute `parent`, on every kernel; the driver behind it may be a real NIC's. */
  if (facts->names_parent || facts->vendor_id == VENDOR_RXE) return "soft-roce";
  if (strcmp(facts->link_layer, "InfiniBand") == 0) return "infiniband";
  if (strcmp(facts->link_layer, "Ethernet") != 0) return "unknown";
  return facts->roce2 ? "roce2" : facts->roce1 ? "roce1" : "unknown";
}

/* An integer from a small file; -1 when unknown. NUMA node -1 means "no node" to the kernel, and so it is unknown here. */
static long long read_number(const char *dir, const char *file) {
  char text[64];
  uint64_t value;
  if (!read_file(text, sizeof text, "%s/%s", dir, file) || !parse_number(text, &value)) return -1;
  return (long long)value;
}

/* "4: ACTIVE" -> "ACTIVE" */
static void read_state(char *state, size_t size, const char *dir, const char *file) {
  char text[64];
  read_file(text, sizeof text, "%s/%s", dir, file);
  const char *colon = strchr(text, ':');
  const char *name = colon ? colon + 1 : text;
  while (*name == ' ') name++;
  format(state, size, "%s", name);
}

static void keep_first(void *context, const char *name) {
  char *first = context;
  if (!*first) format(first, 64, "%s", name);
}

/* RoCE says it per GID, rxe in an attribute; InfiniBand (and old kernels) only through the PCI device, which IPoIB interfaces share. */
static void read_netdev(const struct walk *walk, const char *port_dir, char netdev[64]) {
  char path[1024];
  if (read_file(netdev, 64, "%s/gid_attrs/ndevs/0", port_dir) && *netdev) return;
  if (read_file(netdev, 64, "%s/parent", walk->dir) && *netdev) return;
  format(path, sizeof path, "%s/device/net", walk->dir);
  netdev[0] = 0;
  each_entry(path, keep_first, netdev);
}

/* The bond that the interface belongs to, or is. A master without `bonding` is a bridge or a VRF. */
static void read_bond(const char *root, const char *netdev, char bond[64]) {
  char path[1024];
  bond[0] = 0;
  if (!*netdev) return;
  format(path, sizeof path, "%s/sys/class/net/%s/bonding", root, netdev);
  if (access(path, F_OK) == 0) return format(bond, 64, "%s", netdev);
  format(path, sizeof path, "%s/sys/class/net/%s/master/bonding", root, netdev);
  if (access(path, F_OK) == 0) read_link_name(bond, 64, "%s/sys/class/net/%s/master", root, netdev);
}

/* "0000:3b:00.0"; other buses have other names and no PCI Express speed. */
static bool is_pci_address(const char *name) {
  return strlen(name) >= 12 && name[4] == ':' && name[7] == ':' && name[10] == '.';
}

static long long read_pcie_speed(const char *dir, const char *file) {
  char text[64];
  return read_file(text, sizeof text, "%s/device/%s", dir, file) ? parse_pcie_speed(text) : -1;
}

static void read_pci(const char *dir, struct port_info *port) {
  port->pci_speed = port->pci_width = port->pci_max_speed = port->pci_max_width = -1;
  if (!read_link_name(port->pci, sizeof port->pci, "%s/device", dir) || !is_pci_address(port->pci)) {
    port->pci[0] = 0;
    return;
  }
  port->pci_speed = read_pcie_speed(dir, "current_link_speed");
  port->pci_max_speed = read_pcie_speed(dir, "max_link_speed");
  port->pci_width = read_number(dir, "device/current_link_width");
  port->pci_max_width = read_number(dir, "device/max_link_width");
  /* The kernel says 0 lanes for a device that is not reachable. */
  if (port->pci_width == 0) port->pci_width = -1;
}

static const struct looked_port *looked_at(const struct walk *walk, long long port) {
  for (size_t i = 0; i < walk->look->n; i++)
    if (walk->look->port[i].port == port && strcmp(walk->look->port[i].device, walk->device) == 0) return &walk->look->port[i];
  return NULL;
}

static bool has(const char *dir, const char *name) {
  char path[1024];
  format(path, sizeof path, "%s/%s", dir, name);
  return access(path, F_OK) == 0;
}

static const char *kind_of(const struct walk *walk, const char *port_dir, const struct port_info *port, const struct gid_entry *gids, size_t n) {
  char type[32];
  struct device_facts facts = {.node_type = -1, .vendor_id = -1, .link_layer = port->link_layer};
  const struct looked_port *looked = looked_at(walk, port->port);
  read_file(type, sizeof type, "%s/node_type", walk->dir);
  if (*type >= '0' && *type <= '9') facts.node_type = *type - '0';
  if (looked) facts.vendor_id = looked->vendor_id;
  facts.names_parent = has(walk->dir, "parent");
  facts.counts = has(port_dir, "hw_counters") || has(walk->dir, "hw_counters");
  read_link_name(facts.driver, sizeof facts.driver, "%s/device/driver", walk->dir);
  for (size_t i = 0; i < n; i++) {
    facts.roce2 |= gids[i].type == GID_TYPE_V2;
    facts.roce1 |= gids[i].type == GID_TYPE_V1;
  }
  return fabric_kind(&facts);
}

static void read_port(const struct walk *walk, const char *port_dir, struct port_info *port) {
  char rate[64];
  const struct looked_port *looked = looked_at(walk, port->port);
  read_state(port->state, sizeof port->state, port_dir, "state");
  read_state(port->phys_state, sizeof port->phys_state, port_dir, "phys_state");
  read_file(port->link_layer, sizeof port->link_layer, "%s/link_layer", port_dir);
  read_file(rate, sizeof rate, "%s/rate", port_dir);
  port->rate = parse_rate(rate);
  port->width = parse_lanes(rate);
  port->numa = read_number(walk->dir, "device/numa_node");
  read_netdev(walk, port_dir, port->netdev);
  port->max_mtu = looked ? looked->max_mtu : -1;
  port->active_mtu = looked ? looked->active_mtu : -1;
  read_file(port->fw, sizeof port->fw, "%s/fw_ver", walk->dir);
  read_file(port->board, sizeof port->board, "%s/board_id", walk->dir);
  read_pci(walk->dir, port);
  read_bond(walk->op->root, port->netdev, port->bond);
}

static void emit_gid(const struct walk *walk, const struct port_info *port, const struct gid_entry *entry) {
  struct gid_info gid = {.index = entry->index};
  gid_text(entry->gid, gid.gid);
  format(gid.type, sizeof gid.type, "%s", gid_type_text(entry->type));
  format(gid.netdev, sizeof gid.netdev, "%s", entry->netdev);
  event_gid(walk->op->sink, walk->op->id, port, &gid);
}

static void port_entry(void *context, const char *name) {
  struct walk *walk = context;
  struct port_info port = {.device = walk->device};
  struct gid_entry *gids = calloc(GID_TABLE_MAX, sizeof *gids);
  char dir[768];
  uint64_t number;
  if (!parse_number(name, &number) || number > INT32_MAX) return free(gids);
  port.port = (long long)number;
  format(dir, sizeof dir, "%s/ports/%s", walk->dir, name);
  read_port(walk, dir, &port);
  size_t n = gids ? gid_table_read(walk->op->root, walk->device, (int)number, gids, GID_TABLE_MAX) : 0;
  port.gids = (long long)n;
  port.fabric = kind_of(walk, dir, &port, gids, n);
  event_port(walk->op->sink, walk->op->id, &port);
  for (size_t i = 0; i < n; i++) emit_gid(walk, &port, &gids[i]);
  free(gids);
}

static void device_entry(void *context, const char *name) {
  struct walk *walk = context;
  char path[520];
  walk->device = name;
  format(walk->dir, sizeof walk->dir, "%s/sys/class/infiniband/%s", walk->op->root, name);
  format(path, sizeof path, "%s/ports", walk->dir);
  each_entry(path, port_entry, walk);
}

void ports_emit(struct op *op, const struct verbs_look *look) {
  struct walk walk = {.op = op, .look = look};
  char path[512];
  format(path, sizeof path, "%s/sys/class/infiniband", op->root);
  each_entry(path, device_entry, &walk);
}
