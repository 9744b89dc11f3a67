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

/* One size that takes long enough for a rank to be caught in it. */
#define LONG ",\"collective\":\"all-reduce\",\"sizes\":[4096,4194304],\"iterations\":1000000,\"warmup\":0"

static void expect(int r, int rc, const char *text) {
  const struct rank_seen *rank = &ranks.rank[r];
  CHECK(rank->rc == rc && strstr(rank->error, text), "rank %d ended with %d, wanted %d and `%s`: %s", r, rank->rc, rc, text, rank->error);
}

/* Everybody is asked, and one rank for something more. */
static void ask_with(int odd, const char *fields, const char *more) {
  char all[512];
  ranks.id += 1000;
  snprintf(all, sizeof all, "%s%s", fields, more);
  for (int r = 0; r < ranks.n; r++) ranks_ask(&ranks, r, r == odd ? all : fields);
}

static void a_wrong_value_is_counted_and_ends_that_rank_with_4(void) {
  setenv("SEATRIAL_PROBE_FAULTS", "1", 1);
  ranks_start(&ranks, 3, "");
  unsetenv("SEATRIAL_PROBE_FAULTS");
  for (int k = 0; k < 6; k++) {
    char fields[256];
    snprintf(fields, sizeof fields, ",\"collective\":\"%s\",\"sizes\":[4096,8192],\"placement\":\"both\",\"iterations\":3", KINDS[k]);
    ask_with(1, fields, ",\"seed_fault\":\"wrong-value\"");
    CHECK(ranks_finish(&ranks), "silence");
    expect(1, 4, "1 elements of 1 results of rank 1 are not what they must be");
    CHECK(ranks.rank[1].results == 4 && number_in(ranks.rank[1].last, "wrong") == 1, "%s", ranks.rank[1].last);
    CHECK(ranks.rank[0].rc == 0 && ranks.rank[2].rc == 0 && ranks.rank[0].wrong + ranks.rank[2].wrong == 0, "the others: %s %s", ranks.rank[0].error,
          ranks.rank[2].error);
  }
  ranks_end(&ranks);
}

static void a_fault_is_refused_where_it_is_not_allowed(void) {
  ranks_start(&ranks, 2, "");
  ask_with(1, LONG, ",\"seed_fault\":\"hang\"");
  CHECK(ranks_finish(&ranks), "silence");
  expect(1, 2, "seed_fault");
  expect(0, 11, "rank 1 failed (code 2): `seed_fault` is for tests");
  ranks_end(&ranks);
}

/* The stuck rank alone is named, by one of its neighbours, and everybody else ends with that rank's words. */
static void a_rank_that_hangs_is_named_by_its_neighbour(void) {
  static const char *const ALGORITHMS[] = {"ring", "tree"};
  for (int i = 0; i < 2; i++) {
    char fields[256];
    setenv("SEATRIAL_PROBE_FAULTS", "1", 1);
    ranks_start(&ranks, 4, "");
    unsetenv("SEATRIAL_PROBE_FAULTS");
    snprintf(fields, sizeof fields, ",\"collective\":\"all-reduce\",\"sizes\":[4096,4194304],\"stall_ms\":1000,\"algorithm\":\"%s\"", ALGORITHMS[i]);
    ask_with(1, fields, ",\"seed_fault\":\"hang\"");
    ranks.rank[1].rc = -2; /* it hears nothing and ends by nobody's word */
    CHECK(ranks_finish(&ranks), "silence");
    int named = 0;
    for (int r = 0; r < 4; r++) {
      if (r == 1) continue;
      named += ranks.rank[r].rc == 7;
      CHECK(strstr(ranks.rank[r].error, "rank 1 for ") && strstr(ranks.rank[r].error, "does not answer"), "%s, rank %d: %s", ALGORITHMS[i], r, ranks.rank[r].error);
      CHECK(ranks.rank[r].rc == 7 || ranks.rank[r].rc == 11, "rank %d ended with %d", r, ranks.rank[r].rc);
    }
    CHECK(named >= 1, "nobody ended with 7");
    ask(&ranks.rank[1].agent, "{\"id\":1,\"do\":\"stop\",\"of\":%d}", ranks.id);
    CHECK(done_of(&ranks.rank[1].agent, ranks.id) == 11, "the hung rank does not obey a stop");
    ranks_end(&ranks);
  }
}

