/* One measurement between two probes over verbs, on either side: device, memory, queue pairs, and the conversation about them. */
#ifndef SEATRIAL_VERBS_SESSION_H
#define SEATRIAL_VERBS_SESSION_H

#include "events.h"
#include "memory.h"
#include "verbs.h"

/* Empty polls between two looks at the rest of the world (stop, deadline, the peer's words, the device's events), less one; a power of two
 * less one. On a machine with one CPU each look yields it, so there they are closer together. */
#define EMPTY_MASK 1023u
#define EMPTY_MASK_ONE_CPU 63u

/* Queue pairs that share one completion queue. */
struct queues {
  struct ibv_comp_channel *channel; /* event mode */
  struct ibv_cq *cq;
  struct ibv_qp *qp[QUEUE_PAIRS_MAX];
  unsigned n;
  uint32_t send_depth, receive_depth; /* work requests that each may hold */
  uint32_t inline_bytes;              /* 0 = messages are not sent inline */
  uint32_t psn;
};

struct cm; /* verbs_cm.c */

/* Where the work is done. */
struct place {
  const char *memory; /* `host`, `cuda:0` ... */
  long long numa;     /* node of buffers and thread, -1 = wherever */
  bool yields; /* on a machine with one CPU a spinning poller keeps a software device's own work from running */
  uint32_t empty_mask;
};

struct session {
  struct op *op;
  struct failure *failure; /* op's on the measuring side; a serving side goes on after a failed measurement */
  bool measures;           /* the side that `run` was asked of */
  uint32_t slots;          /* of a collective: receives that its owner posts by itself; 0 = a measurement */
  struct terms terms;
  struct verbs_port *port;
  struct verbs_port cm_port; /* rdma-cm: librdmacm opens the device */
  struct cm *cm;
  struct memory memory;
  struct queues queues;
  struct side mine, theirs;
  struct conversation *talk;
  long long mtu; /* path MTU in bytes */
  struct place place;
  uint32_t empty; /* polls without success so far */
  bool connected; /* by librdmacm: a disconnection now is a failure */
  bool armed;     /* event mode: the completion queue will tell */
  uint64_t next_look;
  uint64_t patience; /* ns without anything after which the measuring side gives up */
  struct switches switches;
};

/* verbs_check.c: everything of a request that can be told without a device, so that a wrong one is never hidden by a host that has none.
 * 0 or CODE_USAGE. */
int verbs_check_run(struct op *op, const struct terms *terms);
int verbs_check_serve(struct op *op);
/* Where a serving side listens when the two sides speak over TCP, and the token that visitors must present. */
int verbs_read_door(struct op *op, struct endpoint *at, const char **token);
/* CODE_USAGE when memory that the CPU cannot poll is asked for write latency. */
int verbs_check_memory(const struct terms *terms, bool host, struct failure *failure);
/* verbs_cm.c: CODE_USAGE when the terms ask for what the kernel decides by itself under librdmacm. */
int cm_check_terms(const struct terms *terms, struct failure *failure);
/* verbs_session.c. Reads `memory`, `numa` and `cpu`, and pins the thread. 0 or a code. */
int place_read(struct op *op, const struct verbs_port *port, struct place *place);
/* Takes memory and makes the queue pairs that s->terms ask for, ready to receive; fills s->mine. 0 or a code. */
int session_prepare(struct session *s);
/* Connects them to s->theirs. 0 or a code. */
int session_connect(struct session *s);
/* Gives everything back, in the order that the library wants. */
void session_close(struct session *s);

/* This side's memory: queue pair `i` sends from its part of the first half, and receives into its part of the second. */
uint64_t session_source(const struct session *s, unsigned i);
uint64_t session_target(const struct session *s, unsigned i);
/* Where queue pair i's part lies in the memory that the peer opened. */
uint64_t session_remote(const struct session *s, unsigned i);

/* The rest of the world, for loops that poll without success. 0; HEARD_BYE on the serving side; or a code with s->failure set. `since`:
 * when something happened last, CLOCK_MONOTONIC. Cheap enough to be called every few polls; it really looks every 10 ms. */
