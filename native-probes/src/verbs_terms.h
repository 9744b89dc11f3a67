/* What both sides of a verbs measurement must know: its terms, and where each side can be reached. Pure text and numbers; no device. */
#ifndef SEATRIAL_VERBS_TERMS_H
#define SEATRIAL_VERBS_TERMS_H

#include "conversation.h"

#define QUEUE_PAIRS_MAX 64
#define VERBS_SIZE_MAX (8 << 20)
#define GID_BYTES 16
/* A queue pair's part of a buffer starts at a multiple of this, so that no two parts share a page or a cache line. */
#define PART_ALIGN 4096u

enum { TERM_ABSENT = -1 };
enum terms_op { OP_LATENCY, OP_BANDWIDTH };
enum terms_verb { VERB_WRITE, VERB_SEND, VERB_READ };
enum terms_connect { CONNECT_EXCHANGE, CONNECT_CM };
enum terms_mode { MODE_POLL, MODE_EVENT };

/* Meaning, units, ranges and defaults: wire/FORMAT.md, "Verbs". Fields are long long so that one table can read and write all of them. */
struct terms {
  long long op, verb, connect, mode;
  long long size, qps, depth, mtu, inline_limit, sl, traffic_class, flow_label, hop_limit, timeout, retries, rnr_retries, bidirectional;
  long long count, duration_ms, warmup, interval_ns; /* the measuring side's alone */
};

/* One side's endpoint. */
struct side {
  unsigned lid;
  uint8_t gid[GID_BYTES];
  uint32_t psn, rkey;
  uint64_t address; /* of the memory that the other side may reach: queue pair i's part lies at i * terms_part() */
  long long mtu;    /* bytes */
  long long reads;  /* RDMA READs that it answers at once, per queue pair */
  unsigned qps;
  uint32_t qpn[QUEUE_PAIRS_MAX];
  char kind[16];
  char cm_address[64]; /* rdma-cm: where it listens */
  long long cm_port;
};

/* Bytes from one queue pair's part of a buffer to the next one's. */
size_t terms_part(const struct terms *terms);
const char *terms_op_name(const struct terms *terms);
const char *terms_verb_name(const struct terms *terms);
const char *terms_connect_name(const struct terms *terms);
const char *terms_mode_name(const struct terms *terms);

/* Reads a `run` request. 0 or CODE_USAGE. `connect` stays TERM_ABSENT when the request does not say: the device decides. */
int terms_from_request(struct op *op, struct terms *terms);
/* Looks for what does not go together (write latency in event mode ...). 0 or CODE_USAGE. */
int terms_check(const struct terms *terms, struct failure *failure);

/* The text of an offer or accept. */
void terms_say(char text[SAID_MAX_BYTES + 1], const char *word, const struct terms *terms, const struct side *side);
/* Reads the terms of an offer, and either side's endpoint. 0, or CODE_NETWORK with what is wrong with the text. */
int terms_from_text(const char *text, struct terms *terms, struct failure *failure);
int side_from_text(const char *text, const struct terms *terms, struct side *side, struct failure *failure);

#endif
