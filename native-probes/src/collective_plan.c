/* Who is connected to whom, and which bytes go where in one operation.
 *
 * Every collective is a few queues of pieces; a piece may have to wait until another queue has come far enough. Both ends of a link cut
 * the array in the same way, so that nothing but the bytes themselves has to be sent. Where a rank overwrites what it still has to send,
 * it receives aside: it then always takes the next piece off the wire, and no two ranks can wait for each other. */
#include <errno.h>
#include <stdlib.h>

#include "collective_host.h"

static long long shifted(const struct collective *c, long long by) {
  return ((c->rank + by) % c->ranks + c->ranks) % c->ranks;
}

struct link *rank_link(struct rank *rank, long long peer, bool connects) {
  for (unsigned i = 0; i < rank->links; i++)
    if (rank->link[i].peer == peer && rank->link[i].connects == connects) return &rank->link[i];
  return NULL;
}

static struct link *add_link(struct rank *rank, long long peer, bool connects) {
  struct link *link = &rank->link[rank->links++];
  *link = (struct link){.peer = peer, .connects = connects, .channel = {.fd = -1, .failure = &rank->op->failure}};
  return link;
}

/* The link to a rank, whoever has connected it. */
static struct link *link_to(struct rank *rank, long long peer) {
  struct link *link = rank_link(rank, peer, true);
  return link ? link : rank_link(rank, peer, false);
}

/* One connection for each pair, and each rank connects as many as it is connected by. */
static void make_mesh(struct rank *rank) {
  const struct collective *c = rank->c;
  for (long long k = 1; 2 * k < c->ranks; k++) {
    add_link(rank, shifted(c, k), true);
    add_link(rank, shifted(c, -k), false);
  }
  if (c->ranks % 2 == 0) {
    long long opposite = shifted(c, c->ranks / 2);
    add_link(rank, opposite, c->rank < opposite);
  }
  rank->next = link_to(rank, shifted(c, 1));
  rank->prev = link_to(rank, shifted(c, -1));
}

static void make_tree(struct rank *rank) {
  const struct collective *c = rank->c;
  if (c->rank > 0) rank->parent = add_link(rank, (c->rank - 1) / 2, true);
  for (int i = 0; i < 2; i++)
    if (2 * c->rank + 1 + i < c->ranks) rank->child[i] = add_link(rank, 2 * c->rank + 1 + i, false);
}

int rank_make_links(struct rank *rank) {
  const struct collective *c = rank->c;
  bool mesh = c->kind == ALL_TO_ALL;
  if (mesh && c->ranks > ALL_TO_ALL_RANKS_MAX)
    return fail(&rank->op->failure, CODE_USAGE, "request", 0, "all-to-all of `backend` host is for at most %d ranks", ALL_TO_ALL_RANKS_MAX);
  rank->link = calloc(mesh ? (size_t)c->ranks : 3, sizeof *rank->link);
  if (!rank->link) return fail(&rank->op->failure, CODE_CALL, "memory", ENOMEM, "connections of %lld ranks", c->ranks);
  if (mesh) make_mesh(rank);
  else if (c->tree) make_tree(rank);
  else {
    rank->next = add_link(rank, shifted(c, 1), true);
    rank->prev = add_link(rank, shifted(c, -1), false);
  }
  return 0;
}

/* A plan under construction. */
struct draft {
  struct rank *rank;
  struct plan *plan;
  size_t most; /* bytes of one piece */
  bool poor;   /* out of memory */
};

static struct piece *grow(struct draft *d, struct queue *queue) {
  if (queue->n == queue->room) {
    uint32_t room = queue->room ? queue->room * 2 : 64;
    struct piece *larger = realloc(queue->piece, room * sizeof *larger);
    if (!larger) return d->poor = true, NULL;
    queue->piece = larger;
    queue->room = room;
  }
  return &queue->piece[queue->n++];
}

/* Cuts `bytes` into pieces and appends them to a queue. With a need, piece k of them needs `need.count` + k pieces of that queue. */
static void add(struct draft *d, int queue, struct piece like, size_t bytes) {
  for (size_t at = 0; at < bytes && !d->poor; at += like.bytes) {
    struct piece *piece = grow(d, &d->plan->queue[queue]);
    if (!piece) return;
    like.bytes = (uint32_t)(bytes - at < d->most ? bytes - at : d->most);
    *piece = like;
    if (like.to) piece->to = like.to + at;
    if (like.from) piece->from = like.from + at;
    like.need.count += like.need.queue >= 0;
  }
}

