/* What a person is told when verbs fail: every error names the call, the device and port, the system's own words, and what to do. The
 * probe is the real one; the fake libraries fail where the environment says so (fake/fake.h). */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"
#include "pair.h"

static struct pair pair;

#define WRITE_LATENCY ",\"op\":\"latency\",\"size\":8,\"count\":60"
#define SEND_LATENCY ",\"op\":\"latency\",\"verb\":\"send\",\"size\":8,\"count\":60"
#define WRITE_BANDWIDTH ",\"op\":\"bandwidth\",\"size\":4096,\"depth\":8,\"count\":2000"
/* Long enough that something can happen in between. */
#define LONG_WRITE_LATENCY ",\"op\":\"latency\",\"size\":8,\"duration_ms\":20000,\"timeout\":10,\"retries\":1"

/* The event is an error with the code, says all of `parts` (separated by |) and has a hint. */
static void check_error(const char *event, int code, const char *parts) {
  char copy[512], *save;
  snprintf(copy, sizeof copy, "%s", parts);
  CHECK(number_in(event, "code") == code, "code %lld, wanted %d: %s", number_in(event, "code"), code, event);
  for (char *part = strtok_r(copy, "|", &save); part; part = strtok_r(NULL, "|", &save)) CHECK(strstr(event, part), "no `%s` in %s", part, event);
  CHECK(strstr(event, "\"hint\":\""), "no hint in %s", event);
}

static void check_nothing_left(const char *what) {
  char left[256];
  CHECK(pair_left_nothing(left, sizeof left), "%s: left behind: %s", what, left);
}

static const char *serve_fields;
static int refusal_late_ms;

/* A run whose client fails, with the environment of the client. */
static void client_fails(environment client, const char *fields, int code, const char *parts) {
  pair_start(&pair, "roce", "controller", NULL, client);
  pair.serve_fields = serve_fields;
  int rc = pair_run(&pair, "roce0", "roce1", fields);
  CHECK(rc == code, "%s: rc %d, wanted %d", client ? client[0] : fields, rc, code);
  CHECK(!*pair.result, "a result in spite of the failure: %s", pair.result);
  check_error(pair.error, code, parts);
  pair_end(&pair);
  check_nothing_left(client ? client[0] : fields);
}

/* A run whose server fails: the client gives the server's words as the peer's. */
static void server_fails(environment server, const char *fields, const char *parts) {
  pair_start(&pair, "roce", "controller", server, NULL);
  pair.serve_fields = serve_fields;
  pair.refusal_late_ms = refusal_late_ms;
  int rc = pair_run(&pair, "roce0", "roce1", fields);
  CHECK(rc > 0, "%s: rc %d", server[0], rc);
  CHECK(!*pair.result, "a result in spite of the failure: %s", pair.result);
  check_error(pair.error, rc, parts);
  pair_end(&pair);
  check_nothing_left(server[0]);
}

