/* Collectives of NCCL and RCCL over fake libraries: results, what the ranks say, and every way in which a library, a driver or a rank lets
 * the others down. A request's faults come with its own `environment`. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "gpu_ranks.h"

static struct group group;

#define QUICK ",\"iterations\":4,\"warmup\":1"
#define ALL_REDUCE ",\"collective\":\"all-reduce\",\"sizes\":[4096]" QUICK
#define FAULT(list) ",\"environment\":[\"FAKE_NCCL=" list "\"]"
#define SEEDED "SEATRIAL_PROBE_FAULTS=1"
/* Long enough for a busy machine to make progress in, short enough to be waited for. */
#define IMPATIENT ",\"stall_ms\":1500"

/* A whole request group from start to end. */
static void run(const char *variable, int requests, int local, const char *fields, int other, const char *of_other) {
  group_start(&group, variable);
  group_ask(&group, requests, local, fields, other, of_other);
  CHECK(group_finish(&group), "not done: %s%s", fields, of_other ? of_other : "");
}

static void expect(int request, int rc, const char *words) {
  CHECK(group.rc[request] == rc, "request %d: rc %d, wanted %d: %s", request, group.rc[request], rc, group.error[request]);
  CHECK(strstr(group.error[request], words), "request %d: no `%s` in %s", request, words, group.error[request]);
}

static void expect_followers(int cause, const char *words) {
  for (int i = 0; i < group.requests; i++)
    if (i != cause) expect(i, 11, words);
}

static void all_succeed(const char *what) {
  for (int i = 0; i < group.requests; i++) CHECK(group.rc[i] == 0, "%s, request %d: rc %d %s", what, i, group.rc[i], group.error[i]);
}

static void check_results(const char *what, int sizes, int placements) {
  int wanted = group.ranks * sizes * placements;
  int n = group_count(&group, "\"ev\":\"collective\"", ""), right = group_count(&group, "\"ev\":\"collective\"", "\"wrong\":0,");
  all_succeed(what);
  CHECK(n == wanted && right == wanted, "%s: %d results, %d of them right, wanted %d: %s", what, n, right, wanted, group_event(&group, "collective", ""));
}

static void every_collective_gives_every_rank_what_it_must(void) {
  static const char *const KINDS[] = {"all-reduce", "all-gather", "reduce-scatter", "broadcast", "all-to-all", "send-recv"};
  group_start(&group, NULL);
  for (int k = 0; k < 6; k++)
    for (int shape = 0; shape < (is_emulated() ? 1 : 3); shape++) {
      char fields[256];
      int placements = k < 4 ? 2 : 1;
      group.ranks = 0;
      snprintf(fields, sizeof fields, ",\"collective\":\"%s\",\"sizes\":[4,1000,65536,1048576],\"placement\":\"%s\"" QUICK, KINDS[k], placements == 2 ? "both" : "out");
      group_ask(&group, shape == 0 ? 2 : shape == 1 ? 3 : 1, shape == 0 ? 2 : shape == 1 ? 1 : 5, fields, -1, NULL);
      CHECK(group_finish(&group), "%s is not done", KINDS[k]);
      check_results(KINDS[k], 4, placements);
    }
  group_end(&group);
}

static void a_rank_tells_its_gpu_and_the_first_one_its_library(void) {
  run(NULL, 2, 2, ALL_REDUCE, -1, NULL);
  CHECK(group_count(&group, "\"ev\":\"rank\"", "") == 4, "%d rank events", group_count(&group, "\"ev\":\"rank\"", ""));
  const char *third = group_event(&group, "\"ev\":\"rank\"", "\"rank\":3,");
  CHECK(strstr(third, "\"device\":3,\"name\":\"Fake GPU 3\",\"bus\":\"0000:1d:00.0\"}"), "%s", third);
  const char *second = group_event(&group, "\"ev\":\"rank\"", "\"rank\":2,");
  CHECK(strstr(second, "\"library\":\"nccl\",\"version\":\"2.23.4\",\"path\":\"") && strstr(second, "libnccl.so.2"), "%s", second);
  const char *result = group_event(&group, "\"ev\":\"collective\"", "\"rank\":3,");
  CHECK(number_in(result, "bytes") == 4096 && number_in(result, "iterations") == 4 && strstr(result, "\"in_place\":false"), "%s", result);
  CHECK(number_in(result, "mean") > 0 && number_in(result, "min") <= number_in(result, "mean") && number_in(result, "max") >= number_in(result, "mean"), "%s", result);
  group_end(&group);
}

