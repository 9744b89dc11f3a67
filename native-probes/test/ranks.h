/* The ranks of a collective, each in an agent of its own, and the controller between them. */
#ifndef SEATRIAL_RANKS_H
#define SEATRIAL_RANKS_H

#include "check.h"
#include "harness.h"

#define RANKS_MAX 8
#define RESULTS_MAX 32

struct rank_seen {
  struct child agent;
  bool gone;
  int rc;                /* of its request; -1 while it runs */
  int results;           /* collective events */
  int overlaps;          /* overlap events */
  char joined[512];      /* its rank event */
  long long wrong;       /* sum of theirs */
  long long bytes[RESULTS_MAX], iterations[RESULTS_MAX], mean[RESULTS_MAX];
  bool in_place[RESULTS_MAX];
  char error[4096], last[4096]; /* its first error event; its last collective or overlap event */
  bool told;             /* it has said `failed` */
  bool deaf;             /* the controller hands nothing on to it, nor from it */
};

struct ranks {
  int n;
  int id; /* of the request that runs */
  int hears;
  struct rank_seen rank[RANKS_MAX];
  void (*at_begin)(struct ranks *ranks); /* when rank 0 has said it; NULL = nothing */
};

/* Over verbs: the folder of the fake libraries, and the tree of the host that all agents stand in for (make_fabric.sh); NULL = TCP. Set
 * before ranks_start. */
extern const char *ranks_fakes, *ranks_tree;
/* Whether every verbs object of rank r is gone, after its agent has ended; what is left, or that nobody counted, goes to `text`. */
bool ranks_left_nothing(int r, char *text, size_t size);
/* Starts n agents; `options` for all. */
void ranks_start(struct ranks *ranks, int n, const char *options);
/* Asks rank r for a collective. `fields` starts with a comma. */
void ranks_ask(struct ranks *ranks, int r, const char *fields);
/* The same of every rank. */
void ranks_ask_all(struct ranks *ranks, const char *fields);
/* Hands on what they say until every rank's request is done or its agent gone. False after PATIENCE_MS of silence. */
bool ranks_finish(struct ranks *ranks);
/* All of it. */
bool ranks_run(struct ranks *ranks, const char *fields);
void ranks_end(struct ranks *ranks);

#endif
