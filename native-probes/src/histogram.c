#include "histogram.h"

uint64_t histogram_value(unsigned index) {
  if (index < 2u << HISTOGRAM_SUB_BITS) return index;
  unsigned shift = (index >> HISTOGRAM_SUB_BITS) - 1;
  uint64_t mantissa = index - (shift << HISTOGRAM_SUB_BITS);
  return ((mantissa + 1) << shift) - 1;
}

void histogram_merge(struct histogram *into, const struct histogram *from) {
  if (from->n == 0) return;
  for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) into->count[i] += from->count[i];
  if (into->n == 0 || from->min < into->min) into->min = from->min;
  if (from->max > into->max) into->max = from->max;
  into->n += from->n;
  into->sum += from->sum;
}

uint64_t histogram_quantile(const struct histogram *h, unsigned permille) {
  /* ceil(q n) without overflow: n stays below 2^53 for any run that ends. */
  uint64_t rank = (h->n * permille + 999) / 1000, seen = 0;
  if (rank == 0) rank = h->n ? 1 : 0;
  for (unsigned i = 0; i < HISTOGRAM_BUCKETS && h->n; i++) {
    seen += h->count[i];
    if (seen < rank) continue;
    /* The last bucket also holds everything above 2^40 ns: only max says something true about it. */
    uint64_t value = histogram_value(i);
    return i == HISTOGRAM_BUCKETS - 1 || value > h->max ? h->max : value;
  }
  return h->max;
}

long long histogram_supported_quantile(const struct histogram *h, unsigned permille) {
  if (h->n * (1000 - permille) < 10 * 1000) return -1;
  return (long long)histogram_quantile(h, permille);
}
