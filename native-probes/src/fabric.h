/* A fabric carries bytes between two probes. TCP is the first one; another (verbs) is a second struct of these functions.
 *
 * A call never blocks longer than SLICE_MS: it then returns FABRIC_WAIT, and the caller looks whether its operation has to end. */
#ifndef SEATRIAL_FABRIC_H
#define SEATRIAL_FABRIC_H

#include <sys/socket.h>
#include <sys/types.h>

#include "probe.h"

enum { FABRIC_WAIT = 0, FABRIC_ERROR = -1, FABRIC_CLOSED = -2 };

/* A numeric address and port. */
struct endpoint {
  struct sockaddr_storage address;
  socklen_t size;
};

struct channel {
  const struct fabric *fabric;
  int fd;
  uint64_t deadline;       /* CLOCK_MONOTONIC; 0 = only the operation's own */
  struct failure *failure; /* where this channel's failures go: one per thread */
  char peer[80];           /* for messages */
};

struct listener {
  int fd;
  char address[64];
  int port;
};

struct fabric {
  const char *name;
  /* Returns 0 or a code with `failure` set. Port 0 = any free port. */
  int (*listen)(struct listener *listener, const struct endpoint *at, struct failure *failure);
  /* 1 when a peer came, FABRIC_WAIT, or FABRIC_ERROR with errno. */
  int (*accept)(struct listener *listener, struct channel *channel);
  /* Returns 0 or a code with channel->failure set. `from` may be NULL. Bounded by the operation's deadline. */
  int (*connect)(struct op *op, struct channel *channel, const struct endpoint *from, const struct endpoint *to, int sndbuf);
  /* Bytes moved (at least 1), FABRIC_WAIT, FABRIC_CLOSED at the peer's end of sending, or FABRIC_ERROR with errno. */
  ssize_t (*send)(struct channel *channel, const void *bytes, size_t n);
  ssize_t (*recv)(struct channel *channel, void *bytes, size_t n);
  /* Says that nothing more will be sent. */
  void (*finish)(struct channel *channel);
  /* Segments sent again so far, -1 when unknown. */
  long long (*retransmits)(struct channel *channel);
  void (*close)(struct channel *channel);
};

extern const struct fabric FABRIC_TCP;

/* The fabric that the request names. NULL with a failure when this probe does not have it. */
const struct fabric *fabric_of(struct op *op);
/* Reads a numeric IPv4 or IPv6 address ("fe80::1%eth0" too). `key` names it in the failure. */
int endpoint_parse(struct failure *failure, const char *key, const char *text, long long port, struct endpoint *endpoint);
void endpoint_add_port(struct endpoint *endpoint, int add);
void endpoint_text(const struct endpoint *endpoint, char *address, size_t size, int *port);

/* All n bytes, or a code with channel->failure set: the deadline, the stop, the peer's end. */
int channel_send(struct op *op, struct channel *channel, const void *bytes, size_t n);
int channel_recv(struct op *op, struct channel *channel, void *bytes, size_t n);
/* Why a channel cannot go on: turns errno or the peer's end into a failure. */
int channel_lost(struct channel *channel, const char *where, ssize_t outcome);
/* Looks whether the operation must end while the channel has been waiting since `since`: 0 or a code with the failure set. */
int channel_wait(struct op *op, struct channel *channel, const char *where, uint64_t since);

/* What the measuring side says first. Little-endian, as both supported machines are. */
struct greeting {
  char magic[4]; /* "STP1" */
  uint32_t size; /* bytes of one message or piece */
  char op[16];   /* name of the measurement, NUL-filled */
  char token[32];
  uint8_t reserved[8];
};
#define GREETING_MAGIC "STP1"
#define GREETING_ANSWER "STOK"
#define TOKEN_BYTES 32
_Static_assert(sizeof(struct greeting) == 64, "the greeting has no padding");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the wire structs are little-endian");

/* greet.c: everything before the first measured byte. */
struct dial {
  const struct fabric *fabric;
  const char *op, *token;
  bool bound;
  struct endpoint from, to;
  long long size, sndbuf;
};
/* Reads bind, source_port, address, port, token, sndbuf and fabric of a `run` request. */
int dial_read(struct op *op, struct dial *dial, const char *name, long long size);
/* Connects stream number `k` and waits until the peer has accepted the token. */
int dial_connect(struct op *op, const struct dial *dial, int k, struct channel *channel);
/* Reads a greeting and answers it. False when the peer is not welcome: it gets no answer. */
bool greet_visitor(struct op *op, struct channel *channel, const char *token, const char *only, struct greeting *greeting);
int want_token(struct op *op, const char **token);

#endif
