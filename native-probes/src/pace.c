/* Who reads too dearly reads half as often. Nothing is read more often again: what was too dear once will be it again. */
#include "pace.h"

/* 1 % of a core. */
#define BUDGET_SHARE 100u
#define WINDOW_ROUNDS 20u
/* Where rounds are rare, fewer of them must do, or a dear one would go on for minutes. */
#define WINDOW_ROUNDS_LEAST 3u
#define WINDOW_NS 5000000000u
#define SLOWEST_NS 60000000000u
#define REPORT_NS 10000000000u

static void open_window(struct pace *pace) {
  pace->window_ns = now_ns();
  pace->window_cpu = thread_cpu_ns();
  pace->rounds = 0;
  for (int t = 0; t < TEMPO_COUNT; t++) pace->spent[t] = 0;
}

void pace_begin(struct pace *pace) {
  pace->warm = 0;
  for (int t = 0; t < TEMPO_COUNT; t++)
    if (pace->interval[t]) pace->warm++;
  pace->begun_ns = pace->reported_ns = now_ns();
  pace->begun_cpu = thread_cpu_ns();
  for (int t = 0; t < TEMPO_COUNT; t++) pace->due[t] = pace->begun_ns;
  open_window(pace);
}

enum tempo pace_next(const struct pace *pace) {
  enum tempo next = TEMPO_COUNT;
  for (int t = 0; t < TEMPO_COUNT; t++)
    if (pace->interval[t] && pace->left[t] && (next == TEMPO_COUNT || pace->due[t] < pace->due[next])) next = (enum tempo)t;
  return next;
}

/* The dearer tempo of the window, as long as it can become slower. */
static bool slow_down(struct pace *pace) {
  enum tempo dearest = pace->spent[TEMPO_FILES] > pace->spent[TEMPO_ETHTOOL] ? TEMPO_FILES : TEMPO_ETHTOOL;
  if (pace->interval[dearest] >= SLOWEST_NS) return false;
  pace->interval[dearest] *= 2;
  return true;
}

static bool judge(struct pace *pace) {
  uint64_t elapsed = now_ns() - pace->window_ns, cpu = thread_cpu_ns() - pace->window_cpu;
  bool enough = pace->rounds >= WINDOW_ROUNDS || (pace->rounds >= WINDOW_ROUNDS_LEAST && elapsed >= WINDOW_NS);
  if (!enough) return false;
  bool slowed = cpu > elapsed / BUDGET_SHARE && slow_down(pace);
  open_window(pace);
  return slowed;
}

/* An absolute schedule does not drift. A reading that took longer than the interval is not made up for by a burst. */
static void schedule(struct pace *pace, enum tempo tempo) {
  uint64_t now = now_ns();
  pace->due[tempo] += pace->interval[tempo];
  if (pace->due[tempo] < now) pace->due[tempo] = now;
}

bool pace_read(struct pace *pace, enum tempo tempo, uint64_t cpu_ns) {
  bool slowed = false;
  if (pace->left[tempo] != UINT64_MAX) pace->left[tempo]--;
  if (pace->warm) {
    /* The first round names everything and is the dearest by far. */
    if (--pace->warm == 0) open_window(pace);
  } else {
    pace->rounds++;
    pace->spent[tempo] += cpu_ns;
    slowed = judge(pace);
  }
  schedule(pace, tempo);
  return slowed || now_ns() - pace->reported_ns >= REPORT_NS;
}

static long long milliseconds(uint64_t ns) {
  return ns ? (long long)(ns / 1000000u) : -1;
}

void pace_tell(struct pace *pace, struct sink *sink, long long id) {
  pace->reported_ns = now_ns();
  struct pace_report report = {.interval_ms = milliseconds(pace->interval[TEMPO_FILES]),
                               .ethtool_ms = milliseconds(pace->interval[TEMPO_ETHTOOL]),
                               .cpu_ns = thread_cpu_ns() - pace->begun_cpu,
                               .elapsed_ns = pace->reported_ns - pace->begun_ns};
  event_pace(sink, id, &report);
}
