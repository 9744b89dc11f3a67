/* What people see instead of JSON. Rates are decimal (Gb/s), sizes in bytes, times in microseconds. */
#include <stdio.h>
#include <string.h>

#include "events.h"

/* Foreign text on a terminal: a control character could move the cursor or worse. */
static const char *plain(char *text) {
  for (char *c = text; *c; c++)
    if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
  return text;
}

static const char *or_unknown(const char *text) {
  return text && *text ? text : "unknown";
}

void text_verbs_ready(struct sink *sink, const struct verbs_ready *ready) {
  sink_text(sink, "%s port %lld (%s) answers", ready->device, ready->device_port, ready->fabric);
  if (ready->address) sink_text(sink, ", listening on %s port %lld", ready->address, ready->port);
  sink_text(sink, "\n");
}

static void microseconds(struct sink *sink, const char *name, long long ns) {
  if (ns < 0) return sink_text(sink, "  %-5s too few round trips\n", name);
  sink_text(sink, "  %-5s %10lld.%03lld us\n", name, ns / 1000, ns % 1000);
}

static void surroundings(struct sink *sink, const struct surroundings *around) {
  sink_text(sink, "  context switches %lld voluntary, %lld involuntary; longest gap of a spinning thread %llu us\n",
            around->switches.voluntary, around->switches.involuntary, (unsigned long long)around->gap_max / 1000);
}

void text_hello(struct sink *sink, const struct hello *hello) {
  sink_text(sink, "seatrial-probe %s wire %d abi %d %s glibc %s\n", hello->build, WIRE_VERSION, PROBE_ABI, hello->arch, hello->glibc);
}

void text_ready(struct sink *sink, const char *address, long long port) {
  sink_text(sink, "listening on %s port %lld\n", address, port);
}

/* A round trip, and half of it: `ib_write_lat` and its kin print the half. */
static void with_half(struct sink *sink, const char *name, long long ns) {
  if (ns < 0) return microseconds(sink, name, ns);
  sink_text(sink, "  %-5s %10lld.%03lld us   half %10lld.%03lld us\n", name, ns / 1000, ns % 1000, ns / 2000, ns / 2 % 1000);
}

static void describe_verbs(struct sink *sink, const struct verbs_details *v, uint64_t cpu_ns) {
  sink_text(sink, "  %s, %s by %s, MTU %lld", v->device, v->verb, v->connect, v->mtu);
  if (v->gid) sink_text(sink, ", GID %lld %s%s%s", v->gid_index, v->gid, v->gid_type ? " " : "", v->gid_type ? v->gid_type : "");
  if (v->source_port > 0) sink_text(sink, ", source port %lld", v->source_port);
  sink_text(sink, "\n  %s mode, %lld queue pairs, %lld B inline, %s memory", v->mode, v->qps, v->inline_bytes, v->memory);
  if (v->numa >= 0) sink_text(sink, " on NUMA node %lld", v->numa);
  sink_text(sink, ", %llu.%03llu ms of CPU\n", (unsigned long long)cpu_ns / 1000000, (unsigned long long)cpu_ns / 1000 % 1000);
}

void text_latency(struct sink *sink, const struct latency_result *result) {
  const struct histogram *h = result->histogram;
  bool halved = result->verbs && strcmp(result->kind, "rtt") == 0;
  void (*show)(struct sink *, const char *, long long) = halved ? with_half : microseconds;
  const char *what = strcmp(result->kind, "read") == 0 ? "reads" : "round trips";
  sink_text(sink, "%llu %s of %llu B over %s\n", (unsigned long long)h->n, what, (unsigned long long)result->size, result->fabric);
  show(sink, "min", (long long)h->min);
  show(sink, "p50", histogram_supported_quantile(h, 500));
  show(sink, "p90", histogram_supported_quantile(h, 900));
  show(sink, "p99", histogram_supported_quantile(h, 990));
  show(sink, "p99.9", histogram_supported_quantile(h, 999));
  show(sink, "max", (long long)h->max);
  if (result->verbs) describe_verbs(sink, result->verbs, result->around.cpu_ns);
  surroundings(sink, &result->around);
}

