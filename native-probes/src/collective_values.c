/* What the ranks put in, and what must come out. */
#include "collective.h"

size_t collective_part(const struct collective *c, size_t elements) {
  bool parted = c->kind == ALL_GATHER || c->kind == REDUCE_SCATTER || c->kind == ALL_TO_ALL;
  return parted ? elements / (size_t)c->ranks : 0;
}

size_t collective_elements(const struct collective *c, long long bytes) {
  size_t elements = (size_t)bytes / sizeof(float), ranks = (size_t)c->ranks;
  if (collective_part(c, ranks) == 0) return elements;
  return elements < ranks ? ranks : elements - elements % ranks;
}

size_t collective_input_elements(const struct collective *c, size_t elements) {
  return c->kind == ALL_GATHER ? collective_part(c, elements) : elements;
}

size_t collective_result_elements(const struct collective *c, size_t elements) {
  return c->kind == REDUCE_SCATTER ? collective_part(c, elements) : elements;
}

void collective_fill_input(const struct collective *c, long long rank, float *into, size_t elements) {
  collective_fill_some(rank, into, 0, collective_input_elements(c, elements));
}

void collective_fill_some(long long rank, float *into, size_t first, size_t n) {
  unsigned phase = collective_phase((uint64_t)rank, first);
  for (size_t i = 0; i < n; i++) {
    into[i] = (float)(phase + 1);
    if (++phase == COLLECTIVE_PERIOD) phase = 0;
  }
}

/* `n` elements of one rank's input from index `from` of it on. */
static uint64_t differ_from_input(const float *seen, size_t n, uint64_t rank, uint64_t from) {
  uint64_t wrong = 0;
  unsigned phase = collective_phase(rank, from);
  for (size_t i = 0; i < n; i++) {
    wrong += seen[i] != (float)(phase + 1);
    if (++phase == COLLECTIVE_PERIOD) phase = 0;
  }
  return wrong;
}

static uint64_t differ_from_sum(const struct collective *c, const float *seen, size_t n, uint64_t from) {
  uint64_t wrong = 0;
  unsigned at = (unsigned)(from % COLLECTIVE_PERIOD);
  for (size_t i = 0; i < n; i++) {
    wrong += seen[i] != c->sum[at];
    if (++at == COLLECTIVE_PERIOD) at = 0;
  }
  return wrong;
}

/* A result of one part from each rank: all-gather, all-to-all. */
static uint64_t differ_by_parts(const float *seen, size_t first, size_t n, size_t part, size_t offset) {
  uint64_t wrong = 0;
  while (n > 0) {
    size_t source = first / part, at = first % part, run = part - at < n ? part - at : n;
    wrong += differ_from_input(seen, run, source, offset + at);
    seen += run;
    first += run;
    n -= run;
  }
  return wrong;
}

uint64_t collective_wrong(const struct collective *c, long long rank, size_t elements, const float *result, size_t first, size_t n) {
  size_t part = collective_part(c, elements);
  switch (c->kind) {
    case ALL_REDUCE: return differ_from_sum(c, result, n, first);
    case REDUCE_SCATTER: return differ_from_sum(c, result, n, (uint64_t)rank * part + first);
    case ALL_GATHER: return differ_by_parts(result, first, n, part, 0);
    case ALL_TO_ALL: return differ_by_parts(result, first, n, part, (size_t)rank * part);
    case BROADCAST: return differ_from_input(result, n, 0, first);
    default: return differ_from_input(result, n, (uint64_t)((rank + c->ranks - 1) % c->ranks), first);
  }
}
