/* Subcommands: a table, and what each one does with its options. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collective_process.h"
#include "events.h"
#include "options.h"
#include "probe.h"

#define TEXT(name, key, value, help) {name, key, OPTION_TEXT, 1, 0, 0, false, value, help}
#define NEED(name, key, value, help) {name, key, OPTION_TEXT, 1, 0, 0, true, value, help}
#define NUMBER(name, key, scale, min, max, value, help) {name, key, OPTION_NUMBER, scale, min, max, false, value, help}
#define LIST(name, key, value, help) {name, key, OPTION_LIST, 1, 0, 0, false, value, help}
#define FLAG(name, key, help) {name, key, OPTION_FLAG, 1, 0, 0, false, NULL, help}
#define END {NULL, NULL, OPTION_TEXT, 0, 0, 0, false, NULL, NULL}
#define DAYS_30 (30 * 86400)

#define COMMON                                                                                       \
  NUMBER("deadline", "deadline_ms", 1000, 1, DAYS_30, "S", "end after S seconds whatever happens"),  \
      FLAG("json", "json", "print the events of wire/FORMAT.md"), FLAG("leash", "leash", "end when stdin ends")
/* Both sides of verbs. */
#define DEVICE                                                                                                          \
  TEXT("fabric", "fabric", "F", "tcp (default) or verbs"), TEXT("device", "device", "DEV", "verbs: RDMA device, mlx5_0 for example"), \
      NUMBER("device-port", "device_port", 1, 1, 255, "N", "verbs: its port; default 1"),                               \
      NUMBER("gid-index", "gid_index", 1, 0, 65535, "N", "verbs: this entry of the GID table; default: the GID of --bind, else the best"), \
      TEXT("gid-type", "gid_type", "T", "verbs: roce2 or roce1; default: roce2 where there is one"),                    \
      TEXT("gid-family", "gid_family", "F", "verbs: ipv4 or ipv6"),                                                     \
      TEXT("memory", "memory", "M", "verbs: host (default), cuda:N"),                                                   \
      NUMBER("numa", "numa", 1, -1, 1023, "N", "verbs: NUMA node of buffers and thread, -1 = wherever; default: the device's")
/* What the measuring side decides for both. */
#define TERMS                                                                                                           \
  TEXT("verb", "verb", "V", "verbs: write (default), send or read"),                                                    \
      TEXT("connect", "connect", "C", "verbs: exchange, or rdma-cm (iWARP needs it)"),                                  \
      TEXT("mode", "mode", "M", "verbs: poll (default) or event"),                                                      \
      NUMBER("mtu", "mtu", 1, 256, 4096, "BYTES", "verbs: path MTU, 256, 512, 1024, 2048 or 4096; default: the smaller active MTU"),                  \
      NUMBER("inline", "inline", 1, 0, 4096, "BYTES", "verbs: largest message sent inline; default 220 where possible"), \
      NUMBER("sl", "sl", 1, 0, 15, "N", "verbs: service level"),                                                        \
      NUMBER("traffic-class", "traffic_class", 1, 0, 255, "N", "verbs: traffic class; its upper six bits are the DSCP"), \
      NUMBER("flow-label", "flow_label", 1, 0, 0xfffff, "N", "verbs: flow label; RoCEv2's source port follows from it"), \
      NUMBER("hop-limit", "hop_limit", 1, 1, 255, "N", "verbs: hop limit; default 64"),                                 \
      NUMBER("timeout", "timeout", 1, 0, 31, "N", "verbs: an acknowledgement is waited for 4.096 us x 2^N; default 14"), \
      NUMBER("retries", "retries", 1, 0, 7, "N", "verbs: times that a packet is sent again; default 7"),                \
      NUMBER("rnr-retries", "rnr_retries", 1, 0, 7, "N", "verbs: the same when no receive is posted; 7 (default) = for ever")
#define CONNECTION                                                                                        \
  NEED("address", "address", "A", "where `seatrial-probe serve` listens: a numeric IPv4 or IPv6 address"), \
      {"port", "port", OPTION_NUMBER, 1, 1, 65535, true, "P", "its port"},                                 \
      NEED("token", "token", "T", "the token that it printed"),                                            \
      TEXT("bind", "bind", "A", "source address, so that the traffic leaves by the port under test"),      \
      NUMBER("source-port", "source_port", 1, 1, 65535, "P", "TCP: source port of the first stream"),           \
      NUMBER("cpu", "cpu", 1, 0, 1023, "N", "pin to this CPU"),                                            \
      NUMBER("sndbuf", "sndbuf", 1, 4096, 1 << 30, "BYTES", "TCP: send buffer of the sockets; default: the kernel decides"), COMMON

