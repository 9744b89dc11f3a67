/* wire/samples: every transcript is made again from fixed values, through the functions that the probe uses, and must be the file's
 * bytes. Requests are read as the probe reads them, too. After a change of the format: `test_samples wire/samples --write`, then look
 * at the difference. */
#include <stdlib.h>

#include "asked.h"

#define TOKEN "00112233445566778899aabbccddeeff"

static void say_hello(void) {
  struct hello hello = {.build = "0123456789ab",
                        .arch = "x86_64",
                        .glibc = "2.36",
                        .host = "gpu-01",
                        .boot_id = "3f0c2a9e-7d1b-4e55-9c3a-0123456789ab",
                        .pid = 4711,
                        .cpus = 128,
                        .mono_ns = 86400000000001,
                        .real_ns = 1795980656025547985};
  event_hello(&sink, &hello);
}

static void sample_session(void) {
  say_hello();
  ASK(N("id", 1), T("do", "clock"));
  event_clock(&sink, 1, 86400001000000, 1795980656026547984);
  event_done(&sink, 1, 0);
  ASK(N("id", 2), T("do", "serve"), T("op", "latency"), T("fabric", "tcp"), T("bind", "fd00::2"), N("port", 18515), T("token", TOKEN),
      N("deadline_ms", 60000), N("cpu", 3));
  event_ready(&sink, 2, "fd00::2", 18515);
  ASK(N("id", 3), T("do", "stop"), N("of", 2));
  event_done(&sink, 3, 0);
  event_done(&sink, 2, 0);
  ASK(N("id", 4), T("do", "quit"));
  event_done(&sink, 4, 0);
}

static void sample_info(void) {
  struct host_info info = {.host = "gpu-01", .kernel = "5.15.0-1050-nvidia", .cpus = 128, .numa_nodes = 2, .gpu_processes_unreadable = 3,
                           .rdma = "ok", .verbs = "ok"};
  struct port_info up = {.device = "mlx5_0", .port = 1, .rate = 400000000000, .numa = 0, .netdev = "eth2", .state = "ACTIVE", .phys_state = "LinkUp",
                         .link_layer = "Ethernet", .fabric = "roce2", .width = 4, .max_mtu = 4096, .active_mtu = 4096, .fw = "28.39.1002",
                         .board = "MT_0000000838", .pci = "0000:3b:00.0", .pci_speed = 32000, .pci_width = 16, .pci_max_speed = 32000,
                         .pci_max_width = 16, .bond = "bond0", .gids = 2};
  struct port_info down = {.device = "mlx5_1", .port = 1, .rate = 2500000000, .numa = -1, .state = "DOWN", .phys_state = "Disabled",
                           .fabric = "unknown", .width = -1, .max_mtu = -1, .active_mtu = -1, .pci_speed = -1, .pci_width = -1,
                           .pci_max_speed = -1, .pci_max_width = -1};
  struct gid_info local = {.index = 1, .gid = "fe80:0000:0000:0000:ba3f:d2ff:fe00:0001", .type = "RoCE v2", .netdev = "eth2"};
  struct gid_info mapped = {.index = 3, .gid = "0000:0000:0000:0000:0000:ffff:0a00:0002", .type = "RoCE v2", .netdev = "eth2"};
  struct netdev_info eth = {.name = "eth2", .operstate = "up", .mac = "b8:3f:d2:00:00:01", .driver = "mlx5_core", .speed = 400000000000,
                            .mtu = 9000, .numa = 0};
  struct netdev_info lo = {.name = "lo", .operstate = "unknown", .speed = -1, .mtu = 65536, .numa = -1};
  struct gpu_process job = {.pid = 31337, .name = "python3", .device = "/dev/nvidia0"};
  ASK(N("id", 7), T("do", "info"));
  event_info(&sink, 7, &info);
  event_port(&sink, 7, &up);
  event_gid(&sink, 7, &up, &local);
  event_gid(&sink, 7, &up, &mapped);
  event_port(&sink, 7, &down);
  event_netdev(&sink, 7, &eth);
  event_netdev(&sink, 7, &lo);
  event_gpu_process(&sink, 7, &job);
  event_done(&sink, 7, 0);
  info.rdma = "no-kernel-support";
  info.verbs = "no-library";
  info.verbs_why = "libibverbs.so.1: cannot open shared object file: No such file or directory; install the user space of RDMA";
  info.gpu_processes_unreadable = 0;
  ASK(N("id", 8), T("do", "info"));
  event_info(&sink, 8, &info);
  event_done(&sink, 8, 0);
}

