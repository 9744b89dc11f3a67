/* Counters at a fixed cadence. Every reading is stamped with its own time, never with the time at which it was due. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counters.h"
#include "pace.h"

#define SOURCES_MAX 192
#define NAME_BYTES 48

struct kept {
  char name[NAME_BYTES];
  uint64_t value;
};

enum source_kind { SOURCE_FILES, SOURCE_ETHTOOL, SOURCE_TEXT, SOURCE_NETSTAT };

/* One place that counters come from, and what it said last time. */
struct source {
  enum source_kind kind;
  enum tempo tempo;
  struct counters_head head;
  char path[384];
  struct ethtool_reader ethtool;
  struct kept *last, *now;
  size_t n_last, n_now, size;
  bool gone; /* said so already */
};

struct sampler {
  struct op *op;
  unsigned n;
  struct source source[SOURCES_MAX];
  struct counter_value *changed;
  size_t size;
  const char *device; /* while ports are listed */
  struct counter_filter select; /* of ethtool statistics */
  bool once; /* one reading: what does not exist is no news */
};

static struct source *add_source(struct sampler *s, enum source_kind kind, const char *name, enum tempo tempo) {
  if (s->n == SOURCES_MAX) return NULL;
  struct source *source = &s->source[s->n++];
  source->kind = kind;
  source->tempo = tempo;
  source->head.port = -1;
  source->head.source = name;
  return source;
}

static void add_folder(struct sampler *s, const char *source_name, const char *port, const char *folder) {
  uint64_t number;
  if (!parse_number(port, &number)) return;
  struct source *source = add_source(s, SOURCE_FILES, source_name, TEMPO_FILES);
  if (!source) return;
  source->head.device = s->device;
  source->head.port = (long long)number;
  format(source->path, sizeof source->path, "%s/sys/class/infiniband/%s/ports/%s/%s", s->op->root, s->device, port, folder);
}

static void add_port(void *context, const char *name) {
  add_folder(context, "rdma-port", name, "counters");
  add_folder(context, "rdma-hw", name, "hw_counters");
}

/* Some drivers count per device too, in a folder beside `ports`. */
static void add_device_counters(struct sampler *s, const char *device) {
  char folder[384];
  format(folder, sizeof folder, "%s/sys/class/infiniband/%s/hw_counters", s->op->root, device);
  if (access(folder, R_OK) != 0) return;
  struct source *source = add_source(s, SOURCE_FILES, "rdma-hw", TEMPO_FILES);
  if (!source) return;
  source->head.device = device;
  format(source->path, sizeof source->path, "%s", folder);
}

static int add_device(struct sampler *s, const char *device) {
  char ports[384];
  unsigned before = s->n;
  s->device = device;
  format(ports, sizeof ports, "%s/sys/class/infiniband/%s/ports", s->op->root, device);
  each_entry(ports, add_port, s);
  if (s->n == before) return fail(&s->op->failure, CODE_UNAVAILABLE, "counters", 0, "%s is no RDMA device with ports: %s", device, ports);
  add_device_counters(s, device);
  return 0;
}

static int add_netdev(struct sampler *s, const char *netdev) {
  bool real = strcmp(s->op->root, "/") == 0;
  struct source *files = add_source(s, SOURCE_FILES, "sysfs", TEMPO_FILES);
  struct source *ethtool = add_source(s, real ? SOURCE_ETHTOOL : SOURCE_TEXT, "ethtool", TEMPO_ETHTOOL);
  char state[64];
  if (!files || !ethtool) return fail(&s->op->failure, CODE_USAGE, "request", 0, "more than %d sources of counters", SOURCES_MAX);
  files->head.netdev = ethtool->head.netdev = netdev;
  format(files->path, sizeof files->path, "%s/sys/class/net/%s/statistics", s->op->root, netdev);
  format(ethtool->path, sizeof ethtool->path, "%s/sys/class/net/%s/ethtool_stats", s->op->root, netdev);
  if (read_file(state, sizeof state, "%s/sys/class/net/%s/ifindex", s->op->root, netdev)) return 0;
  if (read_file(state, sizeof state, "%s/sys/class/net/%s/operstate", s->op->root, netdev)) return 0;
  return fail(&s->op->failure, CODE_UNAVAILABLE, "counters", 0, "%s is no interface under %s/sys/class/net", netdev, s->op->root);
}

