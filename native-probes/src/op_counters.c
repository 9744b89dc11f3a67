/* Counters at a fixed cadence. Every reading is stamped with its own time, never with the time at which it was due. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counters.h"

#define SOURCES_MAX 192
#define NAME_BYTES 48

struct kept {
  char name[NAME_BYTES];
  uint64_t value;
};

enum source_kind { SOURCE_FILES, SOURCE_ETHTOOL, SOURCE_TEXT };

/* One place that counters come from, and what it said last time. */
struct source {
  enum source_kind kind;
  struct counters_head head;
  char folder[2][384]; /* the second one is the port's hw_counters */
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
};

static struct source *add_source(struct sampler *s, enum source_kind kind) {
  if (s->n == SOURCES_MAX) return NULL;
  struct source *source = &s->source[s->n++];
  source->kind = kind;
  source->head.port = -1;
  source->head.source = kind == SOURCE_FILES ? "sysfs" : "ethtool";
  return source;
}

static void add_port(void *context, const char *name) {
  struct sampler *s = context;
  uint64_t number;
  struct source *source = parse_number(name, &number) ? add_source(s, SOURCE_FILES) : NULL;
  if (!source) return;
  source->head.device = s->device;
  source->head.port = (long long)number;
  format(source->folder[0], sizeof source->folder[0], "%s/sys/class/infiniband/%s/ports/%s/counters", s->op->root, s->device, name);
  format(source->folder[1], sizeof source->folder[1], "%s/sys/class/infiniband/%s/ports/%s/hw_counters", s->op->root, s->device, name);
}

/* Some drivers count per device too, in a folder beside `ports`. */
static void add_device_counters(struct sampler *s, const char *device) {
  char folder[384];
  format(folder, sizeof folder, "%s/sys/class/infiniband/%s/hw_counters", s->op->root, device);
  if (access(folder, R_OK) != 0) return;
  struct source *source = add_source(s, SOURCE_FILES);
  if (!source) return;
  source->head.device = device;
  format(source->folder[0], sizeof source->folder[0], "%s", folder);
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
  struct source *files = add_source(s, SOURCE_FILES), *ethtool = add_source(s, real ? SOURCE_ETHTOOL : SOURCE_TEXT);
  char state[64];
  if (!files || !ethtool) return fail(&s->op->failure, CODE_USAGE, "request", 0, "more than %d sources of counters", SOURCES_MAX);
  files->head.netdev = ethtool->head.netdev = netdev;
  format(files->folder[0], sizeof files->folder[0], "%s/sys/class/net/%s/statistics", s->op->root, netdev);
  format(ethtool->folder[0], sizeof ethtool->folder[0], "%s/sys/class/net/%s/ethtool_stats", s->op->root, netdev);
  if (read_file(state, sizeof state, "%s/sys/class/net/%s/ifindex", s->op->root, netdev)) return 0;
  if (read_file(state, sizeof state, "%s/sys/class/net/%s/operstate", s->op->root, netdev)) return 0;
  return fail(&s->op->failure, CODE_UNAVAILABLE, "counters", 0, "%s is no interface under %s/sys/class/net", netdev, s->op->root);
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

static bool is_kept(const struct kept *kept, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (strncmp(kept[i].name, name, NAME_BYTES - 1) == 0) return true;
  return false;
}

/* A name that stands in both counters/ and hw_counters/ is taken once: JSON has no place for it twice. */
static void keep_counter(void *context, const char *name, uint64_t value) {
  struct source *source = context;
  if (source->folder[1][0] && is_kept(source->now, source->n_now, name)) return;
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
  format(kept->name, NAME_BYTES, "%s", name);
  kept->value = value;
}

static int read_source(struct source *source) {
  source->n_now = 0;
  if (source->kind == SOURCE_ETHTOOL) return counters_from_ethtool(source->head.netdev, keep_counter, source);
  if (source->kind == SOURCE_TEXT) return counters_from_text(source->folder[0], keep_counter, source);
  int n = counters_from_files(source->folder[0], keep_counter, source);
  int hw = source->folder[1][0] ? counters_from_files(source->folder[1], keep_counter, source) : -1;
  return n < 0 ? hw : n;
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

/* A source that vanishes while it is sampled (a driver reset, a module unloaded) is reported once, and watched for its return. */
static void report_gone(struct sampler *s, struct source *source) {
  struct failure failure = {0};
  const char *name = source->head.device ? source->head.device : source->head.netdev;
  if (source->gone || source->n_last == 0) return;
  source->gone = true;
  source->n_last = 0;
  fail(&failure, CODE_UNAVAILABLE, "counters", 0, "the %s counters of %s are gone", source->head.source, name);
  fail_hint(&failure, "the driver was reset or unloaded during the measurement");
  event_error(s->op->sink, s->op->id, &failure);
}

static void sample_source(struct sampler *s, struct source *source) {
  uint64_t before = real_ns();
  int n = read_source(source);
  uint64_t after = real_ns();
  if (n <= 0) return report_gone(s, source);
  source->gone = false;
  source->head.t_ns = before + (after - before) / 2;
  source->head.full = !same_names(source);
  size_t selected = select_values(s, source);
  event_counters(s->op->sink, s->op->id, &source->head, s->changed, selected);
  struct kept *swap = source->last;
  source->last = source->now;
  source->now = swap;
  source->n_last = source->n_now;
}

static int wait_until(struct op *op, uint64_t due) {
  int over = op_over(op);
  while (!over && !sleep_slice(due)) over = op_over(op);
  return over;
}

/* An absolute schedule does not drift. A reading that took longer than the interval is not made up for by a burst. */
static int sample(struct sampler *s, long long interval_ms, long long count) {
  uint64_t interval = (uint64_t)interval_ms * 1000000u, due = now_ns();
  for (long long k = 0; count == 0 || k < count; k++) {
    int over = k == 0 ? 0 : wait_until(s->op, due);
    if (over) return over == CODE_STOPPED && count == 0 ? 0 : over;
    for (unsigned i = 0; i < s->n; i++) sample_source(s, &s->source[i]);
    uint64_t now = now_ns();
    due += interval;
    if (due < now) due = now;
  }
  return 0;
}

static void free_sampler(struct sampler *s) {
  for (unsigned i = 0; i < s->n; i++) {
    free(s->source[i].last);
    free(s->source[i].now);
  }
  free(s->changed);
  free(s);
}

int op_counters(struct op *op) {
  long long interval_ms, count;
  if (want_number(op, "interval_ms", 1, 3600 * 1000, 1000, &interval_ms)) return op->failure.code;
  if (want_number(op, "count", 0, 1LL << 40, 1, &count)) return op->failure.code;
  struct sampler *s = calloc(1, sizeof *s);
  if (!s) return fail(&op->failure, CODE_CALL, "memory", ENOMEM, "counters");
  s->op = op;
  int rc = add_all(s, "devices", add_device);
  if (!rc) rc = add_all(s, "netdevs", add_netdev);
  if (!rc && s->n == 0) rc = fail(&op->failure, CODE_USAGE, "request", 0, "neither `devices` nor `netdevs` names anything");
  if (!rc) rc = sample(s, interval_ms, count);
  free_sampler(s);
  return rc;
}
