/* The histogram against an exact sort of 10^6 heavy-tailed values. */
#include <stdlib.h>

#include "../src/histogram.h"
#include "check.h"

#define VALUES 1000000

static uint64_t state = 88172645463325252u;

/* xorshift64: the same values on every machine. */
static uint64_t random64(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

/* From 12 us on, each octave eight times rarer than the one below it: what latencies look like on a shared host. */
static uint64_t heavy_tailed(void) {
  uint64_t value = 12000 + random64() % 4000;
  while (random64() % 8 == 0 && value < (uint64_t)1 << 38) value *= 2;
  return value + random64() % value;
}

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static void quantiles_are_at_most_one_part_in_128_above_the_exact_ones(void) {
  uint64_t *values = malloc(VALUES * sizeof *values);
  struct histogram *h = calloc(1, sizeof *h);
  double worst = 0;
  for (int i = 0; i < VALUES; i++) histogram_add(h, values[i] = heavy_tailed());
  qsort(values, VALUES, sizeof *values, by_value);
  for (unsigned permille = 1; permille <= 1000; permille++) {
    uint64_t exact = values[((uint64_t)VALUES * permille + 999) / 1000 - 1], seen = histogram_quantile(h, permille);
    double error = ((double)seen - (double)exact) / (double)exact;
    CHECK(seen >= exact, "the %u/1000 quantile is %llu, exact %llu", permille, (unsigned long long)seen, (unsigned long long)exact);
    if (error > worst) worst = error;
  }
  CHECK(worst <= 1.0 / 128, "worst error %.4f %%", worst * 100);
  CHECK(h->max == values[VALUES - 1] && h->min == values[0], "max %llu, min %llu", (unsigned long long)h->max, (unsigned long long)h->min);
  printf("histogram: worst quantile error %.3f %% of %d heavy-tailed values (bound 0.781 %%), max exact\n", worst * 100, VALUES);
  free(values);
  free(h);
}

static void every_index_holds_its_own_highest_value_and_not_the_next_one(void) {
  for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
    uint64_t value = histogram_value(i);
    CHECK(histogram_index(value) == i, "%llu has index %u, not %u", (unsigned long long)value, histogram_index(value), i);
    unsigned next = i + 1 < HISTOGRAM_BUCKETS ? i + 1 : i;
    CHECK(histogram_index(value + 1) == next, "%llu has index %u", (unsigned long long)value + 1, histogram_index(value + 1));
  }
}

static void values_beyond_the_range_share_the_last_bucket_and_max_stays_exact(void) {
  struct histogram *h = calloc(1, sizeof *h);
  histogram_add(h, (uint64_t)1 << 40);
  histogram_add(h, ((uint64_t)1 << 50) + 1);
  CHECK(h->count[4351] == 2, "%llu values in the last bucket", (unsigned long long)h->count[4351]);
  CHECK(histogram_quantile(h, 999) == ((uint64_t)1 << 50) + 1, "%llu", (unsigned long long)histogram_quantile(h, 999));
  free(h);
}

static void merging_two_halves_gives_the_histogram_of_the_whole(void) {
  struct histogram *parts = calloc(3, sizeof *parts), *whole = &parts[2];
  for (int i = 0; i < 10000; i++) {
    uint64_t value = heavy_tailed();
    histogram_add(&parts[i % 2], value);
    histogram_add(whole, value);
  }
  histogram_merge(&parts[0], &parts[1]);
  CHECK(memcmp(&parts[0], whole, sizeof *whole) == 0, "the merged histogram differs");
  free(parts);
}

static void a_quantile_needs_ten_samples_beyond_it(void) {
  struct histogram *h = calloc(1, sizeof *h);
  for (int i = 0; i < 999; i++) histogram_add(h, 100);
  CHECK(histogram_supported_quantile(h, 990) == -1, "p99 of 999 samples");
  histogram_add(h, 100);
  CHECK(histogram_supported_quantile(h, 990) == 100, "p99 of 1000 samples");
  CHECK(histogram_supported_quantile(h, 999) == -1, "p99.9 of 1000 samples");
  free(h);
}

int main(void) {
  RUN(quantiles_are_at_most_one_part_in_128_above_the_exact_ones);
  RUN(every_index_holds_its_own_highest_value_and_not_the_next_one);
  RUN(values_beyond_the_range_share_the_last_bucket_and_max_stays_exact);
  RUN(merging_two_halves_gives_the_histogram_of_the_whole);
  RUN(a_quantile_needs_ten_samples_beyond_it);
  CHECK_MAIN_END;
}