int session_look(struct session *s, uint64_t since);
/* The same at once. */
int session_look_now(struct session *s, uint64_t since);
/* Event mode: sleeps until the completion queue has something, at most one slice, then looks. 0 when polling is worth while. */
int session_sleep(struct session *s, uint64_t since);
/* What to do after a poll that found nothing. As above. */
static inline int session_idle(struct session *s, uint64_t since) {
  if (s->terms.mode == MODE_EVENT) return session_sleep(s, since);
  return ++s->empty & s->place.empty_mask ? 0 : session_look(s, since);
}
/* Until the peer says bye; for a side whose device answers by itself. HEARD_BYE or a code. */
int session_wait(struct session *s);
/* A completion that failed: the peer's own words, when it has said why it gave up, else the completion's. */
int session_completion_failed(struct session *s, const struct ibv_wc *wc);
/* A failure that the other side's end may have caused: its own words when they come within a moment, else `rc` with the failure as it is. */
int session_explained(struct session *s, int rc);
int session_post_failed(struct session *s, const char *call, int err, unsigned qp);

/* Tells the other side why this one gives up with `rc`: `why`, or, when that says nothing, that it was stopped. */
void session_part(struct conversation *talk, int rc, const struct failure *why);

/* What stands in a result beside the numbers: taken around the measured time. */
void session_start(struct session *s, struct surroundings *around);
void session_stop(struct session *s, struct surroundings *around);
void session_details(const struct session *s, struct verbs_details *details, char gid[40]);

/* verbs_queues.c */
struct rdma_cm_id;
int queues_create(struct session *s);
/* Makes queue pair `i`: on `id` when librdmacm connects it. 0 or a code. */
int queues_make(struct session *s, unsigned i, struct rdma_cm_id *id);
/* Posts the receives that the terms need; before the peer can send. */
int queues_fill_receives(struct session *s, unsigned i);
int queues_connect(struct session *s);
void queues_destroy(struct session *s);
/* A receive of `bytes` into queue pair i's target. 0 or a code. */
int queues_post_receive(struct session *s, unsigned i);

/* verbs_cm.c: queue pairs connected by librdmacm. */
int cm_open(struct session *s);
int cm_prepare(struct session *s);
int cm_connect(struct session *s);
int cm_await_connections(struct session *s);
/* Without waiting: a code when the peer has disconnected or the device is gone. */
int cm_look(struct session *s);
/* Ends the connections and their queue pairs; before what they hold on to. */
void cm_hang_up(struct session *s);
/* Gives librdmacm's device back; last of all. */
void cm_close(struct session *s);
struct ibv_qp *cm_create_queue_pair(struct session *s, struct rdma_cm_id *id, struct ibv_qp_init_attr *attr);

/* verbs_latency.c, verbs_bandwidth.c. The measuring side runs and fills its result; the serving side answers until the peer's `bye`
 * (HEARD_BYE) or a code. */
int latency_measure(struct session *s, struct latency_result *result, struct histogram *histogram);
int latency_respond(struct session *s);

/* What one side counted, in the window in which all queue pairs were running. */
struct tally {
  uint64_t bytes, messages, window_ns;
  uint64_t total; /* messages of the whole run, for comparing both sides */
};
/* `sent`: what left this side, by its completions; `received`: what came in as messages, empty when none can. */
int bandwidth_measure(struct session *s, struct surroundings *around, struct tally *sent, struct tally *received);
int bandwidth_respond(struct session *s, struct tally *sent, struct tally *received);

/* wr_id: what a completion belongs to. */
#define WR_RECEIVE (1ull << 63)
#define WR_MARK (1ull << 62) /* a message without data: "I begin", "I have ended" */
#define WR_QUEUE(wr_id) ((unsigned)((wr_id)&0xffff))
#define WR_COVERS(wr_id) ((uint32_t)((wr_id) >> 16)) /* how many messages a signaled send stands for */
#define WR_ID(queue, covers) ((uint64_t)(covers) << 16 | (queue))

/* Sends are signaled once in so many: a completion costs the device a write and the CPU a poll. */
static inline uint32_t signal_every(uint32_t depth) {
  return depth >= 128 ? 32 : depth >= 4 ? depth / 4 : 1;
}

#endif
