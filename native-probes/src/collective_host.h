/* The host backend: one rank in host memory. A plan says what goes where (collective_plan.c), a carrier moves bytes between two ranks
 * (collective_tcp.c, collective_verbs.c), and the loop keeps both directions busy at once (collective_run.c). */
#ifndef SEATRIAL_COLLECTIVE_HOST_H
#define SEATRIAL_COLLECTIVE_HOST_H

#include "collective.h"
#include "fabric.h"

/* All-to-all holds a connection for each pair of ranks, and the list of those who connect has to fit into one event. */
#define ALL_TO_ALL_RANKS_MAX 512
#define PLAN_QUEUES 6

enum link_state { LINK_NEW, LINK_GREETED, LINK_UP };
/* A connection to another rank; both directions can be used. */
struct link {
  long long peer;
  bool connects;       /* this rank connects, else the peer does */
  enum link_state state;
  uint64_t taken;      /* bytes that the carrier has taken over */
  uint64_t sent;       /* bytes of them whose memory may be written again */
  struct channel channel; /* TCP */
  struct lane *lane;      /* verbs */
};

/* One piece of a program: sent, or received and put where it belongs. */
enum piece_kind {
  PIECE_OUT,  /* sends `from` */
  PIECE_IN,   /* receives into `to` */
  PIECE_COPY, /* receives aside, and copies to `to` when its needs are met */
  PIECE_ADD   /* receives aside, and stores `from` + received in `to` when its needs are met */
};
/* "Not before queue `queue` has done `count` pieces"; queue < 0 = nothing. */
struct need {
  int queue;
  uint32_t count;
};
struct piece {
  struct link *link;
  char *to;
  const char *from;
  uint64_t end; /* PIECE_OUT: the link's `taken` behind it */
  uint32_t bytes;
  enum piece_kind kind;
  struct need need;
};

/* Pieces that come one after the other. */
struct queue {
  struct piece *piece;
  uint32_t n, room;
  uint32_t at, done; /* the next one to be handed over, and how many are done */
  size_t offset;     /* bytes of the current one that have moved */
  char *aside;       /* incoming: one piece, for PIECE_COPY and PIECE_ADD */
  bool out;
};

/* One operation on one rank, or a word that goes round. Queues of incoming pieces come first. */
struct plan {
  struct queue queue[PLAN_QUEUES];
  unsigned queues;
  char *copy_to; /* what only moves within this rank: done while there is nothing else to do */
  const char *copy_from;
  size_t copy_bytes, copied;
};

/* What rank 0 tells all others to do next. */
enum order { ORDER_RUN, ORDER_TIME, ORDER_CHECK, ORDER_NEXT };
struct order_word {
  uint32_t order, count;
  uint64_t reserved;
};

struct rank;
/* Moves bytes between two ranks. */
struct carrier {
  /* Reads its fields of the request, and opens the device. 0 or a code. */
  int (*read)(struct rank *rank);
  /* Makes memory known to the fabric. 0 or a code. */
  int (*lend)(struct rank *rank, void *memory, size_t bytes);
  /* Connects all links. 0 or a code. */
  int (*open)(struct rank *rank, uint64_t since);
  /* Bytes taken or given (at least 1), FABRIC_WAIT, or below 0 when the link is lost (FABRIC_CLOSED, FABRIC_ERROR with errno). */
  ssize_t (*send)(struct rank *rank, struct link *link, const void *bytes, size_t n);
  ssize_t (*recv)(struct rank *rank, struct link *link, void *bytes, size_t n);
  /* Nothing moved: waits until something may, or somebody speaks, at most a slice. 0 or a code. */
  int (*wait)(struct rank *rank, const struct plan *plan);
  /* Why a link was lost: fills op->failure and returns its code. */
  int (*lost)(struct rank *rank, struct link *link, const char *where, ssize_t outcome);
  void (*close)(struct rank *rank);
};
extern const struct carrier CARRIER_TCP, CARRIER_VERBS;

struct rank {
  struct collective *c;
  struct op *op;
  const struct carrier *carrier;
  struct link *link;
  unsigned links;
  struct link *next, *prev;            /* ring */
  struct link *parent, *child[2];      /* tree */
  struct verbs_ranks *verbs;           /* what the carrier over verbs has open */
  struct endpoint from;                /* TCP: the address of the port under test */
  const char *token;
  const char *device, *fabric;          /* verbs: for the event */
  long long sndbuf;
  char *memory, *result, *scratch;     /* buffers as they were taken: input (or both), result, sums on their way */
  size_t memory_bytes, result_bytes, scratch_bytes;
  float *in, *out;                     /* of the size and placement that is under way */
  size_t elements;
  struct plan plan, round;             /* one operation; the word that goes round */
  struct order_word word, answer;      /* what goes round, and what this rank says of having arrived */
  bool timing;                         /* waits are counted */
  uint64_t recv_wait, send_wait;       /* ns */
  uint64_t looked, moved;              /* CLOCK_MONOTONIC: the last look at the rest of the world, and the last progress */
  uint64_t asked;                      /* when the rank that is waited for was asked whether it is there; 0 = not */
  long long waits_for;                 /* that rank */
  bool answered;                       /* it is there, and says: */
  long long it_waits_for;
  bool ending;                         /* the last word has gone round */
};

/* collective_plan.c. Who is connected to whom. 0 or a code. */
int rank_make_links(struct rank *rank);
struct link *rank_link(struct rank *rank, long long peer, bool connects);
/* The operation over rank->in, out and elements; and the word that goes round. 0, or CODE_CALL without memory. */
int plan_operation(struct rank *rank, bool in_place);
int plan_round(struct rank *rank);
void plan_clear(struct plan *plan);
/* Bytes in which a reduce-scatter of `elements` keeps sums on their way. */
size_t plan_scratch_bytes(const struct collective *c, size_t elements);

/* collective_run.c. 0 or a code with op->failure set. */
int plan_run(struct rank *rank, struct plan *plan);
/* Whether a queue could go on if its link let it: what is waited for. */
bool queue_wants(const struct plan *plan, const struct queue *queue);
/* The rest of the world: stop, deadline, other ranks' words, a stall. Without a plan this rank is busy by itself. 0 or a code. */
int rank_look(struct rank *rank, const struct plan *plan);
/* A link is lost: the words of the rank that caused it, when they come within a moment, else what the carrier says of it. */
int rank_lost(struct rank *rank, struct link *link, const char *where, ssize_t outcome);

/* collective_overlap.c: after the sizes. */
int rank_overlap(struct rank *rank);

#endif
