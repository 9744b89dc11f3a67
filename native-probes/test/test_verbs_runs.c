/* Measurements over verbs between two agents: every operation, both ways to connect, both ways to speak. The fake libraries carry the
 * bytes; what is asserted are counts, bytes and what the result says of its conditions. */
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "pair.h"

static struct pair pair;

static const char *serve_fields;

/* A run between two devices of a host. The rc must be 0; the result must hold each of the texts that `wanted` lists, separated by |. */
static void expect(const char *host, const char *via, const char *server, const char *client, const char *fields, const char *wanted) {
  char copy[512], *save, left[256];
  pair_start(&pair, host, via, NULL, NULL);
  pair.serve_fields = serve_fields;
  int rc = pair_run(&pair, server, client, fields);
  CHECK(rc == 0, "%s over %s: rc %d, %s %s", fields, via, rc, pair.error, pair.served);
  snprintf(copy, sizeof copy, "%s", wanted);
  for (char *part = strtok_r(copy, "|", &save); part && rc == 0; part = strtok_r(NULL, "|", &save))
    CHECK(strstr(pair.result, part), "%s over %s: no %s in %s", fields, via, part, pair.result);
  pair_end(&pair);
  CHECK(pair_left_nothing(left, sizeof left), "%s over %s: left behind: %s", fields, via, left);
}

#define LATENCY(verb, n) ",\"op\":\"latency\",\"verb\":\"" verb "\",\"size\":8,\"count\":" #n

#define BANDWIDTH(verb) ",\"op\":\"bandwidth\",\"verb\":\"" verb "\",\"size\":16384,\"depth\":8,\"count\":500"

static void latency_of_every_verb_has_as_many_samples_as_were_asked_for(void) {
  const char *vias[] = {"controller", "tcp"};
  for (int i = 0; i < 2; i++) {
    expect("roce", vias[i], "roce0", "roce1", LATENCY("write", 60),
           "\"op\":\"latency\"|\"fabric\":\"roce2\"|\"kind\":\"rtt\"|\"size\":8|\"n\":60|\"verb\":\"write\"|\"mtu\":4096");
    CHECK(pair.samples == 60, "%lld samples in the histogram", pair.samples);
    expect("roce", vias[i], "roce0", "roce1", LATENCY("send", 60), "\"kind\":\"rtt\"|\"n\":60|\"verb\":\"send\"");
    CHECK(pair.samples == 60, "%lld samples in the histogram", pair.samples);
    expect("roce", vias[i], "roce0", "roce1", LATENCY("read", 60), "\"kind\":\"read\"|\"n\":60|\"verb\":\"read\"");
    CHECK(pair.samples == 60, "%lld samples in the histogram", pair.samples);
  }
}

static void messages_of_every_size_arrive(void) {
  const char *sizes[] = {"1", "2", "220", "221", "4096", "1048576", "8388608"};
  char fields[256];
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    const char *verbs[] = {"write", "send", "read"};
    snprintf(fields, sizeof fields, ",\"op\":\"latency\",\"verb\":\"%s\",\"size\":%s,\"count\":5,\"warmup\":2", verbs[i % 3], sizes[i]);
    expect("roce", "controller", "roce0", "roce1", fields, "\"n\":5");
  }
}

static void sleeping_on_the_completion_channel_gives_the_same_counts(void) {
  expect("roce", "controller", "roce0", "roce1", LATENCY("send", 50) ",\"mode\":\"event\"", "\"n\":50|\"mode\":\"event\"");
  expect("roce", "controller", "roce0", "roce1", LATENCY("read", 50) ",\"mode\":\"event\"", "\"n\":50|\"mode\":\"event\"");
}

static void a_paced_run_keeps_its_schedule(void) {
  expect("roce", "controller", "roce0", "roce1", LATENCY("write", 50) ",\"interval_ns\":4000000", "\"n\":50");
  long long took = number_in(pair.result, "end_ns") - number_in(pair.result, "start_ns");
  CHECK(took >= 49 * 4000000LL, "50 operations in %lld ns", took);
}

