/* One rank in host memory: buffers, sizes and iterations. Rank 0 decides what is done next and how often; its word goes round before
 * each batch of operations, so that all ranks begin together and do the same. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collective_host.h"

/* A word goes round and what is timed is summed up once in so many operations when there is a budget to keep. */
#define BATCH_GROWTH 2

static int read_carrier(struct rank *rank) {
  static const char *const OF_VERBS[] = {"device", "device_port", "gid_index", "gid_type", "gid_family", "memory", "numa", "connect", "mtu", "sl",
                                         "traffic_class", "flow_label", "hop_limit", "timeout", "retries", "rnr_retries", NULL};
  struct op *op = rank->op;
  const char *fabric;
  if (want_text(op, "fabric", "tcp", &fabric)) return op->failure.code;
  bool verbs = strcmp(fabric, "verbs") == 0;
  if (!verbs && strcmp(fabric, "tcp") != 0)
    return fail(&op->failure, CODE_UNAVAILABLE, "fabric", 0, "`%.40s` is not in this probe; it has: tcp, verbs", fabric);
  for (const char *const *key = OF_VERBS; *key && !verbs; key++)
    if (request_find(&op->request, *key)) return fail(&op->failure, CODE_USAGE, "request", 0, "`%s` is for `fabric` verbs", *key);
  if (verbs && request_find(&op->request, "sndbuf")) return fail(&op->failure, CODE_USAGE, "request", 0, "`sndbuf` is for `fabric` tcp");
  rank->carrier = verbs ? &CARRIER_VERBS : &CARRIER_TCP;
  if (!op->has_ears) return fail(&op->failure, CODE_USAGE, "request", 0, "a collective needs a controller that carries what the ranks say");
  return rank->carrier->read(rank);
}

/* A host that runs out of memory kills processes, and not always this one. */
static int check_memory(struct rank *rank, size_t bytes) {
  char text[2048];
  const char *at;
  uint64_t kib = 0;
  if (!read_file(text, sizeof text, "%s/proc/meminfo", rank->op->root) || !(at = strstr(text, "MemAvailable:"))) return 0;
  for (at += strcspn(at, "0123456789"); *at >= '0' && *at <= '9'; at++) kib = kib * 10 + (uint64_t)(*at - '0');
  if (bytes / 1024 <= kib) return 0;
  fail(&rank->op->failure, CODE_UNAVAILABLE, "memory", 0, "buffers need %zu KiB, and this host has %llu KiB available", bytes / 1024,
       (unsigned long long)kib);
  fail_hint(&rank->op->failure, "ask for smaller sizes, or for `placement` in, which needs one buffer");
  return rank->op->failure.code;
}

/* What is done to gigabytes, so that a stop is obeyed and a question answered meanwhile. */
#define PORTION_ELEMENTS (4u << 20)
struct work {
  void (*some)(struct rank *rank, struct work *work, size_t first, size_t n);
  float *at;
  uint64_t wrong;
};

static int in_portions(struct rank *rank, struct work *work, size_t elements) {
  int rc = 0;
  for (size_t first = 0; first < elements && !rc; first += PORTION_ELEMENTS) {
    work->some(rank, work, first, elements - first < PORTION_ELEMENTS ? elements - first : PORTION_ELEMENTS);
    rc = rank_look(rank, NULL);
  }
  return rc;
}

/* No byte of an earlier result may pass for one of this one: what is not input becomes NaN, which equals nothing. */
static void poison_some(struct rank *rank, struct work *work, size_t first, size_t n) {
  (void)rank;
  memset(work->at + first, 0xff, n * sizeof(float));
}

static void fill_some(struct rank *rank, struct work *work, size_t first, size_t n) {
  collective_fill_some(rank->c->rank, work->at + first, first, n);
}

static void compare_some(struct rank *rank, struct work *work, size_t first, size_t n) {
  work->wrong += collective_wrong(rank->c, rank->c->rank, rank->elements, work->at + first, first, n);
}

