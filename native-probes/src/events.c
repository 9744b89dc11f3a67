/* The order of keys is part of the samples in wire/samples; readers do not depend on it. */
#include "events.h"

void event_hello(struct sink *sink, const struct hello *hello) {
  struct line line;
  if (sink->text) return text_hello(sink, hello);
  line_open(&line, "hello");
  line_number(&line, "v", WIRE_VERSION);
  line_text(&line, "build", hello->build);
  line_number(&line, "abi", PROBE_ABI);
  line_text(&line, "arch", hello->arch);
  line_text(&line, "glibc", hello->glibc);
  line_text(&line, "host", hello->host);
  line_known_text(&line, "boot_id", hello->boot_id);
  line_number(&line, "pid", hello->pid);
  line_count(&line, "mono_ns", hello->mono_ns);
  line_count(&line, "real_ns", hello->real_ns);
  line_known(&line, "cpus", hello->cpus);
  line_emit(sink, &line);
}

void event_ready(struct sink *sink, long long id, const char *address, long long port) {
  struct line line;
  if (sink->text) return text_ready(sink, address, port);
  line_open(&line, "ready");
  line_number(&line, "id", id);
  line_text(&line, "address", address);
  line_number(&line, "port", port);
  line_emit(sink, &line);
}

void event_verbs_ready(struct sink *sink, long long id, const struct verbs_ready *ready) {
  struct line line;
  if (sink->text) return text_verbs_ready(sink, ready);
  line_open(&line, "ready");
  line_number(&line, "id", id);
  line_known_text(&line, "address", ready->address);
  if (ready->address) line_number(&line, "port", ready->port);
  line_text(&line, "device", ready->device);
  line_number(&line, "device_port", ready->device_port);
  line_text(&line, "fabric", ready->fabric);
  line_emit(sink, &line);
}

void event_say(struct sink *sink, long long id, const char *text) {
  struct line line;
  line_open(&line, "say");
  line_number(&line, "id", id);
  line_long_text(&line, "text", text);
  line_emit(sink, &line);
}

static void open_result(struct line *line, long long id, const char *op, const char *fabric, const char *kind) {
  line_open(line, "result");
  line_number(line, "id", id);
  line_text(line, "op", op);
  line_text(line, "fabric", fabric);
  line_text(line, "kind", kind);
}

static void put_surroundings(struct line *line, const struct surroundings *around) {
  line_count(line, "start_ns", around->start_ns);
  line_count(line, "end_ns", around->end_ns);
  line_number(line, "vcsw", around->switches.voluntary);
  line_number(line, "icsw", around->switches.involuntary);
  line_count(line, "gap_max", around->gap_max);
  if (around->cpu_ns) line_count(line, "cpu_ns", around->cpu_ns);
}

static void put_verbs(struct line *line, const struct verbs_details *verbs) {
  if (!verbs) return;
  line_text(line, "device", verbs->device);
  line_text(line, "verb", verbs->verb);
  line_text(line, "connect", verbs->connect);
  line_text(line, "mode", verbs->mode);
  line_known(line, "mtu", verbs->mtu);
  line_known_text(line, "gid", verbs->gid);
  line_known(line, "gid_index", verbs->gid_index);
  line_known_text(line, "gid_type", verbs->gid_type);
  line_number(line, "qps", verbs->qps);
  line_number(line, "inline", verbs->inline_bytes);
  line_text(line, "memory", verbs->memory);
  line_known(line, "numa", verbs->numa);
  line_known(line, "source_port", verbs->source_port);
}

/* One line of buckets from `*index` on, until the line is full or the histogram ends. */
static void emit_buckets(struct sink *sink, long long id, const struct histogram *h, unsigned *index) {
  struct line line;
  line_open(&line, "histogram");
  line_number(&line, "id", id);
  line_nest(&line, "buckets", '[');
  /* 40 bytes hold any pair; looking ahead tells `more` without building the next line. */
  for (; *index < HISTOGRAM_BUCKETS && line_has_room(&line, 40); (*index)++) {
    if (h->count[*index] == 0) continue;
    line_nest(&line, NULL, '[');
    line_item(&line, *index);
    line_item(&line, h->count[*index]);
    line_unnest(&line, ']');
  }
  while (*index < HISTOGRAM_BUCKETS && h->count[*index] == 0) (*index)++;
  line_unnest(&line, ']');
  line_flag(&line, "more", *index < HISTOGRAM_BUCKETS);
  line_emit(sink, &line);
}

