/* The answering side: accepts offers, one after the other, and answers until the other side says bye. */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>

#include "verbs_session.h"

/* A connection that has not greeted by then is closed: others wait for their turn. */
#define GREETING_NS 5000000000u

/* The serving side's own failure of one measurement: the peer is told, a person at this end sees it too, and the next offer is waited for. */
static void give_up(struct session *s, int rc) {
  session_part(s->talk, rc, s->failure);
  if (s->op->sink->text && rc != CODE_STOPPED) event_error(s->op->sink, s->op->id, s->failure);
}

static int accept_offer(struct session *s) {
  char text[SAID_MAX_BYTES + 1];
  int rc = terms_from_text(s->talk->text, &s->terms, s->failure);
  if (!rc) rc = side_from_text(s->talk->text, &s->terms, &s->theirs, s->failure);
  const char *only = request_text(&s->op->request, "op", "");
  if (!rc && *only && strcmp(only, terms_op_name(&s->terms)) != 0)
    rc = fail(s->failure, CODE_USAGE, "offer", 0, "this side serves `%s` only", only);
  if (!rc) rc = session_prepare(s);
  if (!rc && s->terms.connect == CONNECT_EXCHANGE) rc = session_connect(s);
  if (rc) return rc;
  terms_say(text, "accept", &s->terms, &s->mine);
  rc = conversation_say(s->talk, text);
  return !rc && s->terms.connect == CONNECT_CM ? session_connect(s) : rc;
}

static void say_tally(char *text, const struct tally *tally) {
  if (tally->window_ns)
    say_more(text, " bytes=%llu messages=%llu window_ns=%llu", (unsigned long long)tally->bytes, (unsigned long long)tally->messages,
             (unsigned long long)tally->window_ns);
}

/* Answers one offer, which is in talk->text. 0, or a code when the conversation, and not only this measurement, is over. */
static int serve_offer(struct session *s) {
  char text[SAID_MAX_BYTES + 1] = "bye";
  struct tally sent = {0}, received = {0};
  int rc = accept_offer(s);
  if (!rc) rc = s->terms.op == OP_LATENCY ? latency_respond(s) : bandwidth_respond(s, &sent, &received);
  if (rc == HEARD_BYE) {
    say_tally(text, s->terms.verb == VERB_SEND ? &received : &sent);
    rc = conversation_say(s->talk, text);
  } else {
    give_up(s, rc);
  }
  return rc;
}

struct server {
  struct op *op;
  struct verbs_port port;
  struct place place;
};

static void serve_one(struct server *server, struct conversation *talk) {
  struct session *s = calloc(1, sizeof *s);
  if (!s) {
    fail(talk->failure, CODE_CALL, "memory", ENOMEM, "verbs");
    return conversation_refuse(talk, talk->failure);
  }
  *s = (struct session){.op = server->op, .failure = talk->failure, .port = &server->port, .talk = talk, .place = server->place};
  serve_offer(s);
  session_close(s);
  free(s);
}

/* One offer after another. A measurement that failed has been refused; the next one may be another. Returns when the other side is gone
 * (over TCP) or the request is over. */
static int converse(struct server *server, struct conversation *talk) {
  for (;;) {
    *talk->failure = (struct failure){0};
    int rc = conversation_await(talk);
    /* The word stays in the text: once the request itself is over it says nothing any more. */
    if (rc && !op_over(server->op) && said_word(talk->text, "refuse")) continue;
    if (rc) return rc;
    if (said_word(talk->text, "offer")) serve_one(server, talk);
  }
}

static void tell_ready(struct server *server, const struct listener *listener) {
  const struct verbs_port *port = &server->port;
  struct verbs_ready ready = {.device = port->device, .device_port = port->port, .fabric = port->kind};
  if (listener) ready.address = listener->address, ready.port = listener->port;
  event_verbs_ready(server->op->sink, server->op->id, &ready);
}

static int serve_controller(struct server *server) {
  struct op *op = server->op;
  struct conversation talk = {.op = op, .failure = &op->failure, .channel = {.fd = -1}};
  tell_ready(server, NULL);
  return converse(server, &talk);
}

/* A host that dies does not close its connections: without this its measurement would hold the door until the deadline. */
static void watch_peer(int fd) {
  int on = 1, idle_s = 5, every_s = 2, tries = 3;
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle_s, sizeof idle_s);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &every_s, sizeof every_s);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &tries, sizeof tries);
}

static void attend(struct server *server, struct channel *channel, const char *token) {
  struct failure failure = {0};
  struct greeting greeting;
  struct conversation talk = {.op = server->op, .failure = &failure, .by_tcp = true, .channel = *channel};
  talk.channel.failure = &failure;
  talk.channel.deadline = now_ns() + GREETING_NS;
  watch_peer(channel->fd);
  bool welcome = greet_visitor(server->op, &talk.channel, token, "verbs", &greeting);
  talk.channel.deadline = 0;
  if (welcome) converse(server, &talk);
  conversation_close(&talk);
}

/* One visitor at a time: two measurements over one port would disturb each other. The others wait in the listener's queue. */
static int serve_tcp(struct server *server) {
  struct op *op = server->op;
  struct listener listener;
  struct endpoint at;
  const char *token;
  int rc = verbs_read_door(op, &at, &token);
  if (!rc) rc = FABRIC_TCP.listen(&listener, &at, &op->failure);
  if (rc) return rc;
  op_tell_token(op);
  tell_ready(server, &listener);
  while (!(rc = op_over(op))) {
    struct channel channel = {.fd = -1};
    int came = FABRIC_TCP.accept(&listener, &channel);
    if (came == 1) attend(server, &channel, token);
    else if (came == FABRIC_ERROR) sleep_slice(NO_DEADLINE);
  }
  FABRIC_TCP.close(&(struct channel){.fabric = &FABRIC_TCP, .fd = listener.fd});
  return rc;
}

int op_verbs_serve(struct op *op) {
  struct server server = {.op = op};
  bool by_tcp = strcmp(request_text(&op->request, "via", "controller"), "tcp") == 0;
  int rc = verbs_check_serve(op);
  if (!rc) rc = verbs_port_open(op, !by_tcp, &server.port);
  if (!rc) rc = place_read(op, &server.port, &server.place);
  if (!rc) rc = by_tcp ? serve_tcp(&server) : serve_controller(&server);
  if (server.port.v) verbs_port_close(&server.port);
  return rc == CODE_STOPPED ? 0 : rc;
}
