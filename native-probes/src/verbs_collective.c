/* Ranks over verbs. */
#include "collective_host.h"

static int verbs_read(struct rank *rank) {
  return fail(&rank->op->failure, CODE_UNAVAILABLE, "collective", 0, "`fabric` verbs is not built yet");
}

const struct carrier CARRIER_VERBS = {.read = verbs_read};
