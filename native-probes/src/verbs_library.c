/* libibverbs by dlopen. Plain dlsym gives the default version of a symbol (IBVERBS_1.1 and later); dlvsym with 1.1 would miss the newer
 * functions. RTLD_LOCAL: the providers that it loads must not see, or be seen by, what else this process opens. */
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "verbs.h"

#define LIBRARY "libibverbs.so.1"

static struct verbs_library library;
static struct failure problem;
static enum { NOT_LOADED, LOADED, NOT_THERE } state;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* dlsym gives an object pointer; ISO C has no conversion to a function pointer, POSIX promises that the bytes are the same. */
static void look_up(void *handle, const char *name, void *member) {
  void *symbol = dlsym(handle, name);
  memcpy(member, &symbol, sizeof symbol);
}

static bool has_all(void *handle) {
  const char *missing = NULL;
#define LOOK_UP(name) look_up(handle, "ibv_" #name, &library.name);
#define REQUIRE(name) \
  if (!library.name) missing = "ibv_" #name;
  VERBS_FUNCTIONS(LOOK_UP)
  VERBS_OPTIONAL(LOOK_UP)
  VERBS_FUNCTIONS(REQUIRE)
#undef REQUIRE
#undef LOOK_UP
  if (!missing) return true;
  fail(&problem, CODE_UNAVAILABLE, "verbs", 0, LIBRARY " has no function %s", missing);
  fail_hint(&problem, "this rdma-core is too old for the probe, or another library has taken its name: update rdma-core");
  return false;
}

bool verbs_file_is_broken(const char *why) {
  return why && !strstr(why, "cannot open shared object file");
}

static void load(void) {
  void *handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  state = NOT_THERE;
  if (handle && has_all(handle)) state = LOADED;
  if (handle) return;
  const char *why = dlerror();
  fail(&problem, CODE_UNAVAILABLE, "verbs", 0, "%s", why ? why : LIBRARY " cannot be opened");
  if (verbs_file_is_broken(why))
    return fail_hint(&problem, "the file is broken, cut off or made for another machine: install the package again that it is from (Debian, Ubuntu: "
                               "libibverbs1; RHEL, SLES: libibverbs)");
  fail_hint(&problem, "install the user space of RDMA (Debian, Ubuntu: libibverbs1 ibverbs-providers; RHEL, SLES: libibverbs)");
}

const struct verbs_library *verbs_library(struct failure *why) {
  pthread_mutex_lock(&lock);
  if (state == NOT_LOADED) load();
  bool loaded = state == LOADED;
  pthread_mutex_unlock(&lock);
  if (!loaded) *why = problem;
  return loaded ? &library : NULL;
}

int verbs_query_port(const struct verbs_library *v, struct ibv_context *context, uint8_t port, struct ibv_port_attr *attr) {
  struct verbs_context *extended = verbs_get_ctx_op(context, query_port);
  memset(attr, 0, sizeof *attr);
  if (extended) return extended->query_port(context, port, attr, sizeof *attr);
  return v->query_port(context, port, (struct _compat_ibv_port_attr *)attr);
}
