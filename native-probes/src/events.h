/* The events of wire/FORMAT.md, one function each. Negative numbers and empty texts are unknown and left out. A sink that asks for text
 * gets sentences for people instead (text.c). */
#ifndef SEATRIAL_EVENTS_H
#define SEATRIAL_EVENTS_H

#include "histogram.h"
#include "probe.h"

struct hello {
  const char *build, *arch, *glibc;
  char host[256], boot_id[64];
  long long pid, cpus;
  uint64_t mono_ns, real_ns;
};

/* What stands beside every measured number: when, and how much the host's scheduler interfered. */
struct surroundings {
  uint64_t start_ns, end_ns; /* CLOCK_REALTIME */
  struct switches switches;
  uint64_t gap_max; /* ns */
  uint64_t cpu_ns;  /* CPU time of the measuring threads; over sockets, of the sending ones. 0 = unknown */
};

/* What a result of verbs has in addition. Negative numbers and NULL are unknown. */
struct verbs_details {
  const char *device, *verb, *connect, *mode, *gid, *gid_type, *memory;
  long long mtu, gid_index, qps, inline_bytes, numa, source_port;
};

struct latency_result {
  const char *fabric, *kind;
  uint64_t size; /* bytes */
  const struct histogram *histogram;
  struct surroundings around;
  const struct verbs_details *verbs; /* NULL over sockets */
};

struct bandwidth_result {
  const char *fabric;
  uint64_t size, streams, bytes, window_ns, rate; /* rate in bit/s */
  long long retransmits, messages, rate_out, rate_in;
  struct surroundings around;
  const struct verbs_details *verbs;
};

/* A serving side of verbs that can be reached; address NULL when it speaks through the controller. */
struct verbs_ready {
  const char *device, *fabric, *address;
  long long device_port, port;
};

struct host_info {
  char host[256], kernel[256];
  long long cpus, numa_nodes, gpu_processes_unreadable;
  const char *rdma, *verbs, *verbs_why;
};

struct port_info {
  const char *device, *fabric;
  long long port, rate, width, numa, max_mtu, active_mtu; /* rate in bit/s, width in lanes, MTUs in bytes */
  long long pci_speed, pci_width, pci_max_speed, pci_max_width; /* MT/s per lane, lanes */
  long long gids; /* entries of its table that are in use */
  char netdev[64], state[32], phys_state[32], link_layer[32], fw[64], board[64], pci[32], bond[64];
};

/* An entry of a port's GID table; texts as in sysfs. */
struct gid_info {
  long long index;
  char gid[64], type[32], netdev[64];
};

struct netdev_info {
  const char *name;
  char operstate[32], mac[64], driver[64];
  long long speed, mtu, numa; /* speed in bit/s */
};

struct gpu_process {
  long long pid;
  char name[64], device[64];
};

/* The head of a counters line; `port` < 0 when the counters belong to no port. */
struct counters_head {
  uint64_t t_ns, mono_ns; /* CLOCK_REALTIME, CLOCK_MONOTONIC */
  const char *source, *device, *netdev;
  long long port;
  bool full;
};

struct counter_value {
  const char *name;
  uint64_t value;
};

/* A rank that is about to join. NULL is unknown; `gpu` < 0 without one. `library` ... of the first rank of a `gpu` request. */
struct rank_info {
  long long rank, gpu;
  const char *device, *fabric, *name, *bus; /* `device` and `fabric` kind: host over verbs; `name` and `bus` of the GPU */
  const char *library, *version, *path;
};

/* One size and placement on one rank. Times are ns of one operation; negative ones are unknown. */
struct collective_result {
  long long rank;
  uint64_t bytes, iterations;
  bool in_place;
  uint64_t mean, min, max, wrong; /* wrong: elements that differ */
  long long p50, recv_wait, send_wait;
  struct surroundings around;
};

/* How computing and communication fit beside each other on one rank; times are ns of one step of `buckets` buckets. */
struct overlap_result {
  long long rank;
  uint64_t buckets, bucket_bytes, iterations, compute, communication, together;
  uint64_t start_ns, end_ns; /* CLOCK_REALTIME */
};

/* How often counters are read from now on (-1 = nothing is read at this interval), and what they have cost since the request began. */
struct pace_report {
  long long interval_ms, ethtool_ms;
  uint64_t cpu_ns, elapsed_ns;
};

/* agent.c: build, host and clocks. */
void read_hello(const char *root, struct hello *hello);

void event_hello(struct sink *sink, const struct hello *hello);
void event_ready(struct sink *sink, long long id, const char *address, long long port);
void event_verbs_ready(struct sink *sink, long long id, const struct verbs_ready *ready);
/* For the other side's ears: the controller hands it on. */
void event_say(struct sink *sink, long long id, const char *text);
void event_latency(struct sink *sink, long long id, const struct latency_result *result);
void event_bandwidth(struct sink *sink, long long id, const struct bandwidth_result *result);
/* `reached_by`: the ranks that connect to this one. address NULL when nobody does. */
void event_rank_ready(struct sink *sink, long long id, const char *address, long long port, long long rank, const long long *reached_by, size_t n);
void event_rank(struct sink *sink, long long id, const struct rank_info *rank);
/* A line that a library printed. */
void event_log(struct sink *sink, long long id, const char *text);
void event_collective(struct sink *sink, long long id, const struct collective_result *result);
void event_overlap(struct sink *sink, long long id, const struct overlap_result *result);
void event_info(struct sink *sink, long long id, const struct host_info *info);
void event_port(struct sink *sink, long long id, const struct port_info *port);
void event_gid(struct sink *sink, long long id, const struct port_info *port, const struct gid_info *gid);
void event_netdev(struct sink *sink, long long id, const struct netdev_info *netdev);
void event_gpu_process(struct sink *sink, long long id, const struct gpu_process *process);
void event_counters(struct sink *sink, long long id, const struct counters_head *head, const struct counter_value *values, size_t n);
void event_pace(struct sink *sink, long long id, const struct pace_report *report);
void event_clock(struct sink *sink, long long id, uint64_t mono, uint64_t real);
/* id < 0: the error belongs to no request. */
void event_error(struct sink *sink, long long id, const struct failure *failure);
void event_done(struct sink *sink, long long id, int rc);

/* text.c */
void text_hello(struct sink *sink, const struct hello *hello);
void text_ready(struct sink *sink, const char *address, long long port);
void text_verbs_ready(struct sink *sink, const struct verbs_ready *ready);
void text_latency(struct sink *sink, const struct latency_result *result);
void text_bandwidth(struct sink *sink, const struct bandwidth_result *result);
void text_rank(struct sink *sink, const struct rank_info *rank);
void text_collective(struct sink *sink, const struct collective_result *result);
void text_overlap(struct sink *sink, const struct overlap_result *result);
void text_info(struct sink *sink, const struct host_info *info);
void text_port(struct sink *sink, const struct port_info *port);
void text_gid(struct sink *sink, const struct port_info *port, const struct gid_info *gid);
void text_netdev(struct sink *sink, const struct netdev_info *netdev);
void text_gpu_process(struct sink *sink, const struct gpu_process *process);
void text_counters(struct sink *sink, const struct counters_head *head, const struct counter_value *values, size_t n);
void text_pace(struct sink *sink, const struct pace_report *report);
void text_error(const struct failure *failure);

/* bytes in a window of ns as bit/s; no overflow up to 2^64 bytes. 0 when the window is empty. */
uint64_t rate_of(uint64_t bytes, uint64_t window_ns);

#endif