#define NO_NEED {-1, 0}
#define OUT_PIECE(link_, from_, ...) (struct piece){.link = link_, .from = (const char *)(from_), .kind = PIECE_OUT, .need = __VA_ARGS__}
#define IN_PIECE(link_, kind_, to_, from_, ...) \
  (struct piece){.link = link_, .kind = kind_, .to = (char *)(to_), .from = (const char *)(from_), .need = __VA_ARGS__}

/* Where block `b` of the array begins when it is cut into as many as there are ranks. */
static size_t block_start(const struct rank *rank, long long b) {
  return (size_t)((unsigned __int128)rank->elements * (uint64_t)b / (uint64_t)rank->c->ranks);
}

static size_t block_bytes(const struct rank *rank, long long b) {
  return (block_start(rank, b + 1) - block_start(rank, b)) * sizeof(float);
}

enum { RING_IN, RING_OUT };

/* Block `b` goes out: as it was put in at the first step, later as it came in one step before. The first step's pieces need nothing; the
 * pieces behind them are those that have come in, in the same order. */
static void ring_out(struct draft *d, uint32_t *first, long long step, const void *from, size_t bytes) {
  struct queue *out = &d->plan->queue[RING_OUT];
  struct need need = {RING_IN, step ? out->n - *first + 1 : 0};
  if (step == 0) need.queue = -1;
  add(d, RING_OUT, OUT_PIECE(d->rank->next, from, need), bytes);
  if (step == 0) *first = out->n;
}

static void all_reduce_ring(struct draft *d) {
  struct rank *rank = d->rank;
  long long n = rank->c->ranks;
  uint32_t first = 0;
  for (long long s = 0; s < 2 * (n - 1); s++) {
    bool reduces = s < n - 1;
    long long b = shifted(rank->c, -s), next = shifted(rank->c, -s - 1);
    float *out = rank->out + block_start(rank, b), *to = rank->out + block_start(rank, next);
    ring_out(d, &first, s, s == 0 ? rank->in + block_start(rank, b) : out, block_bytes(rank, b));
    add(d, RING_IN, IN_PIECE(rank->prev, reduces ? PIECE_ADD : PIECE_IN, to, rank->in + block_start(rank, next), NO_NEED), block_bytes(rank, next));
  }
}

static void all_gather_ring(struct draft *d) {
  struct rank *rank = d->rank;
  size_t part = collective_part(rank->c, rank->elements), bytes = part * sizeof(float);
  uint32_t first = 0;
  for (long long s = 0; s < rank->c->ranks - 1; s++) {
    long long b = shifted(rank->c, -s), next = shifted(rank->c, -s - 1);
    ring_out(d, &first, s, s == 0 ? rank->in : rank->out + (size_t)b * part, bytes);
    add(d, RING_IN, IN_PIECE(rank->prev, PIECE_IN, rank->out + (size_t)next * part, NULL, NO_NEED), bytes);
  }
  d->plan->copy_to = (char *)(rank->out + (size_t)rank->c->rank * part);
  d->plan->copy_from = (const char *)rank->in;
  d->plan->copy_bytes = bytes;
}

size_t plan_scratch_bytes(const struct collective *c, size_t elements) {
  return c->kind == REDUCE_SCATTER && c->ranks > 2 ? 2 * collective_part(c, elements) * sizeof(float) : 0;
}

/* Sums that pass through lie in two parts of scratch in turn: one is written when what it held two steps before has been sent. */
static void reduce_scatter_ring(struct draft *d) {
  struct rank *rank = d->rank;
  long long n = rank->c->ranks;
  size_t part = collective_part(rank->c, rank->elements), bytes = part * sizeof(float);
  uint32_t first = 0;
  for (long long s = 0; s < n - 1; s++) {
    long long b = shifted(rank->c, -s - 1), next = shifted(rank->c, -s - 2);
    float *scratch = (float *)(void *)rank->scratch, *before = scratch + (size_t)((s + 1) % 2) * part, *now = scratch + (size_t)(s % 2) * part;
    ring_out(d, &first, s, s == 0 ? rank->in + (size_t)b * part : before, bytes);
    struct need need = NO_NEED;
    if (s >= 2 && s < n - 2) need = (struct need){RING_OUT, (uint32_t)(s - 1) * first + 1};
    add(d, RING_IN, IN_PIECE(rank->prev, PIECE_ADD, s == n - 2 ? rank->out : now, rank->in + (size_t)next * part, need), bytes);
  }
}