/* What a sender saw completed is whole messages. What a receiver got in the window that all queue pairs share begins and ends within some. */
static void check_bandwidth(const char *verb, long long size) {
  long long bytes = number_in(pair.result, "bytes"), messages = number_in(pair.result, "messages"), window = number_in(pair.result, "window_ns");
  long long rest = bytes - messages * size;
  CHECK(bytes > 0 && rest >= 0 && rest < (strcmp(verb, "send") == 0 ? size : 1), "%s: %lld bytes are %lld messages of %lld", verb, bytes, messages, size);
  long long rate = number_in(pair.result, "rate");
  CHECK(window > 0 && rate == (long long)((__int128)bytes * 8000000000LL / window), "%s: %lld bit/s from %lld bytes in %lld ns", verb, rate, bytes, window);
}

static void bandwidth_is_what_one_window_of_all_queue_pairs_saw(void) {
  const char *verbs[] = {"write", "send", "read"};
  char fields[256], wanted[64];
  for (int i = 0; i < 3; i++) {
    snprintf(fields, sizeof fields, ",\"op\":\"bandwidth\",\"verb\":\"%s\",\"size\":65536,\"qps\":2,\"depth\":16,\"duration_ms\":500", verbs[i]);
    snprintf(wanted, sizeof wanted, "\"op\":\"bandwidth\"|\"kind\":\"goodput\"|\"qps\":2|\"verb\":\"%s\"", verbs[i]);
    expect("roce", i % 2 ? "tcp" : "controller", "roce0", "roce1", fields, wanted);
    check_bandwidth(verbs[i], 65536);
  }
}

static void both_directions_add_up(void) {
  expect("roce", "controller", "roce0", "roce1", ",\"op\":\"bandwidth\",\"size\":16384,\"depth\":16,\"duration_ms\":500,\"bidirectional\":1",
         "\"rate_out\":|\"rate_in\":");
  long long sum = number_in(pair.result, "rate_out") + number_in(pair.result, "rate_in"), rate = number_in(pair.result, "rate");
  CHECK(rate > 0 && sum - rate <= 1 && rate - sum <= 1, "%lld is not the sum %lld", rate, sum);
}

#define SHORT_BOTH_WAYS(verb) ",\"op\":\"bandwidth\",\"verb\":\"" verb "\",\"size\":4096,\"depth\":1,\"count\":4,\"bidirectional\":1"

/* The serving side sees "I begin" and "I have ended" in one look. It has then sent nothing while both ran, and says so. */
static void a_run_that_is_over_before_the_other_side_looks_is_told(void) {
  const char *runs[] = {SHORT_BOTH_WAYS("send"), SHORT_BOTH_WAYS("write")};
  char left[256];
  for (int i = 0; i < 2; i++) {
    pair_start(&pair, "roce", "controller", WITH("FAKE_IBV_LATE=400"), NULL);
    int rc = pair_run(&pair, "roce0", "roce1", runs[i]);
    CHECK(rc == 6 && strstr(pair.error, "no time was left in which all 1 queue pairs were running"), "%s: rc %d, %s %s", runs[i], rc, pair.error,
          pair.result);
    pair_end(&pair);
    CHECK(pair_left_nothing(left, sizeof left), "%s: left behind: %s", runs[i], left);
  }
}

/* Four messages leave a window when both sides get their turn, and none when one of them does not. Neither may hang. */
static void the_shortest_run_in_both_directions_ends(void) {
  pair_start(&pair, "roce", "controller", NULL, NULL);
  CHECK(pair_serve(&pair, "roce0", ""), "%s", pair.served);
  for (int id = 2; id < 22; id++) {
    pair_begin(&pair, id, "roce1", SHORT_BOTH_WAYS("send"));
    int rc = pair_finish(&pair, id);
    bool measured = rc == 0 && number_in(pair.result, "rate_in") > 0 && number_in(pair.result, "rate_out") > 0;
    CHECK(measured || (rc == 6 && strstr(pair.error, "no time was left")), "run %d: rc %d, %s %s", id, rc, pair.error, pair.result);
  }
  pair_end(&pair);
}