static void every_call_that_fails_is_named_with_device_port_and_errno(void) {
  client_fails(WITH("FAKE_IBV_FAIL=open_device:EACCES"), WRITE_LATENCY, 5, "ibv_open_device|roce1|Permission denied|\"errno\":13");
  client_fails(WITH("FAKE_IBV_FAIL=query_device:EIO"), WRITE_LATENCY, 6, "ibv_query_device|roce1|Input/output error");
  client_fails(WITH("FAKE_IBV_FAIL=query_port:EIO"), WRITE_LATENCY, 6, "ibv_query_port|roce1|Input/output error");
  client_fails(WITH("FAKE_IBV_FAIL=alloc_pd:ENOMEM"), WRITE_LATENCY, 6, "ibv_alloc_pd|roce1|port 1|Cannot allocate memory");
  client_fails(WITH("FAKE_IBV_FAIL=create_cq:EINVAL"), WRITE_LATENCY, 6, "ibv_create_cq|roce1|port 1|Invalid argument|max_cqe");
  client_fails(WITH("FAKE_IBV_FAIL=create_qp:ENOMEM"), WRITE_LATENCY, 6, "ibv_create_qp|roce1|port 1|Cannot allocate memory|max_qp 1024|max_qp_wr");
  client_fails(WITH("FAKE_IBV_FAIL=create_qp:EINVAL"), WRITE_BANDWIDTH, 6, "ibv_create_qp|roce1|port 1|Invalid argument|max_qp_wr 16384");
  client_fails(WITH("FAKE_IBV_FAIL=reg_mr:EFAULT"), WRITE_LATENCY, 6, "ibv_reg_mr|roce1|port 1|Bad address");
  client_fails(WITH("FAKE_IBV_FAIL=modify_qp_init:EINVAL"), WRITE_LATENCY, 6, "ibv_modify_qp to INIT|roce1|port 1|Invalid argument");
  client_fails(WITH("FAKE_IBV_FAIL=modify_qp_rts:EINVAL"), WRITE_LATENCY, 6, "ibv_modify_qp to RTS|roce1|port 1|Invalid argument");
  client_fails(WITH("FAKE_IBV_FAIL=post_send:EINVAL@5"), WRITE_LATENCY, 6, "ibv_post_send|roce1|port 1|Invalid argument");
  client_fails(WITH("FAKE_IBV_FAIL=post_recv:ENOMEM"), SEND_LATENCY, 6, "ibv_post_recv|roce1|port 1|Cannot allocate memory");
  client_fails(WITH("FAKE_IBV_FAIL=create_comp_channel:EMFILE"), SEND_LATENCY ",\"mode\":\"event\"", 6,
               "ibv_create_comp_channel|roce1|port 1|Too many open files");
}

static void a_failure_of_the_serving_side_is_told_as_the_peers(void) {
  server_fails(WITH("FAKE_IBV_FAIL=create_qp:ENOMEM"), WRITE_LATENCY, "ibv_create_qp|roce0|port 1|Cannot allocate memory");
  server_fails(WITH("FAKE_IBV_FAIL=reg_mr:ENOMEM"), WRITE_LATENCY, "ibv_reg_mr|roce0|port 1|Cannot allocate memory");
  server_fails(WITH("FAKE_IBV_FAIL=modify_qp_rtr:ETIMEDOUT"), WRITE_LATENCY, "ibv_modify_qp to RTR|roce0|port 1|Connection timed out");
  server_fails(WITH("FAKE_IBV_FAIL=post_recv:ENOMEM"), SEND_LATENCY, "ibv_post_recv|roce0|port 1|Cannot allocate memory");
}

static void a_wrong_completion_status_is_told_in_words(void) {
  const char *runs[] = {WRITE_LATENCY, SEND_LATENCY, WRITE_BANDWIDTH, ",\"op\":\"latency\",\"verb\":\"read\",\"size\":8,\"count\":60"};
  for (int i = 0; i < 4; i++) {
    client_fails(WITH("FAKE_IBV_STATUS=12@20"), runs[i], 3, "roce1|port 1|transport retry counter exceeded|status 12|vendor_err 0x81|queue pair 0x");
    client_fails(WITH("FAKE_IBV_STATUS=5@20"), runs[i], 6, "roce1|port 1|Work Request Flushed Error|status 5|first error");
    client_fails(WITH("FAKE_IBV_STATUS=4@20"), runs[i], 6, "roce1|port 1|local protection error|status 4");
    client_fails(WITH("FAKE_IBV_STATUS=13@20"), runs[i], 3, "roce1|port 1|RNR retry counter exceeded|status 13|rnr_retries");
    client_fails(WITH("FAKE_IBV_STATUS=10@20"), runs[i], 6, "roce1|port 1|remote access error|status 10|rkey");
  }
}

static void a_completion_error_of_the_serving_side_ends_the_run(void) {
  server_fails(WITH("FAKE_IBV_STATUS=12@20"), WRITE_LATENCY, "roce0|port 1|transport retry counter exceeded|status 12");
  server_fails(WITH("FAKE_IBV_STATUS=4@20"), SEND_LATENCY, "roce0|port 1|local protection error|status 4");
}

