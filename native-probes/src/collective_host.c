#include "collective.h"

int collective_host(struct collective *c) {
  return fail(&c->op->failure, CODE_UNAVAILABLE, "collective", 0, "`backend` host is not built yet");
}
