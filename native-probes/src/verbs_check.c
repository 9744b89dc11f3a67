/* What a request over verbs says about its own side, looked at before any library or device is opened. */
#include <string.h>

#include "verbs_session.h"

int verbs_check_memory(const struct terms *terms, bool host, struct failure *failure) {
  if (host || terms->op != OP_LATENCY || terms->verb != VERB_WRITE) return 0;
  fail(failure, CODE_USAGE, "memory", 0, "write latency is told by a message's last byte, which the CPU cannot poll in GPU memory");
  fail_hint(failure, "use `verb` send or read with GPU memory");
  return failure->code;
}

int verbs_read_door(struct op *op, struct endpoint *at, const char **token) {
  const char *bind;
  long long port;
  if (want_token(op, token) || want_text(op, "bind", NULL, &bind) || want_number(op, "port", 0, 65535, 0, &port)) return op->failure.code;
  return endpoint_parse(&op->failure, "bind", bind, port, at);
}

/* What both sides say of themselves. */
static int check_end(struct op *op, bool by_tcp) {
  const char *device, *memory;
  char name[FIELD_NAME_BYTES];
  long long number;
  struct gid_wish wish;
  if (want_text(op, "device", NULL, &device) || want_number(op, "device_port", 1, 255, 1, &number)) return op->failure.code;
  if (!*device) return fail(&op->failure, CODE_USAGE, "request", 0, "%s is empty", field_name(op, "device", name));
  if (verbs_wish_read(op, !by_tcp, &wish) || want_text(op, "memory", "host", &memory)) return op->failure.code;
  if (want_number(op, "numa", -1, 1023, -1, &number)) return op->failure.code;
  return memory_check(memory, &op->failure);
}

int verbs_check_run(struct op *op, const struct terms *terms) {
  bool by_tcp;
  const char *bind;
  struct dial dial;
  int rc = conversation_way(op, &by_tcp);
  if (!rc) rc = check_end(op, by_tcp);
  if (!rc && terms->connect == CONNECT_CM) rc = cm_check_terms(terms, &op->failure);
  if (!rc && terms->connect == CONNECT_CM) rc = want_text(op, "bind", NULL, &bind); /* librdmacm finds the device by it */
  if (!rc) rc = verbs_check_memory(terms, memory_is_host(request_text(&op->request, "memory", "host")), &op->failure);
  return !rc && by_tcp ? dial_read(op, &dial, "verbs", 0) : rc;
}

int verbs_check_serve(struct op *op) {
  bool by_tcp;
  const char *only, *token;
  struct endpoint at;
  int rc = conversation_way(op, &by_tcp);
  if (!rc) rc = want_text(op, "op", "", &only);
  if (!rc && *only && !measurement_named(only))
    rc = fail(&op->failure, CODE_USAGE, "request", 0, "`op` is `%.40s`, which this probe does not know", only);
  if (!rc) rc = check_end(op, by_tcp);
  return !rc && by_tcp ? verbs_read_door(op, &at, &token) : rc;
}
