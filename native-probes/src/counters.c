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

/* The number of statistics changes when a driver is reset or its channels are reconfigured, so it is asked for every reading. */
static uint32_t ethtool_count(int fd, const char *netdev) {
  struct {
    struct ethtool_sset_info head;
    uint32_t n[2];
  } info = {.head = {.cmd = ETHTOOL_GSSET_INFO, .sset_mask = 1u << ETH_SS_STATS}};
  return ethtool(fd, netdev, &info) && info.head.sset_mask ? info.n[0] : 0;
}

static int visit_ethtool(const struct ethtool_gstrings *names, const struct ethtool_stats *stats, counter_visitor visit, void *context) {
  uint32_t n = names->len < stats->n_stats ? names->len : stats->n_stats;
  for (uint32_t i = 0; i < n; i++) {
    /* A name may fill its 32 bytes without a NUL; some drivers pad with spaces. */
    char name[ETH_GSTRING_LEN + 1] = {0};
    memcpy(name, names->data + i * ETH_GSTRING_LEN, ETH_GSTRING_LEN);
    const char *start = name + strspn(name, " ");
    if (*start) visit(context, start, stats->data[i]);
  }
  return (int)n;
}

int counters_from_ethtool(const char *netdev, counter_visitor visit, void *context) {
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), found = -1;
  uint32_t n = fd < 0 ? 0 : ethtool_count(fd, netdev);
  struct ethtool_gstrings *names = calloc(1, sizeof *names + n * (size_t)ETH_GSTRING_LEN);
  struct ethtool_stats *stats = calloc(1, sizeof *stats + n * sizeof(uint64_t));
  if (n && names && stats) {
    *names = (struct ethtool_gstrings){.cmd = ETHTOOL_GSTRINGS, .string_set = ETH_SS_STATS, .len = n};
    *stats = (struct ethtool_stats){.cmd = ETHTOOL_GSTATS, .n_stats = n};
    if (ethtool(fd, netdev, names) && ethtool(fd, netdev, stats)) found = visit_ethtool(names, stats, visit, context);
  }
  free(names);
  free(stats);
  if (fd >= 0) close(fd);
  return found;
}

/* "   rx_bytes: 12" -> visit("rx_bytes", 12). Changes the line. */
static int visit_text_line(char *text, counter_visitor visit, void *context) {
  uint64_t value;
  char *colon = strrchr(text, ':');
  if (!colon) return 0;
  *colon = 0;
  const char *name = text + strspn(text, " \t"), *number = colon + 1 + strspn(colon + 1, " \t");
  if (!*name || !parse_number(number, &value)) return 0;
  visit(context, name, value);
  return 1;
}

int counters_from_text(const char *path, counter_visitor visit, void *context) {
  size_t size = 256 << 10;
  char *text = malloc(size), *save, *next;
  int n = 0;
  if (!text || !read_file(text, size, "%s", path)) return free(text), -1;
  for (next = strtok_r(text, "\n", &save); next; next = strtok_r(NULL, "\n", &save)) n += visit_text_line(next, visit, context);
  free(text);
  return n;
}
