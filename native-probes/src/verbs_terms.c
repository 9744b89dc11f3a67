#include "verbs_terms.h"

#include <string.h>

/* A word out of a few. */
struct choice {
  const char *key;
  size_t offset;
  const char *names[4];
  long long otherwise;
};
static const struct choice CHOICES[] = {
    {"op", offsetof(struct terms, op), {"latency", "bandwidth", NULL}, REQUIRED},
    {"verb", offsetof(struct terms, verb), {"write", "send", "read", NULL}, VERB_WRITE},
    {"connect", offsetof(struct terms, connect), {"exchange", "rdma-cm", NULL}, TERM_ABSENT},
    {"mode", offsetof(struct terms, mode), {"poll", "event", NULL}, MODE_POLL},
};

/* A number. `shared`: the other side must know it; it is left out of a text when it has its default. */
struct quantity {
  const char *key;
  size_t offset;
  long long min, max, otherwise;
  bool shared;
};
#define QUANTITY(member, key, min, max, otherwise, shared) {key, offsetof(struct terms, member), min, max, otherwise, shared}
static const struct quantity QUANTITIES[] = {
    QUANTITY(size, "size", 1, VERBS_SIZE_MAX, 8, true),
    QUANTITY(qps, "qps", 1, QUEUE_PAIRS_MAX, 1, true),
    QUANTITY(depth, "depth", 1, 8192, 128, true),
    QUANTITY(mtu, "mtu", 256, 4096, TERM_ABSENT, false),
    QUANTITY(inline_limit, "inline", 0, 4096, TERM_ABSENT, true),
    QUANTITY(sl, "sl", 0, 15, 0, true),
    QUANTITY(traffic_class, "traffic_class", 0, 255, 0, true),
    QUANTITY(flow_label, "flow_label", 0, 0xfffff, 0, true),
    QUANTITY(hop_limit, "hop_limit", 1, 255, 64, true),
    QUANTITY(timeout, "timeout", 0, 31, 14, true),
    QUANTITY(retries, "retries", 0, 7, 7, true),
    QUANTITY(rnr_retries, "rnr_retries", 0, 7, 7, true),
    QUANTITY(bidirectional, "bidirectional", 0, 1, 0, true),
    QUANTITY(count, "count", 1, 1LL << 40, 0, false),
    QUANTITY(duration_ms, "duration_ms", 1, 30LL * 86400 * 1000, 0, false),
    QUANTITY(warmup, "warmup", 0, 1000000, 20, false),
    QUANTITY(interval_ns, "interval_ns", 0, 60LL * 1000000000, 0, false),
};
#define LENGTH(array) (sizeof(array) / sizeof *(array))

static long long *member_of(struct terms *terms, size_t offset) {
  return (long long *)((char *)terms + offset);
}

static long long value_of(const struct terms *terms, size_t offset) {
  return *member_of((struct terms *)terms, offset);
}

static long long name_index(const struct choice *choice, const char *name) {
  for (long long i = 0; choice->names[i]; i++)
    if (strcmp(choice->names[i], name) == 0) return i;
  return TERM_ABSENT;
}

static const char *name_of(const char *key, long long value) {
  for (size_t i = 0; i < LENGTH(CHOICES); i++)
    if (strcmp(CHOICES[i].key, key) == 0 && value >= 0) return CHOICES[i].names[value];
  return "?";
}

const char *terms_op_name(const struct terms *terms) {
  return name_of("op", terms->op);
}

const char *terms_verb_name(const struct terms *terms) {
  return name_of("verb", terms->verb);
}

const char *terms_connect_name(const struct terms *terms) {
  return name_of("connect", terms->connect);
}

const char *terms_mode_name(const struct terms *terms) {
  return name_of("mode", terms->mode);
}

size_t terms_part(const struct terms *terms) {
  return ((size_t)terms->size + PART_ALIGN - 1) / PART_ALIGN * PART_ALIGN;
}

static int want_choice(struct op *op, const struct choice *choice, long long *value) {
  const char *name;
  if (want_text(op, choice->key, choice->otherwise == REQUIRED ? NULL : "", &name)) return op->failure.code;
  *value = *name ? name_index(choice, name) : choice->otherwise;
  if (!*name || *value >= 0) return 0;
  return fail(&op->failure, CODE_USAGE, "request", 0, "`%s` is `%.40s`; it must be %s, %s%s%s", choice->key, name, choice->names[0],
              choice->names[1], choice->names[2] ? " or " : "", choice->names[2] ? choice->names[2] : "");
}

