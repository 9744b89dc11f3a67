#include "memory.h"

#include <errno.h>
#include <string.h>

static const struct memory_source *const SOURCES[] = {&MEMORY_HOST, &MEMORY_CUDA, &MEMORY_HIP};

static const struct memory_source *source_named(const char *what) {
  for (size_t i = 0; i < sizeof SOURCES / sizeof *SOURCES; i++) {
    size_t n = strlen(SOURCES[i]->name);
    if (strncmp(what, SOURCES[i]->name, n) == 0 && (what[n] == 0 || what[n] == ':')) return SOURCES[i];
  }
  return NULL;
}

bool memory_is_host(const char *what) {
  return source_named(what) == &MEMORY_HOST;
}

/* `host` alone, or a GPU's kind with its number. */
static bool read_name(const char *what, uint64_t *gpu) {
  const struct memory_source *source = source_named(what);
  const char *colon = strchr(what, ':');
  if (!source || (source == &MEMORY_HOST) != !colon) return false;
  return !colon || (parse_number(colon + 1, gpu) && *gpu < 64);
}

static int bad_name(const char *what, struct failure *failure) {
  return fail(failure, CODE_USAGE, "request", 0, "`memory` is `%.40s`; it must be host, cuda:N or hip:N", what);
}

int memory_check(const char *what, struct failure *failure) {
  uint64_t gpu;
  return read_name(what, &gpu) ? 0 : bad_name(what, failure);
}

static int register_memory(struct memory *m, struct failure *failure) {
  if (m->mr) return 0;
  errno = 0;
  m->mr = m->port->v->reg_mr(m->port->pd, (void *)(uintptr_t)m->address, m->bytes, MEMORY_ACCESS);
  return m->mr ? 0 : verbs_failed(failure, m->port, "ibv_reg_mr", errno, "%zu B of %s memory", m->bytes, m->kind);
}

int memory_take(const char *what, size_t bytes, long long numa, const struct verbs_port *port, struct memory *m, struct failure *failure) {
  uint64_t gpu = 0;
  *m = (struct memory){.port = port, .bytes = bytes, .gpu = -1, .dmabuf = -1};
  if (!read_name(what, &gpu)) return bad_name(what, failure);
  const struct memory_source *source = source_named(what);
  if (source != &MEMORY_HOST) m->gpu = (int)gpu;
  int rc = source->take(m, numa, failure);
  return rc ? rc : register_memory(m, failure);
}

void memory_release(struct memory *m) {
  if (m->mr) m->port->v->dereg_mr(m->mr);
  m->mr = NULL;
  if (m->host) MEMORY_HOST.give_back(m);
  else if (m->gpu >= 0 && m->kind) (strncmp(m->kind, "hip", 3) == 0 ? &MEMORY_HIP : &MEMORY_CUDA)->give_back(m);
}
