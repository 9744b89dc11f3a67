/* The library in a process that is not the probe's. */
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

static int (*abi)(void);
static int (*call)(const char *request, char *buf, int len);
static char buf[65536], request[1024];
static const char *tree;

static void the_abi_is_1(void) {
  CHECK(abi() == 1, "%d", abi());
}

static void info_answers_with_the_events_of_the_wire(void) {
  snprintf(request, sizeof request, "{\"id\":4,\"do\":\"info\",\"root\":\"%s\"}", tree);
  int n = call(request, buf, sizeof buf);
  CHECK(n == (int)strlen(buf), "length %d, seen %zu", n, strlen(buf));
  CHECK(strncmp(buf, "{\"events\":[{\"ev\":\"info\",\"id\":4,", 31) == 0, "%.80s", buf);
  CHECK(strstr(buf, "},{\"ev\":\"port\",\"id\":4,\"device\":\"mlx5_0\""), "%s", buf);
  CHECK(strcmp(buf + n - 29, "{\"ev\":\"done\",\"id\":4,\"rc\":0}]}") == 0, "%s", buf);
}

static void counters_are_read_once(void) {
  snprintf(request, sizeof request, "{\"do\":\"counters\",\"devices\":[\"mlx5_0\"],\"netdevs\":[\"eth2\"],\"root\":\"%s\"}", tree);
  call(request, buf, sizeof buf);
  CHECK(strstr(buf, "\"id\":0") && strstr(buf, "\"np_cnp_sent\":") && strstr(buf, "\"source\":\"ethtool\""), "%s", buf);
}

static void a_small_buffer_is_cut_and_the_needed_length_returned(void) {
  int whole = call("{\"do\":\"clock\"}", buf, sizeof buf);
  char small[16];
  memset(small, 'x', sizeof small);
  int n = call("{\"do\":\"clock\"}", small, 10);
  CHECK(n == whole, "%d and %d", n, whole);
  CHECK(memcmp(small, "{\"events\"", 9) == 0 && small[9] == 0 && small[10] == 'x', "more than 10 bytes were written");
  CHECK(call("{\"do\":\"clock\"}", NULL, 0) == whole, "asking for the length only");
}

static void anything_else_is_an_error_event(void) {
  const char *requests[] = {"", "x", "{}", "{\"do\":\"serve\"}", "{\"do\":\"run\",\"op\":\"latency\"}", "{\"do\":\"quit\"}",
                            "{\"do\":\"counters\",\"netdevs\":[\"lo\"],\"count\":0}"};
  for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
    call(requests[i], buf, sizeof buf);
    CHECK(strstr(buf, "{\"events\":[{\"ev\":\"error\"") && strstr(buf, "\"rc\":2}]}"), "%s: %s", requests[i], buf);
  }
  call(NULL, buf, sizeof buf);
  CHECK(strstr(buf, "\"ev\":\"error\""), "%s", buf);
}

static void nothing_of_the_process_changes(void) {
  struct sigaction before[32], after;
  char cwd[512], cwd_after[512];
  pid_t group = getpgrp();
  if (!getcwd(cwd, sizeof cwd)) abort();
  for (int s = 1; s < 32; s++) sigaction(s, NULL, &before[s]);
  call("{\"do\":\"info\"}", buf, sizeof buf);
  for (int s = 1; s < 32; s++) {
    sigaction(s, NULL, &after);
    CHECK(after.sa_handler == before[s].sa_handler, "signal %d", s);
  }
  CHECK(getcwd(cwd_after, sizeof cwd_after) && strcmp(cwd, cwd_after) == 0, "the folder changed");
  CHECK(getpgrp() == group && alarm(0) == 0, "the group changed or an alarm is set");
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  char path[1024];
  snprintf(path, sizeof path, "%s%s", argv[1][0] == '/' ? "" : "./", argv[1]);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
  tree = argv[2];
  *(void **)&abi = dlsym(library, "seatrial_probe_abi");
  *(void **)&call = dlsym(library, "seatrial_probe_call");
  if (!abi || !call) return fprintf(stderr, "an entry point is missing\n"), 1;
  if (dlsym(library, "op_run")) return fprintf(stderr, "more than the entry points is exported\n"), 1;
  RUN(the_abi_is_1);
  RUN(info_answers_with_the_events_of_the_wire);
  RUN(counters_are_read_once);
  RUN(a_small_buffer_is_cut_and_the_needed_length_returned);
  RUN(anything_else_is_an_error_event);
  RUN(nothing_of_the_process_changes);
  CHECK_MAIN_END;
}