static const struct surroundings AROUND = {.start_ns = 1795980656100000000,
                                           .end_ns = 1795980656400000000,
                                           .switches = {.voluntary = 20011, .involuntary = 12},
                                           .gap_max = 63021};

static void give_latency(long long id, uint64_t size, struct histogram *h) {
  struct latency_result result = {.fabric = "tcp", .kind = "rtt", .size = size, .histogram = h, .around = AROUND};
  event_latency(&sink, id, &result);
  event_done(&sink, id, 0);
  memset(h, 0, sizeof *h);
}

static struct histogram h;

static void sample_latency(void) {
  ASK(N("id", 10), T("do", "run"), T("op", "latency"), T("fabric", "tcp"), T("bind", "10.0.0.3"), T("address", "10.0.0.2"), N("port", 40001),
      T("token", TOKEN), N("deadline_ms", 30000), N("size", 64), N("count", 20000), N("warmup", 20));
  for (uint64_t i = 0; i < 20000; i++) histogram_add(&h, 13500 + i % 50 * 10 + (i % 1000 == 0) * 250000);
  give_latency(10, 64, &h);
  ASK(N("id", 11), T("do", "run"), T("op", "latency"), T("address", "10.0.0.2"), N("port", 40001), T("token", TOKEN), N("size", 8), N("count", 3));
  for (uint64_t i = 0; i < 3; i++) histogram_add(&h, 200 + i);
  give_latency(11, 8, &h);
}

/* One stall of 10 ms is seen by the round trips that were due meanwhile. */
static void sample_latency_paced(void) {
  ASK(N("id", 12), T("do", "run"), T("op", "latency"), T("fabric", "tcp"), T("bind", "10.0.0.3"), T("address", "10.0.0.2"), N("port", 40001),
      T("token", TOKEN), N("deadline_ms", 30000), N("size", 64), N("duration_ms", 1000), N("interval_ns", 1000000));
  for (uint64_t i = 0; i < 1000; i++) histogram_add(&h, i >= 500 && i < 510 ? (510 - i) * 1000000 : 58000 + i % 100);
  give_latency(12, 64, &h);
}

static void sample_histogram_split(void) {
  ASK(N("id", 13), T("do", "run"), T("op", "latency"), T("address", "fd00::2"), N("port", 40001), T("token", TOKEN), N("size", 1048576),
      N("duration_ms", 3600000));
  for (uint64_t i = 0; i < 600; i++)
    for (uint64_t k = 0; k <= i; k++) histogram_add(&h, 100 + i * i * 700);
  histogram_add(&h, (uint64_t)1 << 41);
  give_latency(13, 1048576, &h);
}

static void sample_bandwidth(void) {
  struct bandwidth_result result = {.fabric = "tcp", .size = 131072, .streams = 4, .bytes = 8477634451, .window_ns = 1984000017, .retransmits = 11,
                                    .messages = -1, .rate_out = -1, .rate_in = -1};
  result.rate = rate_of(result.bytes, result.window_ns);
  result.around = AROUND;
  ASK(N("id", 20), T("do", "run"), T("op", "bandwidth"), T("fabric", "tcp"), T("bind", "10.0.0.3"), N("source_port", 50000),
      T("address", "10.0.0.2"), N("port", 40002), T("token", TOKEN), N("deadline_ms", 30000), N("size", 131072), N("streams", 4),
      N("duration_ms", 2000), N("sndbuf", 65536), N("cpu", 0));
  event_bandwidth(&sink, 20, &result);
  event_done(&sink, 20, 0);
  result.streams = 1;
  result.retransmits = -1;
  result.bytes = 1250000000;
  result.window_ns = 1000000000;
  result.rate = rate_of(result.bytes, result.window_ns);
  ASK(N("id", 21), T("do", "run"), T("op", "bandwidth"), T("address", "10.0.0.2"), N("port", 40002), T("token", TOKEN), N("duration_ms", 1000));
  event_bandwidth(&sink, 21, &result);
  event_done(&sink, 21, 0);
}

