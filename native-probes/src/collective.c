/* A collective's request, and what its ranks say to each other through the controller. */
#include "collective.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define FAULTS_VARIABLE "SEATRIAL_PROBE_FAULTS"
/* Rank 0's agent keeps some hundreds of words that are not yet read; of thousands of ranks some are lost, and say it again. */
#define AGAIN_NS 2000000000u
#define DAYS_30_MS (30LL * 86400 * 1000)

/* The index of `text` in a NULL-terminated list; -1 with a failure that lists what could have been said. */
static int want_word(struct op *op, const char *key, const char *otherwise, const char *const *words) {
  char name[FIELD_NAME_BYTES], all[160] = "";
  const char *text;
  if (want_text(op, key, otherwise, &text)) return -1;
  for (int i = 0; words[i]; i++) {
    if (strcmp(words[i], text) == 0) return i;
    size_t n = strlen(all);
    format(all + n, sizeof all - n, "%s%s", i ? ", " : "", words[i]);
  }
  fail(&op->failure, CODE_USAGE, "request", 0, "%s is `%.40s`; it must be one of %s", field_name(op, key, name), text, all);
  return -1;
}

static bool item_number(const struct field *field, unsigned i, long long *value) {
  uint64_t number = 0;
  if (field->kind == FIELD_NUMBERS) return *value = field->numbers[i], true;
  bool sound = parse_number(field->items[i], &number) && number <= INT64_MAX;
  *value = (long long)number;
  return sound;
}

int want_numbers(struct op *op, const char *key, long long min, long long max, long long *values, unsigned most, unsigned *n) {
  const struct field *field = request_find(&op->request, key);
  char name[FIELD_NAME_BYTES];
  field_name(op, key, name);
  *n = 0;
  if (!field) return 0;
  bool listed = field->kind == FIELD_NUMBERS || (field->kind == FIELD_LIST && (op->by_hand || field->n == 0));
  if (!listed) return fail(&op->failure, CODE_USAGE, "request", 0, "%s is no list of numbers", name);
  if (field->n > most) return fail(&op->failure, CODE_USAGE, "request", 0, "%s has %u numbers; at most %u are taken", name, field->n, most);
  for (; *n < field->n; (*n)++)
    if (!item_number(field, *n, &values[*n]) || values[*n] < min || values[*n] > max)
      return fail(&op->failure, CODE_USAGE, "request", 0, "number %u of %s must lie within %lld and %lld", *n + 1, name, min, max);
  return 0;
}

static int read_sizes(struct op *op, struct collective *c) {
  char name[FIELD_NAME_BYTES];
  field_name(op, "sizes", name);
  if (want_numbers(op, "sizes", sizeof(float), 1LL << 34, c->size, COLLECTIVE_SIZES_MAX, &c->n_sizes)) return op->failure.code;
  if (!c->n_sizes) return fail(&op->failure, CODE_USAGE, "request", 0, "%s is missing or empty: it lists the sizes in bytes", name);
  for (unsigned i = 1; i < c->n_sizes; i++)
    if (c->size[i] <= c->size[i - 1])
      return fail(&op->failure, CODE_USAGE, "request", 0, "%s must rise: %lld comes after %lld", name, c->size[i], c->size[i - 1]);
  return 0;
}

static int read_ranks(struct op *op, struct collective *c) {
  if (want_number(op, "ranks", 2, COLLECTIVE_RANKS_MAX, REQUIRED, &c->ranks)) return op->failure.code;
  if (want_number(op, "rank", 0, c->ranks - 1, REQUIRED, &c->rank)) return op->failure.code;
  return want_number(op, "local", 1, c->gpu ? c->ranks - c->rank : 1, 1, &c->local);
}

static int read_quantities(struct op *op, struct collective *c) {
  if (want_number(op, "iterations", 1, 1 << 20, 20, &c->iterations) || want_number(op, "warmup", 0, 1 << 20, 5, &c->warmup)) return op->failure.code;
  if (want_number(op, "budget_ms", 1, DAYS_30_MS, 0, &c->budget_ms) || want_number(op, "stall_ms", 100, DAYS_30_MS, 5000, &c->stall_ms))
    return op->failure.code;
  if (want_number(op, "join_ms", 100, DAYS_30_MS, 20000, &c->join_ms)) return op->failure.code;
  return want_number(op, "chunk", 4096, 16 << 20, 128 << 10, &c->chunk);
}

