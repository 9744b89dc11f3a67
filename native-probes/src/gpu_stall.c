#include "gpu_stall.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* How long rank 0 waits for the others' positions, and they for its verdict. */
#define ANSWERS_NS 1000000000u
#define VERDICT_NS 3000000000u

static struct position own_position(const struct gpu_ranks *all) {
  struct position p = {.told = true, .local = (unsigned)all->c->local, .least = UINT64_MAX};
  for (long long i = 0; i < all->c->local; i++) {
    unsigned long long started = atomic_load(&all->rank[i].started);
    if (started < p.least) p.behind = all->rank[i].rank;
    if (started < p.least) p.least = started;
    if (started > p.most) p.most = started;
  }
  return p;
}

/* The first rank of this process that has waited for longer than it may. */
static struct gpu_rank *stuck_rank(const struct gpu_ranks *all) {
  uint64_t now = now_ns();
  for (long long i = 0; i < all->c->local; i++) {
    struct gpu_rank *rank = (struct gpu_rank *)&all->rank[i];
    uint64_t moved = atomic_load(&rank->moved_at);
    if (moved && now > moved && now - moved > atomic_load(&rank->patience)) return rank;
  }
  return NULL;
}

static void describe(const struct gpu_ranks *all, const struct gpu_rank *rank, char *text, size_t size) {
  const struct collective *c = all->c;
  if (rank && atomic_load(&rank->phase) == GPU_MEASURED)
    return format(text, size, "rank %lld has measured everything, but its ncclCommDestroy has not returned for %llu ms", rank->rank,
                  atomic_load(&rank->patience) / 1000000u);
  if (!rank) return format(text, size, "%s: another rank's operation has made no progress", c->name);
  format(text, size, "%s of %llu B %s: rank %lld has seen no progress of operation %llu for %llu ms", c->name, atomic_load(&rank->bytes),
         atomic_load(&rank->placed_in) ? "in place" : "out of place", rank->rank, atomic_load(&rank->started), atomic_load(&rank->patience) / 1000000u);
}

static void add_rank(char *list, size_t size, long long first, unsigned local) {
  size_t n = strlen(list);
  if (local > 1) format(list + n, size - n, "%s%lld-%lld", n ? ", " : "", first, first + local - 1);
  else format(list + n, size - n, "%s%lld", n ? ", " : "", first);
}

/* Ranks that are covered by no answer, as ranges. */
static void list_silent(const struct stall *stall, char *list, size_t size) {
  long long start = -1, ranks = stall->all->c->ranks;
  for (long long r = 0; r < ranks;) {
    const struct position *p = &stall->position[r];
    if (!p->told && start < 0) start = r;
    if (p->told && start >= 0) add_rank(list, size, start, (unsigned)(r - start)), start = -1;
    r += p->told ? p->local : 1;
  }
  if (start >= 0) add_rank(list, size, start, (unsigned)(ranks - start));
}

static unsigned long long farthest(const struct stall *stall) {
  unsigned long long most = 0;
  for (long long r = 0; r < stall->all->c->ranks; r++)
    if (stall->position[r].told && stall->position[r].most > most) most = stall->position[r].most;
  return most;
}

static void list_behind(const struct stall *stall, unsigned long long most, char *list, size_t size) {
  for (long long r = 0; r < stall->all->c->ranks; r++)
    if (stall->position[r].told && stall->position[r].least < most) add_rank(list, size, stall->position[r].behind, 1);
}

static int verdict(struct stall *stall) {
  struct failure *failure = &stall->all->c->op->failure;
  char what[200], silent[120] = "", behind[120] = "";
  unsigned long long most = farthest(stall);
  describe(stall->all, stall->stuck, what, sizeof what);
  list_silent(stall, silent, sizeof silent);
  list_behind(stall, most, behind, sizeof behind);
  if (!*silent && !*behind) {
    fail(failure, CODE_TIMEOUT, "stall", 0, "%s; every rank has started it", what);
    fail_hint(failure, "nobody is missing: a link, a NIC or a GPU does not move data; look at counters and at the `log` lines");
    return CODE_TIMEOUT;
  }
  fail(failure, CODE_TIMEOUT, "stall", 0, "%s; waited for:%s%s%s%s%s", what, *silent ? " no answer from ranks " : "", silent, *silent && *behind ? ";" : "",
       *behind ? " has not started it: rank " : "", behind);
  fail_hint(failure, "look at that rank's host: its process is stuck, frozen or gone, or its GPU hangs (Xid in dmesg)");
  return CODE_TIMEOUT;
}

/* Rank 0: asks everybody, once. */
static int ask(struct stall *stall) {
  struct collective *c = stall->all->c;
  stall->position = calloc((size_t)c->ranks, sizeof *stall->position);
  if (!stall->position) return fail(&c->op->failure, CODE_CALL, "memory", ENOMEM, "positions");
  stall->position[0] = own_position(stall->all);
  collective_say(c, COLLECTIVE_ALL, "where");
  return 0;
}

static int begin(struct stall *stall, struct gpu_rank *stuck) {
  stall->since = now_ns();
  stall->stuck = stuck;
  if (stall->all->c->rank == 0) return ask(stall);
  collective_say(stall->all->c, 0, "stalled");
  return 0;
}

static bool read_count(const char *text, const char *key, unsigned long long *value) {
  char digits[24];
  uint64_t number;
  if (!said_value(text, key, digits, sizeof digits) || !parse_number(digits, &number)) return false;
  *value = number;
  return true;
}

static void note(struct stall *stall) {
  struct collective *c = stall->all->c;
  unsigned long long local, least, most, behind;
  if (!stall->position || !read_count(c->text, "local", &local) || !read_count(c->text, "least", &least)) return;
  if (!read_count(c->text, "most", &most) || !read_count(c->text, "behind", &behind)) return;
  if (local < 1 || local > (unsigned long long)(c->ranks - c->from)) return;
  stall->position[c->from] = (struct position){true, (unsigned)local, least, most, (long long)behind};
}

int stall_hear(struct stall *stall) {
  struct collective *c = stall->all->c;
  if (said_word(c->text, "where")) {
    struct position p = own_position(stall->all);
    collective_say(c, 0, "at local=%u least=%llu most=%llu behind=%lld", p.local, p.least, p.most, p.behind);
  }
  if (c->rank != 0) return 0;
  if (said_word(c->text, "at")) note(stall);
  return said_word(c->text, "stalled") && !stall->since ? begin(stall, stuck_rank(stall->all)) : 0;
}

static bool everybody_told(const struct stall *stall) {
  char silent[16] = "";
  list_silent(stall, silent, sizeof silent);
  return !*silent;
}

static int wait_for_verdict(struct stall *stall) {
  struct collective *c = stall->all->c;
  char what[200];
  if (now_ns() - stall->since < VERDICT_NS) return 0;
  describe(stall->all, stall->stuck, what, sizeof what);
  fail(&c->op->failure, CODE_TIMEOUT, "stall", 0, "%s; rank 0, which would know who is missing, does not answer", what);
  fail_hint(&c->op->failure, "look at rank 0's host, and at the `log` lines of all");
  return CODE_TIMEOUT;
}

int stall_look(struct stall *stall) {
  struct gpu_rank *stuck = stall->since ? NULL : stuck_rank(stall->all);
  if (stuck) return begin(stall, stuck);
  if (!stall->since) return 0;
  if (stall->all->c->rank != 0) return wait_for_verdict(stall);
  return everybody_told(stall) || now_ns() - stall->since >= ANSWERS_NS ? verdict(stall) : 0;
}