static void give_error(long long id, int code, const char *where, int err, const char *msg, const char *hint) {
  struct failure failure = {.code = code, .err = err};
  snprintf(failure.where, sizeof failure.where, "%s", where);
  snprintf(failure.msg, sizeof failure.msg, "%s", msg);
  snprintf(failure.hint, sizeof failure.hint, "%s", hint);
  event_error(&sink, id, &failure);
}

static const struct verbs_details VERBS = {.device = "mlx5_0", .verb = "write", .connect = "exchange", .mode = "poll",
                                           .gid = "0000:0000:0000:0000:0000:ffff:0a00:0003", .gid_type = "roce2", .memory = "host", .mtu = 4096,
                                           .gid_index = 3, .qps = 1, .inline_bytes = 8, .numa = 1, .source_port = 50071};
#define ENDPOINT "kind=roce2 mtu=4096 lid=0 gid=00000000000000000000ffff0a00000"

static void give_verbs_latency(long long id, const char *fabric, const char *kind, uint64_t size, uint64_t cpu_ns, const struct verbs_details *verbs) {
  struct latency_result result = {.fabric = fabric, .kind = kind, .size = size, .histogram = &h, .around = AROUND, .verbs = verbs};
  result.around.cpu_ns = cpu_ns;
  event_latency(&sink, id, &result);
  event_done(&sink, id, 0);
  memset(&h, 0, sizeof h);
}

/* What the two sides of one measurement say, from both agents' point of view in one transcript: request 60 measures, 61 serves. */
static void sample_verbs_latency(void) {
  struct verbs_details verbs = VERBS;
  ASK(N("id", 61), T("do", "serve"), T("fabric", "verbs"), T("device", "mlx5_1"), N("device_port", 1), T("bind", "10.0.0.2"), N("deadline_ms", 60000));
  event_verbs_ready(&sink, 61, &(struct verbs_ready){.device = "mlx5_1", .device_port = 1, .fabric = "roce2"});
  ASK(N("id", 60), T("do", "run"), T("op", "latency"), T("fabric", "verbs"), T("device", "mlx5_0"), T("verb", "write"), N("size", 8), N("count", 20000),
      N("deadline_ms", 30000));
  event_say(&sink, 60, "offer v=1 op=latency verb=write connect=exchange mode=poll size=8 " ENDPOINT "3 psn=93fcad addr=7f9a9bac2000 rkey=1fc4 reads=16 qpn=154");
  ASK(N("id", 62), T("do", "hear"), N("of", 61),
      T("text", "offer v=1 op=latency verb=write connect=exchange mode=poll size=8 " ENDPOINT "3 psn=93fcad addr=7f9a9bac2000 rkey=1fc4 reads=16 qpn=154"));
  event_done(&sink, 62, 0);
  event_say(&sink, 61, "accept v=1 " ENDPOINT "2 psn=9dc75a addr=7fb5bd369000 rkey=1fc8 reads=16 qpn=154");
  event_say(&sink, 60, "bye");
  event_say(&sink, 61, "bye");
  for (uint64_t i = 0; i < 20000; i++) histogram_add(&h, 3540 + i % 20 * 5 + (i % 1000 == 0) * 25000);
  give_verbs_latency(60, "roce2", "rtt", 8, 299871244, &verbs);
  ASK(N("id", 63), T("do", "run"), T("op", "latency"), T("fabric", "verbs"), T("device", "siw0"), T("bind", "192.168.78.1"), T("verb", "read"),
      T("via", "tcp"), T("address", "192.168.78.2"), N("port", 40001), T("token", TOKEN), N("size", 4096), N("count", 200));
  for (uint64_t i = 0; i < 200; i++) histogram_add(&h, 453556 + i * 1000);
  verbs = (struct verbs_details){.device = "siw0", .verb = "read", .connect = "rdma-cm", .mode = "poll", .gid = "5254:0078:0001:0000:0000:0000:0000:0000",
                                 .gid_index = 0, .memory = "host", .mtu = 1024, .qps = 1, .numa = -1, .source_port = -1};
  give_verbs_latency(63, "soft-iwarp", "read", 4096, 476377000, &verbs);
}

