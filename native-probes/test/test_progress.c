/* The common window of several streams. */
#include <stdlib.h>

#include "../src/progress.h"
#include "check.h"

#define MS 1000000u

/* A stream of `rate` bytes per ms whose pieces come every ms from `from` to `to` (in ms). */
static struct progress *stream(uint64_t from, uint64_t to, uint64_t rate) {
  struct progress *p = calloc(1, sizeof *p);
  for (uint64_t t = from; t <= to; t++) progress_add(p, t * MS, rate);
  progress_end(p);
  return p;
}

static void one_stream_is_counted_from_its_first_piece_to_its_last(void) {
  struct progress *p = stream(1000, 1100, 500);
  const struct progress *all[] = {p};
  struct window w;
  CHECK(progress_window(all, 1, &w), "no window");
  CHECK(w.end - w.start == 100 * MS, "%llu ns", (unsigned long long)(w.end - w.start));
  CHECK(w.bytes == 100 * 500, "%llu bytes: the first piece only starts the clock", (unsigned long long)w.bytes);
  free(p);
}

static void several_streams_count_only_while_all_of_them_run(void) {
  struct progress *a = stream(0, 1000, 10), *b = stream(400, 1400, 1000), *c = stream(300, 900, 7);
  const struct progress *all[] = {a, b, c};
  struct window w;
  CHECK(progress_window(all, 3, &w), "no window");
  CHECK(w.start == 400 * MS && w.end == 900 * MS, "%llu to %llu", (unsigned long long)w.start, (unsigned long long)w.end);
  CHECK(w.bytes == 500 * (10 + 1000 + 7), "%llu bytes", (unsigned long long)w.bytes);
  free(a);
  free(b);
  free(c);
}

static void streams_that_never_ran_together_have_no_window(void) {
  struct progress *a = stream(0, 100, 10), *b = stream(100, 200, 10), *empty = calloc(1, sizeof *empty);
  const struct progress *apart[] = {a, b}, *with_empty[] = {a, empty};
  struct window w;
  CHECK(!progress_window(apart, 2, &w), "a window of %llu ns", (unsigned long long)(w.end - w.start));
  CHECK(!progress_window(with_empty, 2, &w), "a window with a stream that received nothing");
  free(a);
  free(b);
  free(empty);
}

static void a_long_stream_is_thinned_and_loses_neither_end_nor_bytes(void) {
  struct progress *p = stream(5, 100005, 123);
  CHECK(p->n <= PROGRESS_MARKS && p->n >= PROGRESS_MARKS / 2, "%u marks", p->n);
  CHECK(progress_is_sound(p), "marks do not rise");
  CHECK(p->mark[0].t == 5 * MS && p->mark[0].bytes == 0, "first mark at %llu", (unsigned long long)p->mark[0].t);
  CHECK(p->mark[p->n - 1].t == (uint64_t)100005 * MS && p->mark[p->n - 1].bytes == 100000 * 123, "last mark");
  free(p);
}

static void marks_that_fall_are_not_sound(void) {
  struct progress *p = stream(0, 10, 10);
  p->mark[4].bytes = 0;
  CHECK(!progress_is_sound(p), "falling bytes were accepted");
  p->n = PROGRESS_MARKS + 1;
  CHECK(!progress_is_sound(p), "too many marks were accepted");
  free(p);
}

int main(void) {
  RUN(one_stream_is_counted_from_its_first_piece_to_its_last);
  RUN(several_streams_count_only_while_all_of_them_run);
  RUN(streams_that_never_ran_together_have_no_window);
  RUN(a_long_stream_is_thinned_and_loses_neither_end_nor_bytes);
  RUN(marks_that_fall_are_not_sound);
  CHECK_MAIN_END;
}