static void rccl_and_hip_are_used_where_there_is_no_cuda(void) {
  const char *both = gpu_folder;
  char amd[512];
  snprintf(amd, sizeof amd, "%s/amd", both);
  gpu_folder = amd;
  run(NULL, 2, 2, ALL_REDUCE, -1, NULL);
  check_results("rccl", 1, 1);
  CHECK(strstr(group_event(&group, "\"library\":\"rccl\",\"version\":\"2.21.6\"", ""), "librccl.so.1"), "%s", group_event(&group, "\"ev\":\"rank\"", ""));
  group_end(&group);
  gpu_folder = both;
}

static void libraries_are_opened_where_the_request_says(void) {
  char fields[1024];
  snprintf(fields, sizeof fields, ALL_REDUCE ",\"library\":\"%s/amd/librccl.so.1\",\"runtime\":\"%s/amd/libamdhip64.so.6\"", gpu_folder, gpu_folder);
  run(NULL, 1, 2, fields, -1, NULL);
  check_results("explicit paths", 1, 1);
  CHECK(group_count(&group, "\"library\":\"rccl\"", "/amd/librccl.so.1") == 1, "%s", group_event(&group, "\"ev\":\"rank\"", ""));
  group_end(&group);
}

static void a_budget_gives_all_ranks_the_same_fewer_operations(void) {
  run(NULL, 2, 2, ",\"collective\":\"all-reduce\",\"sizes\":[4096],\"iterations\":100000,\"warmup\":1,\"budget_ms\":50", -1, NULL);
  check_results("budget", 1, 1);
  long long n = number_in(group_event(&group, "\"ev\":\"collective\"", ""), "iterations");
  char same[64];
  snprintf(same, sizeof same, "\"iterations\":%lld,", n);
  CHECK(n >= 3 && n < 100000 && group_count(&group, "\"ev\":\"collective\"", same) == 4, "%lld operations on %d ranks", n, group_count(&group, "\"ev\":\"collective\"", same));
  group_end(&group);
}

static void a_wrong_element_is_counted_on_its_rank_and_fails_that_request(void) {
  run(SEEDED, 2, 2, ",\"collective\":\"all-gather\",\"sizes\":[64,4096],\"placement\":\"both\"" QUICK, 1, ",\"seed_fault\":\"wrong-value\"");
  CHECK(group.rc[0] == 0, "rc %d %s", group.rc[0], group.error[0]);
  expect(1, 4, "1 elements of all-gather are wrong on 1 of this request's 2 ranks");
  const char *wrong = group_event(&group, "\"ev\":\"collective\"", "\"wrong\":1,");
  CHECK(number_in(wrong, "rank") == 2 && number_in(wrong, "bytes") == 4096 && strstr(wrong, "\"in_place\":true"), "%s", wrong);
  CHECK(group_count(&group, "\"ev\":\"collective\"", "\"wrong\":0,") == 15, "%d results are right", group_count(&group, "\"ev\":\"collective\"", "\"wrong\":0,"));
  group_end(&group);
  run(NULL, 2, 2, ALL_REDUCE, 0, FAULT("wrong@1"));
  expect(0, 4, "1 elements of all-reduce are wrong");
  CHECK(group_count(&group, "\"rank\":1,\"bytes\":4096", "\"wrong\":1,") == 1, "no result of rank 1 is wrong");
  group_end(&group);
  run(NULL, 2, 2, ",\"collective\":\"all-reduce\",\"sizes\":[4096],\"iterations\":6,\"warmup\":2,\"budget_ms\":500" IMPATIENT, 1, FAULT("wrong"));
  expect(1, 4, "2 elements of all-reduce are wrong on 2 of this request's 2 ranks");
  CHECK(group.rc[0] == 0, "a wrong element made the ranks count differently: rc %d %s", group.rc[0], group.error[0]);
  group_end(&group);
}