static int take(struct rank *rank, char **memory, size_t bytes) {
  void *pages = bytes ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : NULL;
  if (pages == MAP_FAILED) return fail(&rank->op->failure, CODE_CALL, "memory", errno, "%zu B for a buffer", bytes);
  *memory = pages;
  /* Touched here, on this thread's node, and not in the first operation. */
  struct work touch = {.some = poison_some, .at = pages};
  int rc = in_portions(rank, &touch, bytes / sizeof(float));
  return bytes && !rc ? rank->carrier->lend(rank, pages, bytes) : rc;
}

/* For the largest size: they are the last one's. */
static int take_buffers(struct rank *rank) {
  struct collective *c = rank->c;
  long long most = c->size[c->n_sizes - 1] > c->overlap.bucket_bytes ? c->size[c->n_sizes - 1] : c->overlap.bucket_bytes;
  size_t elements = collective_elements(c, most);
  size_t result = collective_result_elements(c, elements), input = collective_input_elements(c, elements);
  rank->memory_bytes = (c->in_place && result > input ? result : input) * sizeof(float);
  rank->result_bytes = c->out_of_place ? result * sizeof(float) : 0;
  rank->scratch_bytes = plan_scratch_bytes(c, elements);
  int rc = check_memory(rank, rank->memory_bytes + rank->result_bytes + rank->scratch_bytes);
  if (!rc) rc = take(rank, &rank->memory, rank->memory_bytes);
  if (!rc) rc = take(rank, &rank->result, rank->result_bytes);
  return rc ? rc : take(rank, &rank->scratch, rank->scratch_bytes);
}

static void give_back(struct rank *rank) {
  if (rank->memory) munmap(rank->memory, rank->memory_bytes);
  if (rank->result) munmap(rank->result, rank->result_bytes);
  if (rank->scratch) munmap(rank->scratch, rank->scratch_bytes);
  plan_clear(&rank->plan);
  plan_clear(&rank->round);
  free(rank->link);
}

/* Where input and result lie; in place they are one array, of which all-gather's input and reduce-scatter's result are a part. */
static int lay_out(struct rank *rank, long long bytes, bool in_place) {
  struct collective *c = rank->c;
  rank->elements = collective_elements(c, bytes);
  size_t own = (size_t)c->rank * collective_part(c, rank->elements);
  float *memory = (float *)(void *)rank->memory;
  rank->in = in_place && c->kind == ALL_GATHER ? memory + own : memory;
  rank->out = !in_place ? (float *)(void *)rank->result : c->kind == REDUCE_SCATTER ? memory + own : memory;
  return plan_operation(rank, in_place);
}

static int poison_and_fill(struct rank *rank) {
  struct work poison = {.some = poison_some, .at = rank->out}, fill = {.some = fill_some, .at = rank->in};
  bool reads_nothing = rank->c->kind == BROADCAST && rank->c->rank > 0;
  int rc = in_portions(rank, &poison, collective_result_elements(rank->c, rank->elements));
  return rc || reads_nothing ? rc : in_portions(rank, &fill, collective_input_elements(rank->c, rank->elements));
}

/* What the operations of one size and placement have given. */
struct series {
  struct histogram *times; /* of single operations, ns */
  uint64_t cpu_ns, began;  /* rank 0: when this size began, CLOCK_MONOTONIC */
  uint64_t done, warmed;   /* operations so far */
  struct collective_result result;
  bool last, checked;
};

/* A hung rank obeys the controller and nobody else. */
static int hang(struct rank *rank) {
  int rc;
  while (!(rc = collective_over(rank->c))) sleep_slice(NO_DEADLINE);
  return rc;
}

static int misbehave(struct rank *rank, const struct series *s) {
  if (!s->last) return 0;
  if (rank->c->fault == FAULT_DIE) kill(getpid(), SIGKILL);
  return rank->c->fault == FAULT_HANG ? hang(rank) : 0;
}

static int time_operations(struct rank *rank, struct series *s, uint32_t count) {
  int rc = misbehave(rank, s);
  uint64_t cpu = thread_cpu_ns(), start = now_ns();
  if (!s->result.around.start_ns) s->result.around.start_ns = real_ns();
  rank->timing = true;
  for (uint32_t i = 0; i < count && !rc; i++) {
    rc = plan_run(rank, &rank->plan);
    uint64_t end = now_ns();
    if (!rc) histogram_add(s->times, end - start);
    start = end;
  }
  rank->timing = false;
  s->cpu_ns += thread_cpu_ns() - cpu;
  s->done += count;
  s->result.around.end_ns = real_ns();
  return rc;
}