/* Of the whole host: software devices (rxe, siw) speak over IP, and have no counter of marks of their own. */
static int add_ip(struct sampler *s) {
  long long wanted;
  if (want_number(s->op, "ip", 0, 1, 0, &wanted)) return s->op->failure.code;
  struct source *source = wanted ? add_source(s, SOURCE_NETSTAT, "ip", TEMPO_ETHTOOL) : NULL;
  if (source) format(source->path, sizeof source->path, "%s/proc/net/netstat", s->op->root);
  return 0;
}

/* Names come from a request and become part of a path. */
static int check_name(struct op *op, const char *name) {
  if (*name && !strchr(name, '/') && name[0] != '.' && strlen(name) < 64) return 0;
  return fail(&op->failure, CODE_USAGE, "request", 0, "`%s` is no device name", name);
}

static int add_all(struct sampler *s, const char *key, int (*add)(struct sampler *s, const char *name)) {
  const struct field *field = request_find(&s->op->request, key);
  if (!field) return 0;
  if (field->kind != FIELD_LIST) return fail(&s->op->failure, CODE_USAGE, "request", 0, "`%s` is not a list of names", key);
  for (unsigned i = 0; i < field->n; i++) {
    int rc = check_name(s->op, field->items[i]);
    if (!rc) rc = add(s, field->items[i]);
    if (rc) return rc;
  }
  return 0;
}

static int take_select(struct sampler *s) {
  const struct field *field = request_find(&s->op->request, "select");
  if (!field) return 0;
  if (field->kind != FIELD_LIST) return fail(&s->op->failure, CODE_USAGE, "request", 0, "`select` is not a list of names");
  s->select = (struct counter_filter){field->items, field->n};
  return 0;
}

static void keep_counter(void *context, const char *name, uint64_t value) {
  struct source *source = context;
  if (source->n_now == source->size) {
    size_t size = source->size ? source->size * 2 : 64;
    struct kept *now = realloc(source->now, size * sizeof *now);
    if (now) source->now = now;
    struct kept *last = realloc(source->last, size * sizeof *last);
    if (last) source->last = last;
    if (!now || !last) return;
    source->size = size;
  }
  struct kept *kept = &source->now[source->n_now++];
  size_t n = strlen(name);
  if (n >= NAME_BYTES) n = NAME_BYTES - 1;
  memcpy(kept->name, name, n);
  kept->name[n] = 0;
  kept->value = value;
}

static int read_source(struct sampler *s, struct source *source) {
  source->n_now = 0;
  if (source->kind == SOURCE_ETHTOOL) return counters_from_ethtool(&source->ethtool, source->head.netdev, &s->select, keep_counter, source);
  if (source->kind == SOURCE_TEXT) return counters_from_text(source->path, &s->select, keep_counter, source);
  if (source->kind == SOURCE_NETSTAT) return counters_from_netstat(source->path, keep_counter, source);
  return counters_from_files(source->path, keep_counter, source);
}

/* Other names than last time mean a reset driver: the next line is a full one. */
static bool same_names(const struct source *source) {
  if (source->n_now != source->n_last) return false;
  for (size_t i = 0; i < source->n_now; i++)
    if (strcmp(source->now[i].name, source->last[i].name) != 0) return false;
  return true;
}

static size_t select_values(struct sampler *s, const struct source *source) {
  size_t n = 0;
  if (source->n_now > s->size) {
    struct counter_value *larger = realloc(s->changed, source->n_now * sizeof *larger);
    if (!larger) return 0;
    s->changed = larger;
    s->size = source->n_now;
  }
  for (size_t i = 0; i < source->n_now; i++)
    if (source->head.full || source->now[i].value != source->last[i].value)
      s->changed[n++] = (struct counter_value){source->now[i].name, source->now[i].value};
  return n;
}

static void where_of(const struct counters_head *head, char *text, size_t size) {
  const char *name = head->device ? head->device : head->netdev ? head->netdev : "the host";
  if (head->port >= 0) format(text, size, "%s port %lld", name, head->port);
  else format(text, size, "%s", name);
}

/* A source that vanishes while it is sampled (a driver reset, a module unloaded) is reported once, and watched for its return; so is one
 * that is not there from the beginning. */
