/* Two agents, one measurement between them, as a controller would run it. */
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "harness.h"

static struct child server, client;

static void start_both(void) {
  start_agent(&server, "");
  start_agent(&client, "");
}

static void finish_both(void) {
  finish(&server);
  finish(&client);
}

/* A run from 127.0.0.3 to 127.0.0.2; `fields` starts with a comma. */
static void run(int id, const char *op, int port, const char *fields) {
  ask(&client, "{\"id\":%d,\"do\":\"run\",\"op\":\"%s\",\"fabric\":\"tcp\",\"bind\":\"127.0.0.3\",\"address\":\"127.0.0.2\",\"port\":%d,\"token\":\"" TOKEN
      "\",\"deadline_ms\":30000%s}", id, op, port, fields);
}

/* Adds up the counts of one histogram line. */
static long long bucket_sum(const char *line) {
  long long sum = 0;
  for (const char *at = line; (at = strstr(at, ",")); at++) {
    if (at[-1] < '0' || at[-1] > '9') continue;
    const char *start = at;
    while (start > line && start[-1] >= '0' && start[-1] <= '9') start--;
    if (start > line && start[-1] == '[') sum += strtoll(at + 1, NULL, 10);
  }
  return sum;
}

static long long histogram_count(struct child *child) {
  long long sum = 0;
  const char *line;
  while ((line = line_with(child, "\"ev\":\"histogram\""))) {
    sum += bucket_sum(line);
    if (strstr(line, "\"more\":false")) return sum;
  }
  return -1;
}

static void the_agent_says_hello_first(void) {
  start_agent(&client, "");
  const char *line = next_line(&client, PATIENCE_MS);
  CHECK(line && strncmp(line, "{\"ev\":\"hello\",\"v\":1,\"build\":\"", 29) == 0, "%s", line ? line : "nothing");
  CHECK(number_in(line, "mono_ns") > 0 && number_in(line, "real_ns") > 0 && number_in(line, "cpus") > 0, "%s", line ? line : "nothing");
  finish(&client);
}

static void latency_counts_every_round_trip(void) {
  start_both();
  int port = serve(&server, 1, "127.0.0.2", ",\"op\":\"latency\"");
  run(1, "latency", port, ",\"size\":64,\"count\":2000");
  const char *line = line_with(&client, "\"ev\":\"result\",\"id\":1,\"op\":\"latency\",\"fabric\":\"tcp\",\"kind\":\"rtt\",\"size\":64,\"n\":2000");
  long long min = number_in(line, "min"), p50 = number_in(line, "p50"), p99 = number_in(line, "p99"), max = number_in(line, "max");
  CHECK(line, "no result");
  CHECK(0 < min && min <= p50 && p50 <= p99 && p99 <= max, "min %lld p50 %lld p99 %lld max %lld", min, p50, p99, max);
  CHECK(number_in(line, "p999") == -1, "a p99.9 of 2000 samples");
  CHECK(number_in(line, "gap_max") > 0 && number_in(line, "vcsw") >= 0 && number_in(line, "icsw") >= 0, "%s", line ? line : "");
  CHECK(number_in(line, "end_ns") > number_in(line, "start_ns"), "the run took no time");
  CHECK(histogram_count(&client) == 2000, "the histogram has another number of samples");
  CHECK(done_of(&client, 1) == 0, "rc");
  finish_both();
}

static void paced_latency_keeps_its_schedule(void) {
  start_both();
  int port = serve(&server, 1, "127.0.0.2", "");
  run(1, "latency", port, ",\"size\":64,\"count\":100,\"interval_ns\":5000000");
  const char *line = line_with(&client, "\"ev\":\"result\"");
  long long took = number_in(line, "end_ns") - number_in(line, "start_ns");
  CHECK(number_in(line, "n") == 100 && took >= 99 * 5000000LL, "%lld round trips in %lld ns", number_in(line, "n"), took);
  CHECK(done_of(&client, 1) == 0, "rc");
  run(2, "latency", port, ",\"size\":64,\"duration_ms\":200,\"interval_ns\":1000000");
  line = line_with(&client, "\"ev\":\"result\",\"id\":2");
  CHECK(number_in(line, "n") >= 199 && number_in(line, "n") <= 200, "%lld round trips were due in 200 ms", number_in(line, "n"));
  finish_both();
}

static void large_messages_come_back_whole(void) {
  start_both();
  int port = serve(&server, 1, "127.0.0.2", "");
  run(1, "latency", port, ",\"size\":4194304,\"count\":5,\"warmup\":1");
  CHECK(number_in(line_with(&client, "\"ev\":\"result\""), "n") == 5, "no result");
  CHECK(done_of(&client, 1) == 0, "rc");
  finish_both();
}