static int check_operation(struct rank *rank, struct series *s) {
  size_t n = collective_result_elements(rank->c, rank->elements);
  struct work compare = {.some = compare_some, .at = rank->out};
  int rc = poison_and_fill(rank);
  if (!rc) rc = plan_run(rank, &rank->plan);
  if (rc) return rc;
  if (s->last && rank->c->fault == FAULT_WRONG_VALUE) rank->out[n / 2] += 1;
  rc = in_portions(rank, &compare, n);
  s->result.wrong = compare.wrong;
  s->checked = true;
  return rc;
}

/* Rank 0: how many more operations, of those that take `each` ns, fit into what is left of a budget; at least `least`. */
static uint32_t that_fit(uint64_t budget, uint64_t used, uint64_t each, uint64_t wanted, uint64_t least) {
  uint64_t fit = used < budget ? (budget - used) / (each ? each : 1) : 0;
  if (fit < least) fit = least;
  return (uint32_t)(fit < wanted ? fit : wanted);
}

/* Warm-up takes at most a quarter of the budget, and one operation in any case, by which the others are estimated. */
static struct order_word decide_warmup(const struct collective *c, const struct series *s, uint64_t used) {
  uint64_t wanted = (uint64_t)c->warmup - s->warmed;
  uint32_t count = s->warmed == 0 ? 1 : that_fit((uint64_t)c->budget_ms * 250000u, used, used / s->warmed, wanted, 0);
  return (struct order_word){.order = ORDER_RUN, .count = c->budget_ms ? count : (uint32_t)wanted};
}

static struct order_word decide_timed(const struct collective *c, const struct series *s, uint64_t used) {
  uint64_t wanted = (uint64_t)c->iterations - s->done, least = s->done < COLLECTIVE_MIN_ITERATIONS ? COLLECTIVE_MIN_ITERATIONS - s->done : 0;
  struct order_word word = {.order = ORDER_TIME, .count = (uint32_t)wanted};
  if (!c->budget_ms) return word;
  uint64_t each = s->done ? s->times->sum / s->done : s->warmed ? used / s->warmed : 0, most = s->done ? s->done * BATCH_GROWTH : COLLECTIVE_MIN_ITERATIONS;
  word.count = that_fit((uint64_t)c->budget_ms * 1000000u, used, each, wanted < most ? wanted : most, least);
  return word;
}

/* Rank 0: what comes next. A batch of none is the end of it. */
static struct order_word decide(const struct collective *c, struct series *s) {
  uint64_t used = now_ns() - s->began;
  struct order_word word = {.order = ORDER_NEXT};
  if (!s->done && s->warmed < (uint64_t)c->warmup && (s->warmed < 2 || !c->budget_ms)) word = decide_warmup(c, s, used);
  if (word.order == ORDER_RUN && word.count) return word;
  if (s->done < (uint64_t)c->iterations && !s->checked) word = decide_timed(c, s, used);
  if (word.order == ORDER_TIME && word.count) return word;
  return (struct order_word){.order = s->checked ? ORDER_NEXT : ORDER_CHECK};
}

static int obey(struct rank *rank, struct series *s) {
  int rc = 0;
  if (rank->word.order == ORDER_TIME) return time_operations(rank, s, rank->word.count);
  if (rank->word.order == ORDER_CHECK) return check_operation(rank, s);
  if (rank->word.order != ORDER_RUN) return fail(&rank->op->failure, CODE_NETWORK, "order", 0, "rank 0 orders %u, which this probe does not know", rank->word.order);
  for (uint32_t i = 0; i < rank->word.count && !rc; i++) rc = plan_run(rank, &rank->plan);
  s->warmed += rank->word.count;
  return rc;
}

/* The word that goes round is a barrier, too. */
static int next_order(struct rank *rank, struct series *s) {
  if (rank->c->rank == 0) rank->word = decide(rank->c, s);
  rank->ending = s->last && s->checked && !rank->c->overlap.buckets;
  return plan_run(rank, &rank->round);
}

