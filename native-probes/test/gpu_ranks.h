/* One agent with several `collective` requests over GPUs, the fake libraries below it, and a controller that hands on what they say. */
#ifndef SEATRIAL_GPU_RANKS_H
#define SEATRIAL_GPU_RANKS_H

#include "harness.h"

#define REQUESTS_MAX 8
#define KEPT_EVENTS 4096

struct group {
  struct child agent;
  int requests, local, ranks; /* requests x local = ranks */
  int base; /* id of the first request: ids are never used twice */
  int hears;
  bool silent_controller;     /* hands nothing on */
  int rc[REQUESTS_MAX];       /* -1 = not done */
  char error[REQUESTS_MAX][4096];
  char *event[KEPT_EVENTS];   /* `rank`, `log`, `collective` and `overlap` lines */
  int events;
};

/* The folder of the fake libraries, and what the environment of the agent has in addition ("NAME=value", NULL for nothing). */
extern const char *gpu_folder;

void group_start(struct group *group, const char *variable);
/* Sends a request for each process, ids group->base and up. `fields` of all, then what only request `other` gets. */
void group_ask(struct group *group, int requests, int local, const char *fields, int other, const char *of_other);
/* Hands on what is said until all requests are done, or nothing is heard for PATIENCE_MS. */
bool group_finish(struct group *group);
/* The same until an event contains the text. */
bool group_until(struct group *group, const char *text);
/* Whether one more line was there and taken; false after `ms`. */
bool group_step(struct group *group, int ms);
void group_end(struct group *group);
/* How many kept events contain both texts. */
int group_count(const struct group *group, const char *text, const char *and);
/* The first event that contains both; "" when there is none. */
const char *group_event(const struct group *group, const char *text, const char *and);

#endif
