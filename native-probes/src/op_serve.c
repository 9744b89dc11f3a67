/* The answering side of every measurement: one thread per connection. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "fabric.h"

#define VISITORS 64
/* A connection that has not greeted by then is closed: it holds a place that a stream needs. */
#define GREETING_NS 5000000000u

enum visitor_state { VISITOR_NONE, VISITOR_HERE, VISITOR_GONE };

struct server;
struct visitor {
  struct server *server;
  struct channel channel;
  struct failure failure;
  pthread_t thread;
  atomic_int state;
};

struct server {
  struct op *op;
  const char *token, *only;
  struct listener listener;
  struct visitor visitor[VISITORS];
};

static void *attend(void *context) {
  struct visitor *v = context;
  struct op *op = v->server->op;
  struct greeting greeting;
  v->channel.deadline = now_ns() + GREETING_NS;
  bool welcome = greet_visitor(op, &v->channel, v->server->token, v->server->only, &greeting);
  v->channel.deadline = 0;
  if (welcome) measurement_named(greeting.op)->respond(op, &v->channel, &greeting);
  v->channel.fabric->close(&v->channel);
  atomic_store(&v->state, VISITOR_GONE);
  return NULL;
}

static struct visitor *free_place(struct server *server) {
  for (int i = 0; i < VISITORS; i++) {
    struct visitor *v = &server->visitor[i];
    if (atomic_load(&v->state) == VISITOR_GONE) {
      pthread_join(v->thread, NULL);
      atomic_store(&v->state, VISITOR_NONE);
    }
    if (atomic_load(&v->state) == VISITOR_NONE) return v;
  }
  return NULL;
}

static void let_in(struct server *server, const struct channel *channel) {
  struct visitor *v = free_place(server);
  struct channel refused = *channel;
  if (v) {
    v->server = server;
    v->channel = *channel;
    v->failure = (struct failure){0};
    v->channel.failure = &v->failure;
    atomic_store(&v->state, VISITOR_HERE);
    if (pthread_create(&v->thread, NULL, attend, v) == 0) return;
    atomic_store(&v->state, VISITOR_NONE);
  }
  refused.fabric->close(&refused);
}

static int accept_until_over(struct server *server, const struct fabric *fabric) {
  struct channel channel = {0};
  for (;;) {
    int over = op_over(server->op);
    if (over) return over == CODE_STOPPED ? 0 : over;
    int came = fabric->accept(&server->listener, &channel);
    if (came == 1) let_in(server, &channel);
    if (came != FABRIC_ERROR) continue;
    /* Out of descriptors: those who are here will free some. Anything else is the end of the listener. */
    if (errno == EMFILE || errno == ENFILE) sleep_slice(NO_DEADLINE);
    else
      return fail(&server->op->failure, CODE_NETWORK, "accept", errno, "port %d", server->listener.port);
  }
}

/* `op->stop` makes every visitor's thread end within a slice. */
static void dismiss_all(struct server *server) {
  atomic_store(&server->op->stop, true);
  for (int i = 0; i < VISITORS; i++)
    if (atomic_load(&server->visitor[i].state) != VISITOR_NONE) pthread_join(server->visitor[i].thread, NULL);
}

static int read_serve(struct op *op, struct server *server, struct endpoint *at) {
  const char *bind;
  long long port;
  if (want_token(op, &server->token) || want_text(op, "op", "", &server->only)) return op->failure.code;
  if (*server->only && !measurement_named(server->only))
    return fail(&op->failure, CODE_USAGE, "request", 0, "`op` is `%s`, which this probe does not know", server->only);
  if (want_text(op, "bind", NULL, &bind) || want_number(op, "port", 0, 65535, 0, &port)) return op->failure.code;
  return endpoint_parse(&op->failure, "bind", bind, port, at);
}

int op_serve(struct op *op) {
  struct endpoint at;
  const struct fabric *fabric = fabric_of(op);
  struct server *server = calloc(1, sizeof *server);
  if (!fabric || !server) return free(server), fabric ? fail(&op->failure, CODE_CALL, "memory", ENOMEM, "serve") : op->failure.code;
  server->op = op;
  int rc = read_serve(op, server, &at);
  if (!rc) rc = pin_to_cpu(op);
  if (!rc) rc = fabric->listen(&server->listener, &at, &op->failure);
  if (!rc) {
    struct channel door = {.fabric = fabric, .fd = server->listener.fd};
    op_tell_token(op);
    event_ready(op->sink, op->id, server->listener.address, server->listener.port);
    rc = accept_until_over(server, fabric);
    fabric->close(&door);
    dismiss_all(server);
  }
  free(server);
  return rc;
}
