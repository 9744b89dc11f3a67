/* From a request to a channel that both sides agree on. */
#include <string.h>

#include "fabric.h"

int want_token(struct op *op, const char **token) {
  if (want_text(op, "token", NULL, token)) return op->failure.code;
  size_t n = strspn(*token, "0123456789abcdef");
  if (n == TOKEN_BYTES && (*token)[n] == 0) return 0;
  return fail(&op->failure, CODE_USAGE, "request", 0, "`token` is not %d lower-case hexadecimal digits", TOKEN_BYTES);
}

static int read_source(struct op *op, struct dial *dial) {
  const char *bind;
  long long port;
  if (want_text(op, "bind", "", &bind) || want_number(op, "source_port", 1, 65535, 0, &port)) return op->failure.code;
  dial->bound = *bind != 0;
  if (dial->bound) return endpoint_parse(&op->failure, "bind", bind, port, &dial->from);
  if (port) return fail(&op->failure, CODE_USAGE, "request", 0, "`source_port` needs `bind`");
  return 0;
}

int dial_read(struct op *op, struct dial *dial, const char *name, long long size) {
  const char *address;
  long long port;
  *dial = (struct dial){.op = name, .size = size, .fabric = fabric_of(op)};
  if (!dial->fabric || want_token(op, &dial->token) || read_source(op, dial)) return op->failure.code;
  if (want_number(op, "sndbuf", 4096, 1 << 30, 0, &dial->sndbuf)) return op->failure.code;
  if (want_text(op, "address", NULL, &address) || want_number(op, "port", 1, 65535, REQUIRED, &port)) return op->failure.code;
  if (endpoint_parse(&op->failure, "address", address, port, &dial->to)) return op->failure.code;
  if (dial->bound && dial->from.address.ss_family != dial->to.address.ss_family)
    return fail(&op->failure, CODE_USAGE, "request", 0, "`bind` and `address` are not of the same family (IPv4, IPv6)");
  return 0;
}

/* The answer tells a refused token from a peer that is slow: without it the first measured message would just hang up. */
static int introduce(struct op *op, const struct dial *dial, struct channel *channel) {
  struct greeting greeting = {.magic = GREETING_MAGIC, .size = (uint32_t)dial->size};
  char answer[4];
  format(greeting.op, sizeof greeting.op, "%s", dial->op);
  memcpy(greeting.token, dial->token, TOKEN_BYTES);
  int rc = channel_send(op, channel, &greeting, sizeof greeting);
  if (!rc) rc = channel_recv(op, channel, answer, sizeof answer);
  if (rc == CODE_NETWORK) {
    format(channel->failure->where, sizeof channel->failure->where, "greeting");
    fail_hint(channel->failure, "the peer did not accept the greeting: is `token` the one of its `serve`, and `op` too?");
  }
  if (!rc && memcmp(answer, GREETING_ANSWER, sizeof answer) != 0)
    rc = fail(channel->failure, CODE_NETWORK, "greeting", 0, "%s is no seatrial-probe of this version", channel->peer);
  return rc;
}

int dial_connect(struct op *op, const struct dial *dial, int k, struct channel *channel) {
  struct endpoint from = dial->from;
  endpoint_add_port(&from, k);
  int rc = dial->fabric->connect(op, channel, dial->bound ? &from : NULL, &dial->to, (int)dial->sndbuf);
  return rc ? rc : introduce(op, dial, channel);
}

/* Every byte is compared whatever the first ones were, so that timing tells nothing about the token. */
static bool same_token(const char *a, const char *b) {
  unsigned difference = 0;
  for (int i = 0; i < TOKEN_BYTES; i++) difference |= (unsigned char)(a[i] ^ b[i]);
  return difference == 0;
}

bool greet_visitor(struct op *op, struct channel *channel, const char *token, const char *only, struct greeting *greeting) {
  if (channel_recv(op, channel, greeting, sizeof *greeting) != 0) return false;
  greeting->op[sizeof greeting->op - 1] = 0;
  if (memcmp(greeting->magic, GREETING_MAGIC, 4) != 0 || !same_token(greeting->token, token)) return false;
  if (*only ? strcmp(only, greeting->op) != 0 : !measurement_named(greeting->op)) return false;
  return channel_send(op, channel, GREETING_ANSWER, 4) == 0;
}
