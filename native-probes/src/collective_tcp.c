/* Ranks over TCP: every rank listens, the controller tells those who are to connect where, and each connection says which rank it is. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "collective_host.h"

/* A visitor that has not greeted by then is closed: the ranks that are waited for come after it. */
#define GREETING_NS 1000000000u
#define NAME "collective"

static int tcp_read(struct rank *rank) {
  struct op *op = rank->op;
  const char *bind;
  if (want_token(op, &rank->token) || want_text(op, "bind", NULL, &bind)) return op->failure.code;
  if (want_number(op, "sndbuf", 4096, 1 << 30, 0, &rank->sndbuf)) return op->failure.code;
  int rc = endpoint_parse(&op->failure, "bind", bind, 0, &rank->from);
  return rc ? rc : pin_to_cpu(op);
}

static int tcp_lend(struct rank *rank, void *memory, size_t bytes) {
  (void)rank, (void)memory, (void)bytes;
  return 0;
}

/* What went wrong on a link, with the rank's name before it: an address alone is nobody's. */
static int name_rank(struct rank *rank, const struct link *link, int rc) {
  struct failure *failure = &rank->op->failure;
  char msg[sizeof failure->msg];
  if (failure->code != rc) return rc;
  format(msg, sizeof msg, "rank %lld at %s", link->peer, failure->msg);
  memcpy(failure->msg, msg, sizeof msg);
  return rc;
}

static int tcp_lost(struct rank *rank, struct link *link, const char *where, ssize_t outcome) {
  return name_rank(rank, link, channel_lost(&link->channel, where, outcome));
}

static int greet(struct rank *rank, struct link *link) {
  struct greeting greeting = {.magic = GREETING_MAGIC};
  uint32_t number = (uint32_t)rank->c->rank;
  format(greeting.op, sizeof greeting.op, "%s", NAME);
  memcpy(greeting.token, rank->token, TOKEN_BYTES);
  memcpy(greeting.reserved, &number, sizeof number);
  /* The answer is waited for beside everything else: the other rank may be greeting a third one just now, and that one this one. */
  return channel_send(rank->op, &link->channel, &greeting, sizeof greeting);
}

/* `at address=A port=P`. Of a rank that is not connected from here it is nothing to us. */
static int connect_to(struct rank *rank) {
  struct collective *c = rank->c;
  struct link *link = rank_link(rank, c->from, true);
  struct endpoint to;
  char address[64], text[24];
  uint64_t port;
  if (!link || link->state != LINK_NEW) return 0;
  if (!said_value(c->text, "address", address, sizeof address) || !said_value(c->text, "port", text, sizeof text) || !parse_number(text, &port) ||
      port < 1 || port > 65535)
    return fail(&rank->op->failure, CODE_NETWORK, "hear", 0, "`%.80s` of rank %lld has no address and port", c->text, c->from);
  int rc = endpoint_parse(&rank->op->failure, "address", address, (long long)port, &to);
  if (!rc) rc = FABRIC_TCP.connect(rank->op, &link->channel, &rank->from, &to, (int)rank->sndbuf);
  if (!rc) rc = greet(rank, link);
  link->state = LINK_GREETED;
  return rc ? name_rank(rank, link, rc) : 0;
}

static int take_answer(struct rank *rank, struct link *link) {
  char answer[4];
  int rc = channel_recv(rank->op, &link->channel, answer, sizeof answer);
  if (!rc && memcmp(answer, GREETING_ANSWER, sizeof answer) != 0)
    rc = fail(&rank->op->failure, CODE_NETWORK, "greeting", 0, "%s is no seatrial-probe of this version", link->channel.peer);
  if (rc == CODE_NETWORK) fail_hint(&rank->op->failure, "the rank did not accept the greeting: has it the same token, and the same collective?");
  link->state = LINK_UP;
  return rc ? name_rank(rank, link, rc) : 0;
}

/* Who comes is let in when it has the token and is a rank that is to connect here. */
static void let_in(struct rank *rank, struct listener *listener) {
  struct greeting greeting;
  struct failure ignored;
  struct channel visitor = {.fd = -1, .failure = &ignored};
  uint32_t number = 0;
  if (FABRIC_TCP.accept(listener, &visitor) != 1) return;
  visitor.deadline = now_ns() + GREETING_NS;
  bool welcome = greet_visitor(rank->op, &visitor, rank->token, NAME, &greeting);
  memcpy(&number, greeting.reserved, sizeof number);
  struct link *link = welcome ? rank_link(rank, (long long)number, false) : NULL;
  if (!link || link->state != LINK_NEW) return FABRIC_TCP.close(&visitor);
  visitor.deadline = 0;
  visitor.failure = &rank->op->failure;
  link->channel = visitor;
  link->state = LINK_UP;
}

static const struct link *missing(const struct rank *rank) {
  for (unsigned i = 0; i < rank->links; i++)
    if (rank->link[i].state != LINK_UP) return &rank->link[i];
  return NULL;
}