/* VmHWM of a process in KiB. */
static long long peak_kib(pid_t pid) {
  char path[64], text[256];
  long long kib = -1;
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  FILE *file = fopen(path, "r");
  while (file && fgets(text, sizeof text, file))
    if (strncmp(text, "VmHWM:", 6) == 0) kib = strtoll(text + 6, NULL, 10);
  if (file) fclose(file);
  return kib;
}

static void bandwidth_counts_four_streams_in_one_window(void) {
  start_both();
  int port = serve(&server, 1, "127.0.0.2", ",\"op\":\"bandwidth\"");
  run(1, "bandwidth", port, ",\"size\":131072,\"streams\":4,\"duration_ms\":1000");
  const char *line = line_with(&client, "\"ev\":\"result\",\"id\":1,\"op\":\"bandwidth\",\"fabric\":\"tcp\",\"kind\":\"goodput\",\"size\":131072,\"streams\":4");
  long long bytes = number_in(line, "bytes"), window = number_in(line, "window_ns"), rate = number_in(line, "rate");
  CHECK(line && bytes > 0 && window > 0, "%lld bytes in %lld ns", bytes, window);
  CHECK(window <= number_in(line, "end_ns") - number_in(line, "start_ns"), "the window of %lld ns is longer than the run", window);
  CHECK(rate == (long long)((__int128)bytes * 8000000000LL / window), "rate %lld", rate);
  CHECK(done_of(&client, 1) == 0, "rc");
  if (!is_emulated()) {
    CHECK(peak_kib(server.pid) < 8192, "the receiving agent used %lld KiB", peak_kib(server.pid));
    CHECK(peak_kib(client.pid) < 8192, "the sending agent used %lld KiB", peak_kib(client.pid));
  }
  finish_both();
}

static void a_small_send_buffer_still_delivers(void) {
  start_both();
  int port = serve(&server, 1, "127.0.0.2", "");
  run(1, "bandwidth", port, ",\"size\":1000,\"streams\":2,\"duration_ms\":300,\"sndbuf\":16384");
  CHECK(number_in(line_with(&client, "\"ev\":\"result\""), "bytes") > 0, "no bytes");
  CHECK(done_of(&client, 1) == 0, "rc");
  finish_both();
}

static void several_operations_run_at_once(void) {
  char text[64];
  start_both();
  int a = serve(&server, 1, "127.0.0.2", ""), b = serve(&server, 2, "127.0.0.2", "");
  CHECK(a > 0 && b > 0 && a != b, "ports %d and %d", a, b);
  run(1, "latency", a, ",\"duration_ms\":600");
  run(2, "latency", b, ",\"duration_ms\":600");
  run(3, "bandwidth", a, ",\"duration_ms\":600");
  ask(&client, "{\"id\":4,\"do\":\"counters\",\"netdevs\":[\"lo\"],\"interval_ms\":100,\"count\":0}");
  ask(&client, "{\"id\":5,\"do\":\"clock\"}");
  CHECK(done_of(&client, 5) == 0, "the clock waited for the others");
  unsigned seen = 0;
  for (int i = 0; i < 3; i++) {
    const char *line = line_with(&client, "\"ev\":\"done\"");
    if (line && number_in(line, "rc") == 0) seen |= 1u << number_in(line, "id");
  }
  CHECK(seen == 0xe, "of the runs 1 to 3 these ended well: mask %x", seen);
  ask(&client, "{\"id\":6,\"do\":\"stop\",\"of\":4}");
  snprintf(text, sizeof text, "{\"ev\":\"done\",\"id\":4,\"rc\":0}");
  CHECK(line_with(&client, text), "counters did not stop");
  finish_both();
}

/* Stops request `id` of `child` and checks that it ends soon, with `rc`. */
static void check_stop(struct child *child, int id, int rc) {
  pause_ms(300);
  long long start_ms = ms_now();
  ask(child, "{\"id\":%d,\"do\":\"stop\",\"of\":%d}", id + 100, id);
  int seen = done_of(child, id);
  CHECK(seen == rc, "rc %d, wanted %d", seen, rc);
  CHECK(ms_now() - start_ms < 200 + (is_emulated() ? 2000 : 800), "it took %lld ms to stop", ms_now() - start_ms);
}