static void emit_histogram(struct sink *sink, long long id, const struct histogram *h) {
  unsigned index = 0;
  do emit_buckets(sink, id, h, &index);
  while (index < HISTOGRAM_BUCKETS);
}

void event_latency(struct sink *sink, long long id, const struct latency_result *result) {
  const struct histogram *h = result->histogram;
  struct line line;
  if (sink->text) return text_latency(sink, result);
  open_result(&line, id, "latency", result->fabric, result->kind);
  line_count(&line, "size", result->size);
  line_count(&line, "n", h->n);
  line_count(&line, "min", h->min);
  line_known(&line, "p50", histogram_supported_quantile(h, 500));
  line_known(&line, "p90", histogram_supported_quantile(h, 900));
  line_known(&line, "p99", histogram_supported_quantile(h, 990));
  line_known(&line, "p999", histogram_supported_quantile(h, 999));
  line_count(&line, "max", h->max);
  line_count(&line, "mean", h->n ? h->sum / h->n : 0);
  put_surroundings(&line, &result->around);
  put_verbs(&line, result->verbs);
  line_emit(sink, &line);
  emit_histogram(sink, id, h);
}

uint64_t rate_of(uint64_t bytes, uint64_t window_ns) {
  return window_ns ? (uint64_t)((unsigned __int128)bytes * 8u * 1000000000u / window_ns) : 0;
}

void event_bandwidth(struct sink *sink, long long id, const struct bandwidth_result *result) {
  struct line line;
  if (sink->text) return text_bandwidth(sink, result);
  open_result(&line, id, "bandwidth", result->fabric, "goodput");
  line_count(&line, "size", result->size);
  line_count(&line, "streams", result->streams);
  line_count(&line, "bytes", result->bytes);
  line_count(&line, "window_ns", result->window_ns);
  line_count(&line, "rate", result->rate);
  line_known(&line, "rate_out", result->rate_out);
  line_known(&line, "rate_in", result->rate_in);
  line_known(&line, "messages", result->messages);
  line_known(&line, "retransmits", result->retransmits);
  put_surroundings(&line, &result->around);
  put_verbs(&line, result->verbs);
  line_emit(sink, &line);
}

void event_rank_ready(struct sink *sink, long long id, const char *address, long long port, long long rank, const long long *reached_by, size_t n) {
  struct line line;
  if (sink->text) return text_ready(sink, address, port);
  line_open(&line, "ready");
  line_number(&line, "id", id);
  line_text(&line, "address", address);
  line_number(&line, "port", port);
  line_number(&line, "rank", rank);
  line_nest(&line, "reached_by", '[');
  for (size_t i = 0; i < n; i++) line_item(&line, (uint64_t)reached_by[i]);
  line_unnest(&line, ']');
  line_emit(sink, &line);
}

void event_rank(struct sink *sink, long long id, const struct rank_info *rank) {
  struct line line;
  if (sink->text) return text_rank(sink, rank);
  line_open(&line, "rank");
  line_number(&line, "id", id);
  line_number(&line, "rank", rank->rank);
  if (rank->gpu >= 0) line_number(&line, "device", rank->gpu);
  else line_known_text(&line, "device", rank->device);
  line_known_text(&line, "fabric", rank->fabric);
  line_known_text(&line, "name", rank->name);
  line_known_text(&line, "bus", rank->bus);
  line_known_text(&line, "library", rank->library);
  line_known_text(&line, "version", rank->version);
  line_known_text(&line, "path", rank->path);
  line_emit(sink, &line);
}

void event_log(struct sink *sink, long long id, const char *text) {
  struct line line;
  if (sink->text) return sink_text(sink, "%s\n", text);
  line_open(&line, "log");
  line_number(&line, "id", id);
  line_text(&line, "text", text);
  line_emit(sink, &line);
}

