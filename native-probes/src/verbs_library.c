/* libibverbs by dlopen: its default symbols are of version IBVERBS_1.1 and later. */
#include <string.h>

#include "library.h"
#include "verbs.h"

static struct verbs_library verbs;

static const struct library_function FUNCTIONS[] = {
#define NEEDED(name) {"ibv_" #name, &verbs.name, false},
#define OPTIONAL(name) {"ibv_" #name, &verbs.name, true},
    VERBS_FUNCTIONS(NEEDED) VERBS_OPTIONAL(OPTIONAL)
#undef NEEDED
#undef OPTIONAL
};

static struct library library = {
    LIBRARY_INIT,
    .file = "libibverbs.so.1",
    .where = "verbs",
    .missing = "install the user space of RDMA (Debian, Ubuntu: libibverbs1 ibverbs-providers; RHEL, SLES: libibverbs)",
    .broken = "the file is broken, cut off or made for another machine: install the package again that it is from (Debian, Ubuntu: libibverbs1; "
              "RHEL, SLES: libibverbs)",
    .old = "this rdma-core is too old for the probe, or another library has taken its name: update rdma-core",
    .function = FUNCTIONS,
    .n = sizeof FUNCTIONS / sizeof *FUNCTIONS,
};

const struct verbs_library *verbs_library(struct failure *why) {
  return library_open(&library, why) ? NULL : &verbs;
}

int verbs_query_port(const struct verbs_library *v, struct ibv_context *context, uint8_t port, struct ibv_port_attr *attr) {
  struct verbs_context *extended = verbs_get_ctx_op(context, query_port);
  memset(attr, 0, sizeof *attr);
  if (extended) return extended->query_port(context, port, attr, sizeof *attr);
  return v->query_port(context, port, (struct _compat_ibv_port_attr *)attr);
}