/* The soft limit goes down for the client only. */
static void too_little_locked_memory_is_told_with_the_limit(void) {
  struct rlimit before, low;
  if (getrlimit(RLIMIT_MEMLOCK, &before) != 0) abort();
  low = before;
  low.rlim_cur = 64 * 1024;
  if (setrlimit(RLIMIT_MEMLOCK, &low) != 0) abort();
  client_fails(WITH("FAKE_IBV_MEMLOCK=1"), ",\"op\":\"latency\",\"size\":1048576,\"count\":10", 6,
               "ibv_reg_mr|roce1|port 1|Cannot allocate memory|RLIMIT_MEMLOCK is 64 KiB");
  setrlimit(RLIMIT_MEMLOCK, &before);
}

static void a_gid_that_leads_nowhere_is_told(void) {
  client_fails(NULL, WRITE_LATENCY ",\"gid_index\":3", 2, "roce1|port 1|index 3|4 of its entries");
  client_fails(NULL, WRITE_LATENCY ",\"gid_index\":4", 2, "roce1|roce2");
  client_fails(WITH("FAKE_IBV_FAIL=modify_qp_rtr:ETIMEDOUT"), WRITE_LATENCY, 6, "ibv_modify_qp to RTR|roce1|port 1|Connection timed out|gid");
  client_fails(WITH("FAKE_IBV_FAIL=modify_qp_rtr:EINVAL"), WRITE_LATENCY, 6, "ibv_modify_qp to RTR|roce1|port 1|Invalid argument|gid");
}

/* RoCE v1 and v2 connect and never hear of each other. */
static void gids_of_two_kinds_are_refused_before_they_are_tried(void) {
  client_fails(NULL, WRITE_LATENCY ",\"gid_type\":\"roce1\"", 2, "roce1|roce2|gid_type");
}

static void a_connection_manager_that_fails_is_told(void) {
#define BY_CM WRITE_LATENCY ",\"connect\":\"rdma-cm\",\"bind\":\"127.0.0.3\""
  serve_fields = ",\"bind\":\"127.0.0.2\"";
  client_fails(WITH("FAKE_IBV_FAIL=create_event_channel:ENODEV"), BY_CM, 6, "rdma_create_event_channel|roce1|No such device|rdma_ucm");
  client_fails(NULL, WRITE_LATENCY ",\"connect\":\"rdma-cm\",\"bind\":\"127.0.0.77\"", 5, "roce1|port 1|no GID for the address of `bind`");
  client_fails(WITH("FAKE_IBV_FAIL=bind_addr:ENODEV"), BY_CM, 6, "rdma_bind_addr|roce1|port 1|No such device|no RDMA device");
  client_fails(WITH("FAKE_IBV_FAIL=resolve_addr:ENETUNREACH"), BY_CM, 6, "rdma_resolve_addr|roce1|Network is unreachable");
  client_fails(WITH("FAKE_IBV_FAIL=addr_event:ETIMEDOUT"), BY_CM, 3, "RDMA_CM_EVENT_ADDR_ERROR|roce1|port 1|Connection timed out|ping");
  client_fails(WITH("FAKE_IBV_FAIL=route_event:EHOSTUNREACH"), BY_CM, 3, "RDMA_CM_EVENT_ROUTE_ERROR|roce1|port 1|No route to host|ping");
  client_fails(WITH("FAKE_IBV_FAIL=connect_event:ETIMEDOUT"), BY_CM, 3, "RDMA_CM_EVENT_UNREACHABLE|roce1|port 1|Connection timed out|firewall");
  client_fails(WITH("FAKE_IBV_FAIL=create_qp:ENOMEM"), BY_CM, 6, "rdma_create_qp|roce1|port 1|Cannot allocate memory|max_qp");
  server_fails(WITH("FAKE_IBV_FAIL=accept:EINVAL"), BY_CM, "rdma_accept|roce0|port 1|Invalid argument");
  serve_fields = NULL;
}