static void both_directions(struct sink *sink, long long out, long long in) {
  sink_text(sink, "  out %lld.%03lld Gb/s, in %lld.%03lld Gb/s\n", out / 1000000000, out / 1000000 % 1000, in / 1000000000, in / 1000000 % 1000);
}

void text_bandwidth(struct sink *sink, const struct bandwidth_result *result) {
  uint64_t rate = result->rate;
  sink_text(sink, "%llu.%03llu Gb/s goodput, %llu streams of %llu B pieces over %s\n", (unsigned long long)rate / 1000000000u,
            (unsigned long long)rate / 1000000u % 1000u, (unsigned long long)result->streams, (unsigned long long)result->size, result->fabric);
  sink_text(sink, "  %llu bytes in the %llu ms in which all streams were running\n", (unsigned long long)result->bytes,
            (unsigned long long)result->window_ns / 1000000u);
  if (result->retransmits >= 0) sink_text(sink, "  %lld segments retransmitted\n", result->retransmits);
  if (result->rate_out >= 0) both_directions(sink, result->rate_out, result->rate_in);
  if (result->verbs) describe_verbs(sink, result->verbs, result->around.cpu_ns);
  surroundings(sink, &result->around);
}

void text_rank(struct sink *sink, const struct rank_info *rank) {
  sink_text(sink, "rank %lld", rank->rank);
  if (rank->gpu >= 0) sink_text(sink, " on GPU %lld %s %s", rank->gpu, or_unknown(rank->name), or_unknown(rank->bus));
  if (rank->gpu < 0 && rank->device) sink_text(sink, " on %s", rank->device);
  if (rank->library) sink_text(sink, ", %s %s from %s", rank->library, or_unknown(rank->version), or_unknown(rank->path));
  sink_text(sink, "\n");
}

void text_collective(struct sink *sink, const struct collective_result *result) {
  sink_text(sink, "rank %lld: %llu B %s, %llu operations, mean %llu.%03llu us, min %llu.%03llu us, %llu elements wrong\n", result->rank,
            (unsigned long long)result->bytes, result->in_place ? "in place" : "out of place", (unsigned long long)result->iterations,
            (unsigned long long)result->mean / 1000, (unsigned long long)result->mean % 1000, (unsigned long long)result->min / 1000,
            (unsigned long long)result->min % 1000, (unsigned long long)result->wrong);
}

void text_info(struct sink *sink, const struct host_info *info) {
  char host[256];
  format(host, sizeof host, "%s", info->host);
  sink_text(sink, "host %s, kernel %s, %lld CPUs", plain(host), or_unknown(info->kernel), info->cpus);
  if (info->numa_nodes >= 0) sink_text(sink, ", %lld NUMA nodes", info->numa_nodes);
  sink_text(sink, ", RDMA %s, verbs %s\n", info->rdma, info->verbs);
  if (info->verbs_why && *info->verbs_why) {
    char why[480];
    format(why, sizeof why, "%s", info->verbs_why);
    sink_text(sink, "  %s\n", plain(why));
  }
  if (info->gpu_processes_unreadable > 0)
    sink_text(sink, "%lld processes could not be looked into for open GPUs (other users')\n", info->gpu_processes_unreadable);
}

static void rate_and_numa(struct sink *sink, long long rate, long long numa) {
  if (rate >= 0) sink_text(sink, ", %lld.%lld Gb/s", rate / 1000000000, rate / 100000000 % 10);
  if (numa >= 0) sink_text(sink, ", NUMA node %lld", numa);
  sink_text(sink, "\n");
}

static void pcie_text(struct sink *sink, const char *before, long long speed, long long width) {
  if (speed < 0 || width < 0) return;
  sink_text(sink, "%s%lld.%lld GT/s x%lld", before, speed / 1000, speed / 100 % 10, width);
}