static void stop_ends_every_kind_of_operation(void) {
  start_both();
  int port = serve(&server, 1, "127.0.0.2", "");
  run(1, "latency", port, ",\"duration_ms\":60000");
  check_stop(&client, 1, 11);
  run(2, "latency", port, ",\"count\":5,\"interval_ns\":20000000000");
  check_stop(&client, 2, 11);
  run(3, "bandwidth", port, ",\"streams\":3,\"duration_ms\":60000");
  check_stop(&client, 3, 11);
  ask(&client, "{\"id\":4,\"do\":\"counters\",\"netdevs\":[\"lo\"],\"interval_ms\":60000,\"count\":0}");
  check_stop(&client, 4, 0);
  ask(&client, "{\"id\":5,\"do\":\"stop\",\"of\":12345}");
  CHECK(done_of(&client, 5) == 0, "to stop what has ended is no error");
  serve(&server, 2, "127.0.0.2", "");
  check_stop(&server, 2, 0);
  finish_both();
}

static void quit_ends_what_runs_and_then_the_agent(void) {
  start_agent(&server, "");
  serve(&server, 1, "127.0.0.2", "");
  ask(&server, "{\"id\":2,\"do\":\"quit\"}");
  CHECK(done_of(&server, 1) == 0, "serve did not say done");
  CHECK(done_of(&server, 2) == 0, "quit did not say done");
  CHECK(exit_status(&server, PATIENCE_MS) == 0, "exit status");
  finish(&server);
}

static void ipv6_works_like_ipv4(void) {
  start_both();
  ask(&server, "{\"id\":1,\"do\":\"serve\",\"bind\":\"::1\",\"token\":\"" TOKEN "\"}");
  const char *line = line_with(&server, "\"id\":1");
  int port = (int)number_in(line, "port");
  if (port > 0) {
    CHECK(strstr(line, "\"address\":\"::1\""), "%s", line);
    ask(&client, "{\"id\":1,\"do\":\"run\",\"op\":\"latency\",\"bind\":\"::1\",\"address\":\"::1\",\"port\":%d,\"token\":\"" TOKEN "\",\"count\":50}", port);
    CHECK(done_of(&client, 1) == 0, "rc");
  } else {
    printf("skipped: IPv6 (this machine has no ::1)\n");
  }
  finish_both();
}

static void source_ports_are_the_ones_asked_for(void) {
  start_both();
  int port = serve(&server, 1, "127.0.0.2", ""), taken = serve(&server, 2, "127.0.0.3", "");
  char fields[128];
  snprintf(fields, sizeof fields, ",\"count\":10,\"source_port\":%d", taken);
  run(1, "latency", port, fields);
  const char *line = line_with(&client, "\"ev\":\"error\",\"id\":1");
  CHECK(line && strstr(line, "\"where\":\"bind\""), "a source port that is taken: %s", line ? line : "accepted");
  CHECK(done_of(&client, 1) == 3, "rc");
  finish_both();
}

/* What the fabric has no use for would otherwise be ignored, and the result be taken for what was asked for. */
static void fields_of_the_other_fabric_are_refused_by_name(void) {
  start_both();
  run(1, "latency", 1, ",\"count\":10,\"verb\":\"read\"");
  const char *line = line_with(&client, "\"ev\":\"error\",\"id\":1");
  CHECK(line && strstr(line, "`verb` is for `fabric` verbs"), "%s", line ? line : "accepted");
  CHECK(done_of(&client, 1) == 2, "rc");
  ask(&server, "{\"id\":1,\"do\":\"serve\",\"bind\":\"127.0.0.2\",\"device\":\"mlx5_0\",\"token\":\"" TOKEN "\"}");
  line = line_with(&server, "\"ev\":\"error\",\"id\":1");
  CHECK(line && strstr(line, "`device` is for `fabric` verbs"), "%s", line ? line : "accepted");
  CHECK(done_of(&server, 1) == 2, "rc");
  ask(&client, "{\"id\":2,\"do\":\"run\",\"op\":\"bandwidth\",\"fabric\":\"verbs\",\"device\":\"x\",\"duration_ms\":100,\"streams\":2}");
  line = line_with(&client, "\"ev\":\"error\",\"id\":2");
  CHECK(line && strstr(line, "`streams` is for `fabric` tcp"), "%s", line ? line : "accepted");
  CHECK(done_of(&client, 2) == 2, "rc");
  finish_both();
}

int main(int argc, char **argv) {
  if (argc > 1) probe_command = argv[1];
  RUN(the_agent_says_hello_first);
  RUN(latency_counts_every_round_trip);
  RUN(paced_latency_keeps_its_schedule);
  RUN(large_messages_come_back_whole);
  RUN(bandwidth_counts_four_streams_in_one_window);
  RUN(a_small_send_buffer_still_delivers);
  RUN(several_operations_run_at_once);
  RUN(stop_ends_every_kind_of_operation);
  RUN(quit_ends_what_runs_and_then_the_agent);
  RUN(ipv6_works_like_ipv4);
  RUN(source_ports_are_the_ones_asked_for);
  RUN(fields_of_the_other_fabric_are_refused_by_name);
  CHECK_MAIN_END;
}