static void sample_verbs_bandwidth(void) {
  struct verbs_details verbs = VERBS;
  struct bandwidth_result result = {.fabric = "roce2", .size = 65536, .streams = 4, .bytes = 97989427200, .window_ns = 1999784318, .retransmits = -1,
                                    .messages = 1495200, .rate_out = -1, .rate_in = -1, .around = AROUND, .verbs = &verbs};
  result.around.cpu_ns = 299871244;
  result.rate = rate_of(result.bytes, result.window_ns);
  verbs.qps = 4;
  verbs.inline_bytes = 0;
  ASK(N("id", 70), T("do", "run"), T("op", "bandwidth"), T("fabric", "verbs"), T("device", "mlx5_0"), N("size", 65536), N("qps", 4), N("depth", 128),
      N("traffic_class", 106), N("mtu", 4096), N("duration_ms", 2000), N("deadline_ms", 30000));
  event_bandwidth(&sink, 70, &result);
  event_done(&sink, 70, 0);
  ASK(N("id", 71), T("do", "run"), T("op", "bandwidth"), T("fabric", "verbs"), T("device", "mlx5_0"), T("verb", "send"), T("mode", "event"),
      T("memory", "cuda:0"), N("bidirectional", 1), N("duration_ms", 2000), N("deadline_ms", 30000));
  event_say(&sink, 71, "bye messages=742311");
  ASK(N("id", 72), T("do", "hear"), N("of", 71), T("text", "bye bytes=48640000000 messages=742187 window_ns=1999800000"));
  event_done(&sink, 72, 0);
  verbs.verb = "send";
  verbs.mode = "event";
  verbs.memory = "cuda-dmabuf";
  verbs.qps = 1;
  result.streams = 1;
  result.bytes = 97280000000;
  result.window_ns = 1999900000;
  result.messages = 1484375;
  result.rate_out = (long long)rate_of(48640000000, 1999800000);
  result.rate_in = (long long)rate_of(48640000000, 1999900000);
  result.rate = (uint64_t)(result.rate_out + result.rate_in);
  event_bandwidth(&sink, 71, &result);
  event_done(&sink, 71, 0);
}

static void sample_verbs_refused(void) {
  ASK(N("id", 80), T("do", "run"), T("op", "latency"), T("fabric", "verbs"), T("device", "mlx5_0"), N("count", 1000), N("deadline_ms", 30000));
  event_say(&sink, 80, "offer v=1 op=latency verb=write connect=exchange mode=poll size=8 " ENDPOINT "3 psn=93fcad addr=7f9a9bac2000 rkey=1fc4 reads=16 qpn=154");
  ASK(N("id", 81), T("do", "hear"), N("of", 80),
      T("text", "refuse code=6 where=verbs msg=ibv_reg_mr on mlx5_1 port 1, 8192 B of host memory: Cannot allocate memory (RLIMIT_MEMLOCK is 64 KiB)"));
  event_done(&sink, 81, 0);
  give_error(80, CODE_CALL, "verbs", 0,
             "the other side says: ibv_reg_mr on mlx5_1 port 1, 8192 B of host memory: Cannot allocate memory (RLIMIT_MEMLOCK is 64 KiB)",
             "this side waits or measures as it should: look at the other side's host, device and events");
  event_done(&sink, 80, CODE_CALL);
  ASK(N("id", 82), T("do", "run"), T("op", "latency"), T("fabric", "verbs"), T("device", "mlx5_0"), T("verb", "send"), N("duration_ms", 5000));
  give_error(82, CODE_NETWORK, "completion", 0, "mlx5_0 port 1, queue pair 0x154: transport retry counter exceeded (status 12, vendor_err 0x81)",
             "the peer did not acknowledge within timeout x retries");
  event_say(&sink, 82, "refuse code=3 where=completion msg=mlx5_0 port 1, queue pair 0x154: transport retry counter exceeded (status 12, vendor_err 0x81)");
  event_done(&sink, 82, CODE_NETWORK);
}

static void give_collective(long long id, long long rank, uint64_t bytes, bool in_place, uint64_t wrong, bool gpu) {
  struct collective_result result = {.rank = rank, .bytes = bytes, .iterations = 20, .in_place = in_place, .mean = 41500 + bytes / 3, .min = 40100 + bytes / 3,
                                     .max = 96000 + bytes / 2, .wrong = wrong, .p50 = gpu ? -1 : (long long)(41200 + bytes / 3), .recv_wait = gpu ? -1 : 211000,
                                     .send_wait = gpu ? -1 : 12000, .around = AROUND};
  if (!gpu) result.around.cpu_ns = 1871244;
  event_collective(&sink, id, &result);
}

