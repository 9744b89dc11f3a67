/* GPU memory between two agents: the fake GPU's memory cannot be touched by the CPU, so whatever arrives went through the device. */
#include <stdlib.h>

#include "check.h"
#include "pair.h"

static struct pair pair;

/* Serves with `memory` on one side and runs with it on the other; the rc, and what the result or error must say. */
static void measure(environment variables, const char *memory, const char *fields, int rc, const char *wanted) {
  char serve[64], run[512], left[256];
  snprintf(serve, sizeof serve, ",\"memory\":\"%s\"", rc == 0 ? memory : "host");
  snprintf(run, sizeof run, "%s,\"memory\":\"%s\"", fields, memory);
  pair_start(&pair, "roce", "controller", variables, variables);
  pair.serve_fields = serve;
  int seen = pair_run(&pair, "roce0", "roce1", run);
  CHECK(seen == rc, "%s: rc %d, %s %s", run, seen, pair.error, pair.served);
  const char *told = rc == 0 ? pair.result : pair.error;
  CHECK(strstr(told, wanted), "%s: no `%s` in %s", run, wanted, told);
  pair_end(&pair);
  /* What is wrong with a request is told before any library is opened. */
  if (rc == 2) CHECK(pair_never_opened("client"), "%s: libibverbs was opened", run);
  else CHECK(pair_side_left_nothing("client", left, sizeof left), "%s: left behind: %s", run, left);
  CHECK(pair_side_left_nothing("server", left, sizeof left), "%s: left behind: %s", run, left);
}

#define BANDWIDTH ",\"op\":\"bandwidth\",\"size\":16384,\"depth\":8,\"count\":200"
#define LATENCY(verb) ",\"op\":\"latency\",\"size\":8,\"count\":40,\"verb\":\"" verb "\""

static void messages_come_from_gpu_memory_by_dma_buf(void) {
  measure(NULL, "cuda:0", BANDWIDTH, 0, "\"memory\":\"cuda-dmabuf\"");
  measure(NULL, "cuda:1", BANDWIDTH ",\"verb\":\"send\",\"qps\":2", 0, "\"memory\":\"cuda-dmabuf\"");
  measure(NULL, "cuda:0", LATENCY("send"), 0, "\"inline\":0,\"memory\":\"cuda-dmabuf\"");
  measure(NULL, "cuda:0", LATENCY("read"), 0, "\"memory\":\"cuda-dmabuf\"");
}

static void without_dma_buf_peer_memory_is_used_and_told(void) {
  measure(WITH("FAKE_CUDA=peermem"), "cuda:0", LATENCY("send"), 0, "\"memory\":\"cuda-peermem\"");
}

static void where_neither_works_the_module_that_is_missing_is_named(void) {
  measure(WITH("FAKE_IBV_FAIL=reg_dmabuf_mr:EOPNOTSUPP,reg_mr:EFAULT"), "cuda:0", LATENCY("send"), 6, "B of cuda-peermem memory: Bad address");
  CHECK(strstr(pair.error, "nvidia-peermem"), "no hint what to load: %s", pair.error);
}

static void what_cannot_be_measured_is_told(void) {
  measure(NULL, "cuda:0", LATENCY("write"), 2, "which the CPU cannot poll in GPU memory");
  measure(NULL, "cuda:2", BANDWIDTH, 5, "the driver shows 2 GPUs");
  measure(WITH("FAKE_CUDA=no-driver"), "cuda:0", BANDWIDTH, 5, "no CUDA-capable device is detected");
  measure(WITH("FAKE_CUDA=no-count"), "cuda:0", BANDWIDTH, 6, "cuDeviceGetCount on GPU 0");
  measure(WITH("FAKE_CUDA=no-sync"), "cuda:0", BANDWIDTH, 6, "cuPointerSetAttribute on GPU 0");
  measure(NULL, "hip:0", BANDWIDTH, 5, "HIP is not in this probe");
  measure(NULL, "cuda", BANDWIDTH, 2, "host, cuda:N or hip:N");
  measure(NULL, "cuda:x", BANDWIDTH, 2, "host, cuda:N or hip:N");
}

int main(int argc, char **argv) {
  if (argc < 4) return fprintf(stderr, "usage: test_verbs_gpu PROBE FAKES FABRIC\n"), 2;
  probe_command = argv[1];
  fake_folder = argv[2];
  fabric_folder = argv[3];
  RUN(messages_come_from_gpu_memory_by_dma_buf);
  RUN(without_dma_buf_peer_memory_is_used_and_told);
  RUN(where_neither_works_the_module_that_is_missing_is_named);
  RUN(what_cannot_be_measured_is_told);
  CHECK_MAIN_END;
}
