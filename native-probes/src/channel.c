/* Whole messages over a fabric, and addresses. */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>

#include "fabric.h"

const struct fabric *fabric_of(struct op *op) {
  const char *name;
  if (want_text(op, "fabric", "tcp", &name)) return NULL;
  /* Two sides of verbs that speak without a controller do so over TCP. */
  if (strcmp(name, FABRIC_TCP.name) == 0 || strcmp(name, "verbs") == 0) return &FABRIC_TCP;
  fail(&op->failure, CODE_UNAVAILABLE, "fabric", 0, "`%s` is not in this probe; it has: tcp, verbs", name);
  return NULL;
}

static void set_port(struct endpoint *endpoint, int port) {
  if (endpoint->address.ss_family == AF_INET6)
    ((struct sockaddr_in6 *)&endpoint->address)->sin6_port = htons((uint16_t)port);
  else
    ((struct sockaddr_in *)&endpoint->address)->sin_port = htons((uint16_t)port);
}

int endpoint_parse(struct failure *failure, const char *key, const char *text, long long port, struct endpoint *endpoint) {
  /* AI_NUMERICHOST: a name would be looked up over the management network, without any bound on the time. */
  struct addrinfo wanted = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM}, *found;
  if (getaddrinfo(text, NULL, &wanted, &found) != 0)
    return fail(failure, CODE_USAGE, "request", 0, "`%s` is `%s`, which is not a numeric IPv4 or IPv6 address", key, text);
  *endpoint = (struct endpoint){.size = found->ai_addrlen};
  memcpy(&endpoint->address, found->ai_addr, found->ai_addrlen);
  freeaddrinfo(found);
  set_port(endpoint, (int)port);
  return 0;
}

void endpoint_text(const struct endpoint *endpoint, char *address, size_t size, int *port) {
  const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)&endpoint->address;
  const struct sockaddr_in *v4 = (const struct sockaddr_in *)&endpoint->address;
  bool is_v6 = endpoint->address.ss_family == AF_INET6;
  const void *bytes = is_v6 ? (const void *)&v6->sin6_addr : (const void *)&v4->sin_addr;
  if (!inet_ntop(endpoint->address.ss_family, bytes, address, (socklen_t)size)) format(address, size, "?");
  *port = ntohs(is_v6 ? v6->sin6_port : v4->sin_port);
}

void endpoint_add_port(struct endpoint *endpoint, int add) {
  char address[64];
  int port;
  endpoint_text(endpoint, address, sizeof address, &port);
  if (port) set_port(endpoint, port + add);
}

int channel_lost(struct channel *channel, const char *where, ssize_t outcome) {
  if (outcome == FABRIC_CLOSED) {
    fail(channel->failure, CODE_NETWORK, where, 0, "%s closed the connection", channel->peer);
    fail_hint(channel->failure, "the peer's probe ended or gave up: look at the events of its own host");
  } else {
    fail(channel->failure, CODE_NETWORK, where, errno, "%s", channel->peer);
    fail_hint(channel->failure, "the peer's probe died, or something between the hosts cut the connection");
  }
  return channel->failure->code;
}

int channel_wait(struct op *op, struct channel *channel, const char *where, uint64_t since) {
  uint64_t now = now_ns(), waited = now - since;
  int over = channel->deadline && now >= channel->deadline ? CODE_DEADLINE : op_over(op);
  if (over != CODE_DEADLINE) return over;
  if (waited < SILENCE_NS) return fail(channel->failure, CODE_DEADLINE, where, 0, "the request's deadline passed before its work was done");
  fail(channel->failure, CODE_NETWORK, where, ETIMEDOUT, "nothing from %s for %llu ms", channel->peer, (unsigned long long)waited / 1000000u);
  fail_hint(channel->failure, "the link or the peer stopped without closing: a cable, a port, a dead host");
  return channel->failure->code;
}

int channel_send(struct op *op, struct channel *channel, const void *bytes, size_t n) {
  const char *at = bytes;
  uint64_t since = 0;
  while (n > 0) {
    ssize_t sent = channel->fabric->send(channel, at, n);
    if (sent > 0) {
      at += sent;
      n -= (size_t)sent;
      since = 0;
      continue;
    }
    if (sent != FABRIC_WAIT) return channel_lost(channel, "send", sent);
    if (!since) since = now_ns() - SLICE_MS * 1000000u;
    int rc = channel_wait(op, channel, "send", since);
    if (rc) return rc;
  }
  return 0;
}

int channel_recv(struct op *op, struct channel *channel, void *bytes, size_t n) {
  char *at = bytes;
  uint64_t since = 0;
  while (n > 0) {
    ssize_t got = channel->fabric->recv(channel, at, n);
    if (got > 0) {
      at += got;
      n -= (size_t)got;
      since = 0;
      continue;
    }
    if (got != FABRIC_WAIT) return channel_lost(channel, "recv", got);
    if (!since) since = now_ns() - SLICE_MS * 1000000u;
    int rc = channel_wait(op, channel, "recv", since);
    if (rc) return rc;
  }
  return 0;
}