#define HEX_64 "6f1c2a9e7d1b4e559c3a0123456789ab02000fa00a0000010000000000000000"
#define UNIQUE_ID HEX_64 HEX_64 HEX_64 HEX_64
/* Rank 2 of a ring in host memory; then all GPUs of the first host, where rank 0 is. */
static void sample_collective(void) {
  static const long long BEFORE[] = {1};
  struct rank_info gpu = {.gpu = 0, .name = "NVIDIA H100 80GB HBM3", .bus = "0000:19:00.0", .library = "nccl", .version = "2.21.5", .path = "libnccl.so.2"};
  ASK(N("id", 90), T("do", "collective"), T("backend", "host"), T("collective", "all-reduce"), N("rank", 2), N("ranks", 4), NS("sizes", "8,67108864"),
      T("placement", "both"), N("iterations", 20), N("warmup", 5), N("budget_ms", 2000), T("fabric", "tcp"), T("bind", "10.0.0.3"), T("token", TOKEN),
      N("deadline_ms", 60000));
  event_rank_ready(&sink, 90, "10.0.0.3", 40011, 2, BEFORE, 1);
  ASK(N("id", 91), T("do", "hear"), N("of", 90), T("text", "from=3 at address=10.0.0.4 port=40017"));
  event_done(&sink, 91, 0);
  event_rank(&sink, 90, &(struct rank_info){.rank = 2, .gpu = -1});
  event_say(&sink, 90, "to=0 joined");
  ASK(N("id", 92), T("do", "hear"), N("of", 90), T("text", "from=0 begin"));
  event_done(&sink, 92, 0);
  give_collective(90, 2, 8, false, 0, false);
  give_collective(90, 2, 8, true, 0, false);
  give_collective(90, 2, 67108864, false, 0, false);
  give_collective(90, 2, 67108864, true, 0, false);
  event_done(&sink, 90, 0);
  ASK(N("id", 93), T("do", "collective"), T("backend", "gpu"), T("collective", "all-gather"), N("rank", 0), N("local", 2), N("ranks", 16), NS("sizes", "1048576"),
      NS("gpus", "0,1"), L("environment", "NCCL_DEBUG=WARN,NCCL_SOCKET_IFNAME==eth0"), N("deadline_ms", 60000));
  event_rank(&sink, 93, &gpu);
  gpu = (struct rank_info){.rank = 1, .gpu = 1, .name = gpu.name, .bus = "0000:3b:00.0"};
  event_rank(&sink, 93, &gpu);
  event_say(&sink, 93, "to=* unique-id " UNIQUE_ID " library=nccl version=2.21.5");
  event_log(&sink, 93, "NCCL version 2.21.5+cuda12.4");
  ASK(N("id", 99), T("do", "hear"), N("of", 93), T("text", "from=2 arrived local=14"));
  event_done(&sink, 99, 0);
  ASK(N("id", 100), T("do", "hear"), N("of", 93), T("text", "from=2 joined local=14"));
  event_done(&sink, 100, 0);
  event_say(&sink, 93, "to=* begin");
  give_collective(93, 0, 1048576, false, 0, true);
  give_collective(93, 1, 1048576, false, 0, true);
  event_done(&sink, 93, 0);
}

