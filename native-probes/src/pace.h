/* How often counters are read, and what it costs: the CPU time of the reading thread against 1 % of a core. */
#ifndef SEATRIAL_PACE_H
#define SEATRIAL_PACE_H

#include "events.h"

/* Sources that are read at the same interval. Ethtool statistics are cheap and have the pause times; a file of RDMA counters may be a
 * command to the firmware. */
enum tempo { TEMPO_ETHTOOL, TEMPO_FILES, TEMPO_COUNT };

struct pace {
  uint64_t interval[TEMPO_COUNT], due[TEMPO_COUNT]; /* ns; an interval of 0 = nothing is read at this tempo */
  uint64_t left[TEMPO_COUNT]; /* rounds still to be read */
  uint64_t spent[TEMPO_COUNT]; /* CPU ns since the window began */
  unsigned rounds, warm; /* in this window; still to come before the first window */
  uint64_t begun_ns, begun_cpu; /* of the request */
  uint64_t window_ns, window_cpu, reported_ns;
};

void pace_begin(struct pace *pace);
/* The tempo whose turn is next; TEMPO_COUNT when every one has been read often enough. */
enum tempo pace_next(const struct pace *pace);
/* A round has been read and cost so much CPU time. True when the intervals changed, or a report is due. */
bool pace_read(struct pace *pace, enum tempo tempo, uint64_t cpu_ns);
/* The event that tells intervals and cost. */
void pace_tell(struct pace *pace, struct sink *sink, long long id);

#endif