static void a_number_of_messages_may_be_asked_for(void) {
  expect("roce", "controller", "roce0", "roce1", ",\"op\":\"bandwidth\",\"size\":4096,\"qps\":2,\"depth\":8,\"count\":1000", "\"messages\":");
  long long messages = number_in(pair.result, "messages");
  CHECK(messages > 0 && messages <= 1000, "%lld messages", messages);
}

static void the_gid_is_chosen_by_type_and_family(void) {
  expect("roce", "controller", "roce0", "roce1", LATENCY("write", 20),
         "\"gid\":\"0000:0000:0000:0000:0000:ffff:7f00:0003\"|\"gid_index\":5|\"gid_type\":\"roce2\"");
  expect("ipv6", "controller", "six0", "six0", LATENCY("write", 20), "\"gid\":\"fd00:0000:0000:0000:0000:0000:0000:0006\"|\"gid_index\":3");
  expect("ib", "controller", "ib0", "ib0", LATENCY("send", 20), "\"fabric\":\"infiniband\"");
}

static void the_smaller_active_mtu_of_both_sides_is_used(void) {
  expect("roce", "controller", "slow0", "roce1", LATENCY("write", 20), "\"mtu\":1024");
  expect("roce", "controller", "roce0", "slow0", LATENCY("write", 20), "\"mtu\":1024");
}

static void librdmacm_connects_where_it_is_asked_for_and_iwarp_always(void) {
  serve_fields = ",\"bind\":\"127.0.0.2\"";
  expect("roce", "controller", "roce0", "roce1", LATENCY("write", 40) ",\"connect\":\"rdma-cm\",\"bind\":\"127.0.0.3\"",
         "\"n\":40|\"connect\":\"rdma-cm\"|\"fabric\":\"roce2\"");
  expect("roce", "controller", "roce0", "roce1", BANDWIDTH("write") ",\"qps\":4,\"connect\":\"rdma-cm\",\"bind\":\"127.0.0.3\"",
         "\"connect\":\"rdma-cm\"|\"qps\":4");
  serve_fields = ",\"bind\":\"127.0.0.4\"";
  expect("iwarp", "controller", "warp0", "warp1", LATENCY("write", 40) ",\"bind\":\"127.0.0.5\"",
         "\"n\":40|\"connect\":\"rdma-cm\"|\"fabric\":\"soft-iwarp\"|\"mtu\":1024");
  expect("iwarp", "controller", "warp0", "warp1", LATENCY("read", 40) ",\"bind\":\"127.0.0.5\"", "\"n\":40|\"kind\":\"read\"");
  expect("iwarp", "controller", "warp0", "warp1", BANDWIDTH("send") ",\"bind\":\"127.0.0.5\"", "\"fabric\":\"soft-iwarp\"");
  serve_fields = NULL;
  expect("roce", "tcp", "roce0", "roce1", LATENCY("read", 40) ",\"connect\":\"rdma-cm\"", "\"n\":40|\"connect\":\"rdma-cm\"");
}

static void one_pair_of_agents_measures_again_and_again(void) {
  char left[256];
  pair_start(&pair, "roce", "controller", NULL, NULL);
  CHECK(pair_serve(&pair, "roce0", ""), "%s", pair.served);
  for (int id = 2; id < 7; id++) {
    pair_begin(&pair, id, "roce1", id % 2 ? LATENCY("write", 30) : LATENCY("send", 30));
    int rc = pair_finish(&pair, id);
    CHECK(rc == 0 && number_in(pair.result, "n") == 30, "run %d: rc %d, %s", id, rc, pair.error);
  }
  pair_end(&pair);
  CHECK(pair_left_nothing(left, sizeof left), "left behind: %s", left);
}

