/* Collectives of NCCL and RCCL: the request, and the main thread of the process that plays its ranks. That thread speaks with the other
 * requests, watches the ranks' threads and ends everything when one of them fails or nothing moves any more. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collective_process.h"
#include "gpu_rank.h"
#include "gpu_stall.h"

/* How often the ranks are looked at, in ms. */
#define LOOK_MS 20
/* A rank that fails because another one is gone learns it from the library before it hears that one's words. */
#define OTHERS_WORDS_NS 1000000000u
/* How long the communicators are given to be aborted, so that the other hosts' ranks see it at once and not by a time-out. */
#define ABORT_NS 2000000000u
#define NOTICE_NS 100000000u

static int read_environment(struct op *op, const char *const **list, unsigned *n) {
  const struct field *field = request_find(&op->request, "environment");
  *n = 0;
  if (!field) return 0;
  if (field->kind != FIELD_LIST) return fail(&op->failure, CODE_USAGE, "request", 0, "`environment` is no list of texts");
  for (unsigned i = 0; i < field->n; i++)
    if (strcspn(field->items[i], "=") == 0 || !strchr(field->items[i], '='))
      return fail(&op->failure, CODE_USAGE, "request", 0, "`environment` has `%.60s`, which is not NAME=value", field->items[i]);
  *list = field->items;
  *n = field->n;
  return 0;
}

static int read_gpus(struct op *op, const struct collective *c, long long gpus[GPU_RANKS_MAX]) {
  unsigned n;
  if (c->local > GPU_RANKS_MAX)
    return fail(&op->failure, CODE_USAGE, "request", 0, "`local` is %lld; one process plays at most %d ranks", c->local, GPU_RANKS_MAX);
  for (int i = 0; i < GPU_RANKS_MAX; i++) gpus[i] = i;
  if (want_numbers(op, "gpus", 0, 1023, gpus, GPU_RANKS_MAX, &n)) return op->failure.code;
  if (n && n != c->local) return fail(&op->failure, CODE_USAGE, "request", 0, "`gpus` names %u GPUs for %lld ranks; each rank needs its own", n, c->local);
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i; j++)
      if (gpus[i] == gpus[j]) return fail(&op->failure, CODE_USAGE, "request", 0, "`gpus` names GPU %lld twice; each rank needs its own", gpus[i]);
  return 0;
}

static int read_all(struct op *op, struct gpu_ranks *all) {
  struct collective *c = all->c;
  if (want_text(op, "library", "", &all->library_path) || want_text(op, "runtime", "", &all->runtime_path)) return op->failure.code;
  if (read_gpus(op, c, all->gpus)) return op->failure.code;
  if (!c->in_place || (c->kind != ALL_TO_ALL && c->kind != SEND_RECV)) return 0;
  fail(&op->failure, CODE_USAGE, "request", 0, "`placement` of %s must be out", c->name);
  fail_hint(&op->failure, "NCCL cannot send from the buffer that it receives into");
  return op->failure.code;
}

/* The agent's side: whatever is wrong with the request is told before a process is started. */
int collective_gpu(struct collective *c) {
  struct gpu_ranks *all = calloc(1, sizeof *all);
  const char *const *environment = NULL;
  unsigned n = 0;
  if (!all) return fail(&c->op->failure, CODE_CALL, "memory", ENOMEM, "GPU ranks");
  all->c = c;
  int rc = read_all(c->op, all);
  free(all);
  if (!rc) rc = read_environment(c->op, &environment, &n);
  return rc ? rc : collective_process(c, environment, n);
}

/* From here on: in the process of the ranks. */

static void tell_rank(struct gpu_ranks *all, int i, const char *name, const char *bus) {
  struct op *op = all->c->op;
  struct rank_info info = {.rank = all->c->rank + i, .gpu = all->gpus[i], .name = name, .bus = bus};
  if (i == 0) {
    info.library = all->library.name;
    info.version = all->library.version;
    info.path = all->library.path;
  }
  event_rank(op->sink, op->id, &info);
}