static const struct option INFO_OPTIONS[] = {TEXT("root", "root", "DIR", "a tree in place of / for /sys and /proc"), COMMON, END};
static const struct option LATENCY_OPTIONS[] = {
    NUMBER("size", "size", 1, 1, 16 << 20, "BYTES", "bytes there and back, at most 16777216; default 64; of verbs at most 8388608; default 8"),
    NUMBER("count", "count", 1, 1, 1LL << 40, "N", "round trips; default: until --duration"),
    NUMBER("duration", "duration_ms", 1000, 1, DAYS_30, "S", "seconds; default 5 without --count"),
    NUMBER("interval", "interval_ns", 1000, 0, 60000000, "US", "paced: one round trip every US microseconds; 0 = back to back"),
    NUMBER("warmup", "warmup", 1, 0, 1000000, "N", "round trips that are not counted; default 20"),
    CONNECTION,
    DEVICE,
    TERMS,
    END};
static const struct option BANDWIDTH_OPTIONS[] = {
    NUMBER("size", "size", 1, 1, 16 << 20, "BYTES", "bytes per write, at most 16777216; default 131072; of verbs at most 8388608; default 65536"),
    NUMBER("streams", "streams", 1, 1, 64, "N", "TCP: connections at once; default 1"),
    NUMBER("duration", "duration_ms", 1000, 1, DAYS_30, "S", "seconds; default 5"),
    NUMBER("count", "count", 1, 1, 1LL << 40, "N", "verbs: messages; default: until --duration"),
    NUMBER("qps", "qps", 1, 1, 64, "N", "verbs: queue pairs at once; default 1"),
    NUMBER("depth", "depth", 1, 1, 8192, "N", "verbs: messages of each on their way; default 128"),
    NUMBER("bidirectional", "bidirectional", 1, 0, 1, "0|1", "verbs: 1 = both sides send at the same time"),
    CONNECTION,
    DEVICE,
    TERMS,
    END};
static const struct option SERVE_OPTIONS[] = {
    NEED("bind", "bind", "A", "the address of the port under test: numeric IPv4 or IPv6"),
    NUMBER("port", "port", 1, 0, 65535, "P", "port; default: a free one"),
    TEXT("token", "token", "T", "32 hexadecimal digits that a client must present; default: random"),
    TEXT("op", "op", "NAME", "only this measurement: latency or bandwidth"),
    NUMBER("cpu", "cpu", 1, 0, 1023, "N", "pin to this CPU"),
    DEVICE,
    COMMON,
    END};
static const struct option COUNTERS_OPTIONS[] = {
    LIST("devices", "devices", "A,B", "RDMA devices"),
    LIST("netdevs", "netdevs", "A,B", "interfaces"),
    LIST("select", "select", "GLOB,...", "ethtool statistics that are wanted, with * and ?; default all"),
    NUMBER("ip", "ip", 1, 0, 1, "0|1", "1 = packets by ECN field, of the whole host (/proc/net/netstat)"),
    NUMBER("interval", "interval_ms", 1, 1, 3600000, "MS", "milliseconds between readings of RDMA counters and other files; default 1000"),
    NUMBER("ethtool", "ethtool_ms", 1, 1, 3600000, "MS", "milliseconds between readings of ethtool statistics; default 100"),
    NUMBER("count", "count", 1, 0, 1LL << 40, "N", "readings; default 1; 0 = until the deadline"),
    TEXT("root", "root", "DIR", "a tree in place of / for /sys; ethtool statistics are then read from sys/class/net/NAME/ethtool_stats"),
    COMMON,
    END};
static const struct option AGENT_OPTIONS[] = {
    NEED("token", "token", "T", "names the run; used by reap"),
    {"deadline", "deadline", OPTION_NUMBER, 1, 1, DAYS_30, true, "S", "end after S seconds whatever happens"},
    NUMBER("heartbeat", "heartbeat", 1, 0, 86400, "S", "end after S seconds without a byte on stdin; default 15, 0 = never"),
    TEXT("lease", "lease", "PATH", "a file to lock, so that only one run uses the host"),
    TEXT("owner", "owner", "TEXT", "what a second run is told about this one"),
    TEXT("root", "root", "DIR", "a tree in place of / for /sys and /proc; default: $SEATRIAL_ROOT, else /"),
    END};