int terms_from_request(struct op *op, struct terms *terms) {
  for (size_t i = 0; i < LENGTH(CHOICES); i++)
    if (want_choice(op, &CHOICES[i], member_of(terms, CHOICES[i].offset))) return op->failure.code;
  for (size_t i = 0; i < LENGTH(QUANTITIES); i++) {
    const struct quantity *q = &QUANTITIES[i];
    if (want_number(op, q->key, q->min, q->max, q->otherwise, member_of(terms, q->offset))) return op->failure.code;
  }
  if (terms->op == OP_BANDWIDTH && !request_find(&op->request, "size")) terms->size = 64 << 10;
  if (!terms->count && !terms->duration_ms) return fail(&op->failure, CODE_USAGE, "request", 0, "`count` or `duration_ms` is missing");
  return terms_check(terms, &op->failure);
}

static int reject(struct failure *failure, const char *msg, const char *hint) {
  fail(failure, CODE_USAGE, "request", 0, "%s", msg);
  fail_hint(failure, hint);
  return failure->code;
}

int terms_check(const struct terms *terms, struct failure *failure) {
  if (terms->mtu != TERM_ABSENT && (terms->mtu & (terms->mtu - 1)) != 0)
    return reject(failure, "`mtu` is no path MTU", "it must be 256, 512, 1024, 2048 or 4096");
  if (terms->op == OP_LATENCY && terms->verb == VERB_WRITE && terms->mode == MODE_EVENT)
    return reject(failure, "write latency has no event mode: the receiver of a write gets no completion to wait for",
                  "use `mode` poll, or `verb` send");
  if (terms->op == OP_LATENCY && terms->qps > 1) return reject(failure, "latency is measured over one queue pair", "leave `qps` out");
  if (terms->bidirectional && terms->op == OP_LATENCY) return reject(failure, "`bidirectional` is for bandwidth", "leave it out");
  if (terms->op == OP_BANDWIDTH && terms->interval_ns) return reject(failure, "`interval_ns` is for latency", "leave it out");
  /* The window leaves out `depth` completions of each queue pair at both ends; what remains must be more than what is left out. */
  if (terms->op == OP_BANDWIDTH && terms->count && terms->count < 4 * terms->depth * terms->qps)
    return reject(failure, "`count` is less than 4 x `depth` x `qps`: no window would be left in which all queue pairs run",
                  "raise `count` or lower `depth`");
  return 0;
}

static void say_terms(char *text, const struct terms *terms) {
  for (size_t i = 0; i < LENGTH(CHOICES); i++)
    say_more(text, " %s=%s", CHOICES[i].key, name_of(CHOICES[i].key, value_of(terms, CHOICES[i].offset)));
  for (size_t i = 0; i < LENGTH(QUANTITIES); i++) {
    long long value = value_of(terms, QUANTITIES[i].offset);
    bool said = value != QUANTITIES[i].otherwise || strcmp(QUANTITIES[i].key, "size") == 0;
    if (QUANTITIES[i].shared && said) say_more(text, " %s=%lld", QUANTITIES[i].key, value);
  }
}

static void say_side(char *text, const struct side *side) {
  say_more(text, " kind=%s mtu=%lld lid=%u gid=", side->kind, side->mtu, side->lid);
  for (int i = 0; i < GID_BYTES; i++) say_more(text, "%02x", side->gid[i]);
  say_more(text, " psn=%x addr=%llx rkey=%x reads=%lld", side->psn, (unsigned long long)side->address, side->rkey, side->reads);
  if (side->cm_port) say_more(text, " address=%s port=%lld", side->cm_address, side->cm_port);
  for (unsigned i = 0; i < side->qps; i++) say_more(text, "%s%x", i ? "," : " qpn=", side->qpn[i]);
}

void terms_say(char text[SAID_MAX_BYTES + 1], const char *word, const struct terms *terms, const struct side *side) {
  format(text, SAID_MAX_BYTES + 1, "%s v=%d", word, WIRE_VERSION);
  if (strcmp(word, "offer") == 0) say_terms(text, terms);
  say_side(text, side);
}

static int unreadable(struct failure *failure, const char *key, const char *value) {
  fail(failure, CODE_NETWORK, "conversation", 0, value ? "the other side says `%s=%.60s`" : "the other side does not say `%s`", key, value);
  fail_hint(failure, "the two probes are of different versions, or something else has answered");
  return failure->code;
}

static int read_said(const char *text, const char *key, long long min, long long max, long long otherwise, long long *number,
                     struct failure *failure) {
  char value[24];
  uint64_t digits;
  *number = otherwise;
  if (!said_value(text, key, value, sizeof value)) return otherwise == REQUIRED ? unreadable(failure, key, NULL) : 0;
  if (!parse_number(value, &digits) || digits > INT64_MAX) return unreadable(failure, key, value);
  *number = (long long)digits;
  return *number < min || *number > max ? unreadable(failure, key, value) : 0;
}