static int read_fault(struct op *op, struct collective *c) {
  static const char *const FAULTS[] = {"none", "wrong-value", "hang", "die", NULL};
  const char *allowed = getenv(FAULTS_VARIABLE);
  if (!request_find(&op->request, "seed_fault")) return 0;
  if (!allowed || strcmp(allowed, "1") != 0) {
    fail(&op->failure, CODE_USAGE, "request", 0, "`seed_fault` is for tests of this probe");
    fail_hint(&op->failure, "it is taken only where " FAULTS_VARIABLE "=1 stands in the environment of the agent");
    return op->failure.code;
  }
  int fault = want_word(op, "seed_fault", "none", FAULTS);
  c->fault = fault < 0 ? FAULT_NONE : (enum collective_fault)fault;
  return fault < 0 ? op->failure.code : 0;
}

static void sum_up(struct collective *c) {
  for (unsigned i = 0; i < COLLECTIVE_PERIOD; i++) {
    uint64_t sum = 0;
    for (long long r = 0; r < c->ranks; r++) sum += collective_phase((uint64_t)r, i) + 1;
    c->sum[i] = (float)sum;
  }
}

/* What only one backend or one collective has: ignored, its result would pass for what was asked for. */
static int read_algorithm(struct op *op, struct collective *c) {
  static const char *const ALGORITHMS[] = {"ring", "tree", NULL};
  static const char *const OF_GPU[] = {"gpus", "library", "runtime", "environment", NULL};
  static const char *const OF_HOST[] = {"algorithm", "chunk", "fabric", "bind", "token", "device", NULL};
  for (const char *const *key = c->gpu ? OF_HOST : OF_GPU; *key; key++)
    if (request_find(&op->request, *key))
      return fail(&op->failure, CODE_USAGE, "request", 0, "`%s` is for `backend` %s", *key, c->gpu ? "host" : "gpu");
  int algorithm = want_word(op, "algorithm", "ring", ALGORITHMS);
  c->tree = algorithm == 1;
  if (algorithm < 0) return op->failure.code;
  if (c->tree && c->kind != ALL_REDUCE) return fail(&op->failure, CODE_USAGE, "request", 0, "`algorithm` tree is for `collective` all-reduce");
  return 0;
}

static int read_overlap(struct op *op, struct collective *c) {
  struct collective_overlap *o = &c->overlap;
  if (want_number(op, "buckets", 1, 1024, 0, &o->buckets)) return op->failure.code;
  if (!o->buckets) return 0;
  if (c->kind != ALL_REDUCE) return fail(&op->failure, CODE_USAGE, "request", 0, "`buckets` are for `collective` all-reduce");
  if (want_number(op, "bucket_bytes", sizeof(float), 1LL << 30, REQUIRED, &o->bucket_bytes)) return op->failure.code;
  return want_number(op, "compute_ns", 1000, 1000000000, REQUIRED, &o->compute_ns);
}

int collective_read(struct op *op, struct collective *c) {
  static const char *const KINDS[] = {"all-reduce", "all-gather", "reduce-scatter", "all-to-all", "broadcast", "send-recv", NULL};
  static const char *const BACKENDS[] = {"host", "gpu", NULL};
  static const char *const PLACEMENTS[] = {"out", "in", "both", NULL};
  *c = (struct collective){.op = op};
  int backend = want_word(op, "backend", NULL, BACKENDS), kind = backend < 0 ? -1 : want_word(op, "collective", NULL, KINDS);
  int placement = kind < 0 ? -1 : want_word(op, "placement", "out", PLACEMENTS);
  if (placement < 0) return op->failure.code;
  c->gpu = backend == 1;
  c->kind = (enum collective_kind)kind;
  c->name = KINDS[kind];
  c->out_of_place = placement != 1;
  c->in_place = placement != 0;
  int rc = read_ranks(op, c);
  if (!rc) rc = read_sizes(op, c);
  if (!rc) rc = read_quantities(op, c);
  if (!rc) rc = read_algorithm(op, c);
  if (!rc) rc = read_overlap(op, c);
  if (!rc) rc = read_fault(op, c);
  if (!rc) sum_up(c);
  return rc;
}

