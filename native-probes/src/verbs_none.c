/* In place of the verbs fabric when the probe was built with `make VERBS=0`: it says so, and never looks like a host without RDMA. */
#include <string.h>

#include "collective_host.h"
#include "ports.h"

static int not_built(struct op *op) {
  fail(&op->failure, CODE_UNAVAILABLE, "verbs", 0, "this probe was built without infiniband/verbs.h");
  fail_hint(&op->failure, "build it with the headers of rdma-core (Debian, Ubuntu: libibverbs-dev librdmacm-dev) and without VERBS=0");
  return op->failure.code;
}

int op_verbs_run(struct op *op) {
  return not_built(op);
}

int op_verbs_serve(struct op *op) {
  return not_built(op);
}

static int no_ranks(struct rank *rank) {
  return not_built(rank->op);
}

const struct carrier CARRIER_VERBS = {.read = no_ranks};

void verbs_look(struct op *op, struct verbs_look *look) {
  look->verdict = "not-looked";
  if (!op->guest && strcmp(op->root, "/") == 0) format(look->why, sizeof look->why, "this probe was built without infiniband/verbs.h");
}
