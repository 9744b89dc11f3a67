/* Files are opened for every reading. It costs 2 us more than a descriptor held open, but 8 NICs with 100 files each would use up the
 * usual 1024 descriptors, and a descriptor held over a driver reset reads nothing for ever. */
#include "counters.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

struct reading {
  const char *folder;
  counter_visitor visit;
  void *context;
  int n;
};

static void read_counter(void *context, const char *name) {
  struct reading *reading = context;
  char text[64];
  uint64_t value;
  /* A setting among the counters: how often, in ms, the driver refreshes them. */
  if (strcmp(name, "lifespan") == 0) return;
  if (!read_file(text, sizeof text, "%s/%s", reading->folder, name) || !parse_number(text, &value)) return;
  reading->visit(reading->context, name, value);
  reading->n++;
}

int counters_from_files(const char *folder, counter_visitor visit, void *context) {
  struct reading reading = {.folder = folder, .visit = visit, .context = context};
  return each_entry(folder, read_counter, &reading) ? reading.n : -1;
}

static bool ethtool(int fd, const char *netdev, void *command) {
  struct ifreq request = {.ifr_data = command};
  format(request.ifr_name, sizeof request.ifr_name, "%s", netdev);
  return ioctl(fd, SIOCETHTOOL, &request) == 0;
}

/* `*` is any text, `?` any character. */
static bool matches(const char *glob, const char *name) {
  for (; *glob && *glob != '*'; glob++, name++)
    if (!*name || (*glob != '?' && *glob != *name)) return false;
  if (!*glob) return !*name;
  for (; *name; name++)
    if (matches(glob + 1, name)) return true;
  return matches(glob + 1, name);
}

bool counter_wanted(const struct counter_filter *filter, const char *name) {
  if (!filter || !filter->n) return true;
  for (unsigned i = 0; i < filter->n; i++)
    if (matches(filter->globs[i], name)) return true;
  return false;
}

#define NAMES_FRESH_NS 1000000000u

struct ethtool_names {
  uint32_t index;
  char name[ETH_GSTRING_LEN + 1];
};

static uint32_t ethtool_count(int fd, const char *netdev) {
  struct {
    struct ethtool_sset_info head;
    uint32_t n[2];
  } info = {.head = {.cmd = ETHTOOL_GSSET_INFO, .sset_mask = 1u << ETH_SS_STATS}};
  return ethtool(fd, netdev, &info) && info.head.sset_mask ? info.n[0] : 0;
}

static void want_names(struct ethtool_reader *reader, const struct ethtool_gstrings *names, const struct counter_filter *filter) {
  uint32_t n = names->len < reader->n ? names->len : reader->n;
  reader->n_wanted = 0;
  for (uint32_t i = 0; i < n; i++) {
    struct ethtool_names *wanted = &reader->wanted[reader->n_wanted];
    /* A name may fill its 32 bytes without a NUL; some drivers pad with spaces. */
    char name[ETH_GSTRING_LEN + 1] = {0};
    memcpy(name, names->data + i * ETH_GSTRING_LEN, ETH_GSTRING_LEN);
    const char *start = name + strspn(name, " ");
    if (!*start || !counter_wanted(filter, start)) continue;
    format(wanted->name, sizeof wanted->name, "%s", start);
    wanted->index = i;
    reader->n_wanted++;
  }
}

static bool resize(struct ethtool_reader *reader, uint32_t n) {
  struct ethtool_stats *stats = realloc(reader->stats, sizeof *stats + n * sizeof(uint64_t));
  if (stats) reader->stats = stats;
  struct ethtool_names *wanted = realloc(reader->wanted, n * sizeof *wanted);
  if (wanted) reader->wanted = wanted;
  reader->n = stats && wanted ? n : 0;
  return reader->n != 0;
}