static const struct option REAP_OPTIONS[] = {NEED("token", "token", "T", "the run whose agents are to end"), END};
static const struct option NO_OPTIONS[] = {END};

/* Without it a mistyped tree would look like a host that has nothing. */
static bool root_is_there(const struct op *op) {
  const char *root = request_text(&op->request, "root", NULL);
  int fd = root ? open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (root && fd < 0) fprintf(stderr, "seatrial-probe: --root is `%s`: %s\n", root, strerror(errno));
  if (fd >= 0) close(fd);
  return !root || fd >= 0;
}

/* Runs one operation for a person: events go to stdout as sentences, or as JSON lines with --json. */
static int run_op(struct op *op, const char *what, long long default_deadline_s) {
  static struct sink sink;
  if (!request_find(&op->request, "deadline_ms")) request_put_number(&op->request, "deadline_ms", default_deadline_s * 1000);
  /* The operation's own deadline comes first and tells more; the alarm is for when it cannot. */
  leash_signals(2);
  leash_deadline((unsigned)(request_number(&op->request, "deadline_ms", 0) / 1000 + 5), "seatrial-probe: the deadline has passed\n");
  if (request_flag(&op->request, "leash")) leash_to_stdin();
  op->by_hand = true;
  if (!root_is_there(op)) return CODE_USAGE;
  sink_to_fd(&sink, 1, -1);
  sink.text = !request_flag(&op->request, "json");
  op->sink = &sink;
  op->root = request_text(&op->request, "root", default_root());
  request_put_number(&op->request, "id", 0);
  request_put_text(&op->request, "do", what);
  op_prepare(op);
  return op_run(op);
}

static int run_info(struct op *op) {
  return run_op(op, "info", 60);
}

static int run_counters(struct op *op) {
  return run_op(op, "counters", 3600);
}

/* Between two people there is no controller. */
static void speak_over_tcp(struct op *op) {
  if (op_is_verbs(op)) request_put_text(&op->request, "via", "tcp");
}

static int run_measurement(struct op *op, const char *name) {
  if (!request_find(&op->request, "duration_ms") && !request_find(&op->request, "count"))
    request_put_number(&op->request, "duration_ms", 5000);
  request_put_text(&op->request, "op", name);
  speak_over_tcp(op);
  return run_op(op, "run", request_number(&op->request, "duration_ms", 600 * 1000) / 1000 + 30);
}

static int run_latency(struct op *op) {
  return run_measurement(op, "latency");
}

static int run_bandwidth(struct op *op) {
  return run_measurement(op, "bandwidth");
}

static bool random_token(char token[33]) {
  unsigned char bytes[16];
  int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  bool read_all = fd >= 0 && read(fd, bytes, sizeof bytes) == (ssize_t)sizeof bytes;
  if (fd >= 0) close(fd);
  for (int i = 0; read_all && i < 16; i++) format(token + 2 * i, 3, "%02x", bytes[i]);
  return read_all;
}

static int run_serve(struct op *op) {
  char token[33];
  if (!request_find(&op->request, "token")) {
    if (!random_token(token)) return fputs("seatrial-probe serve: no random numbers; give --token\n", stderr), CODE_CALL;
    request_put_text(&op->request, "token", token);
    op->tells_token = true;
  }
  speak_over_tcp(op);
  return run_op(op, "serve", 3600);
}

static int run_agent(struct op *op) {
  if (!root_is_there(op)) return CODE_USAGE;
  return agent(&op->request);
}

static int run_reap(struct op *op) {
  return reap(&op->request);
}

static int run_version(struct op *op) {
  struct sink sink;
  struct hello hello;
  (void)op;
  sink_to_fd(&sink, 1, -1);
  read_hello("/", &hello);
  text_hello(&sink, &hello);
  return 0;
}

static int run_help(struct op *op);