static void a_rank_that_starts_nothing_is_named_by_rank_0(void) {
  run(SEEDED, 3, 2, ALL_REDUCE IMPATIENT, 2, ",\"seed_fault\":\"hang\"");
  expect(0, 7, "waited for: has not started it: rank 4");
  expect_followers(0, "rank 0 failed (code 7)");
  group_end(&group);
  run(SEEDED, 2, 2, ALL_REDUCE IMPATIENT, 0, ",\"seed_fault\":\"hang\"");
  expect(0, 7, "waited for: has not started it: rank 0");
  group_end(&group);
}

static void where_all_have_started_nobody_is_accused(void) {
  run(NULL, 2, 2, ALL_REDUCE IMPATIENT, 1, FAULT("hang@3=4"));
  expect(0, 7, "every rank has started it");
  expect_followers(0, "every rank has started it");
  group_end(&group);
}

static void a_frozen_process_is_named_by_its_silence(void) {
  group_start(&group, NULL);
  group_ask(&group, 2, 2, ALL_REDUCE IMPATIENT, 1, FAULT("freeze@2=4"));
  while (group.rc[0] == -1 && group_step(&group, PATIENCE_MS)) continue;
  expect(0, 7, "no answer from ranks 2-3");
  long long before = ms_now();
  ask(&group.agent, "{\"id\":900,\"do\":\"stop\",\"of\":1}");
  CHECK(group_finish(&group) && group.rc[1] == 11, "rc %d", group.rc[1]);
  CHECK(ms_now() - before < 5000, "stopping took %lld ms", ms_now() - before);
  group_end(&group);
}

static void a_process_that_dies_is_told_with_its_signal(void) {
  run(NULL, 2, 2, ALL_REDUCE, 1, FAULT("die@2=4"));
  expect(1, 6, "died of SIGSEGV (signal 11)");
  expect_followers(1, "rank 2 failed (code 6): the process of the GPU ranks died of SIGSEGV");
  group_end(&group);
  run(SEEDED, 2, 1, ALL_REDUCE, 0, ",\"seed_fault\":\"die\"");
  expect(0, 6, "died of SIGKILL (signal 9)");
  expect_followers(0, "died of SIGKILL");
  ask(&group.agent, "{\"id\":500,\"do\":\"clock\"}");
  CHECK(done_of(&group.agent, 500) == 0, "the agent went with it");
  group_end(&group);
  run(NULL, 2, 1, ALL_REDUCE, 1, FAULT("exit=4"));
  expect(1, 6, "ended with status 3 and without a word");
  group_end(&group);
}

static void ranks_that_never_come_are_named(void) {
  group_start(&group, NULL);
  group.ranks = 6;
  group_ask(&group, 2, 2, ALL_REDUCE ",\"join_ms\":1500", -1, NULL);
  CHECK(group_finish(&group), "not done");
  expect(0, 7, "ranks 4, 5 have not joined");
  expect_followers(0, "rank 0 failed (code 7): ranks 4, 5 have not joined");
  group_end(&group);
}

static void a_library_that_does_not_join_its_ranks_is_told(void) {
  run(NULL, 2, 2, ALL_REDUCE ",\"join_ms\":1500", 1, FAULT("init-hang@3"));
  expect(0, 7, "all 4 ranks have called ncclCommInitRank, and after 1500 ms it has not returned");
  CHECK(strstr(group.error[0], "NCCL_SOCKET_IFNAME"), "%s", group.error[0]);
  group_end(&group);
  run(NULL, 2, 2, ALL_REDUCE, 1, FAULT("init-fail@3"));
  expect(1, 6, "ncclCommInitRank of rank 3: unhandled system error (result 2); Bootstrap : no socket interface found");
  expect_followers(1, "rank 2 failed (code 6)");
  group_end(&group);
}

static void without_a_controller_that_hands_on_both_sides_end(void) {
  group_start(&group, NULL);
  group.silent_controller = true;
  group_ask(&group, 2, 1, ALL_REDUCE ",\"join_ms\":1000", -1, NULL);
  CHECK(group_finish(&group), "not done");
  expect(0, 7, "rank 1 has not joined");
  expect(1, 7, "still waits for rank 0's unique id");
  group_end(&group);
}