static void report_gone(struct sampler *s, struct source *source) {
  struct failure failure = {0};
  char where[128];
  bool never = source->n_last == 0;
  if (source->gone || (never && s->once)) return;
  source->gone = true;
  source->n_last = 0;
  where_of(&source->head, where, sizeof where);
  fail(&failure, CODE_UNAVAILABLE, source->head.source, 0, never ? "%s has no %s counters" : "%s has lost its %s counters", where, source->head.source);
  fail_hint(&failure, never ? "the driver has none, or not of this kind" : "the driver was reset or unloaded during the measurement");
  event_error(s->op->sink, s->op->id, &failure);
}

static void sample_source(struct sampler *s, struct source *source) {
  uint64_t mono = now_ns(), real = real_ns();
  int n = read_source(s, source);
  uint64_t half = (now_ns() - mono) / 2;
  if (n <= 0) return report_gone(s, source);
  source->gone = false;
  source->head.t_ns = real + half;
  source->head.mono_ns = mono + half;
  source->head.full = source->n_last == 0 || !same_names(source);
  size_t selected = select_values(s, source);
  event_counters(s->op->sink, s->op->id, &source->head, s->changed, selected);
  struct kept *swap = source->last;
  source->last = source->now;
  source->now = swap;
  source->n_last = source->n_now;
}

static void sample_tempo(struct sampler *s, enum tempo tempo) {
  for (unsigned i = 0; i < s->n; i++)
    if (s->source[i].tempo == tempo) sample_source(s, &s->source[i]);
}

static int wait_until(struct op *op, uint64_t due) {
  int over = op_over(op);
  while (!over && !sleep_slice(due)) over = op_over(op);
  return over;
}

static int sample(struct sampler *s, struct pace *pace) {
  enum tempo tempo;
  int over = 0;
  bool first = true;
  pace_begin(pace);
  if (!s->once) pace_tell(pace, s->op->sink, s->op->id);
  while (!over && (tempo = pace_next(pace)) != TEMPO_COUNT) {
    /* What is due at the begin is read even if the deadline is over already. */
    over = first ? 0 : wait_until(s->op, pace->due[tempo]);
    first = false;
    if (over) break;
    uint64_t before = thread_cpu_ns();
    sample_tempo(s, tempo);
    if (pace_read(pace, tempo, thread_cpu_ns() - before) && !s->once) pace_tell(pace, s->op->sink, s->op->id);
  }
  if (!s->once) pace_tell(pace, s->op->sink, s->op->id);
  return over;
}

/* At a tempo at which nothing is to be read the interval is 0. */
static int set_pace(struct sampler *s, struct pace *pace) {
  long long files_ms, ethtool_ms, count;
  if (want_number(s->op, "interval_ms", 1, 3600 * 1000, 1000, &files_ms)) return s->op->failure.code;
  if (want_number(s->op, "ethtool_ms", 1, 3600 * 1000, 100, &ethtool_ms)) return s->op->failure.code;
  if (want_number(s->op, "count", 0, 1LL << 40, 1, &count)) return s->op->failure.code;
  s->once = count == 1;
  for (unsigned i = 0; i < s->n; i++) {
    enum tempo tempo = s->source[i].tempo;
    pace->interval[tempo] = (uint64_t)(tempo == TEMPO_FILES ? files_ms : ethtool_ms) * 1000000u;
    pace->left[tempo] = count ? (uint64_t)count : UINT64_MAX;
  }
  return 0;
}

static void free_sampler(struct sampler *s) {
  for (unsigned i = 0; i < s->n; i++) {
    free(s->source[i].last);
    free(s->source[i].now);
    ethtool_close(&s->source[i].ethtool);
  }
  free(s->changed);
  free(s);
}

int op_counters(struct op *op) {
  struct pace pace;
  memset(&pace, 0, sizeof pace);
  struct sampler *s = calloc(1, sizeof *s);
  if (!s) return fail(&op->failure, CODE_CALL, "memory", ENOMEM, "counters");
  s->op = op;
  int rc = take_select(s);
  if (!rc) rc = add_all(s, "devices", add_device);
  if (!rc) rc = add_all(s, "netdevs", add_netdev);
  if (!rc) rc = add_ip(s);
  if (!rc && s->n == 0) rc = fail(&op->failure, CODE_USAGE, "request", 0, "neither `devices` nor `netdevs` names anything");
  if (!rc) rc = set_pace(s, &pace);
  if (!rc) rc = sample(s, &pace);
  if (rc == CODE_STOPPED && request_number(&op->request, "count", 1) == 0) rc = 0;
  free_sampler(s);
  return rc;
}
