/* A request's life: read its fields, run it, say why it failed, say done. */
#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "events.h"
#include "probe.h"

/* To add a measurement: one op_x.c with its two sides, and one line here. */
const struct measurement MEASUREMENTS[] = {
    {"latency", op_latency, op_latency_respond},
    {"bandwidth", op_bandwidth, op_bandwidth_respond},
    {NULL, NULL, NULL},
};

const struct measurement *measurement_named(const char *name) {
  for (const struct measurement *m = MEASUREMENTS; m->name; m++)
    if (strcmp(m->name, name) == 0) return m;
  return NULL;
}

int fail(struct failure *failure, int code, const char *where, int err, const char *fmt, ...) {
  va_list args;
  failure->code = code;
  failure->err = err;
  failure->hint[0] = 0;
  format(failure->where, sizeof failure->where, "%s", where);
  va_start(args, fmt);
  int n = vsnprintf(failure->msg, sizeof failure->msg, fmt, args);
  va_end(args);
  if (err && n >= 0 && (size_t)n < sizeof failure->msg - 2) format(failure->msg + n, sizeof failure->msg - (size_t)n, ": %s", strerror(err));
  return code;
}

void fail_hint(struct failure *failure, const char *hint) {
  format(failure->hint, sizeof failure->hint, "%s", hint);
}

int op_over(struct op *op) {
  if (atomic_load_explicit(&op->stop, memory_order_relaxed)) return CODE_STOPPED;
  return op->deadline != NO_DEADLINE && now_ns() >= op->deadline ? CODE_DEADLINE : 0;
}

const char *field_name(const struct op *op, const char *key, char name[FIELD_NAME_BYTES]) {
  if (!op->by_hand) return format(name, FIELD_NAME_BYTES, "`%s`", key), name;
  size_t n = strlen(key);
  /* Options are given in seconds and microseconds, fields carry their unit in the name. */
  if (n > 3 && (strcmp(key + n - 3, "_ms") == 0 || strcmp(key + n - 3, "_ns") == 0)) n -= 3;
  format(name, FIELD_NAME_BYTES, "--%.*s", (int)n, key);
  for (char *c = name; *c; c++)
    if (*c == '_') *c = '-';
  return name;
}

void op_tell_token(const struct op *op) {
  if (!op->tells_token) return;
  printf("token %s\n", request_text(&op->request, "token", ""));
  fflush(stdout);
}

int want_number(struct op *op, const char *key, long long min, long long max, long long otherwise, long long *value) {
  const struct field *field = request_find(&op->request, key);
  char name[FIELD_NAME_BYTES];
  field_name(op, key, name);
  *value = field ? field->number : otherwise;
  if (!field && otherwise == REQUIRED) return fail(&op->failure, CODE_USAGE, "request", 0, "%s is missing", name);
  if (!field) return 0;
  if (field->kind != FIELD_NUMBER) return fail(&op->failure, CODE_USAGE, "request", 0, "%s is not a number", name);
  if (*value >= min && *value <= max) return 0;
  return fail(&op->failure, CODE_USAGE, "request", 0, "%s is %lld; it must lie within %lld and %lld", name, *value, min, max);
}

int want_text(struct op *op, const char *key, const char *otherwise, const char **value) {
  const struct field *field = request_find(&op->request, key);
  char name[FIELD_NAME_BYTES];
  field_name(op, key, name);
  *value = field ? field->text : otherwise;
  if (!field && !otherwise) return fail(&op->failure, CODE_USAGE, "request", 0, "%s is missing", name);
  if (!field || field->kind == FIELD_TEXT) return 0;
  return fail(&op->failure, CODE_USAGE, "request", 0, "%s is not a text", name);
}

bool op_prepare(struct op *op) {
  long long deadline_ms;
  op->deadline = NO_DEADLINE;
  if (want_number(op, "id", 0, INT64_MAX, REQUIRED, &op->id)) return false;
  if (want_number(op, "deadline_ms", 1, 30LL * 86400 * 1000, -1, &deadline_ms)) return false;
  if (deadline_ms > 0) op->deadline = now_ns() + (uint64_t)deadline_ms * 1000000u;
  return true;
}