/* The end of the connection is seen at once; why it ended comes through the controller, which may be slow. */
static void a_peers_own_words_are_told_though_its_end_is_seen_first(void) {
#define LONG_SEND_BANDWIDTH \
  ",\"op\":\"bandwidth\",\"verb\":\"send\",\"size\":4096,\"depth\":8,\"duration_ms\":20000,\"timeout\":10,\"retries\":1"
  refusal_late_ms = 300;
  server_fails(WITH("FAKE_IBV_FAIL=post_recv:ENOMEM@400"), LONG_SEND_BANDWIDTH, "ibv_post_recv|roce0|port 1|Cannot allocate memory");
  serve_fields = ",\"bind\":\"127.0.0.2\"";
  server_fails(WITH("FAKE_IBV_FAIL=accept:EINVAL"), BY_CM, "rdma_accept|roce0|port 1|Invalid argument");
  server_fails(WITH("FAKE_IBV_FAIL=post_recv:ENOMEM@400"), LONG_SEND_BANDWIDTH ",\"connect\":\"rdma-cm\",\"bind\":\"127.0.0.3\"",
               "ibv_post_recv|roce0|port 1|Cannot allocate memory");
  serve_fields = NULL;
  refusal_late_ms = 0;
}

/* iWARP has no GID that would tell earlier. */
static void an_address_of_another_device_is_told(void) {
  pair_start(&pair, "iwarp", "controller", NULL, NULL);
  pair.serve_fields = ",\"bind\":\"127.0.0.4\"";
  int rc = pair_run(&pair, "warp0", "warp1", WRITE_LATENCY ",\"bind\":\"127.0.0.4\"");
  CHECK(rc == 2 && strstr(pair.error, "belongs to warp0, not to warp1"), "rc %d, %s", rc, pair.error);
  pair_end(&pair);
  pair_start(&pair, "iwarp", "controller", NULL, NULL);
  pair.serve_fields = ",\"bind\":\"127.0.0.4\"";
  rc = pair_run(&pair, "warp0", "warp1", WRITE_LATENCY ",\"bind\":\"127.0.0.77\"");
  CHECK(rc == 6, "rc %d", rc);
  check_error(pair.error, 6, "rdma_bind_addr|warp1|port 1|No such device");
  pair_end(&pair);
  check_nothing_left("iwarp");
}

static void a_device_that_goes_away_is_told(void) {
  client_fails(WITH("FAKE_IBV_FAIL=open_device:ENODEV"), WRITE_LATENCY, 5, "ibv_open_device|roce1|No such device|dmesg");
  client_fails(WITH("FAKE_IBV_FAIL=create_qp:ENODEV"), WRITE_LATENCY, 6, "ibv_create_qp|roce1|port 1|No such device|dmesg");
  client_fails(WITH("FAKE_IBV_ASYNC=device_fatal@20"), LONG_WRITE_LATENCY, 6, "roce1|dmesg");
  client_fails(WITH("FAKE_IBV_ASYNC=device_fatal@20"), WRITE_BANDWIDTH, 6, "roce1|dmesg");
}

static void a_port_that_goes_down_in_between_is_told(void) {
  client_fails(WITH("FAKE_IBV_ASYNC=port_err@20"), LONG_WRITE_LATENCY, 3, "roce1|port 1|port error|cable");
  client_fails(WITH("FAKE_IBV_ASYNC=port_err@20"), ",\"op\":\"bandwidth\",\"size\":4096,\"depth\":8,\"duration_ms\":20000", 3,
               "roce1|port 1|port error|cable");
}

/* Waits for a file that the other process makes. */
static bool appears(const char *path) {
  long long until = ms_now() + PATIENCE_MS;
  while (access(path, F_OK) != 0) {
    if (ms_now() >= until) return false;
    pause_ms(5);
  }
  return true;
}