/* The second host of two, where a rank of the first one does not get on; then computing beside communication. */
static void sample_collective_gpu(void) {
  ASK(N("id", 101), T("do", "collective"), T("backend", "gpu"), T("collective", "all-reduce"), N("rank", 8), N("local", 8), N("ranks", 16), NS("sizes", "1024"),
      T("library", "/opt/nccl/libnccl.so.2"), T("runtime", "libcuda.so.1"), N("deadline_ms", 60000));
  ASK(N("id", 102), T("do", "hear"), N("of", 101), T("text", "from=0 unique-id " UNIQUE_ID " library=nccl version=2.21.5"));
  event_done(&sink, 102, 0);
  event_say(&sink, 101, "to=0 arrived local=8");
  event_say(&sink, 101, "to=0 joined local=8");
  ASK(N("id", 103), T("do", "hear"), N("of", 101), T("text", "from=0 begin"));
  event_done(&sink, 103, 0);
  event_say(&sink, 101, "to=0 stalled");
  ASK(N("id", 104), T("do", "hear"), N("of", 101), T("text", "from=0 where"));
  event_done(&sink, 104, 0);
  event_say(&sink, 101, "to=0 at local=8 least=31 most=31 behind=8");
  ASK(N("id", 105), T("do", "hear"), N("of", 101), T("text", "from=0 failed rank=0 code=7 all-reduce of 1024 B out of place: waited for: has not started it: rank 3"));
  event_done(&sink, 105, 0);
  give_error(101, CODE_STOPPED, "collective", 0, "rank 0 failed (code 7): all-reduce of 1024 B out of place: waited for: has not started it: rank 3",
             "this rank only ended with it: look at that rank's host, device and events");
  event_done(&sink, 101, CODE_STOPPED);
  ASK(N("id", 106), T("do", "collective"), T("backend", "host"), T("collective", "all-reduce"), N("rank", 1), N("ranks", 2), NS("sizes", "1024"),
      N("buckets", 8), N("bucket_bytes", 26214400), N("compute_ns", 2000000), T("bind", "10.0.0.2"), T("token", TOKEN));
  give_collective(106, 1, 1024, false, 0, false);
  event_overlap(&sink, 106, &(struct overlap_result){.rank = 1, .buckets = 8, .bucket_bytes = 26214400, .iterations = 20, .compute = 16010000,
                                                     .communication = 9120000, .together = 17300000, .start_ns = AROUND.start_ns, .end_ns = AROUND.end_ns});
  event_done(&sink, 106, 0);
}

static void sample_collective_refused(void) {
  static const long long NOBODY[] = {0};
  ASK(N("id", 94), T("do", "collective"), T("backend", "host"), T("collective", "all-reduce"), N("rank", 0), N("ranks", 8), NS("sizes", "1024"),
      T("algorithm", "tree"), T("bind", "10.0.0.1"), T("token", TOKEN), N("join_ms", 20000), N("deadline_ms", 60000));
  event_rank_ready(&sink, 94, "10.0.0.1", 40021, 0, (const long long[]){1, 2}, 2);
  event_say(&sink, 94, "to=* failed rank=0 code=7 ranks 3, 5 have not joined");
  give_error(94, CODE_TIMEOUT, "join", 0, "ranks 3, 5 have not joined", "its probe did not start, its connections did not come about: look at its host");
  event_done(&sink, 94, CODE_TIMEOUT);
  ASK(N("id", 95), T("do", "collective"), T("backend", "host"), T("collective", "send-recv"), N("rank", 7), N("ranks", 8), NS("sizes", "1024,2048"),
      T("bind", "10.0.0.8"), T("token", TOKEN));
  event_rank_ready(&sink, 95, "10.0.0.8", 40022, 7, NOBODY, 0);
  event_say(&sink, 95, "to=6 there?");
  ASK(N("id", 96), T("do", "hear"), N("of", 95), T("text", "from=6 here waits=5"));
  event_done(&sink, 96, 0);
  ASK(N("id", 97), T("do", "hear"), N("of", 95), T("text", "from=6 failed rank=6 code=7 no byte from rank 5 for 6003 ms, and it does not answer"));
  event_done(&sink, 97, 0);
  give_error(95, CODE_STOPPED, "collective", 0, "rank 6 failed (code 7): no byte from rank 5 for 6003 ms, and it does not answer",
             "this rank only ended with it: look at that rank's host, device and events");
  event_done(&sink, 95, CODE_STOPPED);
  ASK(N("id", 98), T("do", "collective"), T("backend", "host"), T("collective", "broadcast"), N("rank", 1), N("ranks", 2), NS("sizes", "1024"),
      T("bind", "10.0.0.2"), T("token", TOKEN));
  give_collective(98, 1, 1024, false, 3, false);
  give_error(98, CODE_DATA, "collective", 0, "3 elements of 1 results of rank 1 are not what they must be", "");
  event_done(&sink, 98, CODE_DATA);
}