static void give_result(struct rank *rank, struct series *s, bool in_place) {
  struct collective_result *result = &s->result;
  const struct histogram *h = s->times;
  result->rank = rank->c->rank;
  result->bytes = rank->elements * sizeof(float);
  result->in_place = in_place;
  result->iterations = h->n;
  result->mean = h->n ? h->sum / h->n : 0;
  result->min = h->min;
  result->max = h->max;
  result->p50 = histogram_supported_quantile(h, 500);
  result->recv_wait = (long long)rank->recv_wait;
  result->send_wait = (long long)rank->send_wait;
  result->around.cpu_ns = s->cpu_ns;
  event_collective(rank->op->sink, rank->op->id, result);
}

/* One size and placement. *wrong: elements of it that differ. */
static int measure(struct rank *rank, long long bytes, bool in_place, bool last, uint64_t *wrong) {
  struct series s = {.last = last, .times = calloc(1, sizeof *s.times)};
  if (!s.times) return fail(&rank->op->failure, CODE_CALL, "memory", ENOMEM, "collective");
  int rc = lay_out(rank, bytes, in_place);
  if (!rc) rc = poison_and_fill(rank);
  rank->recv_wait = rank->send_wait = 0;
  s.result.around.gap_max = clock_gap_max();
  /* The first word waits for the slowest one's buffers: the budget begins behind it. */
  s.began = now_ns();
  while (!rc) {
    rc = next_order(rank, &s);
    if (rc || rank->word.order == ORDER_NEXT) break;
    if (!s.warmed && !s.done) s.began = now_ns();
    rc = obey(rank, &s);
  }
  if (!rc) give_result(rank, &s, in_place);
  *wrong = s.result.wrong;
  free(s.times);
  return rc;
}

/* All have ended: a rank that saw wrong elements says so as its own end, and stops nobody. */
static int tell_wrong(struct rank *rank, unsigned sizes, uint64_t elements) {
  if (!elements) return 0;
  rank->c->parted = true;
  fail(&rank->op->failure, CODE_DATA, "collective", 0, "%llu elements of %u results of rank %lld are not what they must be", (unsigned long long)elements,
       sizes, rank->c->rank);
  fail_hint(&rank->op->failure, "memory, a NIC or a switch has changed data on its way: do not accept this; `wrong` says at which sizes");
  return CODE_DATA;
}

static int measure_all(struct rank *rank) {
  struct collective *c = rank->c;
  uint64_t wrong = 0, elements = 0;
  unsigned results = 0;
  int rc = plan_round(rank);
  for (unsigned i = 0; i < c->n_sizes && !rc; i++)
    for (int in_place = 0; in_place < 2 && !rc; in_place++) {
      if (!(in_place ? c->in_place : c->out_of_place)) continue;
      bool last = i + 1 == c->n_sizes && (in_place || !c->in_place);
      rc = measure(rank, c->size[i], in_place, last, &wrong);
      results += !rc && wrong;
      elements += rc ? 0 : wrong;
    }
  if (!rc && c->overlap.buckets) rc = lay_out(rank, c->overlap.bucket_bytes, !c->out_of_place);
  if (!rc && c->overlap.buckets) rc = rank_overlap(rank);
  return rc ? rc : tell_wrong(rank, results, elements);
}

int collective_host(struct collective *c) {
  struct rank rank = {.c = c, .op = c->op, .waits_for = -1};
  uint64_t since = now_ns();
  int rc = read_carrier(&rank);
  if (!rc) rc = rank_make_links(&rank);
  /* Connections first: who fills gigabytes with zeros reads no words meanwhile, and the agent keeps some hundreds of them. */
  if (!rc) rc = rank.carrier->open(&rank, since);
  if (!rc) rc = take_buffers(&rank);
  if (!rc) event_rank(c->op->sink, c->op->id, &(struct rank_info){.rank = c->rank, .gpu = -1, .device = rank.device, .fabric = rank.fabric});
  if (!rc) rc = collective_join(c, since, NULL, NULL);
  if (!rc) rc = measure_all(&rank);
  if (rank.carrier && rank.carrier->close) rank.carrier->close(&rank);
  give_back(&rank);
  return rc;
}