static void a_rank_that_dies_is_named_by_its_neighbours(void) {
  setenv("SEATRIAL_PROBE_FAULTS", "1", 1);
  ranks_start(&ranks, 4, "");
  unsetenv("SEATRIAL_PROBE_FAULTS");
  ask_with(2, ",\"collective\":\"all-gather\",\"sizes\":[4096,4194304]", ",\"seed_fault\":\"die\"");
  CHECK(ranks_finish(&ranks), "silence");
  int named = 0;
  for (int r = 0; r < 4; r++) {
    if (r == 2) continue;
    named += ranks.rank[r].rc == 3;
    CHECK(strstr(ranks.rank[r].error, "rank 2 at 127.0.0."), "rank %d: %s", r, ranks.rank[r].error);
    CHECK(ranks.rank[r].rc == 3 || ranks.rank[r].rc == 11, "rank %d ended with %d", r, ranks.rank[r].rc);
  }
  CHECK(named >= 1 && ranks.rank[2].gone, "%d ended with 3", named);
  ranks_end(&ranks);
}

static void ranks_that_never_join_are_named_by_rank_0(void) {
  ranks_start(&ranks, 5, "");
  ranks.rank[1].deaf = ranks.rank[3].deaf = true;
  ranks_ask_all(&ranks, ",\"collective\":\"all-reduce\",\"algorithm\":\"tree\",\"sizes\":[8],\"join_ms\":500");
  CHECK(ranks_finish(&ranks), "silence");
  expect(0, 7, "ranks 1, 3, 4 have not joined"); /* 4's parent is 1 */
  expect(2, 11, "rank 0 failed (code 7): ranks 1, 3, 4 have not joined");
  expect(4, 11, "rank 0 failed");
  expect(3, 7, "still waits for a connection with rank 1");
  ranks_end(&ranks);
}

static void a_rank_with_another_token_is_nobody(void) {
  ranks_start(&ranks, 2, "");
  ranks.id += 1000;
  ranks_ask(&ranks, 0, LONG ",\"join_ms\":500");
  ask(&ranks.rank[1].agent, "{\"id\":%d,\"do\":\"collective\",\"backend\":\"host\",\"rank\":1,\"ranks\":2,\"bind\":\"127.0.0.3\","
      "\"token\":\"ffffffffffffffffffffffffffffffff\",\"join_ms\":500" LONG "}", ranks.id);
  ranks.rank[1].rc = -1;
  CHECK(ranks_finish(&ranks), "silence");
  CHECK(ranks.rank[0].rc == 3 || ranks.rank[0].rc == 11, "rank 0 ended with %d: %s", ranks.rank[0].rc, ranks.rank[0].error);
  CHECK(ranks.rank[1].rc == 3 || ranks.rank[1].rc == 11, "rank 1 ended with %d: %s", ranks.rank[1].rc, ranks.rank[1].error);
  CHECK(strstr(ranks.rank[0].error, "the greeting") || strstr(ranks.rank[1].error, "the greeting"), "%s %s", ranks.rank[0].error, ranks.rank[1].error);
  ranks_end(&ranks);
}

static long long stopped_at;
static void stop_rank_2(struct ranks *all) {
  pause_ms(300); /* the operations are under way */
  stopped_at = ms_now();
  ask(&all->rank[2].agent, "{\"id\":1,\"do\":\"stop\",\"of\":%d}", all->id);
}

static void a_stop_is_obeyed_and_ends_the_others(void) {
  ranks_start(&ranks, 3, "");
  ranks.at_begin = stop_rank_2;
  CHECK(ranks_run(&ranks, LONG), "silence");
  CHECK(ms_now() - stopped_at < 3000, "the stop took %lld ms", ms_now() - stopped_at);
  CHECK(ranks.rank[2].rc == 11 && !*ranks.rank[2].error, "rank 2 ended with %d: %s", ranks.rank[2].rc, ranks.rank[2].error);
  expect(0, 11, "rank 2 failed (code 11): stopped by its controller");
  expect(1, 11, "rank 2 failed (code 11): stopped by its controller");
  ranks_end(&ranks);
}

static void a_budget_gives_all_ranks_the_same_number_of_operations(void) {
  ranks_start(&ranks, 3, "");
  char fields[256];
  /* Large enough that 20 of them never fit; an emulated machine takes as long for less. */
  snprintf(fields, sizeof fields, ",\"collective\":\"all-reduce\",\"sizes\":[8,%d],\"iterations\":1000000,\"budget_ms\":50", is_emulated() ? 4 << 20 : 32 << 20);
  CHECK(ranks_run(&ranks, fields), "silence");
  for (int r = 0; r < 3; r++) {
    struct rank_seen *rank = &ranks.rank[r];
    CHECK(rank->rc == 0 && rank->results == 2, "rank %d ended with %d: %s", r, rank->rc, rank->error);
    CHECK(rank->iterations[0] == ranks.rank[0].iterations[0] && rank->iterations[1] == ranks.rank[0].iterations[1], "rank %d", r);
    CHECK(rank->iterations[0] > 10 && rank->iterations[0] < 1000000, "%lld operations of 8 B", rank->iterations[0]);
    CHECK(rank->iterations[1] >= 3 && rank->iterations[1] < 20, "%lld operations of many MiB in 50 ms", rank->iterations[1]);
  }
  ranks_end(&ranks);
}