/* What has come: a word, a visitor, answers to greetings. */
static int take_news(struct rank *rank, struct listener *listener, struct pollfd *news, struct link **greeted, unsigned n) {
  int rc = collective_over(rank->c);
  if (!rc && news[0].revents) rc = collective_hear(rank->c, 0);
  if (rc == COLLECTIVE_HEARD) rc = said_word(rank->c->text, "at") ? connect_to(rank) : 0;
  if (!rc && news[1].revents) let_in(rank, listener);
  for (unsigned i = 0; i < n && !rc; i++)
    if (news[2 + i].revents) rc = take_answer(rank, greeted[i]);
  return rc;
}

static int meet(struct rank *rank, struct listener *listener, uint64_t since) {
  struct pollfd *news = calloc(rank->links + 2, sizeof *news);
  struct link **greeted = calloc(rank->links + 1, sizeof *greeted);
  char who[64];
  int rc = news && greeted ? 0 : fail(&rank->op->failure, CODE_CALL, "memory", ENOMEM, "joining");
  while (!rc && missing(rank)) {
    unsigned n = 0;
    news[0] = (struct pollfd){.fd = rank->op->ears[0], .events = POLLIN};
    news[1] = (struct pollfd){.fd = listener->fd, .events = POLLIN};
    for (unsigned i = 0; i < rank->links; i++) {
      if (rank->link[i].state != LINK_GREETED) continue;
      news[2 + n] = (struct pollfd){.fd = rank->link[i].channel.fd, .events = POLLIN};
      greeted[n++] = &rank->link[i];
    }
    poll(news, n + 2, SLICE_MS);
    rc = take_news(rank, listener, news, greeted, n);
    if (rc || !missing(rank)) break;
    format(who, sizeof who, "a connection with rank %lld", missing(rank)->peer);
    rc = collective_join_late(rank->c, since, who);
  }
  free(news);
  free(greeted);
  return rc;
}

static int tcp_open(struct rank *rank, uint64_t since) {
  struct listener listener;
  long long *reached_by = calloc(rank->links + 1, sizeof *reached_by);
  size_t n = 0;
  if (!reached_by) return fail(&rank->op->failure, CODE_CALL, "memory", ENOMEM, "joining");
  for (unsigned i = 0; i < rank->links; i++)
    if (!rank->link[i].connects) reached_by[n++] = rank->link[i].peer;
  int rc = FABRIC_TCP.listen(&listener, &rank->from, &rank->op->failure);
  if (!rc) {
    struct channel door = {.fd = listener.fd};
    event_rank_ready(rank->op->sink, rank->op->id, listener.address, listener.port, rank->c->rank, reached_by, n);
    rc = meet(rank, &listener, since);
    FABRIC_TCP.close(&door);
  }
  free(reached_by);
  return rc;
}

static bool try_again(void) {
  return errno == EAGAIN || errno == EINTR;
}

static ssize_t tcp_send(struct rank *rank, struct link *link, const void *bytes, size_t n) {
  ssize_t sent = send(link->channel.fd, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
  (void)rank;
  if (sent < 0) return try_again() ? FABRIC_WAIT : FABRIC_ERROR;
  link->sent = link->taken += (uint64_t)sent;
  return sent;
}

static ssize_t tcp_recv(struct rank *rank, struct link *link, void *bytes, size_t n) {
  ssize_t got = recv(link->channel.fd, bytes, n, MSG_DONTWAIT);
  (void)rank;
  if (got > 0) return got;
  if (got == 0) return FABRIC_CLOSED;
  return try_again() ? FABRIC_WAIT : FABRIC_ERROR;
}

static int tcp_wait(struct rank *rank, const struct plan *plan) {
  struct pollfd waiting[PLAN_QUEUES + 1];
  nfds_t n = 0;
  for (unsigned i = 0; i < plan->queues; i++) {
    const struct queue *queue = &plan->queue[i];
    if (queue->at == queue->n || !queue_wants(plan, queue)) continue;
    waiting[n++] = (struct pollfd){.fd = queue->piece[queue->at].link->channel.fd, .events = queue->out ? POLLOUT : POLLIN};
  }
  waiting[n] = (struct pollfd){.fd = rank->op->has_ears ? rank->op->ears[0] : -1, .events = POLLIN};
  if (poll(waiting, n + 1, SLICE_MS) > 0 && !waiting[n].revents) return 0;
  return rank_look(rank, plan);
}

static void tcp_close(struct rank *rank) {
  for (unsigned i = 0; i < rank->links; i++) FABRIC_TCP.close(&rank->link[i].channel);
}

const struct carrier CARRIER_TCP = {
    .read = tcp_read,
    .lend = tcp_lend,
    .open = tcp_open,
    .send = tcp_send,
    .recv = tcp_recv,
    .wait = tcp_wait,
    .lost = tcp_lost,
    .close = tcp_close,
};
