/* Peers that vanish, requests that are wrong, hosts that are taken. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
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

static void run(int id, const char *op, int port, const char *token, const char *fields) {
  ask(&client, "{\"id\":%d,\"do\":\"run\",\"op\":\"%s\",\"address\":\"127.0.0.2\",\"port\":%d,\"token\":\"%s\"%s}", id, op, port, token, fields);
}

/* The error of request `id`, whose `where` and a part of the line are given, and then its done. */
static void expect_error(int id, int rc, const char *where, const char *part) {
  char text[96];
  snprintf(text, sizeof text, "{\"ev\":\"error\",\"id\":%d,\"where\":\"%s\",\"code\":%d", id, where, rc);
  const char *line = line_with(&client, text);
  CHECK(line && strstr(line, part), "wanted %s ... %s, seen %s", text, part, line ? line : "nothing");
  int seen = done_of(&client, id);
  CHECK(seen == rc, "rc %d, wanted %d", seen, rc);
}

static void a_wrong_token_is_refused(void) {
  start_both();
  int port = serve(&server, 1, "127.0.0.2", ",\"op\":\"latency\"");
  run(1, "latency", port, "ffffffffffffffffffffffffffffffff", ",\"count\":10");
  expect_error(1, 3, "greeting", "token");
  run(2, "bandwidth", port, TOKEN, ",\"duration_ms\":100");
  expect_error(2, 3, "greeting", "op");
  run(3, "latency", port, TOKEN, ",\"count\":10");
  CHECK(done_of(&client, 3) == 0, "the right token is not accepted after wrong ones");
  finish_both();
}

static void nobody_listening_is_a_network_error(void) {
  start_both();
  int port = serve(&server, 1, "127.0.0.2", "");
  ask(&server, "{\"id\":2,\"do\":\"stop\",\"of\":1}");
  CHECK(done_of(&server, 1) == 0, "serve did not stop");
  run(1, "latency", port, TOKEN, ",\"count\":10");
  expect_error(1, 3, "connect", "\"errno\":111");
  finish_both();
}

static void a_peer_that_is_killed_is_a_network_error(void) {
  const char *ops[] = {"latency", "bandwidth"};
  for (int i = 0; i < 2; i++) {
    start_both();
    int port = serve(&server, 1, "127.0.0.2", "");
    run(1, ops[i], port, TOKEN, ",\"duration_ms\":60000,\"deadline_ms\":70000,\"streams\":2");
    pause_ms(300);
    kill(server.pid, SIGKILL);
    const char *line = line_with(&client, "\"ev\":\"error\",\"id\":1");
    CHECK(line && number_in(line, "code") == 3 && strstr(line, "\"hint\":"), "%s", line ? line : "no error");
    CHECK(done_of(&client, 1) == 3, "rc");
    finish_both();
  }
}

/* Nothing is closed and nothing is reset: only the deadline helps. */
static void a_peer_that_falls_silent_is_a_network_error_at_the_deadline(void) {
  const char *ops[] = {"latency", "bandwidth"};
  for (int i = 0; i < 2; i++) {
    start_both();
    int port = serve(&server, 1, "127.0.0.2", "");
    run(1, ops[i], port, TOKEN, ",\"duration_ms\":60000,\"deadline_ms\":2500");
    pause_ms(300);
    kill(server.pid, SIGSTOP);
    const char *line = line_with(&client, "\"ev\":\"error\",\"id\":1");
    CHECK(line && number_in(line, "errno") == 110, "%s", line ? line : "no error");
    CHECK(done_of(&client, 1) == 3, "rc");
    finish_both();
  }
}

/* A listener that accepts nothing, its queue full: the kernel alone would try for two minutes. */
static void connecting_is_bounded_by_the_deadline(void) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = inet_addr("127.0.0.2")};
  socklen_t size = sizeof at;
  int full = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), fillers[8];
  if (bind(full, (struct sockaddr *)&at, sizeof at) != 0 || listen(full, 0) != 0) abort();
  getsockname(full, (struct sockaddr *)&at, &size);
  for (int i = 0; i < 8; i++) {
    fillers[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    (void)!connect(fillers[i], (struct sockaddr *)&at, sizeof at);
  }
  pause_ms(100);
  start_both();
  long long start_ms = ms_now();
  run(1, "latency", ntohs(at.sin_port), TOKEN, ",\"count\":10,\"deadline_ms\":1500");
  expect_error(1, 3, "connect", "\"errno\":110");
  CHECK(ms_now() - start_ms < 10000, "it took %lld ms", ms_now() - start_ms);
  finish_both();
  for (int i = 0; i < 8; i++) close(fillers[i]);
  close(full);
}

static void too_much_work_for_the_deadline_is_rc_10(void) {
  start_both();
  int port = serve(&server, 1, "127.0.0.2", "");
  run(1, "latency", port, TOKEN, ",\"duration_ms\":60000,\"deadline_ms\":400");
  expect_error(1, 10, "latency", "round trips");
  run(2, "bandwidth", port, TOKEN, ",\"duration_ms\":60000,\"deadline_ms\":400");
  expect_error(2, 10, "send", "deadline");
  serve(&client, 3, "127.0.0.2", ",\"deadline_ms\":300");
  CHECK(done_of(&client, 3) == 10, "serve did not end at its deadline");
  finish_both();
}