static void the_deadline_of_the_request_ends_it(void) {
  ranks_start(&ranks, 2, "");
  CHECK(ranks_run(&ranks, LONG ",\"deadline_ms\":700"), "silence");
  for (int r = 0; r < 2; r++)
    CHECK(ranks.rank[r].rc == 10 || ranks.rank[r].rc == 11, "rank %d ended with %d: %s", r, ranks.rank[r].rc, ranks.rank[r].error);
  CHECK(ranks.rank[0].rc == 10 || ranks.rank[1].rc == 10, "nobody ended with 10");
  ranks_end(&ranks);
}

static void a_wrong_request_is_told(void) {
  static const struct {
    const char *fields, *error;
  } WRONG[] = {
      {",\"collective\":\"all-reduce\"", "`sizes` is missing"},
      {",\"collective\":\"all-reduce\",\"sizes\":[8,8]", "must rise"},
      {",\"collective\":\"all-reduce\",\"sizes\":[3]", "number 1 of `sizes` must lie within 4 and 17179869184"},
      {",\"collective\":\"all-reduce\",\"sizes\":[\"8\"]", "is no list of numbers"},
      {",\"collective\":\"reduce\",\"sizes\":[8]", "it must be one of all-reduce, all-gather"},
      {",\"collective\":\"broadcast\",\"sizes\":[8],\"algorithm\":\"tree\"", "tree is for `collective` all-reduce"},
      {",\"collective\":\"broadcast\",\"sizes\":[8],\"device\":\"x\"", "`device` is for `fabric` verbs"},
      {",\"collective\":\"broadcast\",\"sizes\":[8],\"gpus\":[0]", "`gpus` is for `backend` gpu"},
      {",\"collective\":\"broadcast\",\"sizes\":[8],\"local\":2", "`local` is 2; it must lie within 1 and 1"},
  };
  ranks_start(&ranks, 2, "");
  for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
    CHECK(ranks_run(&ranks, WRONG[i].fields), "silence");
    CHECK(ranks.rank[0].rc == 2 || ranks.rank[0].rc == 11, "%s: %d", WRONG[i].fields, ranks.rank[0].rc);
    CHECK(strstr(ranks.rank[0].error, WRONG[i].error), "%s: %s", WRONG[i].fields, ranks.rank[0].error);
  }
  ranks_end(&ranks);
}

static void computing_and_communication_are_timed_alone_and_together(void) {
  ranks_start(&ranks, 3, "");
  CHECK(ranks_run(&ranks, ",\"collective\":\"all-reduce\",\"sizes\":[4096],\"iterations\":3,\"buckets\":4,\"bucket_bytes\":100002,\"compute_ns\":1000000"), "silence");
  for (int r = 0; r < 3; r++) {
    const struct rank_seen *rank = &ranks.rank[r];
    CHECK(rank->rc == 0 && rank->results == 1 && rank->overlaps == 1, "rank %d ended with %d: %d overlaps, %s", r, rank->rc, rank->overlaps, rank->error);
    CHECK(strstr(rank->last, "\"buckets\":4,\"bucket_bytes\":100000,\"iterations\":3,"), "%s", rank->last);
    CHECK(number_in(rank->last, "compute") > 0 && number_in(rank->last, "communication") > 0 && number_in(rank->last, "together") > 0, "%s", rank->last);
  }
  ranks_end(&ranks);
}

int main(int argc, char **argv) {
  if (argc != 2) return fprintf(stderr, "usage: test_collective PROBE\n"), 2;
  probe_command = argv[1];
  RUN(every_collective_gives_the_right_result);
  RUN(a_wrong_value_is_counted_and_ends_that_rank_with_4);
  RUN(a_fault_is_refused_where_it_is_not_allowed);
  RUN(a_rank_that_hangs_is_named_by_its_neighbour);
  RUN(a_rank_that_dies_is_named_by_its_neighbours);
  RUN(ranks_that_never_join_are_named_by_rank_0);
  RUN(a_rank_with_another_token_is_nobody);
  RUN(a_stop_is_obeyed_and_ends_the_others);
  RUN(a_budget_gives_all_ranks_the_same_number_of_operations);
  RUN(computing_and_communication_are_timed_alone_and_together);
  RUN(the_deadline_of_the_request_ends_it);
  RUN(a_wrong_request_is_told);
  CHECK_MAIN_END;
}