/* Sleeping, so that two measurements on a busy machine leave each other the CPU. */
static void begin_by_cm(int id, const char *pace) {
  char text[512];
  ask(&pair.server,
      "{\"id\":%d,\"do\":\"serve\",\"fabric\":\"verbs\",\"device\":\"roce0\",\"via\":\"tcp\",\"bind\":\"127.0.0.2\",\"token\":\"" TOKEN "\"}", id);
  snprintf(text, sizeof text, "{\"ev\":\"ready\",\"id\":%d,", id);
  pair.port = (int)number_in(line_with(&pair.server, text), "port");
  CHECK(pair.port > 0, "serve %d is not ready", id);
  snprintf(text, sizeof text, ",\"op\":\"latency\",\"verb\":\"send\",\"mode\":\"event\",\"size\":8,\"duration_ms\":20000,\"connect\":\"rdma-cm\"%s", pace);
  pair_begin(&pair, id, "roce1", text);
}

/* librdmacm opens a device once: what it tells is told once, and concerns both. The first measurement makes two operations a second, so
 * it is the second one, once under way, that makes those which the event waits for. */
static void an_event_of_a_device_reaches_every_measurement_over_it(void) {
  char path[512], reached[600];
  int told = 0, done = 0;
  const char *line;
  snprintf(path, sizeof path, "%s/under-way", fabric_folder);
  snprintf(reached, sizeof reached, "FAKE_IBV_REACHED=%s@5", path);
  unlink(path);
  pair_start(&pair, "roce", "tcp", NULL, WITH("FAKE_IBV_ASYNC=port_err@60", reached));
  begin_by_cm(1, ",\"warmup\":5,\"interval_ns\":500000000");
  CHECK(appears(path), "the first measurement does not begin");
  begin_by_cm(2, ",\"interval_ns\":1000000");
  while (done < 2 && (line = next_line(&pair.client, PATIENCE_MS))) {
    done += strstr(line, "\"ev\":\"done\"") != NULL;
    if (!strstr(line, "\"ev\":\"error\"")) continue;
    check_error(line, 3, "roce1|port 1|port error|cable");
    told++;
  }
  CHECK(told == 2 && done == 2, "%d of 2 were told, %d ended", told, done);
  pair_end(&pair);
  check_nothing_left("two over one device");
}

/* Nobody says anything: only the retries, of either side, tell. */
static void a_path_that_swallows_everything_is_told(void) {
  client_fails(WITH("FAKE_IBV_MUTE=20"), LONG_WRITE_LATENCY, 3, "port 1|transport retry counter exceeded");
  client_fails(WITH("FAKE_IBV_MUTE=20"), ",\"op\":\"bandwidth\",\"size\":4096,\"depth\":8,\"duration_ms\":20000,\"timeout\":10,\"retries\":1", 3,
               "roce1|port 1|transport retry counter exceeded");
}

static void kill_the_server_in_between(const char *via, const char *fields) {
  char path[512], reached[600];
  snprintf(path, sizeof path, "%s/under-way", fabric_folder);
  snprintf(reached, sizeof reached, "FAKE_IBV_REACHED=%s@20", path);
  unlink(path);
  pair_start(&pair, "roce", via, NULL, WITH(reached));
  CHECK(pair_serve(&pair, "roce0", ""), "not ready: %s", pair.served);
  pair_begin(&pair, 2, "roce1", fields);
  if (strcmp(via, "tcp") != 0) pair_until_agreed(&pair);
  CHECK(appears(path), "no 20 operations of %s over %s in %d ms", fields, via, PATIENCE_MS);
  kill(pair.server.pid, SIGKILL);
}

static void a_peer_that_is_killed_in_between_is_told(void) {
  const char *runs[] = {LONG_WRITE_LATENCY, ",\"op\":\"latency\",\"verb\":\"read\",\"size\":8,\"duration_ms\":20000,\"timeout\":10,\"retries\":1",
                        ",\"op\":\"bandwidth\",\"size\":4096,\"depth\":8,\"duration_ms\":20000,\"timeout\":10,\"retries\":1"};
  const char *vias[] = {"controller", "tcp"};
  for (int i = 0; i < 6; i++) {
    char fields[256];
    snprintf(fields, sizeof fields, "%s,\"deadline_ms\":6000", runs[i % 3]);
    kill_the_server_in_between(vias[i / 3], fields);
    int rc = pair_finish(&pair, 2);
    CHECK(rc == 3, "%s over %s: rc %d, %s", fields, vias[i / 3], rc, pair.error);
    check_error(pair.error, 3, "");
    pair_end(&pair);
  }
}