static bool ask_names(struct ethtool_reader *reader, const char *netdev, uint32_t n, const struct counter_filter *filter) {
  struct ethtool_gstrings *names = calloc(1, sizeof *names + n * (size_t)ETH_GSTRING_LEN);
  bool asked = names && resize(reader, n);
  if (asked) *names = (struct ethtool_gstrings){.cmd = ETHTOOL_GSTRINGS, .string_set = ETH_SS_STATS, .len = n};
  asked = asked && ethtool(reader->fd, netdev, names);
  if (asked) want_names(reader, names, filter);
  reader->named_ns = asked ? now_ns() : 0;
  free(names);
  return asked;
}

int counters_from_ethtool(struct ethtool_reader *reader, const char *netdev, const struct counter_filter *filter, counter_visitor visit, void *context) {
  if (!reader->open) reader->fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  reader->open = reader->fd >= 0;
  uint32_t n = reader->open ? ethtool_count(reader->fd, netdev) : 0;
  if (!n) return reader->named_ns = 0, -1;
  bool fresh = n == reader->n && reader->named_ns && now_ns() - reader->named_ns < NAMES_FRESH_NS;
  if (!fresh && !ask_names(reader, netdev, n, filter)) return -1;
  *reader->stats = (struct ethtool_stats){.cmd = ETHTOOL_GSTATS, .n_stats = n};
  if (!ethtool(reader->fd, netdev, reader->stats) || reader->stats->n_stats != n) return reader->named_ns = 0, -1;
  for (uint32_t i = 0; i < reader->n_wanted; i++) visit(context, reader->wanted[i].name, reader->stats->data[reader->wanted[i].index]);
  return (int)n;
}

void ethtool_close(struct ethtool_reader *reader) {
  if (reader->open) close(reader->fd);
  free(reader->stats);
  free(reader->wanted);
}

/* "   rx_bytes: 12" -> visit("rx_bytes", 12). Changes the line. */
static int visit_text_line(char *text, const struct counter_filter *filter, counter_visitor visit, void *context) {
  uint64_t value;
  char *colon = strrchr(text, ':');
  if (!colon) return 0;
  *colon = 0;
  const char *name = text + strspn(text, " \t"), *number = colon + 1 + strspn(colon + 1, " \t");
  if (!*name || !parse_number(number, &value)) return 0;
  if (counter_wanted(filter, name)) visit(context, name, value);
  return 1;
}

int counters_from_text(const char *path, const struct counter_filter *filter, counter_visitor visit, void *context) {
  size_t size = 256 << 10;
  char *text = malloc(size), *save, *next;
  int n = 0;
  if (!text || !read_file(text, size, "%s", path)) return free(text), -1;
  for (next = strtok_r(text, "\n", &save); next; next = strtok_r(NULL, "\n", &save)) n += visit_text_line(next, filter, visit, context);
  free(text);
  return n;
}

static int visit_netstat(char *names, char *values, counter_visitor visit, void *context) {
  static const char *const WANTED[] = {"InNoECTPkts", "InECT1Pkts", "InECT0Pkts", "InCEPkts"};
  static const struct counter_filter FILTER = {WANTED, sizeof WANTED / sizeof *WANTED};
  char *save_name, *save_value, *name = strtok_r(names, " ", &save_name), *text = strtok_r(values, " ", &save_value);
  uint64_t value;
  int n = 0;
  for (; name && text; name = strtok_r(NULL, " ", &save_name), text = strtok_r(NULL, " ", &save_value)) {
    if (!counter_wanted(&FILTER, name) || !parse_number(text, &value)) continue;
    visit(context, name, value);
    n++;
  }
  return n;
}

/* Two lines for each group: its names, then its values. */
int counters_from_netstat(const char *path, counter_visitor visit, void *context) {
  char text[16384], *save, *names, *values;
  if (!read_file(text, sizeof text, "%s", path)) return -1;
  for (names = strtok_r(text, "\n", &save); names; names = strtok_r(NULL, "\n", &save)) {
    values = strtok_r(NULL, "\n", &save);
    if (values && strncmp(names, "IpExt:", 6) == 0) return visit_netstat(names, values, visit, context);
  }
  return -1;
}
