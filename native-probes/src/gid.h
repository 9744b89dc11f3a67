/* The GID table of a port: reading it from sysfs, and choosing the entry that a connection uses. No verbs needed. */
#ifndef SEATRIAL_GID_H
#define SEATRIAL_GID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum gid_type { GID_TYPE_UNKNOWN, GID_TYPE_V1, GID_TYPE_V2 }; /* "IB/RoCE v1" (InfiniBand and iWARP too), "RoCE v2" */
enum gid_family { GID_ANY, GID_IPV4, GID_IPV6 };
#define GID_TABLE_MAX 1024

struct gid_entry {
  int index;
  uint8_t gid[16];
  enum gid_type type;
  char netdev[64]; /* the interface whose address it carries, empty = unknown */
};

/* What is wanted; {.index = -1} wants whatever is best. */
struct gid_wish {
  long long index;
  enum gid_type type; /* UNKNOWN: v2 where the table has it */
  enum gid_family family;
  bool has_address;
  uint8_t address[16]; /* as a GID: IPv4 mapped */
};

/* Reads the entries in use, in rising index, from `root`/sys/class/infiniband/DEVICE/ports/PORT. Tables are sparse: an entry that cannot
 * be read (EINVAL) or is zero is not in use. Returns how many; 0 as well when there is no such port. */
size_t gid_table_read(const char *root, const char *device, int port, struct gid_entry *table, size_t size);
/* The best entry for a wish, NULL when none fits. Rank: type, then IPv4-mapped before routable IPv6 before link-local, then lowest index. */
const struct gid_entry *gid_choose(const struct gid_entry *table, size_t n, const struct gid_wish *wish);
/* An IPv4 or IPv6 address as the GID that carries it. False when the text is no such address. */
bool gid_of_address(const char *text, uint8_t gid[16]);
/* As sysfs prints it: eight groups of four digits. `text` holds 40 bytes. */
void gid_text(const uint8_t gid[16], char *text);
/* The type as sysfs writes it, "" for an unknown one. */
const char *gid_type_text(enum gid_type type);
/* `roce2`, `roce1`, or NULL. */
const char *gid_type_name(enum gid_type type);

#endif
