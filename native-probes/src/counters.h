/* One source of counters: a folder of small files, the ethtool statistics of an interface, or the file that stands for them in a tree. */
#ifndef SEATRIAL_COUNTERS_H
#define SEATRIAL_COUNTERS_H

#include "events.h"

/* Called for every counter of one reading. */
typedef void (*counter_visitor)(void *context, const char *name, uint64_t value);

/* Each reads all counters at once and returns how many there were, -1 when the source is gone. */
int counters_from_files(const char *folder, counter_visitor visit, void *context);
int counters_from_ethtool(const char *netdev, counter_visitor visit, void *context);
/* Lines `name: value`, as `ethtool -S` prints them; leading spaces and lines without a number are ignored. */
int counters_from_text(const char *path, counter_visitor visit, void *context);

#endif
