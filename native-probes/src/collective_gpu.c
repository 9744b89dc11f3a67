/* NCCL and RCCL. */
#include "collective.h"

int collective_gpu(struct collective *c) {
  return fail(&c->op->failure, CODE_UNAVAILABLE, "collective", 0, "`backend` gpu is not built yet");
}