static const struct subcommand {
  const char *name, *summary;
  const struct option *options;
  int (*run)(struct op *op);
} SUBCOMMANDS[] = {
    {"info", "RDMA ports, interfaces and processes that hold a GPU", INFO_OPTIONS, run_info},
    {"latency", "round trips to a `serve` on another host", LATENCY_OPTIONS, run_latency},
    {"bandwidth", "goodput to a `serve` on another host", BANDWIDTH_OPTIONS, run_bandwidth},
    {"serve", "answer `latency` and `bandwidth`", SERVE_OPTIONS, run_serve},
    {"counters", "counters of RDMA devices and interfaces", COUNTERS_OPTIONS, run_counters},
    {"agent", "requests on stdin, events on stdout (wire/FORMAT.md)", AGENT_OPTIONS, run_agent},
    {"reap", "end the agents that a run left behind", REAP_OPTIONS, run_reap},
    {"version", "build, wire version and architecture", NO_OPTIONS, run_version},
    {"help", "this text", NO_OPTIONS, run_help},
};
#define SUBCOMMAND_COUNT (sizeof SUBCOMMANDS / sizeof *SUBCOMMANDS)

static void print_subcommand(const struct subcommand *subcommand) {
  printf("%s: %s\n", subcommand->name, subcommand->summary);
  options_help(subcommand->options);
}

static void print_statuses(void) {
  printf("\nExit status: 0 ok, 2 usage, 3 network, 4 wrong data, 5 not available here, 6 a call failed, 7 a collective timed out, 8 busy,\n"
         "9 output gone, 10 deadline, 11 stopped, 77 stdin gone or silent, 78 signal, 79 deadline of the process.\n");
}

static int run_help(struct op *op) {
  (void)op;
  printf("seatrial-probe SUBCOMMAND [OPTIONS]; `seatrial-probe help SUBCOMMAND` shows one of them\n\n");
  for (size_t i = 0; i < SUBCOMMAND_COUNT; i++)
    if (SUBCOMMANDS[i].run != run_help) print_subcommand(&SUBCOMMANDS[i]);
  print_statuses();
  return 0;
}

static int help_on(const struct subcommand *subcommand) {
  if (subcommand->run == run_help) return run_help(NULL);
  printf("seatrial-probe %s [OPTIONS]\n\n", subcommand->name);
  print_subcommand(subcommand);
  print_statuses();
  return 0;
}

/* `latency --help`: whatever else is said. */
static bool asks_for_help(int argc, char **argv) {
  for (int i = 2; i < argc; i++)
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
  return false;
}

static int unknown_subcommand(const char *word) {
  const char *names[SUBCOMMAND_COUNT + 1] = {0};
  for (size_t i = 0; i < SUBCOMMAND_COUNT; i++) names[i] = SUBCOMMANDS[i].name;
  const char *close = nearest(word, names);
  fprintf(stderr, "seatrial-probe: unknown subcommand `%s`", word);
  if (close) fprintf(stderr, "; did you mean `%s`?", close);
  fprintf(stderr, " (see `seatrial-probe help`)\n");
  return CODE_USAGE;
}

static const struct subcommand *find_subcommand(const char *word) {
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) word = "help";
  if (strcmp(word, "--version") == 0) word = "version";
  for (size_t i = 0; i < SUBCOMMAND_COUNT; i++)
    if (strcmp(SUBCOMMANDS[i].name, word) == 0) return &SUBCOMMANDS[i];
  return NULL;
}

int main(int argc, char **argv) {
  if (argc < 2) return fputs("seatrial-probe: a subcommand is missing (see `seatrial-probe help`)\n", stderr), CODE_USAGE;
  /* Not for people: how the agent starts the process of GPU ranks. */
  if (strcmp(argv[1], COLLECTIVE_PROCESS) == 0) return collective_process_main();
  const struct subcommand *subcommand = find_subcommand(argv[1]);
  if (!subcommand) return unknown_subcommand(argv[1]);
  if (asks_for_help(argc, argv)) return help_on(subcommand);
  if (subcommand->run == run_help && argc == 3 && argv[2][0] != '-') {
    const struct subcommand *topic = find_subcommand(argv[2]);
    return topic ? help_on(topic) : unknown_subcommand(argv[2]);
  }
  struct op *op = calloc(1, sizeof *op);
  if (!op) return CODE_CALL;
  int rc = options_read(subcommand->name, subcommand->options, argc - 2, argv + 2, &op->request);
  if (!rc) rc = subcommand->run(op);
  free(op);
  return rc;
}
