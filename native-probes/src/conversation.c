#include "conversation.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "events.h"

/* From the end of a connection to the words that explain it: they go through two agents and a controller, on hosts that may be busy. */
#define LAST_WORDS_NS 1000000000u

/* A pair of packet sockets: they keep the texts apart, can be waited for beside other descriptors, and need no lock. */
bool op_open_ears(struct op *op) {
  int room = 1 << 20; /* as much as the kernel grants: a collective's ranks may all speak at once */
  op->has_ears = socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, op->ears) == 0;
  if (op->has_ears) setsockopt(op->ears[1], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
  return op->has_ears;
}

void op_close_ears(struct op *op) {
  if (!op->has_ears) return;
  close(op->ears[0]);
  close(op->ears[1]);
  op->has_ears = false;
}

bool op_hear(struct op *op, const char *text) {
  size_t n = strlen(text);
  /* An empty packet would read as the end of the conversation. */
  return op->has_ears && n > 0 && n <= SAID_MAX_BYTES && send(op->ears[1], text, n, MSG_NOSIGNAL) == (ssize_t)n;
}

static int dial_tcp(struct conversation *talk) {
  struct dial dial;
  int rc = dial_read(talk->op, &dial, "verbs", 0);
  return rc ? rc : dial_connect(talk->op, &dial, 0, &talk->channel);
}

int conversation_way(struct op *op, bool *by_tcp) {
  const char *via;
  if (want_text(op, "via", "controller", &via)) return op->failure.code;
  *by_tcp = strcmp(via, "tcp") == 0;
  if (*by_tcp) return 0;
  if (strcmp(via, "controller") != 0)
    return fail(&op->failure, CODE_USAGE, "request", 0, "`via` is `%s`; it must be controller or tcp", via);
  if (op->has_ears) return 0;
  fail(&op->failure, CODE_USAGE, "request", 0, "`via` is controller, but no controller is there to carry what the two sides say");
  fail_hint(&op->failure, "by hand the two sides speak over TCP: --via=tcp, on both");
  return op->failure.code;
}

int conversation_dial(struct conversation *talk, struct op *op) {
  *talk = (struct conversation){.op = op, .failure = &op->failure, .channel = {.fd = -1, .failure = &op->failure}};
  int rc = conversation_way(op, &talk->by_tcp);
  return !rc && talk->by_tcp ? dial_tcp(talk) : rc;
}

int conversation_fd(const struct conversation *talk) {
  return talk->by_tcp ? talk->channel.fd : talk->op->ears[0];
}

int conversation_say(struct conversation *talk, const char *text) {
  uint16_t n = (uint16_t)strlen(text);
  if (!talk->by_tcp) return event_say(talk->op->sink, talk->op->id, text), 0;
  int rc = channel_send(talk->op, &talk->channel, &n, sizeof n);
  return rc ? rc : channel_send(talk->op, &talk->channel, text, n);
}

void conversation_refuse(struct conversation *talk, const struct failure *why) {
  char text[SAID_MAX_BYTES + 1];
  struct failure ignored;
  struct conversation quietly = *talk;
  if (talk->parted) return;
  talk->parted = true;
  format(text, sizeof text, "refuse code=%d where=%s msg=%s", why->code, why->where, why->msg);
  if (why->hint[0]) say_more(text, " (%s)", why->hint);
  quietly.channel.failure = quietly.failure = &ignored;
  conversation_say(&quietly, text);
}

/* The peer's own words, said to be the peer's. They come from another host: they are cut, and escaped where they are emitted. */
static int refused(struct conversation *talk) {
  char code[16], where[32];
  uint64_t number;
  const char *msg = strstr(talk->text, " msg=");
  talk->parted = true;
  if (!said_value(talk->text, "code", code, sizeof code) || !parse_number(code, &number) || number == 0 || number > 255) number = CODE_CALL;
  if (!said_value(talk->text, "where", where, sizeof where)) format(where, sizeof where, "peer");
  fail(talk->failure, (int)number, where, 0, "the other side says: %s", msg ? msg + 5 : talk->text);
  fail_hint(talk->failure, "this side waits or measures as it should: look at the other side's host, device and events");
  return talk->failure->code;
}