static void a_peer_that_the_library_misses_is_a_network_failure(void) {
  run(NULL, 2, 2, ALL_REDUCE IMPATIENT, 1, FAULT("remote@3=4"));
  expect(1, 3, "remote process exited or there was a network error");
  expect_followers(1, "rank 2 failed (code 3)");
  group_end(&group);
}

static void a_library_that_does_not_let_go_is_told(void) {
  run(NULL, 1, 2, ALL_REDUCE IMPATIENT, 0, FAULT("destroy-hang@1"));
  expect(0, 7, "ncclCommDestroy");
  CHECK(group_count(&group, "\"ev\":\"collective\"", "\"wrong\":0,") == 2, "results are missing");
  group_end(&group);
}

static void what_the_library_prints_is_kept_apart(void) {
  run(NULL, 1, 2, ALL_REDUCE, 0, FAULT("log@1"));
  check_results("log", 1, 1);
  CHECK(group_count(&group, "\"ev\":\"log\"", "[1] NCCL INFO Bootstrap : Using \\\"eth0\\\"") == 1, "no line of stdout");
  CHECK(group_count(&group, "\"ev\":\"log\"", "rank 1 on stderr") == 1, "no line of stderr");
  CHECK(group_count(&group, "\"ev\":\"log\"", "half a line of rank 1") == 1, "the last line is lost");
  group_end(&group);
}

/* 2000 lines, then warnings alone; those that have no room either are counted apart, so that nobody takes them for absent. */
static void a_full_log_still_has_its_warnings_and_says_what_it_lacks(void) {
  run(NULL, 1, 2, ALL_REDUCE, 0, FAULT("talk@1"));
  check_results("talk", 1, 1);
  CHECK(group_count(&group, "\"ev\":\"log\"", "NCCL INFO line ") == 2000, "%d lines of information", group_count(&group, "\"ev\":\"log\"", "NCCL INFO line "));
  CHECK(group_count(&group, "\"ev\":\"log\"", "NCCL WARN the first") == 1, "the first warning is lost");
  CHECK(group_count(&group, "\"ev\":\"log\"", "NCCL WARN again") == 199, "%d other warnings", group_count(&group, "\"ev\":\"log\"", "NCCL WARN again"));
  CHECK(group_count(&group, "\"ev\":\"log\"", "\"text\":\"2801 lines more are not shown, 52 of them warnings\"") == 1, "%s",
        group_event(&group, "\"ev\":\"log\"", "not shown"));
  group_end(&group);
}

static void refused(const char *variable, const char *fields, int rc, const char *words) {
  run(variable, 1, 2, fields, -1, NULL);
  expect(0, rc, words);
  CHECK(rc == 2 || strstr(group.error[0], "\"hint\":\""), "no hint in %s", group.error[0]);
  group_end(&group);
}

static void what_the_host_lacks_is_named(void) {
  char fields[1024];
  refused("FAKE_GPU=no-driver", ALL_REDUCE, 5, "cuInit: no CUDA-capable device is detected");
  refused("FAKE_GPUS=1", ALL_REDUCE, 5, "GPU 1 was asked for; the driver shows 1 GPU, numbered from 0");
  refused("FAKE_NCCL=old-driver", ALL_REDUCE, 5, "the driver supports CUDA up to 12.4");
  refused("FAKE_GPU=full", ",\"collective\":\"all-reduce\",\"sizes\":[1048576]", 6, "out of memory (CUDA error 2); wanted 1 MiB, 512 of 81920 MiB are free");
  refused(NULL, ALL_REDUCE ",\"library\":\"/nowhere/libnccl.so.2\"", 5, "/nowhere/libnccl.so.2: cannot open shared object file");
  refused(NULL, ALL_REDUCE ",\"runtime\":\"/nowhere/libcuda.so.1\"", 5, "/nowhere/libcuda.so.1: cannot open shared object file");
  snprintf(fields, sizeof fields, ALL_REDUCE ",\"library\":\"%s/libcuda.so.1\"", gpu_folder);
  refused(NULL, fields, 5, "has no function ncclGetVersion");
  snprintf(fields, sizeof fields, ALL_REDUCE ",\"runtime\":\"%s/libnccl.so.2\"", gpu_folder);
  refused(NULL, fields, 5, "has no function cuInit");
}

