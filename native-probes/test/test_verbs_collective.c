/* Collectives over verbs: the fakes carry the messages between agents; results, names of failed ranks and what is left behind are asserted. */
#include "ranks.h"

#include <stdlib.h>

static struct ranks ranks;

static void end_and_look_what_is_left(const char *what) {
  char left[256];
  ranks_end(&ranks);
  for (int r = 0; r < ranks.n; r++)
    if (!ranks.rank[r].gone) CHECK(ranks_left_nothing(r, left, sizeof left), "%s: rank %d leaves behind: %s", what, r, left);
}

static void run_kind(const char *kind, const char *more) {
  char fields[512];
  snprintf(fields, sizeof fields, ",\"collective\":\"%s\",\"sizes\":[4,1000,4004,700004],\"placement\":\"both\",\"iterations\":3,\"warmup\":1%s", kind, more);
  CHECK(ranks_run(&ranks, fields), "%s of %d ranks: silence", kind, ranks.n);
  for (int r = 0; r < ranks.n; r++) {
    struct rank_seen *rank = &ranks.rank[r];
    CHECK(rank->rc == 0 && rank->wrong == 0 && rank->results == 8, "%s%s of %d ranks: rank %d ended with %d, %lld wrong, %d results: %s", kind, more, ranks.n, r,
          rank->rc, rank->wrong, rank->results, rank->error);
    CHECK(strstr(rank->joined, "\"device\":") && strstr(rank->joined, "\"fabric\":\"roce2\""), "rank %d runs over: %s", r, rank->joined);
  }
}

static void every_collective_gives_the_right_result(void) {
  static const char *const KINDS[] = {"all-reduce", "all-gather", "reduce-scatter", "all-to-all", "broadcast", "send-recv"};
  static const int COUNTS[] = {2, 3, 4, 7};
  for (int i = 0; i < (is_emulated() ? 2 : 4); i++) {
    ranks_start(&ranks, COUNTS[i], "");
    for (int k = 0; k < 6; k++) run_kind(KINDS[k], k % 2 ? ",\"chunk\":16384" : "");
    run_kind("all-reduce", ",\"algorithm\":\"tree\",\"chunk\":4096");
    end_and_look_what_is_left("collectives");
  }
}

/* What the ranks have to be asked with, and one of them with something more. */
static void ask_with(int odd, const char *fields, const char *more) {
  char all[512];
  ranks.id += 1000;
  snprintf(all, sizeof all, "%s%s", fields, more);
  for (int r = 0; r < ranks.n; r++) ranks_ask(&ranks, r, r == odd ? all : fields);
}

static void a_rank_that_hangs_or_dies_is_named(void) {
  static const char *const FAULTS[] = {",\"seed_fault\":\"hang\"", ",\"seed_fault\":\"die\""};
  for (int i = 0; i < 2; i++) {
    setenv("SEATRIAL_PROBE_FAULTS", "1", 1);
    ranks_start(&ranks, 3, "");
    unsetenv("SEATRIAL_PROBE_FAULTS");
    ask_with(1, ",\"collective\":\"all-reduce\",\"sizes\":[4096,1048576],\"stall_ms\":1000,\"timeout\":8,\"retries\":1", FAULTS[i]);
    if (i == 0) ranks.rank[1].rc = -2;
    CHECK(ranks_finish(&ranks), "silence");
    int named = 0;
    for (int r = 0; r < 3; r += 2) {
      named += ranks.rank[r].rc == 7 || ranks.rank[r].rc == 3;
      CHECK(strstr(ranks.rank[r].error, i ? "rank 1" : "rank 1 for "), "%s: rank %d: %s", FAULTS[i], r, ranks.rank[r].error);
    }
    CHECK(named >= 1, "%s: nobody ended with 7 or 3: %d, %d", FAULTS[i], ranks.rank[0].rc, ranks.rank[2].rc);
    if (i == 0) ask(&ranks.rank[1].agent, "{\"id\":2,\"do\":\"stop\",\"of\":%d}", ranks.id);
    end_and_look_what_is_left(FAULTS[i]);
  }
}

static void what_cannot_be_had_is_told(void) {
  static const struct {
    int rc;
    const char *fields, *error;
  } WRONG[] = {
      {5, ",\"connect\":\"rdma-cm\"", "by exchange only"},
      {2, ",\"qps\":2", "`qps` is for `run`"},
      {2, ",\"memory\":\"cuda:0\"", "is for host memory"},
      {2, ",\"sndbuf\":65536", "`sndbuf` is for `fabric` tcp"},
      {2, ",\"sl\":16", "`sl` is 16"},
      {2, ",\"gid_index\":77", "no GID at index 77"},
  };
  ranks_start(&ranks, 2, "");
  for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
    ask_with(0, ",\"collective\":\"all-reduce\",\"sizes\":[8]", WRONG[i].fields);
    CHECK(ranks_finish(&ranks), "silence");
    CHECK(ranks.rank[0].rc == WRONG[i].rc && strstr(ranks.rank[0].error, WRONG[i].error), "%s: %d %s", WRONG[i].fields, ranks.rank[0].rc, ranks.rank[0].error);
    CHECK(ranks.rank[1].rc == 11 && strstr(ranks.rank[1].error, WRONG[i].error), "%s, the other: %d %s", WRONG[i].fields, ranks.rank[1].rc, ranks.rank[1].error);
  }
  ask_with(1, ",\"collective\":\"all-reduce\",\"sizes\":[8]", ",\"chunk\":8192");
  CHECK(ranks_finish(&ranks), "silence");
  CHECK(strstr(ranks.rank[0].error, "another `chunk`") || strstr(ranks.rank[1].error, "another `chunk`"), "%s %s", ranks.rank[0].error, ranks.rank[1].error);
  end_and_look_what_is_left("refusals");
}

int main(int argc, char **argv) {
  char tree[600];
  if (argc != 4) return fprintf(stderr, "usage: test_verbs_collective PROBE FAKES FABRIC\n"), 2;
  probe_command = argv[1];
  ranks_fakes = argv[2];
  snprintf(tree, sizeof tree, "%s/roce", argv[3]);
  ranks_tree = tree;
  RUN(every_collective_gives_the_right_result);
  RUN(a_rank_that_hangs_or_dies_is_named);
  RUN(what_cannot_be_had_is_told);
  CHECK_MAIN_END;
}