static void strangers_are_sent_away_and_do_not_hold_up_the_server(void) {
  start_both();
  int port = serve(&server, 1, "127.0.0.2", "");
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = inet_addr("127.0.0.2")};
  int silent = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), loud = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  char garbage[64] = "GET / HTTP/1.1", answer[8];
  CHECK(connect(silent, (struct sockaddr *)&at, sizeof at) == 0 && connect(loud, (struct sockaddr *)&at, sizeof at) == 0, "connect");
  CHECK(write(loud, garbage, sizeof garbage) == sizeof garbage, "write");
  CHECK(read(loud, answer, sizeof answer) == 0, "a stranger got an answer");
  run(1, "latency", port, TOKEN, ",\"count\":10");
  CHECK(done_of(&client, 1) == 0, "rc");
  close(silent);
  close(loud);
  finish_both();
}

static void wrong_requests_are_answered_and_do_not_end_the_agent(void) {
  start_agent(&client, "");
  ask(&client, "{\"id\":1,\"do\":\"dance\"}");
  expect_error(1, 2, "request", "dance");
  ask(&client, "{\"id\":2}");
  expect_error(2, 2, "request", "`do` is missing");
  run(3, "latency", 1, TOKEN, ",\"size\":0,\"count\":1");
  expect_error(3, 2, "request", "`size` is 0");
  run(4, "latency", 1, TOKEN, "");
  expect_error(4, 2, "request", "`count` or `duration_ms` is missing");
  run(5, "latency", 1, "short", ",\"count\":1");
  expect_error(5, 2, "request", "`token`");
  run(6, "latency", 1, TOKEN, ",\"count\":1,\"fabric\":\"roce2\"");
  expect_error(6, 5, "fabric", "roce2");
  run(7, "latency", 1, TOKEN, ",\"count\":\"many\"");
  expect_error(7, 2, "request", "not a number");
  ask(&client, "{\"id\":8,\"do\":\"serve\",\"bind\":\"192.0.2.77\",\"token\":\"" TOKEN "\"}");
  expect_error(8, 3, "bind", "\"hint\":");
  ask(&client, "{\"id\":9,\"do\":\"counters\",\"netdevs\":[\"no-such\"]}");
  expect_error(9, 5, "counters", "no-such");
  finish(&client);
}

static void lines_without_a_usable_id_are_errors_without_an_id(void) {
  char large[6001];
  memset(large, 'x', 6000);
  large[6000] = 0;
  start_agent(&client, "");
  const char *lines[] = {"hello", "{\"do\":\"info\"}", "{\"id\":-1,\"do\":\"info\"}", "{\"id\":1,\"id\":2,\"do\":\"info\"}", large};
  for (int i = 0; i < 5; i++) {
    ask(&client, "%s", lines[i]);
    CHECK(line_with(&client, "{\"ev\":\"error\",\"where\":\"request\",\"code\":2,"), "no error for %.40s", lines[i]);
  }
  ask(&client, "{\"id\":1,\"do\":\"clock\"}");
  CHECK(done_of(&client, 1) == 0, "the agent does not recover");
  finish(&client);
}

static void a_lease_is_refused_with_the_owners_text_and_free_again_afterwards(void) {
  char path[64], options[128];
  snprintf(path, sizeof path, "/tmp/seatrial-check-%d.lease", (int)getpid());
  snprintf(options, sizeof options, "--lease=%s --owner=run-17\"of-site", path);
  start_agent(&server, options);
  CHECK(line_with(&server, "\"ev\":\"hello\""), "no hello");
  ask(&server, "{\"id\":1,\"do\":\"clock\"}");
  CHECK(done_of(&server, 1) == 0, "the first agent got no lease");
  start_agent(&client, options);
  const char *line = next_line(&client, PATIENCE_MS);
  CHECK(line && strstr(line, "\"ev\":\"hello\""), "hello does not come first");
  line = next_line(&client, PATIENCE_MS);
  CHECK(line && strstr(line, "\"where\":\"lease\",\"code\":8,\"msg\":\"run-17\\\"of-site\""), "%s", line ? line : "nothing");
  CHECK(exit_status(&client, PATIENCE_MS) == 8, "exit status");
  finish_both();
  start_agent(&client, options);
  ask(&client, "{\"id\":1,\"do\":\"clock\"}");
  CHECK(done_of(&client, 1) == 0, "the lease outlived its owner");
  finish(&client);
  unlink(path);
}

static void more_operations_than_places_are_refused(void) {
  start_agent(&client, "");
  for (int id = 1; id <= 64; id++) serve(&client, id, "127.0.0.2", "");
  ask(&client, "{\"id\":65,\"do\":\"clock\"}");
  expect_error(65, 6, "agent", "at most 64");
  ask(&client, "{\"id\":66,\"do\":\"stop\",\"of\":1}");
  CHECK(done_of(&client, 1) == 0, "stop");
  finish(&client);
}

int main(int argc, char **argv) {
  if (argc > 1) probe_command = argv[1];
  RUN(a_wrong_token_is_refused);
  RUN(nobody_listening_is_a_network_error);
  RUN(a_peer_that_is_killed_is_a_network_error);
  RUN(a_peer_that_falls_silent_is_a_network_error_at_the_deadline);
  RUN(connecting_is_bounded_by_the_deadline);
  RUN(too_much_work_for_the_deadline_is_rc_10);
  RUN(strangers_are_sent_away_and_do_not_hold_up_the_server);
  RUN(wrong_requests_are_answered_and_do_not_end_the_agent);
  RUN(lines_without_a_usable_id_are_errors_without_an_id);
  RUN(a_lease_is_refused_with_the_owners_text_and_free_again_afterwards);
  RUN(more_operations_than_places_are_refused);
  CHECK_MAIN_END;
}