static int prepare_rank(struct gpu_ranks *all, int i) {
  struct gpu_rank *rank = &all->rank[i];
  char name[96] = "", bus[32] = "";
  rank->all = all;
  rank->rank = all->c->rank + i;
  rank->gpu = (int)all->gpus[i];
  int rc = gpu_check(rank->gpu, &all->c->op->failure);
  if (!rc) rc = gpu_describe(rank->gpu, name, sizeof name, bus, sizeof bus, &all->c->op->failure);
  if (!rc) tell_rank(all, i, name, bus);
  return rc;
}

static int open_libraries(struct gpu_ranks *all) {
  struct failure *failure = &all->c->op->failure;
  int rc = gpu_open(all->runtime_path, nccl_is_rccl(all->library_path), failure);
  return rc ? rc : nccl_open(all->library_path, gpu_kind() == GPU_HIP, &all->library, failure);
}

static void id_to_hex(const struct nccl_id *id, char hex[2 * NCCL_ID_BYTES + 1]) {
  for (int i = 0; i < NCCL_ID_BYTES; i++) format(hex + 2 * i, 3, "%02x", (unsigned char)id->internal[i]);
}

static int hex_digit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool id_from_hex(const char *hex, struct nccl_id *id) {
  for (int i = 0; i < NCCL_ID_BYTES; i++) {
    int high = hex_digit(hex[2 * i]), low = high < 0 ? -1 : hex_digit(hex[2 * i + 1]);
    if (low < 0) return false;
    id->internal[i] = (char)(high << 4 | low);
  }
  return hex[2 * NCCL_ID_BYTES] == 0 || hex[2 * NCCL_ID_BYTES] == ' ';
}

static int say_id(struct gpu_ranks *all) {
  char hex[2 * NCCL_ID_BYTES + 1];
  int rc = nccl_result(&all->c->op->failure, "ncclGetUniqueId", nccl.GetUniqueId(&all->id), 0);
  if (rc) return rc;
  id_to_hex(&all->id, hex);
  collective_say(all->c, COLLECTIVE_ALL, "unique-id %s library=%s version=%s", hex, all->library.name, all->library.version);
  return 0;
}

/* Different versions do not understand each other, and some of them do not notice it: they hang. */
static int check_version(struct gpu_ranks *all) {
  char library[16], version[24];
  struct collective *c = all->c;
  if (!said_value(c->text, "library", library, sizeof library) || !said_value(c->text, "version", version, sizeof version)) return 0;
  if (strcmp(library, all->library.name) == 0 && strcmp(version, all->library.version) == 0) return 0;
  fail(&c->op->failure, CODE_UNAVAILABLE, "nccl", 0, "rank 0 has %s %s, rank %lld %s %s from %s", library, version, c->rank, all->library.name,
       all->library.version, all->library.path);
  fail_hint(&c->op->failure, "all ranks need the same version: install it on this host, or give its path as `library`");
  return CODE_UNAVAILABLE;
}

static int hear_id(struct gpu_ranks *all, uint64_t since) {
  static const char WORD[] = "unique-id ";
  struct collective *c = all->c;
  for (;;) {
    int rc = collective_hear(c, SLICE_MS);
    if (rc == COLLECTIVE_HEARD && c->from == 0 && said_word(c->text, "unique-id")) break;
    if (rc && rc != COLLECTIVE_HEARD) return rc;
    if ((rc = collective_join_late(c, since, "rank 0's unique id")) != 0) return rc;
  }
  if (!id_from_hex(c->text + sizeof WORD - 1, &all->id))
    return fail(&c->op->failure, CODE_NETWORK, "hear", 0, "rank 0's unique id is not %d hexadecimal digits: `%.60s`", 2 * NCCL_ID_BYTES, c->text);
  return check_version(all);
}

/* The first rank whose thread has failed, or NULL. */
static struct gpu_rank *failed_rank(struct gpu_ranks *all) {
  for (long long i = 0; i < all->c->local; i++)
    if (atomic_load(&all->rank[i].phase) == GPU_FAILED) return &all->rank[i];
  return NULL;
}