void event_collective(struct sink *sink, long long id, const struct collective_result *result) {
  struct line line;
  if (sink->text) return text_collective(sink, result);
  line_open(&line, "collective");
  line_number(&line, "id", id);
  line_number(&line, "rank", result->rank);
  line_count(&line, "bytes", result->bytes);
  line_flag(&line, "in_place", result->in_place);
  line_count(&line, "iterations", result->iterations);
  line_count(&line, "mean", result->mean);
  line_count(&line, "min", result->min);
  line_known(&line, "p50", result->p50);
  line_count(&line, "max", result->max);
  line_count(&line, "wrong", result->wrong);
  line_known(&line, "recv_wait", result->recv_wait);
  line_known(&line, "send_wait", result->send_wait);
  line_count(&line, "start_ns", result->around.start_ns);
  line_count(&line, "end_ns", result->around.end_ns);
  line_count(&line, "gap_max", result->around.gap_max);
  if (result->around.cpu_ns) line_count(&line, "cpu_ns", result->around.cpu_ns);
  line_emit(sink, &line);
}

void event_overlap(struct sink *sink, long long id, const struct overlap_result *result) {
  struct line line;
  if (sink->text) return text_overlap(sink, result);
  line_open(&line, "overlap");
  line_number(&line, "id", id);
  line_number(&line, "rank", result->rank);
  line_count(&line, "buckets", result->buckets);
  line_count(&line, "bucket_bytes", result->bucket_bytes);
  line_count(&line, "iterations", result->iterations);
  line_count(&line, "compute", result->compute);
  line_count(&line, "communication", result->communication);
  line_count(&line, "together", result->together);
  line_count(&line, "start_ns", result->start_ns);
  line_count(&line, "end_ns", result->end_ns);
  line_emit(sink, &line);
}

void event_info(struct sink *sink, long long id, const struct host_info *info) {
  struct line line;
  if (sink->text) return text_info(sink, info);
  line_open(&line, "info");
  line_number(&line, "id", id);
  line_text(&line, "host", info->host);
  line_known_text(&line, "kernel", info->kernel);
  line_known(&line, "cpus", info->cpus);
  line_known(&line, "numa_nodes", info->numa_nodes);
  line_text(&line, "rdma", info->rdma);
  line_text(&line, "verbs", info->verbs);
  line_known_text(&line, "verbs_why", info->verbs_why);
  if (info->gpu_processes_unreadable > 0) line_number(&line, "gpu_processes_unreadable", info->gpu_processes_unreadable);
  line_emit(sink, &line);
}

void event_port(struct sink *sink, long long id, const struct port_info *port) {
  struct line line;
  if (sink->text) return text_port(sink, port);
  line_open(&line, "port");
  line_number(&line, "id", id);
  line_text(&line, "device", port->device);
  line_number(&line, "port", port->port);
  line_known_text(&line, "netdev", port->netdev);
  line_known_text(&line, "state", port->state);
  line_known_text(&line, "phys_state", port->phys_state);
  line_known(&line, "rate", port->rate);
  line_known_text(&line, "link_layer", port->link_layer);
  line_known(&line, "numa", port->numa);
  line_text(&line, "fabric", port->fabric);
  line_known(&line, "width", port->width);
  line_known(&line, "max_mtu", port->max_mtu);
  line_known(&line, "active_mtu", port->active_mtu);
  line_known_text(&line, "fw", port->fw);
  line_known_text(&line, "board", port->board);
  line_known_text(&line, "pci", port->pci);
  line_known(&line, "pci_speed", port->pci_speed);
  line_known(&line, "pci_width", port->pci_width);
  line_known(&line, "pci_max_speed", port->pci_max_speed);
  line_known(&line, "pci_max_width", port->pci_max_width);
  line_known_text(&line, "bond", port->bond);
  line_number(&line, "gids", port->gids);
  line_emit(sink, &line);
}

void event_gid(struct sink *sink, long long id, const struct port_info *port, const struct gid_info *gid) {
  struct line line;
  if (sink->text) return text_gid(sink, port, gid);
  line_open(&line, "gid");
  line_number(&line, "id", id);
  line_text(&line, "device", port->device);
  line_number(&line, "port", port->port);
  line_number(&line, "index", gid->index);
  line_text(&line, "gid", gid->gid);
  line_known_text(&line, "type", gid->type);
  line_known_text(&line, "netdev", gid->netdev);
  line_emit(sink, &line);
}

