/* Collectives of the host backend over TCP: every one of them, with 2 to 7 ranks on loopback addresses, and what goes wrong. */
#include "ranks.h"

#include <signal.h>
#include <stdlib.h>

static struct ranks ranks;
static const char *const KINDS[] = {"all-reduce", "all-gather", "reduce-scatter", "all-to-all", "broadcast", "send-recv"};
/* 4004: no multiple of 2, 3 or 7 elements; the last one of more than one piece for each rank. */
#define SIZES "\"sizes\":[4,8,1000,4004,1048576,1400008]"
#define SIZE_COUNT 6

static void check_results(const char *what) {
  for (int r = 0; r < ranks.n; r++) {
    struct rank_seen *rank = &ranks.rank[r];
    CHECK(rank->rc == 0, "%s of %d ranks: rank %d ended with %d: %s", what, ranks.n, r, rank->rc, rank->error);
    CHECK(rank->wrong == 0, "%s of %d ranks: rank %d has %lld wrong elements", what, ranks.n, r, rank->wrong);
    CHECK(rank->results == 2 * SIZE_COUNT, "%s of %d ranks: rank %d has %d results", what, ranks.n, r, rank->results);
    for (int i = 0; i < rank->results; i++) {
      CHECK(rank->bytes[i] == ranks.rank[0].bytes[i] && rank->iterations[i] == 3, "%s: rank %d, result %d: %lld bytes, %lld iterations", what, r, i,
            rank->bytes[i], rank->iterations[i]);
      CHECK(rank->in_place[i] == (i % 2 == 1), "%s: rank %d, result %d", what, r, i);
      CHECK(rank->bytes[i] % 4 == 0 && rank->bytes[i] >= 4 && rank->mean[i] > 0, "%s: %lld bytes", what, rank->bytes[i]);
    }
  }
}

static void run_kind(const char *kind, const char *more) {
  char fields[512];
  snprintf(fields, sizeof fields, ",\"collective\":\"%s\"," SIZES ",\"placement\":\"both\",\"iterations\":3,\"warmup\":1%s", kind, more);
  CHECK(ranks_run(&ranks, fields), "%s of %d ranks: silence", kind, ranks.n);
  check_results(kind);
}

static void every_collective_gives_the_right_result(void) {
  static const int COUNTS[] = {2, 3, 4, 7};
  for (int i = 0; i < (is_emulated() ? 2 : 4); i++) {
    ranks_start(&ranks, COUNTS[i], "");
    for (int k = 0; k < 6; k++) run_kind(KINDS[k], "");
    run_kind("all-reduce", ",\"chunk\":4096");
    run_kind("reduce-scatter", ",\"chunk\":4096");
    run_kind("all-reduce", ",\"algorithm\":\"tree\"");
    run_kind("all-reduce", ",\"algorithm\":\"tree\",\"chunk\":4096");
    ranks_end(&ranks);
  }
}

int main(int argc, char **argv) {
  if (argc != 2) return fprintf(stderr, "usage: test_collective PROBE\n"), 2;
  probe_command = argv[1];
  RUN(every_collective_gives_the_right_result);
  CHECK_MAIN_END;
}