static int read_packet(struct conversation *talk) {
  ssize_t n = recv(talk->op->ears[0], talk->text, SAID_MAX_BYTES, 0);
  talk->text[n > 0 ? n : 0] = 0;
  if (n > 0) return 0;
  return fail(talk->failure, CODE_NETWORK, "hear", n < 0 ? errno : 0, "the other side said nothing");
}

static int read_framed(struct conversation *talk) {
  uint16_t n;
  int rc = channel_recv(talk->op, &talk->channel, &n, sizeof n);
  if (!rc && n > SAID_MAX_BYTES) rc = fail(talk->failure, CODE_NETWORK, "hear", 0, "%s says %u bytes at once", talk->channel.peer, n);
  if (!rc) rc = channel_recv(talk->op, &talk->channel, talk->text, n);
  talk->text[rc ? 0 : n] = 0;
  return rc;
}

static int read_text(struct conversation *talk) {
  int rc = talk->by_tcp ? read_framed(talk) : read_packet(talk);
  return !rc && said_word(talk->text, "refuse") ? refused(talk) : rc;
}

static int over_while_waiting(struct conversation *talk, uint64_t since) {
  uint64_t waited = now_ns() - since;
  int over = op_over(talk->op);
  if (over != CODE_DEADLINE) return over;
  if (waited < SILENCE_NS) return fail(talk->failure, CODE_DEADLINE, "hear", 0, "the request's deadline passed before the other side answered");
  fail(talk->failure, CODE_NETWORK, "hear", ETIMEDOUT, "nothing from the other side for %llu ms", (unsigned long long)waited / 1000000u);
  fail_hint(talk->failure, "its probe is gone or stuck, or the controller does not hand on what is said");
  return talk->failure->code;
}

static bool said_something(struct conversation *talk, int ms) {
  struct pollfd news = {.fd = conversation_fd(talk), .events = POLLIN};
  return poll(&news, 1, ms) > 0;
}

int conversation_hear(struct conversation *talk) {
  uint64_t since = now_ns();
  while (!said_something(talk, SLICE_MS)) {
    int rc = over_while_waiting(talk, since);
    if (rc) return rc;
  }
  return read_text(talk);
}

int conversation_await(struct conversation *talk) {
  talk->text[0] = 0;
  talk->parted = false;
  while (!said_something(talk, SLICE_MS)) {
    int over = op_over(talk->op);
    if (over) return over;
  }
  return read_text(talk);
}

int conversation_look(struct conversation *talk) {
  if (!said_something(talk, 0)) return 0;
  int rc = read_text(talk);
  if (rc) return rc;
  if (said_word(talk->text, "bye")) return HEARD_BYE;
  return fail(talk->failure, CODE_NETWORK, "hear", 0, "the other side says `%.60s` in the middle of a measurement", talk->text);
}

int conversation_last_words(struct conversation *talk) {
  uint64_t until = now_ns() + LAST_WORDS_NS;
  struct failure before = *talk->failure;
  while (!said_something(talk, SLICE_MS))
    if (now_ns() >= until || op_over(talk->op)) return 0;
  int rc = read_text(talk);
  if (rc && said_word(talk->text, "refuse")) return rc;
  *talk->failure = before;
  return 0;
}

void conversation_close(struct conversation *talk) {
  if (talk->channel.fabric) talk->channel.fabric->close(&talk->channel);
}

bool said_word(const char *text, const char *word) {
  size_t n = strlen(word);
  return strncmp(text, word, n) == 0 && (text[n] == 0 || text[n] == ' ');
}

bool said_value(const char *text, const char *key, char *value, size_t size) {
  size_t n = strlen(key);
  for (const char *at = strchr(text, ' '); at; at = strchr(at + 1, ' ')) {
    if (strncmp(at + 1, key, n) != 0 || at[1 + n] != '=') continue;
    const char *start = at + 1 + n + 1;
    format(value, size, "%.*s", (int)strcspn(start, " "), start);
    return true;
  }
  return false;
}

void say_more(char text[SAID_MAX_BYTES + 1], const char *fmt, ...) {
  size_t n = strlen(text);
  va_list args;
  va_start(args, fmt);
  if (vsnprintf(text + n, SAID_MAX_BYTES + 1 - n, fmt, args) < 0) text[n] = 0;
  va_end(args);
}