void event_netdev(struct sink *sink, long long id, const struct netdev_info *netdev) {
  struct line line;
  if (sink->text) return text_netdev(sink, netdev);
  line_open(&line, "netdev");
  line_number(&line, "id", id);
  line_text(&line, "name", netdev->name);
  line_known_text(&line, "operstate", netdev->operstate);
  line_known(&line, "speed", netdev->speed);
  line_known(&line, "mtu", netdev->mtu);
  line_known_text(&line, "mac", netdev->mac);
  line_known(&line, "numa", netdev->numa);
  line_known_text(&line, "driver", netdev->driver);
  line_emit(sink, &line);
}

void event_gpu_process(struct sink *sink, long long id, const struct gpu_process *process) {
  struct line line;
  if (sink->text) return text_gpu_process(sink, process);
  line_open(&line, "gpu-process");
  line_number(&line, "id", id);
  line_number(&line, "pid", process->pid);
  line_known_text(&line, "name", process->name);
  line_text(&line, "device", process->device);
  line_emit(sink, &line);
}

static void open_counters(struct line *line, long long id, const struct counters_head *head) {
  line_open(line, "counters");
  line_number(line, "id", id);
  line_count(line, "t_ns", head->t_ns);
  line_count(line, "mono_ns", head->mono_ns);
  line_text(line, "source", head->source);
  line_known_text(line, "device", head->device);
  line_known_text(line, "netdev", head->netdev);
  line_known(line, "port", head->port);
  line_flag(line, "full", head->full);
  line_nest(line, "values", '{');
}

static void close_counters(struct sink *sink, struct line *line, bool more) {
  line_unnest(line, '}');
  line_flag(line, "more", more);
  line_emit(sink, line);
}

/* Room for the longest name (47 bytes, each escaped by six), a value, and `more`: a line without `more` would end the conversation. */
#define VALUE_ROOM 384

/* Hundreds of ethtool counters need several lines. A line without values is emitted too: it proves that the counters were read. */
void event_counters(struct sink *sink, long long id, const struct counters_head *head, const struct counter_value *values, size_t n) {
  struct line line;
  if (sink->text) return text_counters(sink, head, values, n);
  open_counters(&line, id, head);
  for (size_t i = 0; i < n; i++) {
    if (!line_has_room(&line, VALUE_ROOM)) {
      close_counters(sink, &line, true);
      open_counters(&line, id, head);
    }
    line_count(&line, values[i].name, values[i].value);
  }
  close_counters(sink, &line, false);
}

void event_pace(struct sink *sink, long long id, const struct pace_report *report) {
  struct line line;
  if (sink->text) return text_pace(sink, report);
  line_open(&line, "pace");
  line_number(&line, "id", id);
  line_known(&line, "interval_ms", report->interval_ms);
  line_known(&line, "ethtool_ms", report->ethtool_ms);
  line_count(&line, "cpu_ns", report->cpu_ns);
  line_count(&line, "elapsed_ns", report->elapsed_ns);
  line_emit(sink, &line);
}

void event_clock(struct sink *sink, long long id, uint64_t mono, uint64_t real) {
  struct line line;
  line_open(&line, "clock");
  line_number(&line, "id", id);
  line_count(&line, "mono_ns", mono);
  line_count(&line, "real_ns", real);
  line_emit(sink, &line);
}

void event_error(struct sink *sink, long long id, const struct failure *failure) {
  struct line line;
  if (sink->text) return text_error(failure);
  line_open(&line, "error");
  line_known(&line, "id", id);
  line_text(&line, "where", failure->where);
  line_number(&line, "code", failure->code);
  if (failure->err) line_number(&line, "errno", failure->err);
  line_text(&line, "msg", failure->msg);
  line_known_text(&line, "hint", failure->hint);
  line_emit(sink, &line);
}

void event_done(struct sink *sink, long long id, int rc) {
  struct line line;
  if (sink->text) return;
  line_open(&line, "done");
  line_number(&line, "id", id);
  line_number(&line, "rc", rc);
  line_emit(sink, &line);
}
