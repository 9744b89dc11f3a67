/* Log-linear histogram of nanoseconds: exact below 256, then 128 buckets per power of two, so that a bucket's highest value is at most
 * 1/128 (0.78 %) above any value in it. 35 KiB; merged by adding the counts; the largest and smallest value are kept exactly. */
#ifndef SEATRIAL_HISTOGRAM_H
#define SEATRIAL_HISTOGRAM_H

#include <stdint.h>

#define HISTOGRAM_SUB_BITS 7
#define HISTOGRAM_TOP_BITS 40
#define HISTOGRAM_BUCKETS ((HISTOGRAM_TOP_BITS - HISTOGRAM_SUB_BITS + 1) << HISTOGRAM_SUB_BITS)

struct histogram {
  uint64_t n, sum, min, max;
  uint64_t count[HISTOGRAM_BUCKETS];
};

static inline unsigned histogram_index(uint64_t value) {
  if (value < 2u << HISTOGRAM_SUB_BITS) return (unsigned)value;
  unsigned shift = 63u - (unsigned)__builtin_clzll(value) - HISTOGRAM_SUB_BITS;
  if (shift >= HISTOGRAM_TOP_BITS - HISTOGRAM_SUB_BITS) return HISTOGRAM_BUCKETS - 1;
  return (shift << HISTOGRAM_SUB_BITS) + (unsigned)(value >> shift);
}

static inline void histogram_add(struct histogram *h, uint64_t value) {
  h->count[histogram_index(value)]++;
  if (h->n++ == 0 || value < h->min) h->min = value;
  if (value > h->max) h->max = value;
  h->sum += value;
}

/* The highest value that falls into the bucket. */
uint64_t histogram_value(unsigned index);
void histogram_merge(struct histogram *into, const struct histogram *from);
/* The quantile, in units of 1/1000: 500 is the median. Never above max, never below the true quantile. 0 when empty. */
uint64_t histogram_quantile(const struct histogram *h, unsigned permille);
/* As above, or -1 when fewer than 10 samples lie beyond it: such a quantile is one sample's luck. */
long long histogram_supported_quantile(const struct histogram *h, unsigned permille);

#endif