static void a_run_that_is_stopped_ends_at_once_and_the_server_serves_on(void) {
  pair_start(&pair, "roce", "controller", NULL, NULL);
  CHECK(pair_serve(&pair, "roce0", ""), "not ready: %s", pair.served);
  pair_begin(&pair, 2, "roce1", ",\"op\":\"latency\",\"size\":8,\"duration_ms\":20000");
  pair_until_agreed(&pair);
  long long before = ms_now();
  ask(&pair.client, "{\"id\":3,\"do\":\"stop\",\"of\":2}");
  int rc = pair_finish(&pair, 2);
  CHECK(rc == 11 && ms_now() - before < 3000, "rc %d after %lld ms", rc, ms_now() - before);
  pair_begin(&pair, 4, "roce1", WRITE_LATENCY);
  rc = pair_finish(&pair, 4);
  CHECK(rc == 0 && number_in(pair.result, "n") == 60, "the next run: rc %d, %s", rc, pair.error);
  pair_end(&pair);
  check_nothing_left("stop");
}

/* The four ways of having no RDMA, and a fifth: this device is not there. */
static void refused(const char *host, const char *device, environment variables, const char *parts) {
  pair_start(&pair, host, "controller", variables, NULL);
  CHECK(!pair_serve(&pair, device, ""), "it serves");
  CHECK(pair.served_rc == 5, "rc %d", pair.served_rc);
  check_error(pair.served, 5, parts);
  pair_end(&pair);
}

static void the_ways_of_having_no_rdma_are_told_apart(void) {
  refused("none", "roce0", NULL, "ibv_get_device_list|Function not implemented|\"errno\":38|ib_uverbs");
  refused("empty", "roce0", NULL, "no RDMA device|roce0|rdma link");
  refused("roce", "mlx5_7", NULL, "no RDMA device `mlx5_7`|seatrial-probe info");
  refused("down", "down0", NULL, "down0 port 1 is DOWN");
  refused("roce", "roce0", WITH("FAKE_IBV_FAIL=get_device_list:EPERM"), "ibv_get_device_list|Operation not permitted");
}

/* A file of that name that is no library: where the system has a real one, nothing else hides it. */
static void a_missing_library_is_told_with_the_package_to_install(void) {
  char folder[512];
  const char *fakes = fake_folder;
  snprintf(folder, sizeof folder, "%s/no-library", fabric_folder);
  fake_folder = folder;
  refused("roce", "roce0", NULL, "libibverbs.so.1|the file is broken|libibverbs1");
  snprintf(folder, sizeof folder, "%s/no-librdmacm:%s", fabric_folder, fakes);
  serve_fields = ",\"bind\":\"127.0.0.2\"";
  client_fails(NULL, BY_CM, 5, "librdmacm.so.1|the file is broken|librdmacm1");
  serve_fields = NULL;
  fake_folder = fakes;
}

/* `info` looks at the devices of the tree, where the environment allows it to. */
static void expect_info(const char *host, environment variables, const char *parts) {
  char copy[512], *save, arguments[600];
  struct child probe;
  snprintf(arguments, sizeof arguments, "info --json --root=%s/%s", fabric_folder, host);
  setenv("LD_LIBRARY_PATH", fake_folder, 1);
  setenv("SEATRIAL_ROOT_VERBS", "1", 1);
  snprintf(copy, sizeof copy, "%s/%s", fabric_folder, host);
  setenv("FAKE_IBV_ROOT", copy, 1);
  for (environment v = variables; v && *v; v++) putenv((char *)*v);
  start(&probe, arguments);
  unsetenv("LD_LIBRARY_PATH");
  unsetenv("FAKE_IBV_FAIL");
  unsetenv("FAKE_IBV_HANG");
  const char *line = line_with(&probe, "\"ev\":\"info\"");
  snprintf(copy, sizeof copy, "%s", parts);
  for (char *part = strtok_r(copy, "|", &save); part; part = strtok_r(NULL, "|", &save))
    CHECK(line && strstr(line, part), "%s: no `%s` in %s", host, part, line ? line : "nothing");
  CHECK(line_with(&probe, "\"ev\":\"done\""), "%s: info does not end", host);
  finish(&probe);
}