static void sample_counters(void) {
  struct counters_head port = {.t_ns = 1795980656500000000, .mono_ns = 86400474452015, .source = "rdma-port", .device = "mlx5_0", .port = 1, .full = true};
  struct counters_head hw = {.t_ns = 1795980656500050000, .mono_ns = 86400474502015, .source = "rdma-hw", .device = "mlx5_0", .port = 1, .full = true};
  struct counters_head netdev = {.t_ns = 1795980656500100000, .mono_ns = 86400474552015, .source = "sysfs", .netdev = "eth2", .port = -1, .full = true};
  struct counters_head ethtool = {.t_ns = 1795980656500200000, .mono_ns = 86400474652015, .source = "ethtool", .netdev = "eth2", .port = -1, .full = true};
  struct counters_head ip = {.t_ns = 1795980656500300000, .mono_ns = 86400474752015, .source = "ip", .port = -1, .full = true};
  struct counter_value ib[] = {{"port_xmit_wait", 0}, {"symbol_error", 18446744073709551615u}}, cnp[] = {{"np_cnp_sent", 17}};
  struct counter_value net[] = {{"rx_bytes", 7058681854}, {"rx_dropped", 0}};
  struct counter_value ecn[] = {{"InNoECTPkts", 4711}, {"InECT1Pkts", 0}, {"InECT0Pkts", 1000}, {"InCEPkts", 12}};
  struct pace_report pace = {.interval_ms = 1000, .ethtool_ms = 100};
  static char names[200][32];
  static struct counter_value many[200];
  for (int i = 0; i < 200; i++) {
    snprintf(names[i], sizeof names[i], "rx_prio%d_pause_%d", i % 8, i);
    many[i] = (struct counter_value){names[i], (uint64_t)i * 1000003};
  }
  ASK(N("id", 30), T("do", "counters"), L("devices", "mlx5_0"), L("netdevs", "eth2,eth3"), N("interval_ms", 1000), N("ethtool_ms", 100), N("ip", 1),
      L("select", "*pause*,*_phy"), N("count", 0));
  event_pace(&sink, 30, &pace);
  event_counters(&sink, 30, &port, ib, 2);
  event_counters(&sink, 30, &hw, cnp, 1);
  event_counters(&sink, 30, &netdev, net, 2);
  event_counters(&sink, 30, &ethtool, many, 200);
  event_counters(&sink, 30, &ip, ecn, 4);
  hw.full = netdev.full = false;
  hw.t_ns = netdev.t_ns = 1795980657500000000;
  hw.mono_ns = netdev.mono_ns = 86401474452015;
  event_counters(&sink, 30, &hw, cnp, 1);
  event_counters(&sink, 30, &netdev, net, 0);
  event_pace(&sink, 30, &(struct pace_report){.interval_ms = 1000, .ethtool_ms = 200, .cpu_ns = 48000000, .elapsed_ns = 2000000000});
  give_error(30, CODE_UNAVAILABLE, "ethtool", 0, "eth3 has lost its ethtool counters", "the driver was reset or unloaded during the measurement");
  event_done(&sink, 30, 0);
}

static void sample_errors(void) {
  ASK(N("id", 40), T("do", "run"), T("op", "latency"), T("address", "10.0.0.2"), N("port", 9), T("token", TOKEN), N("count", 10));
  give_error(40, CODE_NETWORK, "connect", 111, "10.0.0.2 port 9: Connection refused",
             "nobody listens there: did `serve` end, or does a firewall reject the port?");
  event_done(&sink, 40, CODE_NETWORK);
  ASK(N("id", 41), T("do", "run"), T("op", "latency"), T("fabric", "roce2"), T("address", "10.0.0.2"), N("port", 9), T("token", TOKEN),
      N("count", 10));
  give_error(41, CODE_UNAVAILABLE, "fabric", 0, "`roce2` is not in this probe; it has: tcp, verbs", "");
  event_done(&sink, 41, CODE_UNAVAILABLE);
  ASK(N("id", 42), T("do", "serve"), T("bind", "10.0.0.2"), T("token", TOKEN), N("deadline_ms", 1));
  event_ready(&sink, 42, "10.0.0.2", 40003);
  event_done(&sink, 42, CODE_DEADLINE);
  give_error(-1, CODE_USAGE, "request", 0, "a key occurs twice", "");
}

/* What dlerror, drivers and file systems have put into messages: quotes, backslashes, control characters, Latin-1, halves of UTF-8. */
static void sample_foreign_text(void) {
  struct gpu_process odd = {.pid = 99, .name = "a \"b\"\\\t\x1b[31m", .device = "/dev/nvidia0"};
  ASK(N("id", 50), T("do", "info"), T("note", "quotes \" and \\ and \n and \xe2\x82\xac"));
  event_gpu_process(&sink, 50, &odd);
  give_error(50, CODE_CALL, "dlopen", 2, "\"lib\\ibverbs.so.1\": K\xf6ln \xe2\x82 \xed\xa0\x80 \xf0\x9f\x98\x80\r\n", "\x7f is kept");
  event_done(&sink, 50, CODE_CALL);
}