static int hex_digit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* A hexadecimal number that ends at `end`; false when it is empty, too large or has another character in it. */
static bool parse_hex(const char *at, const char *end, uint64_t max, uint64_t *value) {
  *value = 0;
  if (at == end || end - at > 16) return false;
  for (; at < end; at++) {
    int digit = hex_digit(*at);
    if (digit < 0) return false;
    *value = *value << 4 | (unsigned)digit;
  }
  return *value <= max;
}

static int read_hex(const char *text, const char *key, uint64_t max, uint64_t *number, struct failure *failure) {
  char value[24];
  if (!said_value(text, key, value, sizeof value)) return unreadable(failure, key, NULL);
  return parse_hex(value, value + strlen(value), max, number) ? 0 : unreadable(failure, key, value);
}

static int read_choice(const char *text, const struct choice *choice, long long *value, struct failure *failure) {
  char name[24];
  *value = choice->otherwise;
  if (!said_value(text, choice->key, name, sizeof name)) return choice->otherwise == REQUIRED ? unreadable(failure, choice->key, NULL) : 0;
  *value = name_index(choice, name);
  return *value < 0 ? unreadable(failure, choice->key, name) : 0;
}

int terms_from_text(const char *text, struct terms *terms, struct failure *failure) {
  long long version;
  if (read_said(text, "v", WIRE_VERSION, WIRE_VERSION, REQUIRED, &version, failure)) return failure->code;
  for (size_t i = 0; i < LENGTH(CHOICES); i++)
    if (read_choice(text, &CHOICES[i], member_of(terms, CHOICES[i].offset), failure)) return failure->code;
  for (size_t i = 0; i < LENGTH(QUANTITIES); i++) {
    const struct quantity *q = &QUANTITIES[i];
    *member_of(terms, q->offset) = q->otherwise;
    if (q->shared && read_said(text, q->key, q->min, q->max, q->otherwise, member_of(terms, q->offset), failure)) return failure->code;
  }
  if (terms->connect == TERM_ABSENT) terms->connect = CONNECT_EXCHANGE;
  return terms_check(terms, failure);
}

static int read_gid(const char *text, uint8_t gid[GID_BYTES], struct failure *failure) {
  char value[2 * GID_BYTES + 2];
  uint64_t byte;
  if (!said_value(text, "gid", value, sizeof value)) return unreadable(failure, "gid", NULL);
  if (strlen(value) != 2 * GID_BYTES) return unreadable(failure, "gid", value);
  for (int i = 0; i < GID_BYTES; i++) {
    if (!parse_hex(value + 2 * i, value + 2 * i + 2, 0xff, &byte)) return unreadable(failure, "gid", value);
    gid[i] = (uint8_t)byte;
  }
  return 0;
}

static int read_queue_pairs(const char *text, const struct terms *terms, struct side *side, struct failure *failure) {
  char value[SAID_MAX_BYTES + 1];
  uint64_t qpn;
  if (!said_value(text, "qpn", value, sizeof value)) return unreadable(failure, "qpn", NULL);
  for (const char *at = value; side->qps < QUEUE_PAIRS_MAX;) {
    const char *end = at + strcspn(at, ",");
    if (!parse_hex(at, end, 0xffffff, &qpn)) return unreadable(failure, "qpn", value);
    side->qpn[side->qps++] = (uint32_t)qpn;
    if (!*end) break;
    at = end + 1;
  }
  return side->qps == terms->qps ? 0 : unreadable(failure, "qpn", value);
}

static int read_listener(const char *text, struct side *side, struct failure *failure) {
  if (!said_value(text, "address", side->cm_address, sizeof side->cm_address)) return 0;
  return read_said(text, "port", 1, 65535, REQUIRED, &side->cm_port, failure);
}

int side_from_text(const char *text, const struct terms *terms, struct side *side, struct failure *failure) {
  uint64_t psn, rkey;
  long long lid;
  *side = (struct side){0};
  if (!said_value(text, "kind", side->kind, sizeof side->kind)) return unreadable(failure, "kind", NULL);
  if (read_said(text, "mtu", 256, 4096, REQUIRED, &side->mtu, failure) || read_said(text, "lid", 0, 0xffff, 0, &lid, failure)) return failure->code;
  if (read_said(text, "reads", 0, 255, 1, &side->reads, failure) || read_gid(text, side->gid, failure)) return failure->code;
  if (read_hex(text, "psn", 0xffffff, &psn, failure) || read_hex(text, "addr", UINT64_MAX, &side->address, failure)) return failure->code;
  if (read_hex(text, "rkey", UINT32_MAX, &rkey, failure)) return failure->code;
  side->lid = (unsigned)lid;
  side->psn = (uint32_t)psn;
  side->rkey = (uint32_t)rkey;
  if (terms->connect == CONNECT_CM) return read_listener(text, side, failure);
  return read_queue_pairs(text, terms, side, failure);
}
