#include "gid.h"

#include <arpa/inet.h>
#include <string.h>

#include "probe.h"

static const uint8_t NO_GID[16];
static const uint8_t MAPPED[12] = {[10] = 0xff, [11] = 0xff};

static bool is_mapped(const uint8_t *gid) {
  return memcmp(gid, MAPPED, sizeof MAPPED) == 0;
}

static bool is_link_local(const uint8_t *gid) {
  return gid[0] == 0xfe && (gid[1] & 0xc0) == 0x80;
}

/* "fe80:0000:0000:0000:5054:00ff:fe00:0001" */
static bool parse_gid(const char *text, uint8_t gid[16]) {
  return inet_pton(AF_INET6, text, gid) == 1;
}

struct table {
  char dir[512];
  struct gid_entry *entry;
  size_t n, size;
};

const char *gid_type_text(enum gid_type type) {
  return type == GID_TYPE_V2 ? "RoCE v2" : type == GID_TYPE_V1 ? "IB/RoCE v1" : "";
}

static enum gid_type read_type(const struct table *table, const char *name) {
  char text[32];
  if (!read_file(text, sizeof text, "%s/gid_attrs/types/%s", table->dir, name)) return GID_TYPE_UNKNOWN;
  if (strcmp(text, gid_type_text(GID_TYPE_V2)) == 0) return GID_TYPE_V2;
  return strcmp(text, gid_type_text(GID_TYPE_V1)) == 0 ? GID_TYPE_V1 : GID_TYPE_UNKNOWN;
}

static void read_entry(void *context, const char *name) {
  struct table *table = context;
  struct gid_entry entry;
  char text[64];
  uint64_t index;
  if (table->n == table->size || !parse_number(name, &index) || index > INT32_MAX) return;
  if (!read_file(text, sizeof text, "%s/gids/%s", table->dir, name) || !parse_gid(text, entry.gid)) return;
  if (memcmp(entry.gid, NO_GID, sizeof NO_GID) == 0) return;
  entry.index = (int)index;
  entry.type = read_type(table, name);
  read_file(entry.netdev, sizeof entry.netdev, "%s/gid_attrs/ndevs/%s", table->dir, name);
  /* Names come in text order (1, 10, 2): entries are put in their place. */
  size_t at = table->n++;
  for (; at > 0 && table->entry[at - 1].index > entry.index; at--) table->entry[at] = table->entry[at - 1];
  table->entry[at] = entry;
}

size_t gid_table_read(const char *root, const char *device, int port, struct gid_entry *entry, size_t size) {
  struct table table = {.entry = entry, .size = size};
  char gids[520];
  format(table.dir, sizeof table.dir, "%s/sys/class/infiniband/%s/ports/%d", root, device, port);
  format(gids, sizeof gids, "%s/gids", table.dir);
  each_entry(gids, read_entry, &table);
  return table.n;
}

static bool has_type(const struct gid_entry *table, size_t n, enum gid_type type) {
  for (size_t i = 0; i < n; i++)
    if (table[i].type == type) return true;
  return false;
}

/* Lower is better. IPv4 first, since that is what most RoCE fabrics route; a link-local GID reaches no other subnet. */
static int rank(const struct gid_entry *entry) {
  return is_mapped(entry->gid) ? 0 : is_link_local(entry->gid) ? 2 : 1;
}

static bool fits(const struct gid_entry *entry, const struct gid_wish *wish, enum gid_type type) {
  if (wish->index >= 0) return entry->index == wish->index;
  if (type != GID_TYPE_UNKNOWN && entry->type != type) return false;
  if (wish->family == GID_IPV4 && !is_mapped(entry->gid)) return false;
  if (wish->family == GID_IPV6 && is_mapped(entry->gid)) return false;
  return !wish->has_address || memcmp(entry->gid, wish->address, sizeof wish->address) == 0;
}

const struct gid_entry *gid_choose(const struct gid_entry *table, size_t n, const struct gid_wish *wish) {
  enum gid_type type = wish->type;
  if (type == GID_TYPE_UNKNOWN && has_type(table, n, GID_TYPE_V2)) type = GID_TYPE_V2;
  const struct gid_entry *best = NULL;
  for (size_t i = 0; i < n; i++)
    if (fits(&table[i], wish, type) && (!best || rank(&table[i]) < rank(best))) best = &table[i];
  return best;
}

bool gid_of_address(const char *text, uint8_t gid[16]) {
  memcpy(gid, MAPPED, sizeof MAPPED);
  if (inet_pton(AF_INET, text, gid + sizeof MAPPED) == 1) return true;
  char address[64];
  format(address, sizeof address, "%.*s", (int)strcspn(text, "%"), text);
  return inet_pton(AF_INET6, address, gid) == 1;
}

void gid_text(const uint8_t gid[16], char *text) {
  for (int i = 0; i < 16; i += 2) format(text + i / 2 * 5, 6, "%02x%02x%s", gid[i], gid[i + 1], i < 14 ? ":" : "");
}

const char *gid_type_name(enum gid_type type) {
  return type == GID_TYPE_V2 ? "roce2" : type == GID_TYPE_V1 ? "roce1" : NULL;
}
