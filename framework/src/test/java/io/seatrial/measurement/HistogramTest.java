package io.seatrial.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HistogramTest {
    private static Histogram of(long... values) {
        TreeMap<Integer, Long> buckets = new TreeMap<>();
        for (long value : values) {
            buckets.merge(Histogram.indexOf(value), 1L, Long::sum);
        }
        return new Histogram(buckets);
    }

    @Test
    void quantiles_of_heavy_tails_are_never_understated_and_off_by_at_most_one_128th() {
        Random random = new Random(7);
        long[] values = new long[100_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = (long) (1_000 * Math.exp(3 * Math.abs(random.nextGaussian())));
        }
        Histogram histogram = of(values);
        Arrays.sort(values);
        for (double q : new double[] {0.01, 0.5, 0.9, 0.99, 0.999}) {
            long exact = values[(int) Math.ceil(q * values.length) - 1];
            assertThat(histogram.quantile(q)).isBetween(exact, exact + exact / 128);
        }
    }

    @Test
    void small_values_are_exact() {
        assertThat(of(0, 1, 255).quantile(1)).isEqualTo(255);
    }

    @Test
    void the_last_bucket_takes_everything_from_18_minutes_on() {
        assertThat(Histogram.indexOf(Long.MAX_VALUE)).isEqualTo(4351);
        assertThat(Histogram.indexOf(1L << 40)).isEqualTo(4351);
    }

    @Test
    void merging_adds_counts() {
        assertThat(of(10, 20).plus(of(20, 30)).buckets()).containsEntry(20, 2L).hasSize(3);
    }

    @Test
    void nothing_has_no_quantile() {
        assertThatThrownBy(() -> of().quantile(0.5)).hasMessageContaining("no values");
    }

    @Test
    void an_impossible_bucket_is_refused() {
        assertThatThrownBy(() -> new Histogram(new TreeMap<>(java.util.Map.of(4352, 1L))))
                .hasMessageContaining("4352")
                .hasMessageContaining("0..4351");
    }
}