static void sample_lease_refused(void) {
  say_hello();
  give_error(-1, CODE_BUSY, "lease", 0, "run 2026-11-29-a of \"site\" <ops@example.org>",
             "another run uses this host; wait for it, or end it with `seatrial-probe reap --token=...`");
}

static const struct {
  const char *name;
  void (*make)(void);
} SAMPLES[] = {
    {"session", sample_session},       {"info", sample_info},
    {"latency", sample_latency},       {"latency-paced", sample_latency_paced},
    {"histogram-split", sample_histogram_split}, {"bandwidth", sample_bandwidth},
    {"counters", sample_counters},     {"errors", sample_errors},
    {"foreign-text", sample_foreign_text}, {"lease-refused", sample_lease_refused},
    {"verbs-latency", sample_verbs_latency}, {"verbs-bandwidth", sample_verbs_bandwidth},
    {"verbs-refused", sample_verbs_refused}, {"collective", sample_collective},
    {"collective-refused", sample_collective_refused}, {"collective-gpu", sample_collective_gpu},
};

static void check_line_lengths(const char *name) {
  for (size_t at = 0, n; at < sink.used; at += n) {
    n = (size_t)((char *)memchr(sink.memory + at, '\n', sink.used - at) - (sink.memory + at)) + 1;
    CHECK(n <= LINE_MAX_BYTES, "%s: a line of %zu bytes", name, n);
  }
}

static void compare_with_file(const char *name, const char *path) {
  size_t size = sink.used + 4096;
  char *seen = malloc(size);
  FILE *file = fopen(path, "rb");
  size_t n = file ? fread(seen, 1, size, file) : 0, at = 0;
  while (at < n && at < sink.used && seen[at] == sink.memory[at]) at++;
  CHECK(n == sink.used && at == n, "%s differs from what the probe emits, from byte %zu on (of %zu, %zu in the file)", name, at, sink.used, n);
  if (file) fclose(file);
  free(seen);
}

/* Lines that are filled to different degrees: by names of every length, and by quotes that are escaped. */
static void every_line_of_counters_says_whether_more_follows(void) {
  struct counters_head head = {.t_ns = 1795980656500000000, .mono_ns = 86400474452015, .source = "ethtool", .netdev = "eth2", .port = -1};
  for (int length = 1; length < 48; length++)
    for (int quoted = 0; quoted < 2; quoted++) {
      static struct counter_value many[300];
      char name[48] = {0};
      memset(name, quoted ? '"' : 'x', (size_t)length);
      for (int i = 0; i < 300; i++) many[i] = (struct counter_value){name, UINT64_MAX};
      sink_to_memory(&sink);
      event_counters(&sink, 1, &head, many, 300);
      sink.memory[sink.used - 1] = 0;
      for (char *save, *line = strtok_r(sink.memory, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
        CHECK(strstr(line, "},\"more\":"), "names of %d characters: %zu bytes end with %s", length, strlen(line), line + strlen(line) - 40);
      sink_free(&sink);
    }
}

int main(int argc, char **argv) {
  if (argc < 2) return fprintf(stderr, "usage: test_samples DIR [--write]\n"), 2;
  bool write = argc > 2 && strcmp(argv[2], "--write") == 0;
  for (size_t i = 0; i < sizeof SAMPLES / sizeof *SAMPLES; i++) {
    char path[512];
    check_running = SAMPLES[i].name;
    snprintf(path, sizeof path, "%s/%s.ndjson", argv[1], SAMPLES[i].name);
    sink_to_memory(&sink);
    SAMPLES[i].make();
    check_line_lengths(SAMPLES[i].name);
    FILE *file = write ? fopen(path, "wb") : NULL;
    if (file) fwrite(sink.memory, 1, sink.used, file), fclose(file);
    compare_with_file(SAMPLES[i].name, path);
    sink_free(&sink);
  }
  RUN(every_line_of_counters_says_whether_more_follows);
  CHECK_MAIN_END;
}