static bool all_are_at(struct gpu_ranks *all, enum gpu_phase phase) {
  for (long long i = 0; i < all->c->local; i++)
    if (atomic_load(&all->rank[i].phase) < (int)phase) return false;
  return true;
}

/* A thread's failure is the request's. When it says that a peer is gone, that peer's own words may be on their way. */
static int take_failure(struct gpu_ranks *all, struct gpu_rank *rank) {
  struct collective *c = all->c;
  struct failure own = rank->failure;
  uint64_t until = now_ns() + OTHERS_WORDS_NS;
  while (own.code == CODE_NETWORK && now_ns() < until) {
    int rc = collective_hear(c, LOOK_MS);
    if (rc && rc != COLLECTIVE_HEARD) return rc;
  }
  c->op->failure = own;
  return own.code;
}

/* Rank 0 learns who has come to the library's door, since behind it nobody gets on before all are there. */
struct arrivals {
  struct gpu_ranks *all;
  uint64_t since;
  bool come[COLLECTIVE_RANKS_MAX];
  long long n;
};

static void note_arrival(struct arrivals *a, long long first, long long n) {
  for (long long r = first; r < first + n && r < a->all->c->ranks; r++) {
    a->n += !a->come[r];
    a->come[r] = true;
  }
}

static void hear_arrival(struct arrivals *a) {
  struct collective *c = a->all->c;
  char text[24];
  uint64_t local;
  if (c->rank != 0 || !said_word(c->text, "arrived") || !said_value(c->text, "local", text, sizeof text)) return;
  if (parse_number(text, &local) && local <= GPU_RANKS_MAX) note_arrival(a, c->from, (long long)local);
}

/* The library has not joined this process's ranks yet: 0, or code 7 when join_ms have passed. */
static int joined_late(struct arrivals *a) {
  struct collective *c = a->all->c;
  if (c->rank != 0) return collective_join_late(c, a->since, "the other ranks inside ncclCommInitRank");
  if (now_ns() - a->since < (uint64_t)c->join_ms * 1000000u) return 0;
  /* Those that stand at the door are not missing. */
  memcpy(c->has_joined, a->come, sizeof c->has_joined);
  if (a->n < c->ranks) return collective_join_late(c, a->since, "");
  fail(&c->op->failure, CODE_TIMEOUT, "join", 0, "all %lld ranks have called ncclCommInitRank, and after %lld ms it has not returned", c->ranks, c->join_ms);
  fail_hint(&c->op->failure, "the hosts cannot reach each other as the library tries to: see the `log` lines (environment NCCL_DEBUG=INFO), "
                             "set NCCL_SOCKET_IFNAME and NCCL_IB_HCA, look at firewalls; for many GPUs give more `join_ms`");
  return CODE_TIMEOUT;
}

static int await_communicators(struct arrivals *a) {
  struct gpu_ranks *all = a->all;
  struct collective *c = all->c;
  if (c->rank == 0) note_arrival(a, 0, c->local);
  else collective_say(c, 0, "arrived local=%lld", c->local);
  while (!all_are_at(all, GPU_JOINED)) {
    int rc = collective_hear(c, LOOK_MS);
    if (rc == COLLECTIVE_HEARD) hear_arrival(a);
    else if (rc)
      return rc;
    struct gpu_rank *failed = failed_rank(all);
    rc = failed ? take_failure(all, failed) : joined_late(a);
    if (rc) return rc;
  }
  return 0;
}

static int start_threads(struct gpu_ranks *all) {
  for (long long i = 0; i < all->c->local; i++) {
    int err = pthread_create(&all->rank[i].thread, NULL, gpu_rank_run, &all->rank[i]);
    if (err) return fail(&all->c->op->failure, CODE_CALL, "gpu", err, "no thread for rank %lld", all->rank[i].rank);
  }
  return 0;
}