static void text_device(struct sink *sink, const struct port_info *port) {
  sink_text(sink, "  %lld GIDs", port->gids);
  if (port->active_mtu >= 0) sink_text(sink, ", MTU %lld of %lld B", port->active_mtu, port->max_mtu);
  if (*port->fw) sink_text(sink, ", firmware %s", port->fw);
  if (*port->board) sink_text(sink, ", board %s", port->board);
  if (*port->bond) sink_text(sink, ", bond %s", port->bond);
  if (*port->pci) sink_text(sink, ", PCI %s", port->pci);
  pcie_text(sink, " at ", port->pci_speed, port->pci_width);
  pcie_text(sink, " of ", port->pci_max_speed, port->pci_max_width);
  sink_text(sink, "\n");
}

void text_port(struct sink *sink, const struct port_info *port) {
  bool active = strcmp(port->state, "ACTIVE") == 0;
  sink_text(sink, "RDMA port %s/%lld (%s): %s, %s, %s over %s", port->device, port->port, or_unknown(port->netdev), or_unknown(port->state),
            or_unknown(port->phys_state), port->fabric, or_unknown(port->link_layer));
  if (port->width > 0) sink_text(sink, ", x%lld", port->width);
  rate_and_numa(sink, port->rate, port->numa);
  if (!active && port->rate >= 0) sink_text(sink, "  the rate of a port that is not active means nothing\n");
  text_device(sink, port);
}

void text_gid(struct sink *sink, const struct port_info *port, const struct gid_info *gid) {
  sink_text(sink, "  GID %s/%lld %4lld  %s  %s  %s\n", port->device, port->port, gid->index, gid->gid, or_unknown(gid->type), or_unknown(gid->netdev));
}

void text_netdev(struct sink *sink, const struct netdev_info *netdev) {
  sink_text(sink, "interface %s: %s, driver %s", netdev->name, or_unknown(netdev->operstate), or_unknown(netdev->driver));
  if (netdev->mtu >= 0) sink_text(sink, ", MTU %lld", netdev->mtu);
  rate_and_numa(sink, netdev->speed, netdev->numa);
}

void text_gpu_process(struct sink *sink, const struct gpu_process *process) {
  char name[64];
  format(name, sizeof name, "%s", process->name);
  sink_text(sink, "process %lld (%s) holds %s\n", process->pid, plain(name), process->device);
}

void text_counters(struct sink *sink, const struct counters_head *head, const struct counter_value *values, size_t n) {
  sink_text(sink, "%s of %s", head->source, head->device ? head->device : head->netdev ? head->netdev : "the host");
  if (head->port >= 0) sink_text(sink, " port %lld", head->port);
  sink_text(sink, " at %llu.%03llu s%s\n", (unsigned long long)head->t_ns / 1000000000u, (unsigned long long)head->t_ns / 1000000u % 1000u,
            head->full ? "" : ", changed:");
  for (size_t i = 0; i < n; i++) {
    char name[256];
    format(name, sizeof name, "%s", values[i].name);
    sink_text(sink, "  %-40s %20llu\n", plain(name), (unsigned long long)values[i].value);
  }
}

void text_pace(struct sink *sink, const struct pace_report *report) {
  if (report->elapsed_ns == 0) return;
  uint64_t permyriad = report->cpu_ns * 10000u / report->elapsed_ns;
  sink_text(sink, "reading cost %llu.%02llu %% of a core so far;", (unsigned long long)permyriad / 100u, (unsigned long long)permyriad % 100u);
  if (report->ethtool_ms >= 0) sink_text(sink, " ethtool every %lld ms", report->ethtool_ms);
  if (report->interval_ms >= 0) sink_text(sink, "%s files every %lld ms", report->ethtool_ms >= 0 ? "," : "", report->interval_ms);
  sink_text(sink, "\n");
}

void text_error(const struct failure *failure) {
  char msg[sizeof failure->msg];
  format(msg, sizeof msg, "%s", failure->msg);
  fprintf(stderr, "seatrial-probe: %s: %s\n", failure->where, plain(msg));
  if (failure->hint[0]) fprintf(stderr, "  %s\n", failure->hint);
}
