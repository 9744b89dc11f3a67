/* Eight ports with four queue pairs each, all at once between two agents: what a host with eight NICs is asked for. */
#include <stdlib.h>

#include "check.h"
#include "harness.h"

#define PORTS 8
#define QPS 4
#define SIZE 65536

static struct child server, client;

static void start_side(struct child *child, const char *folder, const char *tree) {
  char options[600];
  snprintf(options, sizeof options, "--root=%s", tree);
  setenv("LD_LIBRARY_PATH", folder, 1);
  setenv("FAKE_IBV_ROOT", tree, 1);
  start_agent(child, options);
  unsetenv("LD_LIBRARY_PATH");
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

static void begin(int id) {
  char ready[64];
  ask(&server, "{\"id\":%d,\"do\":\"serve\",\"fabric\":\"verbs\",\"device\":\"roce1\",\"via\":\"tcp\",\"bind\":\"127.0.0.3\",\"token\":\"" TOKEN "\"}", id);
  snprintf(ready, sizeof ready, "{\"ev\":\"ready\",\"id\":%d,", id);
  int port = (int)number_in(line_with(&server, ready), "port");
  CHECK(port > 0, "serve %d is not ready", id);
  ask(&client,
      "{\"id\":%d,\"do\":\"run\",\"op\":\"bandwidth\",\"fabric\":\"verbs\",\"device\":\"roce0\",\"via\":\"tcp\",\"bind\":\"127.0.0.2\",\"address\":\"127.0.0.3\","
      "\"port\":%d,\"token\":\"" TOKEN "\",\"verb\":\"send\",\"size\":%d,\"qps\":%d,\"depth\":8,\"duration_ms\":1500,\"deadline_ms\":60000}",
      id, port, SIZE, QPS);
}

/* Twice the messages of every queue pair is what the buffers hold: one part to send from, one to receive into. */
static void eight_ports_of_four_queue_pairs_take_less_than_64_mib_beside_their_buffers(void) {
  const long long most = (64 << 10) + 2LL * PORTS * QPS * SIZE / 1024;
  int well = 0;
  for (int id = 1; id <= PORTS; id++) begin(id);
  for (int i = 0; i < PORTS; i++) {
    const char *line = line_with(&client, "\"ev\":\"done\"");
    if (line && number_in(line, "rc") == 0) well++;
  }
  CHECK(well == PORTS, "%d of %d runs ended well", well, PORTS);
  if (is_emulated()) return;
  CHECK(peak_kib(client.pid) > 0 && peak_kib(client.pid) < most, "the measuring agent used %lld KiB", peak_kib(client.pid));
  CHECK(peak_kib(server.pid) > 0 && peak_kib(server.pid) < most, "the serving agent used %lld KiB", peak_kib(server.pid));
}

int main(int argc, char **argv) {
  if (argc < 4) return fprintf(stderr, "usage: test_verbs_many PROBE FAKES FABRIC\n"), 2;
  char tree[512];
  probe_command = argv[1];
  snprintf(tree, sizeof tree, "%s/roce", argv[3]);
  start_side(&server, argv[2], tree);
  start_side(&client, argv[2], tree);
  RUN(eight_ports_of_four_queue_pairs_take_less_than_64_mib_beside_their_buffers);
  finish(&server);
  finish(&client);
  CHECK_MAIN_END;
}