static int join_all(struct gpu_ranks *all, uint64_t since) {
  struct arrivals *a = calloc(1, sizeof *a);
  if (!a) return fail(&all->c->op->failure, CODE_CALL, "memory", ENOMEM, "joining");
  a->all = all;
  a->since = since;
  int rc = all->c->rank == 0 ? say_id(all) : hear_id(all, since);
  if (!rc) rc = start_threads(all);
  if (!rc) rc = await_communicators(a);
  free(a);
  return rc ? rc : collective_join(all->c, since, NULL, NULL);
}

static int supervise(struct gpu_ranks *all) {
  struct stall stall = {.all = all};
  int rc = 0;
  atomic_store(&all->begun, true);
  while (!rc && !all_are_at(all, GPU_ENDED)) {
    rc = collective_hear(all->c, LOOK_MS);
    if (rc == COLLECTIVE_HEARD) rc = stall_hear(&stall);
    struct gpu_rank *failed = rc ? NULL : failed_rank(all);
    if (failed) rc = take_failure(all, failed);
    else if (!rc)
      rc = stall_look(&stall);
  }
  free(stall.position);
  return rc;
}

/* The ranks of this process, for its end. NULL before there are any. */
static struct gpu_ranks *here;

static void *abort_all(void *context) {
  struct gpu_ranks *all = context;
  for (long long i = 0; i < all->c->local; i++) {
    int phase = atomic_load(&all->rank[i].phase);
    if ((phase >= GPU_JOINED || phase == GPU_FAILED) && all->rank[i].comm) nccl.CommAbort(all->rank[i].comm);
  }
  atomic_store(&all->aborted, true);
  return NULL;
}

static bool any_is_measuring(struct gpu_ranks *all) {
  for (long long i = 0; i < all->c->local; i++) {
    int phase = atomic_load(&all->rank[i].phase);
    if (phase == GPU_JOINED || phase == GPU_MEASURING) return true;
  }
  return false;
}

/* The threads are given a moment to notice, since the library does not like to be used while it is aborted; then it is done whatever they do,
 * in a thread of its own, as it may hang. */
void collective_gpu_abort(void) {
  pthread_t thread;
  uint64_t notice = now_ns() + NOTICE_NS, until = now_ns() + ABORT_NS;
  if (!here) return;
  atomic_store(&here->over, true);
  while (any_is_measuring(here) && now_ns() < notice) sleep_slice(now_ns() + 1000000u);
  if (pthread_create(&thread, NULL, abort_all, here) != 0) return;
  while (!atomic_load(&here->aborted) && now_ns() < until) sleep_slice(now_ns() + 1000000u);
}

static int judge(struct gpu_ranks *all) {
  struct collective *c = all->c;
  unsigned long long wrong = 0;
  long long ranks = 0;
  for (long long i = 0; i < c->local; i++) {
    pthread_join(all->rank[i].thread, NULL);
    wrong += all->rank[i].wrong;
    ranks += all->rank[i].wrong > 0;
  }
  if (!wrong) return 0;
  /* Every rank has ended: there is nobody to be told. */
  c->parted = true;
  fail(&c->op->failure, CODE_DATA, "collective", 0, "%llu elements of %s are wrong on %lld of this request's %lld ranks", wrong, c->name, ranks, c->local);
  fail_hint(&c->op->failure, "`wrong` of the results names rank and size; a GPU, a link or the library damages data: look for Xid and ECC errors");
  return CODE_DATA;
}

int collective_gpu_here(struct collective *c) {
  uint64_t since = now_ns();
  struct gpu_ranks *all = calloc(1, sizeof *all);
  if (!all) return fail(&c->op->failure, CODE_CALL, "memory", ENOMEM, "GPU ranks");
  all->c = c;
  int rc = read_all(c->op, all);
  if (!rc) rc = open_libraries(all);
  for (int i = 0; !rc && i < c->local; i++) rc = prepare_rank(all, i);
  if (!rc) here = all;
  if (!rc) rc = join_all(all, since);
  if (!rc) rc = supervise(all);
  return rc ? rc : judge(all);
}