int pin_to_cpu(struct op *op) {
  long long cpu;
  cpu_set_t set;
  if (want_number(op, "cpu", 0, CPU_SETSIZE - 1, -1, &cpu)) return op->failure.code;
  if (cpu < 0) return 0;
  CPU_ZERO(&set);
  CPU_SET((size_t)cpu, &set);
  if (sched_setaffinity(0, sizeof set, &set) == 0) return 0;
  return fail(&op->failure, CODE_USAGE, "cpu", errno, "cannot pin to CPU %lld", cpu);
}

int op_clock(struct op *op) {
  uint64_t mono = 0, real = 0;
  clock_pair(&mono, &real);
  event_clock(op->sink, op->id, mono, real);
  return 0;
}

bool op_listens(const struct op *op) {
  return op_is_verbs(op) || strcmp(request_text(&op->request, "do", ""), "collective") == 0;
}

bool op_is_verbs(const struct op *op) {
  return strcmp(request_text(&op->request, "fabric", ""), "verbs") == 0;
}

/* A field that the fabric has no use for is refused: its result would be taken for what was asked for, and is not. */
static int refuse_field(struct op *op, const char *key, const char *fabric) {
  char name[FIELD_NAME_BYTES];
  return fail(&op->failure, CODE_USAGE, "request", 0, op->by_hand ? "%s is for --fabric=%s" : "%s is for `fabric` %s", field_name(op, key, name), fabric);
}

static int check_fields(struct op *op) {
  static const char *const OF_VERBS[] = {"device", "device_port", "gid_index", "gid_type", "gid_family", "memory", "numa", "via", "verb", "connect",
                                         "mode", "mtu", "inline", "sl", "traffic_class", "flow_label", "hop_limit", "timeout", "retries",
                                         "rnr_retries", "qps", "depth", "bidirectional", NULL};
  static const char *const OF_TCP[] = {"streams", "source_port", "sndbuf", NULL};
  const char *fabric;
  if (want_text(op, "fabric", "tcp", &fabric)) return op->failure.code;
  bool verbs = strcmp(fabric, "verbs") == 0;
  if (!verbs && strcmp(fabric, "tcp") != 0) return 0; /* an unknown fabric is told by fabric_of */
  for (const char *const *key = verbs ? OF_TCP : OF_VERBS; *key; key++)
    if (request_find(&op->request, *key)) return refuse_field(op, *key, verbs ? "tcp" : "verbs");
  bool counted = request_find(&op->request, "count") && strcmp(request_text(&op->request, "op", ""), "bandwidth") == 0;
  return counted && !verbs ? refuse_field(op, "count", "verbs") : 0;
}

static int op_answer(struct op *op) {
  if (check_fields(op)) return op->failure.code;
  return op_is_verbs(op) ? op_verbs_serve(op) : op_serve(op);
}

static int op_measure(struct op *op) {
  const char *name;
  if (check_fields(op)) return op->failure.code;
  if (op_is_verbs(op)) return op_verbs_run(op);
  if (want_text(op, "op", NULL, &name)) return op->failure.code;
  const struct measurement *measurement = measurement_named(name);
  if (!measurement) return fail(&op->failure, CODE_USAGE, "request", 0, "`op` is `%s`, which this probe does not know", name);
  return measurement->run(op);
}

static int op_dispatch(struct op *op) {
  static const struct {
    const char *name;
    int (*run)(struct op *op);
  } table[] = {{"info", op_info}, {"clock", op_clock}, {"serve", op_answer}, {"run", op_measure}, {"counters", op_counters}, {"collective", op_collective}};
  const char *name;
  if (want_text(op, "do", NULL, &name)) return op->failure.code;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strcmp(table[i].name, name) == 0) return table[i].run(op);
  return fail(&op->failure, CODE_USAGE, "request", 0, "`do` is `%s`, which this probe does not know", name);
}

int op_run(struct op *op) {
  int rc = op->failure.code ? op->failure.code : op_dispatch(op);
  if (rc && op->failure.code == rc) event_error(op->sink, op->id, &op->failure);
  event_done(op->sink, op->id, rc);
  return rc;
}
