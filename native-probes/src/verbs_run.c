/* The two sides of a verbs measurement as requests: `run` proposes and measures, `serve` accepts and answers. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "verbs_session.h"

static int propose(struct session *s) {
  char text[SAID_MAX_BYTES + 1];
  terms_say(text, "offer", &s->terms, &s->mine);
  int rc = conversation_say(s->talk, text);
  if (!rc) rc = conversation_hear(s->talk);
  if (rc) return rc;
  if (!said_word(s->talk->text, "accept"))
    return fail(s->failure, CODE_NETWORK, "conversation", 0, "the other side answers the offer with `%.60s`", s->talk->text);
  rc = side_from_text(s->talk->text, &s->terms, &s->theirs, s->failure);
  return rc ? rc : session_connect(s);
}

static int read_tally(struct session *s, struct tally *tally) {
  static const char *const KEYS[] = {"bytes", "messages", "window_ns"};
  uint64_t *const values[] = {&tally->bytes, &tally->messages, &tally->window_ns};
  char text[24];
  for (int i = 0; i < 3; i++) {
    if (!said_value(s->talk->text, KEYS[i], text, sizeof text)) return 0;
    if (!parse_number(text, values[i])) return fail(s->failure, CODE_NETWORK, "conversation", 0, "the other side says `%s=%s`", KEYS[i], text);
  }
  return 0;
}

/* `messages`: how many this side saw acknowledged. What the other side counted comes back. */
static int farewell(struct session *s, uint64_t messages, struct tally *theirs) {
  char text[SAID_MAX_BYTES + 1] = "bye";
  if (messages) say_more(text, " messages=%llu", (unsigned long long)messages);
  int rc = conversation_say(s->talk, text);
  if (!rc) rc = conversation_hear(s->talk);
  return rc ? rc : read_tally(s, theirs);
}

static int run_latency(struct session *s) {
  struct histogram *histogram = calloc(1, sizeof *histogram);
  struct latency_result result = {.fabric = s->port->kind, .kind = s->terms.verb == VERB_READ ? "read" : "rtt", .size = (uint64_t)s->terms.size};
  struct verbs_details details;
  struct tally ignored = {0};
  char gid[40];
  if (!histogram) return fail(s->failure, CODE_CALL, "memory", ENOMEM, "latency");
  result.histogram = histogram;
  int rc = latency_measure(s, &result, histogram);
  if (!rc) rc = farewell(s, 0, &ignored);
  if (!rc) {
    session_details(s, &details, gid);
    result.verbs = &details;
    event_latency(s->op->sink, s->op->id, &result);
  }
  free(histogram);
  return rc;
}

/* Of `send` the receiver's count is the result: only what its memory got is goodput. */
static void add_up(const struct session *s, const struct tally *sent, const struct tally *received, const struct tally *theirs,
                   struct bandwidth_result *result) {
  bool by_receiver = s->terms.verb == VERB_SEND;
  const struct tally *out = by_receiver ? theirs : sent, *in = by_receiver ? received : theirs;
  *result = (struct bandwidth_result){.fabric = s->port->kind, .size = (uint64_t)s->terms.size, .streams = (uint64_t)s->terms.qps,
                                      .bytes = out->bytes, .window_ns = out->window_ns, .messages = (long long)out->messages, .retransmits = -1,
                                      .around = result->around,
                                      .rate = rate_of(out->bytes, out->window_ns), .rate_out = -1, .rate_in = -1};
  if (!s->terms.bidirectional) return;
  result->rate_out = (long long)result->rate;
  result->rate_in = (long long)rate_of(in->bytes, in->window_ns);
  result->rate += (uint64_t)result->rate_in;
  result->bytes += in->bytes;
  result->messages += (long long)in->messages;
  if (in->window_ns > result->window_ns) result->window_ns = in->window_ns;
}

static int run_bandwidth(struct session *s) {
  struct tally sent = {0}, received = {0}, theirs = {0};
  struct bandwidth_result result = {0};
  struct verbs_details details;
  char gid[40];
  int rc = bandwidth_measure(s, &result.around, &sent, &received);
  if (!rc) rc = farewell(s, s->terms.verb == VERB_SEND ? sent.total : 0, &theirs);
  if (rc) return rc;
  add_up(s, &sent, &received, &theirs, &result);
  if (!result.window_ns || (s->terms.bidirectional && !result.rate_in))
    return fail(s->failure, CODE_NETWORK, "conversation", 0, "the other side does not say how much it counted");
  session_details(s, &details, gid);
  result.verbs = &details;
  event_bandwidth(s->op->sink, s->op->id, &result);
  return 0;
}

static int run_session(struct session *s) {
  int rc = place_read(s->op, s->port, &s->place);
  if (!rc) rc = session_prepare(s);
  if (!rc) rc = conversation_dial(s->talk, s->op);
  if (rc) return rc;
  rc = propose(s);
  if (!rc) rc = s->terms.op == OP_LATENCY ? run_latency(s) : run_bandwidth(s);
  if (rc) session_part(s->talk, rc, s->failure);
  return rc;
}

/* `rdma-cm` finds the port by the address to bind; everything else by the device's name. */
static int open_port(struct op *op, struct terms *terms, struct verbs_port *port) {
  bool by_address = strcmp(request_text(&op->request, "via", "controller"), "tcp") != 0;
  int rc = verbs_port_open(op, by_address, port);
  if (!rc && terms->connect == TERM_ABSENT) terms->connect = verbs_is_iwarp(port) ? CONNECT_CM : CONNECT_EXCHANGE;
  return rc;
}

int op_verbs_run(struct op *op) {
  struct verbs_port port = {0};
  struct conversation talk = {.op = op, .failure = &op->failure, .channel = {.fd = -1}};
  struct session *s = calloc(1, sizeof *s);
  if (!s) return fail(&op->failure, CODE_CALL, "memory", ENOMEM, "verbs");
  *s = (struct session){.op = op, .failure = &op->failure, .measures = true, .port = &port, .talk = &talk};
  int rc = terms_from_request(op, &s->terms);
  if (!rc) rc = verbs_check_run(op, &s->terms);
  if (!rc) rc = open_port(op, &s->terms, &port);
  if (!rc) rc = run_session(s);
  if (port.context) {
    session_close(s);
    verbs_port_close(&port);
  }
  conversation_close(&talk);
  free(s);
  return rc;
}
