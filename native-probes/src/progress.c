#include "progress.h"

/* Every other mark goes; the first one stays. */
static void thin(struct progress *p) {
  for (uint32_t i = 0; 2 * i < p->n; i++) p->mark[i] = p->mark[2 * i];
  p->n = (p->n + 1) / 2;
  p->spacing *= 2;
}

static void append(struct progress *p) {
  if (p->n == PROGRESS_MARKS) thin(p);
  p->mark[p->n++] = (struct mark){p->last, p->bytes};
}

void progress_add(struct progress *p, uint64_t t, uint64_t bytes) {
  p->last = t;
  if (p->n == 0) {
    p->spacing = PROGRESS_SPACING_NS;
    append(p);
    return;
  }
  p->bytes += bytes;
  if (t - p->mark[p->n - 1].t >= p->spacing) append(p);
}

void progress_end(struct progress *p) {
  if (p->n && p->mark[p->n - 1].bytes != p->bytes) append(p);
}

bool progress_is_sound(const struct progress *p) {
  if (p->n == 0 || p->n > PROGRESS_MARKS) return false;
  for (uint32_t i = 1; i < p->n; i++)
    if (p->mark[i].t < p->mark[i - 1].t || p->mark[i].bytes < p->mark[i - 1].bytes) return false;
  return true;
}

/* Bytes received up to t, on the straight line between the two marks around it. */
static uint64_t bytes_at(const struct progress *p, uint64_t t) {
  uint32_t low = 0, high = p->n - 1;
  if (t <= p->mark[0].t) return p->mark[0].bytes;
  if (t >= p->mark[high].t) return p->mark[high].bytes;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (p->mark[middle].t <= t) low = middle;
    else high = middle;
  }
  const struct mark *a = &p->mark[low], *b = &p->mark[high];
  return a->bytes + (uint64_t)((unsigned __int128)(b->bytes - a->bytes) * (t - a->t) / (b->t - a->t));
}

/* Rates of single streams must not be added: each is right over its own time, but while one stream has not started, or has ended, the
 * others get its share, and the sum overstates the link (by up to a factor of two for two streams). So everything is counted in one
 * window: from the latest first piece to the earliest last piece. Both are the receiver's times, so that bytes which still sat in the
 * sender's buffers when it stopped are counted with the time that they took. With one stream both ends are marks and the count is
 * exact; with several the error is at most one spacing of marks (1/1024 of the time) of one stream at each end. */
bool progress_window(const struct progress *const *streams, unsigned n, struct window *window) {
  *window = (struct window){.start = 0, .end = UINT64_MAX};
  for (unsigned i = 0; i < n; i++) {
    const struct progress *p = streams[i];
    if (p->n == 0) return false;
    if (p->mark[0].t > window->start) window->start = p->mark[0].t;
    if (p->mark[p->n - 1].t < window->end) window->end = p->mark[p->n - 1].t;
  }
  if (n == 0 || window->end <= window->start) return false;
  for (unsigned i = 0; i < n; i++) window->bytes += bytes_at(streams[i], window->end) - bytes_at(streams[i], window->start);
  return true;
}