static void without_any_library_the_places_are_listed_and_a_wheel_is_found(void) {
  const char *all = gpu_folder;
  char folder[512];
  snprintf(folder, sizeof folder, "%s/none", all);
  gpu_folder = folder;
  refused(NULL, ALL_REDUCE, 5, "no GPU driver: neither libcuda.so.1 (NVIDIA) nor libamdhip64.so (AMD");
  snprintf(folder, sizeof folder, "%s/driver-only", all);
  refused(NULL, ALL_REDUCE, 5, "no libnccl.so.2: looked in the loader's path");
  char fields[900];
  snprintf(fields, sizeof fields, ALL_REDUCE ",\"environment\":[\"VIRTUAL_ENV=%s/venv\"]", all);
  run(NULL, 1, 2, fields, -1, NULL);
  check_results("a wheel's library", 1, 1);
  CHECK(group_count(&group, "\"path\":\"", "/python3.11/site-packages/nvidia/nccl/lib/libnccl.so.2") == 1, "%s", group_event(&group, "\"ev\":\"rank\"", ""));
  group_end(&group);
  gpu_folder = all;
}

static void different_versions_are_told_before_they_meet(void) {
  run(NULL, 2, 1, ALL_REDUCE, 1, ",\"environment\":[\"FAKE_NCCL_VERSION=21805\"]");
  expect(1, 5, "rank 0 has nccl 2.23.4, rank 1 nccl 2.18.5 from ");
  expect_followers(1, "rank 1 failed (code 5): rank 0 has nccl 2.23.4");
  group_end(&group);
}

static void a_request_that_cannot_be_meant_is_refused_before_a_process_starts(void) {
  refused(NULL, ALL_REDUCE ",\"gpus\":[0,0]", 2, "`gpus` names GPU 0 twice");
  refused(NULL, ALL_REDUCE ",\"gpus\":[0]", 2, "`gpus` names 1 GPUs for 2 ranks");
  refused(NULL, ALL_REDUCE ",\"environment\":[\"NCCL_DEBUG\"]", 2, "`environment` has `NCCL_DEBUG`, which is not NAME=value");
  refused(NULL, ",\"collective\":\"all-to-all\",\"sizes\":[4096],\"placement\":\"both\"", 2, "`placement` of all-to-all must be out");
  refused(NULL, ",\"collective\":\"broadcast\",\"sizes\":[4096],\"buckets\":2,\"bucket_bytes\":4096,\"compute_ns\":1000", 2, "`buckets` are for `collective` all-reduce");
  refused(NULL, ALL_REDUCE ",\"buckets\":2,\"compute_ns\":1000", 2, "`bucket_bytes` is missing");
}

static void the_deadline_ends_a_library_that_hangs(void) {
  run(NULL, 1, 2, ALL_REDUCE ",\"deadline_ms\":800", 0, FAULT("init-hang"));
  expect(0, 10, "deadline passed");
  group_end(&group);
}

static int pid_in(const char *path) {
  long long until = ms_now() + PATIENCE_MS;
  int pid = 0;
  while (!pid && ms_now() < until) {
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%d", &pid) != 1) pid = 0;
    if (file) fclose(file);
    if (!pid) pause_ms(5);
  }
  return pid;
}

/* A process that nobody has waited for yet is as gone as one can be. */
static bool is_gone(int pid) {
  char path[64], text[512] = "";
  long long until = ms_now() + PATIENCE_MS;
  while (ms_now() < until) {
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file) return true;
    if (fgets(text, sizeof text, file) && strstr(text, ") Z ")) return fclose(file), true;
    fclose(file);
    pause_ms(5);
  }
  return false;
}