static void info_tells_the_ways_of_having_no_rdma_apart(void) {
  const char *fakes = fake_folder;
  char folder[512];
  expect_info("roce", NULL, "\"verbs\":\"ok\"");
  expect_info("none", NULL, "\"verbs\":\"no-kernel-support\"|Function not implemented|ib_uverbs");
  expect_info("empty", NULL, "\"verbs\":\"no-device\"|rdma link");
  expect_info("down", NULL, "\"verbs\":\"no-active-port\"|none of 1 ports|cable");
  expect_info("down", WITH("FAKE_IBV_FAIL=open_device:EACCES"), "\"verbs\":\"call-failed\"|down0: ibv_open_device|Permission denied");
  expect_info("down", WITH("FAKE_IBV_FAIL=query_port:EIO"), "\"verbs\":\"call-failed\"|ibv_query_port of port 1|Input/output error");
  expect_info("roce", WITH("FAKE_IBV_FAIL=open_device:EACCES@1"), "\"verbs\":\"ok\"}");
  snprintf(folder, sizeof folder, "%s/no-library", fabric_folder);
  fake_folder = folder;
  expect_info("roce", NULL, "\"verbs\":\"no-library\"|libibverbs.so.1|libibverbs1");
  fake_folder = fakes;
}

static void info_does_not_wait_for_a_device_that_does_not_answer(void) {
  long long before = ms_now();
  expect_info("roce", WITH("FAKE_IBV_HANG=query_port"), "\"verbs\":\"no-answer\"|down0: ibv_query_port of port 1 has not returned|dmesg");
  CHECK(ms_now() - before < 15000, "it took %lld ms", ms_now() - before);
}

int main(int argc, char **argv) {
  if (argc < 4) return fprintf(stderr, "usage: test_verbs_faults PROBE FAKES FABRIC\n"), 2;
  probe_command = argv[1];
  fake_folder = argv[2];
  fabric_folder = argv[3];
  RUN(every_call_that_fails_is_named_with_device_port_and_errno);
  RUN(a_failure_of_the_serving_side_is_told_as_the_peers);
  RUN(a_wrong_completion_status_is_told_in_words);
  RUN(a_completion_error_of_the_serving_side_ends_the_run);
  RUN(too_little_locked_memory_is_told_with_the_limit);
  RUN(a_gid_that_leads_nowhere_is_told);
  RUN(gids_of_two_kinds_are_refused_before_they_are_tried);
  RUN(a_connection_manager_that_fails_is_told);
  RUN(a_peers_own_words_are_told_though_its_end_is_seen_first);
  RUN(an_address_of_another_device_is_told);
  RUN(a_device_that_goes_away_is_told);
  RUN(a_port_that_goes_down_in_between_is_told);
  RUN(an_event_of_a_device_reaches_every_measurement_over_it);
  RUN(a_path_that_swallows_everything_is_told);
  RUN(a_peer_that_is_killed_in_between_is_told);
  RUN(a_run_that_is_stopped_ends_at_once_and_the_server_serves_on);
  RUN(the_ways_of_having_no_rdma_are_told_apart);
  RUN(a_missing_library_is_told_with_the_package_to_install);
  RUN(info_tells_the_ways_of_having_no_rdma_apart);
  RUN(info_does_not_wait_for_a_device_that_does_not_answer);
  CHECK_MAIN_END;
}
