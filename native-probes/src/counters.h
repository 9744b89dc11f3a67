/* One source of counters: a folder of small files, the ethtool statistics of an interface, or the file that stands for them in a tree. */
#ifndef SEATRIAL_COUNTERS_H
#define SEATRIAL_COUNTERS_H

#include "events.h"

/* Called for every counter of one reading. */
typedef void (*counter_visitor)(void *context, const char *name, uint64_t value);

/* Tells which names are wanted; NULL = all. */
struct counter_filter {
  const char *const *globs;
  unsigned n;
};
bool counter_wanted(const struct counter_filter *filter, const char *name);

/* The ethtool statistics of one interface between two readings. A driver has up to thousands of names, most of them of rings; asking for
 * and comparing them costs more than the values do. So they are asked for when their number changes, and once a second, because a driver
 * may rename without a change of number (mlx5, when flow control moves from one priority to another). */
struct ethtool_names;
struct ethtool_reader {
  bool open;
  int fd; /* a socket, once it is open */
  uint32_t n; /* statistics of the driver */
  uint64_t named_ns; /* CLOCK_MONOTONIC when the names were asked for */
  struct ethtool_stats *stats;
  struct ethtool_names *wanted;
  uint32_t n_wanted;
};

/* Each reads all counters at once and returns how many there were, -1 when the source is gone. */
int counters_from_files(const char *folder, counter_visitor visit, void *context);
int counters_from_ethtool(struct ethtool_reader *reader, const char *netdev, const struct counter_filter *filter, counter_visitor visit, void *context);
void ethtool_close(struct ethtool_reader *reader);
/* Lines `name: value`, as `ethtool -S` prints them; leading spaces and lines without a number are ignored. */
int counters_from_text(const char *path, const struct counter_filter *filter, counter_visitor visit, void *context);
/* How many IP packets came in, by their ECN field: the four of IpExt in a file like /proc/net/netstat. */
int counters_from_netstat(const char *path, counter_visitor visit, void *context);

#endif
