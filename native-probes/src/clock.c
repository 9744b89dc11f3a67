/* Clocks. clock_gettime costs 30 ns through the vDSO; the raw cycle counters are no cheaper in practice and need calibration. */
#include <errno.h>
#include <sys/resource.h>
#include <time.h>

#include "probe.h"

static uint64_t read_clock(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t now_ns(void) {
  return read_clock(CLOCK_MONOTONIC);
}

uint64_t real_ns(void) {
  return read_clock(CLOCK_REALTIME);
}

/* A preemption between the two readings would shift the pair by milliseconds: of a few tries, the tightest is kept. */
void clock_pair(uint64_t *mono, uint64_t *real) {
  uint64_t best = UINT64_MAX;
  for (int i = 0; i < 5; i++) {
    uint64_t before = now_ns(), r = real_ns(), after = now_ns();
    if (after - before >= best) continue;
    best = after - before;
    *mono = before + best / 2;
    *real = r;
  }
}

bool sleep_slice(uint64_t due) {
  uint64_t now = now_ns(), until = now + SLICE_MS * 1000000u;
  if (now >= due) return true;
  if (until > due) until = due;
  struct timespec t = {.tv_sec = (time_t)(until / 1000000000u), .tv_nsec = (long)(until % 1000000000u)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) continue;
  return until == due;
}

uint64_t clock_gap_max(void) {
  uint64_t start = now_ns(), last = start, gap = 0;
  while (last - start < GAP_SPIN_NS) {
    uint64_t t = now_ns();
    if (t - last > gap) gap = t - last;
    last = t;
  }
  return gap;
}

struct switches thread_switches(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_THREAD, &usage) != 0) return (struct switches){0, 0};
  return (struct switches){usage.ru_nvcsw, usage.ru_nivcsw};
}

uint64_t thread_cpu_ns(void) {
  return read_clock(CLOCK_THREAD_CPUTIME_ID);
}