/* A chain from rank 0 on. */
static void broadcast_chain(struct draft *d) {
  struct rank *rank = d->rank;
  size_t bytes = rank->elements * sizeof(float);
  bool root = rank->c->rank == 0, last = rank->c->rank == rank->c->ranks - 1;
  struct need need = {root ? -1 : RING_IN, 1};
  if (!root) add(d, RING_IN, IN_PIECE(rank->prev, PIECE_IN, rank->out, NULL, NO_NEED), bytes);
  if (!last) add(d, RING_OUT, OUT_PIECE(rank->next, root ? rank->in : rank->out, need), bytes);
  if (!root || rank->in == rank->out) return;
  d->plan->copy_to = (char *)rank->out;
  d->plan->copy_from = (const char *)rank->in;
  d->plan->copy_bytes = bytes;
}

static void send_recv_ring(struct draft *d) {
  struct rank *rank = d->rank;
  size_t bytes = rank->elements * sizeof(float);
  struct need need = {rank->in == rank->out ? RING_OUT : -1, 1};
  add(d, RING_OUT, OUT_PIECE(rank->next, rank->in, NO_NEED), bytes);
  add(d, RING_IN, IN_PIECE(rank->prev, rank->in == rank->out ? PIECE_COPY : PIECE_IN, rank->out, NULL, need), bytes);
}

/* Round k: to the rank k further on, from the rank k before. */
static void all_to_all_rounds(struct draft *d) {
  struct rank *rank = d->rank;
  size_t part = collective_part(rank->c, rank->elements), bytes = part * sizeof(float);
  for (long long k = 1; k < rank->c->ranks; k++) {
    long long to = shifted(rank->c, k), from = shifted(rank->c, -k);
    add(d, RING_OUT, OUT_PIECE(link_to(rank, to), rank->in + (size_t)to * part, NO_NEED), bytes);
    add(d, RING_IN, IN_PIECE(link_to(rank, from), PIECE_IN, rank->out + (size_t)from * part, NULL, NO_NEED), bytes);
  }
  d->plan->copy_to = (char *)(rank->out + (size_t)rank->c->rank * part);
  d->plan->copy_from = (const char *)(rank->in + (size_t)rank->c->rank * part);
  d->plan->copy_bytes = bytes;
}

/* In place two ranks exchange parts: in round k those whose sum is k. What comes in replaces what has gone out before. */
static void all_to_all_exchanges(struct draft *d) {
  struct rank *rank = d->rank;
  size_t part = collective_part(rank->c, rank->elements), bytes = part * sizeof(float);
  for (long long k = 0; k < rank->c->ranks; k++) {
    long long partner = (k - rank->c->rank + rank->c->ranks) % rank->c->ranks;
    if (partner == rank->c->rank) continue;
    struct need need = {RING_OUT, d->plan->queue[RING_OUT].n + 1};
    char *at = (char *)(rank->out + (size_t)partner * part);
    add(d, RING_OUT, OUT_PIECE(link_to(rank, partner), at, NO_NEED), bytes);
    add(d, RING_IN, IN_PIECE(link_to(rank, partner), PIECE_COPY, at, NULL, need), bytes);
  }
}

enum { TREE_CHILD, TREE_OTHER_CHILD, TREE_DOWN, TREE_UP, TREE_TO_CHILD, TREE_TO_OTHER_CHILD, TREE_QUEUES };

/* Up: each child's sum is added, the second one's after the first one's. Down: what the parent says is passed on. */
static void all_reduce_tree(struct draft *d) {
  struct rank *rank = d->rank;
  size_t bytes = rank->elements * sizeof(float);
  int last = rank->child[1] ? TREE_OTHER_CHILD : rank->child[0] ? TREE_CHILD : -1;
  struct need summed = {last, 1}, told = {rank->parent ? TREE_DOWN : last, 1}, first = {TREE_CHILD, 1};
  if (rank->child[0]) add(d, TREE_CHILD, IN_PIECE(rank->child[0], PIECE_ADD, rank->out, rank->in, NO_NEED), bytes);
  if (rank->child[1]) add(d, TREE_OTHER_CHILD, IN_PIECE(rank->child[1], PIECE_ADD, rank->out, rank->out, first), bytes);
  if (rank->parent) add(d, TREE_UP, OUT_PIECE(rank->parent, last < 0 ? rank->in : rank->out, summed), bytes);
  if (rank->parent) add(d, TREE_DOWN, IN_PIECE(rank->parent, PIECE_IN, rank->out, NULL, {TREE_UP, 1}), bytes);
  if (rank->child[0]) add(d, TREE_TO_CHILD, OUT_PIECE(rank->child[0], rank->out, told), bytes);
  if (rank->child[1]) add(d, TREE_TO_OTHER_CHILD, OUT_PIECE(rank->child[1], rank->out, told), bytes);
}