void collective_say(struct collective *c, long long to, const char *fmt, ...) {
  char text[SAID_MAX_BYTES + 1];
  va_list args;
  if (to == COLLECTIVE_ALL) format(text, sizeof text, "to=* ");
  else format(text, sizeof text, "to=%lld ", to);
  size_t n = strlen(text);
  va_start(args, fmt);
  if (vsnprintf(text + n, sizeof text - n, fmt, args) < 0) text[n] = 0;
  va_end(args);
  event_say(c->op->sink, c->op->id, text);
}

/* The other rank's own words: they come from another host, are cut here and escaped where they are emitted. */
static int another_failed(struct collective *c) {
  char rank[24] = "?", code[16] = "?";
  const char *why = c->text;
  said_value(c->text, "rank", rank, sizeof rank);
  said_value(c->text, "code", code, sizeof code);
  for (int words = 0; words < 3 && why; words++) why = strchr(why + 1, ' ');
  c->parted = true;
  fail(&c->op->failure, CODE_STOPPED, "collective", 0, "rank %s failed (code %s): %s", rank, code, why ? why + 1 : c->text);
  fail_hint(&c->op->failure, "this rank only ended with it: look at that rank's host, device and events");
  return CODE_STOPPED;
}

/* Takes the word `from=R` off. False for a text that the controller has not marked, or of a rank that is none. */
static bool take_sender(struct collective *c) {
  uint64_t from;
  size_t n = strcspn(c->text, " ");
  char number[24];
  if (strncmp(c->text, "from=", 5) != 0 || n < 6 || n - 5 >= sizeof number || !c->text[n]) return false;
  format(number, sizeof number, "%.*s", (int)(n - 5), c->text + 5);
  if (!parse_number(number, &from) || from >= (uint64_t)c->ranks) return false;
  c->from = (long long)from;
  memmove(c->text, c->text + n + 1, strlen(c->text + n + 1) + 1);
  return true;
}

static void note_joined(struct collective *c) {
  char text[24];
  uint64_t local = 1;
  if (said_value(c->text, "local", text, sizeof text) && !parse_number(text, &local)) local = 1;
  for (uint64_t r = (uint64_t)c->from; r < (uint64_t)c->from + local && r < (uint64_t)c->ranks; r++) {
    c->joined += !c->has_joined[r];
    c->has_joined[r] = true;
  }
}

static int take_text(struct collective *c) {
  ssize_t n = recv(c->op->ears[0], c->text, SAID_MAX_BYTES, 0);
  c->text[n > 0 ? n : 0] = 0;
  if (n <= 0) return fail(&c->op->failure, CODE_NETWORK, "hear", n < 0 ? errno : 0, "the controller's words cannot be read");
  if (!take_sender(c))
    return fail(&c->op->failure, CODE_NETWORK, "hear", 0, "`%.60s` does not begin with the rank that said it (`from=R `)", c->text);
  if (said_word(c->text, "failed")) return another_failed(c);
  if (!said_word(c->text, "joined")) return COLLECTIVE_HEARD;
  note_joined(c);
  return 0;
}

/* CODE_DEADLINE gets its words here: nobody else knows that it is a collective's. */
int collective_over(struct collective *c) {
  int rc = op_over(c->op);
  if (rc == CODE_DEADLINE && !c->op->failure.code)
    fail(&c->op->failure, CODE_DEADLINE, "collective", 0, "the request's deadline passed before its work was done");
  return rc;
}

int collective_hear(struct collective *c, int ms) {
  struct pollfd news = {.fd = c->op->has_ears ? c->op->ears[0] : -1, .events = POLLIN};
  int rc = collective_over(c);
  if (rc || poll(&news, 1, ms < SLICE_MS ? ms : SLICE_MS) <= 0) return rc;
  return take_text(c);
}