static void an_empty_text_is_refused_and_the_request_goes_on(void) {
  pair_start(&pair, "roce", "controller", NULL, NULL);
  CHECK(pair_serve(&pair, "roce0", ""), "%s", pair.served);
  ask(&pair.server, "{\"id\":500,\"do\":\"hear\",\"of\":1,\"text\":\"\"}");
  const char *line = line_with(&pair.server, "\"ev\":\"error\",\"id\":500");
  CHECK(line && number_in(line, "code") == 2 && strstr(line, "the text is empty"), "%s", line ? line : "no error");
  CHECK(done_of(&pair.server, 500) == 2, "the hearing is not done with 2");
  pair_begin(&pair, 2, "roce1", LATENCY("write", 20));
  int rc = pair_finish(&pair, 2);
  CHECK(rc == 0 && number_in(pair.result, "n") == 20, "rc %d, %s %s", rc, pair.error, pair.served);
  pair_end(&pair);
}

/* Else a fake that did not count would let every other test pass. */
static void what_nobody_counted_is_not_called_gone(void) {
  char path[512], left[256];
  expect("roce", "controller", "roce0", "roce1", LATENCY("write", 20), "\"n\":20");
  snprintf(path, sizeof path, "%s/live-client", fabric_folder);
  CHECK(unlink(path) == 0, "there was no %s", path);
  CHECK(!pair_left_nothing(left, sizeof left) && strstr(left, "the client has no counters"), "%s", left);
}

static int port_of(const char *line) {
  const char *port = line ? strstr(line, " port ") : NULL;
  for (const char *next = port; next; next = strstr(next + 1, " port ")) port = next;
  return port ? atoi(port + 6) : -1;
}

/* As native-probes/README.md shows it. */
static void two_commands_measure_one_pair(void) {
  struct child server, client;
  char root[512], arguments[512];
  snprintf(root, sizeof root, "%s/roce", fabric_folder);
  setenv("SEATRIAL_ROOT", root, 1);
  setenv("LD_LIBRARY_PATH", fake_folder, 1);
  start(&server, "serve --fabric=verbs --device=roce0 --bind=127.0.0.2 --token=" TOKEN);
  int port = port_of(line_with(&server, "listening on 127.0.0.2 port"));
  CHECK(port > 0, "it does not listen");
  snprintf(arguments, sizeof arguments,
           "latency --fabric=verbs --device=roce1 --bind=127.0.0.3 --address=127.0.0.2 --port=%d --token=" TOKEN " --count=40", port);
  start(&client, arguments);
  unsetenv("SEATRIAL_ROOT");
  unsetenv("LD_LIBRARY_PATH");
  CHECK(line_with(&client, "40 round trips of 8 B over roce2"), "no first line");
  const char *line = line_with(&client, "  min ");
  CHECK(line && strstr(line, " half "), "%s", line ? line : "no minimum");
  line = line_with(&client, "  roce1, write");
  CHECK(line && strstr(line, "MTU 4096") && strstr(line, "ffff:7f00:0003"), "%s", line ? line : "no conditions");
  int status = exit_status(&client, PATIENCE_MS);
  CHECK(status == 0, "exit status %d", status);
  finish(&client);
  finish(&server);
}

int main(int argc, char **argv) {
  if (argc < 4) return fprintf(stderr, "usage: test_verbs_runs PROBE FAKES FABRIC\n"), 2;
  probe_command = argv[1];
  fake_folder = argv[2];
  fabric_folder = argv[3];
  RUN(latency_of_every_verb_has_as_many_samples_as_were_asked_for);
  RUN(messages_of_every_size_arrive);
  RUN(sleeping_on_the_completion_channel_gives_the_same_counts);
  RUN(a_paced_run_keeps_its_schedule);
  RUN(bandwidth_is_what_one_window_of_all_queue_pairs_saw);
  RUN(both_directions_add_up);
  RUN(a_run_that_is_over_before_the_other_side_looks_is_told);
  RUN(the_shortest_run_in_both_directions_ends);
  RUN(a_number_of_messages_may_be_asked_for);
  RUN(the_gid_is_chosen_by_type_and_family);
  RUN(the_smaller_active_mtu_of_both_sides_is_used);
  RUN(librdmacm_connects_where_it_is_asked_for_and_iwarp_always);
  RUN(one_pair_of_agents_measures_again_and_again);
  RUN(an_empty_text_is_refused_and_the_request_goes_on);
  RUN(what_nobody_counted_is_not_called_gone);
  RUN(two_commands_measure_one_pair);
  CHECK_MAIN_END;
}
