/* Two agents over the fake verbs libraries, and a controller between them that hands on what they say to each other. */
#ifndef SEATRIAL_PAIR_H
#define SEATRIAL_PAIR_H

#include "harness.h"

/* The environment of one side: `NAME=VALUE` each, NULL-terminated; they are gone again when the side runs. */
typedef const char *const *environment;
#define WITH(...) ((const char *const[]){__VA_ARGS__, NULL})

struct pair {
  struct child server, client;
  const char *tree; /* of both sides */
  const char *via;  /* "controller" or "tcp" */
  int port;         /* where the server listens, over TCP */
  const char *serve_fields; /* of pair_run; NULL = none */
  int hears;
  int refusal_late_ms; /* how long the controller keeps a refusal of the server before it hands it on */
  char result[4096]; /* what the last run gave; empty when it gave none */
  long long samples; /* in its histogram */
  char error[4096], served[4096]; /* the first error event of the client and of the server since the last run began */
  int rc, served_rc;              /* of the run; of the serve, -1 while it goes on */
  char last[160];                 /* the last 'say', for messages */
};

/* Where the fake libraries are, and the fabric's trees (make_fabric.sh). */
extern const char *fake_folder, *fabric_folder;

/* Starts both agents. `host`: a folder of the fabric. */
void pair_start(struct pair *pair, const char *host, const char *via, environment server, environment client);
/* Begins to serve, request 1. False when it is not ready: then `served` says why. `fields` starts with a comma, or is empty. */
bool pair_serve(struct pair *pair, const char *device, const char *fields);
/* Begins a run, request `id`, and returns at once. */
void pair_begin(struct pair *pair, int id, const char *device, const char *fields);
/* Hands on what the sides say until request `id` is done, or nothing is heard for PATIENCE_MS. Its rc, -1 for silence. */
int pair_finish(struct pair *pair, int id);
/* The same until the run has begun: the first completions are certain to have come when the sides have agreed. */
void pair_until_agreed(struct pair *pair);
/* All of it: serve, run, and the rc of the run. */
int pair_run(struct pair *pair, const char *server_device, const char *client_device, const char *fields);
void pair_end(struct pair *pair);
/* Whether every verbs object of both sides of the last pair is gone; what is left, or that nobody counted, goes to `text`. */
bool pair_left_nothing(char *text, size_t size);
bool pair_side_left_nothing(const char *side, char *text, size_t size);
/* Whether the side, `server` or `client`, has made no call of a fake libibverbs: its request was refused before. */
bool pair_never_opened(const char *side);

#endif