int collective_look(struct collective *c) {
  struct pollfd news = {.fd = c->op->has_ears ? c->op->ears[0] : -1, .events = POLLIN};
  int rc = collective_over(c);
  while (!rc && poll(&news, 1, 0) > 0) {
    rc = take_text(c);
    if (rc == COLLECTIVE_HEARD) rc = 0;
  }
  return rc;
}

/* `ranks 3, 5 have not joined`; of many the first ones. Rank 0 may itself wait for one of them, and does not name itself. */
static int name_missing(struct collective *c, const char *waits_for) {
  char list[200] = "";
  unsigned missing = 0;
  for (long long r = 0; r < c->ranks; r++) {
    if (c->has_joined[r] || r < c->local) continue;
    size_t n = strlen(list);
    if (++missing <= 16) format(list + n, sizeof list - n, "%s%lld", n ? ", " : "", r);
  }
  if (!missing) return fail(&c->op->failure, CODE_TIMEOUT, "join", 0, "all others have joined, and rank 0 still waits for %s", waits_for);
  if (missing > 16) format(list + strlen(list), sizeof list - strlen(list), " and %u more", missing - 16);
  fail(&c->op->failure, CODE_TIMEOUT, "join", 0, "rank%s %s ha%s not joined", missing > 1 ? "s" : "", list, missing > 1 ? "ve" : "s");
  fail_hint(&c->op->failure, "its probe did not start, its connections did not come about, or its library waits for a rank: look at its host");
  return CODE_TIMEOUT;
}

static void join_own_ranks(struct collective *c) {
  for (long long r = c->rank; r < c->rank + c->local; r++) {
    c->joined += !c->has_joined[r];
    c->has_joined[r] = true;
  }
}

int collective_join_late(struct collective *c, uint64_t since, const char *waits_for) {
  /* The others wait a little longer, so that rank 0's words, which name all who are missing, come first. */
  uint64_t patience = (uint64_t)c->join_ms * 1000000u + (c->rank == 0 ? 0 : SILENCE_NS);
  if (now_ns() - since < patience) return 0;
  if (c->rank == 0) return name_missing(c, waits_for);
  return fail(&c->op->failure, CODE_TIMEOUT, "join", 0, "after %lld ms this rank still waits for %s", c->join_ms, waits_for);
}

static void tell_joined(struct collective *c) {
  if (c->local > 1) collective_say(c, 0, "joined local=%lld", c->local);
  else collective_say(c, 0, "joined");
}

int collective_join(struct collective *c, uint64_t since, int (*meanwhile)(void *context), void *context) {
  int rc = 0;
  uint64_t told = now_ns();
  if (c->rank == 0) join_own_ranks(c);
  else tell_joined(c);
  while (!rc && !(c->rank == 0 && c->joined == (unsigned)c->ranks)) {
    rc = collective_hear(c, SLICE_MS);
    if (rc == COLLECTIVE_HEARD && c->from == 0 && said_word(c->text, "begin")) return 0;
    if (rc == COLLECTIVE_HEARD) rc = 0;
    if (!rc && c->rank > 0 && now_ns() - told >= AGAIN_NS) {
      tell_joined(c);
      told = now_ns();
    }
    if (!rc && meanwhile) rc = meanwhile(context);
    if (!rc) rc = collective_join_late(c, since, "rank 0's word to begin");
  }
  if (!rc) collective_say(c, COLLECTIVE_ALL, "begin");
  return rc;
}

int collective_part_with(struct collective *c, int rc) {
  const struct failure *why = &c->op->failure;
  if (!rc || c->parted) return rc;
  c->parted = true;
  const char *text = why->code == rc ? why->msg : rc == CODE_STOPPED ? "stopped by its controller" : "it gave up";
  collective_say(c, COLLECTIVE_ALL, "failed rank=%lld code=%d %s", c->rank, rc, text);
  return rc;
}

int op_collective(struct op *op) {
  struct collective *c = malloc(sizeof *c);
  if (!c) return fail(&op->failure, CODE_CALL, "memory", ENOMEM, "collective");
  int rc = collective_read(op, c);
  if (!rc) rc = c->gpu ? collective_gpu(c) : collective_host(c);
  if (op->has_ears) collective_part_with(c, rc);
  free(c);
  return rc;
}