static void the_process_goes_when_its_agent_does(void) {
  char path[] = "/tmp/fake-nccl-pid-XXXXXX", fields[512];
  int fd = mkstemp(path);
  if (fd >= 0) close(fd);
  for (int how = 0; how < 3; how++) {
    group_start(&group, NULL);
    if (truncate(path, 0) != 0) abort();
    snprintf(fields, sizeof fields, ALL_REDUCE ",\"environment\":[\"FAKE_NCCL=init-hang\",\"FAKE_NCCL_PID=%s\"]", path);
    group_ask(&group, 1, 2, fields, -1, NULL);
    int pid = pid_in(path);
    CHECK(pid > 0, "the process did not begin");
    if (how == 0) kill(group.agent.pid, SIGKILL);
    if (how == 1) close(group.agent.in), group.agent.in = -1;
    if (how == 2) {
      ask(&group.agent, "{\"id\":900,\"do\":\"stop\",\"of\":0}");
      CHECK(group_finish(&group) && group.rc[0] == 11, "rc %d", group.rc[0]);
    }
    CHECK(pid <= 0 || is_gone(pid), "process %d is still there (way %d)", pid, how);
    group_end(&group);
  }
  unlink(path);
}

static void computing_and_communication_are_timed_alone_and_together(void) {
  const char *fields = ALL_REDUCE ",\"buckets\":4,\"bucket_bytes\":65536,\"compute_ns\":2000000";
  char amd[1400];
  run(NULL, 2, 2, fields, -1, NULL);
  check_results("overlap", 1, 1);
  CHECK(group_count(&group, "\"ev\":\"overlap\"", "\"buckets\":4,\"bucket_bytes\":65536,\"iterations\":4,") == 4, "%s", group_event(&group, "overlap", ""));
  const char *line = group_event(&group, "\"ev\":\"overlap\"", "\"rank\":3,");
  long long compute = number_in(line, "compute"), together = number_in(line, "together");
  CHECK(compute >= 1000000 && number_in(line, "communication") > 0 && together >= 1000000, "%s", line);
  group_end(&group);
  snprintf(amd, sizeof amd, "%s,\"library\":\"%s/amd/librccl.so.1\",\"runtime\":\"%s/amd/libamdhip64.so.6\"", fields, gpu_folder, gpu_folder);
  refused(NULL, amd, 5, "hiprtc");
  char path[600];
  snprintf(path, sizeof path, "%s/amd", gpu_folder);
  const char *all = gpu_folder;
  gpu_folder = path;
  run(NULL, 1, 2, fields, -1, NULL);
  all_succeed("overlap of RCCL");
  CHECK(group_count(&group, "\"ev\":\"overlap\"", "") == 2, "no overlap of RCCL");
  group_end(&group);
  gpu_folder = all;
}

int main(int argc, char **argv) {
  if (argc < 3) return fprintf(stderr, "usage: test_collective_gpu PROBE FAKES\n"), 2;
  probe_command = argv[1];
  gpu_folder = argv[2];
  RUN(every_collective_gives_every_rank_what_it_must);
  RUN(a_rank_tells_its_gpu_and_the_first_one_its_library);
  RUN(rccl_and_hip_are_used_where_there_is_no_cuda);
  RUN(libraries_are_opened_where_the_request_says);
  RUN(a_budget_gives_all_ranks_the_same_fewer_operations);
  RUN(a_wrong_element_is_counted_on_its_rank_and_fails_that_request);
  RUN(a_rank_that_starts_nothing_is_named_by_rank_0);
  RUN(where_all_have_started_nobody_is_accused);
  RUN(a_frozen_process_is_named_by_its_silence);
  RUN(a_process_that_dies_is_told_with_its_signal);
  RUN(ranks_that_never_come_are_named);
  RUN(a_library_that_does_not_join_its_ranks_is_told);
  RUN(without_a_controller_that_hands_on_both_sides_end);
  RUN(a_peer_that_the_library_misses_is_a_network_failure);
  RUN(a_library_that_does_not_let_go_is_told);
  RUN(what_the_library_prints_is_kept_apart);
  RUN(a_full_log_still_has_its_warnings_and_says_what_it_lacks);
  RUN(what_the_host_lacks_is_named);
  RUN(without_any_library_the_places_are_listed_and_a_wheel_is_found);
  RUN(different_versions_are_told_before_they_meet);
  RUN(a_request_that_cannot_be_meant_is_refused_before_a_process_starts);
  RUN(the_deadline_ends_a_library_that_hangs);
  RUN(the_process_goes_when_its_agent_does);
  RUN(computing_and_communication_are_timed_alone_and_together);
  CHECK_MAIN_END;
}
