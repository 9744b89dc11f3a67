/* Plain dlsym gives the default version of a symbol; dlvsym would miss functions that came later. RTLD_LOCAL: what the library loads must
 * not see, or be seen by, what else this process opens. */
#include "library.h"

#include <dlfcn.h>
#include <string.h>

/* dlerror's text when a file is there and cannot be used is another one ("file too short", "invalid ELF header"). glibc translates it only
 * after setlocale, which the probe never calls. */
static bool is_missing(const char *why) {
  return !why || strstr(why, "cannot open shared object file");
}

static int cannot_open(struct library *library) {
  const char *why = dlerror();
  if (why) fail(&library->problem, CODE_UNAVAILABLE, library->where, 0, "%s", why);
  else fail(&library->problem, CODE_UNAVAILABLE, library->where, 0, "%s cannot be opened", library->file);
  fail_hint(&library->problem, is_missing(why) ? library->missing : library->broken);
  return library->problem.code;
}

static int look_up(struct library *library, void *handle) {
  for (size_t i = 0; i < library->n; i++) {
    const struct library_function *function = &library->function[i];
    void *symbol = dlsym(handle, function->name);
    /* dlsym gives an object pointer; ISO C has no conversion to a function pointer, POSIX promises that the bytes are the same. */
    memcpy(function->member, &symbol, sizeof symbol);
    if (symbol || function->optional) continue;
    fail(&library->problem, CODE_UNAVAILABLE, library->where, 0, "%s has no function %s", library->file, function->name);
    fail_hint(&library->problem, library->old);
    return library->problem.code;
  }
  return 0;
}

static int load(struct library *library) {
  void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
  int rc = handle ? look_up(library, handle) : cannot_open(library);
  return !rc && library->begin ? library->begin(&library->problem) : rc;
}

int library_open(struct library *library, struct failure *failure) {
  pthread_mutex_lock(&library->lock);
  if (library->state == LIBRARY_NOT_OPENED) library->state = load(library) ? LIBRARY_NOT_THERE : LIBRARY_OPEN;
  bool open = library->state == LIBRARY_OPEN;
  pthread_mutex_unlock(&library->lock);
  if (!open) *failure = library->problem;
  return open ? 0 : failure->code;
}