static void draw(struct draft *d, bool in_place) {
  switch (d->rank->c->kind) {
    case ALL_REDUCE: return d->rank->c->tree ? all_reduce_tree(d) : all_reduce_ring(d);
    case ALL_GATHER: return all_gather_ring(d);
    case REDUCE_SCATTER: return reduce_scatter_ring(d);
    case BROADCAST: return broadcast_chain(d);
    case SEND_RECV: return send_recv_ring(d);
    default: return in_place ? all_to_all_exchanges(d) : all_to_all_rounds(d);
  }
}

/* Empties a plan and says which of its queues are outgoing. */
static void begin(struct plan *plan, bool tree) {
  plan->queues = tree ? TREE_QUEUES : 2;
  plan->copy_bytes = 0;
  for (unsigned i = 0; i < plan->queues; i++) {
    plan->queue[i].n = 0;
    plan->queue[i].out = i >= plan->queues / 2;
  }
}

static int finish(struct draft *d) {
  for (unsigned i = 0; i < d->plan->queues && !d->poor; i++) {
    struct queue *queue = &d->plan->queue[i];
    if (!queue->out && queue->n && !queue->aside) d->poor = (queue->aside = malloc(d->most)) == NULL;
  }
  return d->poor ? fail(&d->rank->op->failure, CODE_CALL, "memory", ENOMEM, "the plan of an operation") : 0;
}

int plan_operation(struct rank *rank, bool in_place) {
  struct draft d = {.rank = rank, .plan = &rank->plan, .most = (size_t)rank->c->chunk / sizeof(float) * sizeof(float)};
  begin(d.plan, rank->c->tree);
  draw(&d, in_place);
  if (d.plan->copy_to == d.plan->copy_from) d.plan->copy_bytes = 0;
  return finish(&d);
}

/* The ring's word starts at rank 0, comes back to it when everybody has arrived, and then tells what to do as far as the last rank. */
static void round_by_ring(struct draft *d) {
  struct rank *rank = d->rank;
  bool root = rank->c->rank == 0, last = rank->c->rank == rank->c->ranks - 1;
  size_t bytes = sizeof rank->word;
  struct need arrived = {root ? -1 : RING_IN, 1}, told = {RING_IN, root ? 1 : 2};
  add(d, RING_OUT, OUT_PIECE(rank->next, &rank->answer, arrived), bytes);
  if (!last) add(d, RING_OUT, OUT_PIECE(rank->next, &rank->word, told), bytes);
  add(d, RING_IN, IN_PIECE(rank->prev, PIECE_IN, &rank->answer, NULL, NO_NEED), bytes);
  if (!root) add(d, RING_IN, IN_PIECE(rank->prev, PIECE_IN, &rank->word, NULL, NO_NEED), bytes);
}

static void round_by_tree(struct draft *d) {
  struct rank *rank = d->rank;
  size_t bytes = sizeof rank->word;
  int last = rank->child[1] ? TREE_OTHER_CHILD : rank->child[0] ? TREE_CHILD : -1;
  struct need arrived = {last, 1}, told = {rank->parent ? TREE_DOWN : last, 1}, first = {TREE_CHILD, 1};
  for (int i = 0; i < 2; i++) {
    if (!rank->child[i]) continue;
    struct need need = i ? first : (struct need)NO_NEED;
    add(d, TREE_CHILD + i, IN_PIECE(rank->child[i], PIECE_COPY, &rank->answer, NULL, need), bytes);
    add(d, TREE_TO_CHILD + i, OUT_PIECE(rank->child[i], &rank->word, told), bytes);
  }
  if (!rank->parent) return;
  add(d, TREE_UP, OUT_PIECE(rank->parent, &rank->answer, arrived), bytes);
  add(d, TREE_DOWN, IN_PIECE(rank->parent, PIECE_IN, &rank->word, NULL, NO_NEED), bytes);
}

int plan_round(struct rank *rank) {
  struct draft d = {.rank = rank, .plan = &rank->round, .most = sizeof rank->word};
  begin(d.plan, rank->c->tree);
  if (rank->c->tree) round_by_tree(&d);
  else round_by_ring(&d);
  return finish(&d);
}

void plan_clear(struct plan *plan) {
  for (unsigned i = 0; i < PLAN_QUEUES; i++) {
    free(plan->queue[i].piece);
    free(plan->queue[i].aside);
  }
  *plan = (struct plan){0};
}
