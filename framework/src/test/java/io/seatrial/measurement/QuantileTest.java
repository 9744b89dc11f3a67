package io.seatrial.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantileTest {
    private static Metric latency(String statistic) {
        return new Metric("rdma.write-latency." + statistic, Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
    }

    @ParameterizedTest
    @CsvSource({"p50, 20", "p90, 100", "p99, 1000", "p999, 10000"})
    void needs_ten_samples_beyond_it(String statistic, long needed) {
        Quantile quantile = Quantile.of(latency(statistic)).orElseThrow();
        assertThat(quantile.needed()).isEqualTo(needed);
        assertThat(quantile.beyond(needed)).isEqualTo(10);
        assertThat(quantile.beyond(needed - 1)).isEqualTo(9);
    }

    @Test
    void a_minimum_is_no_quantile() {
        assertThat(Quantile.of(latency("min"))).isEmpty();
    }

    /** Nearest rank: the smallest whole number that is at least the share of the samples. */
    @ParameterizedTest
    @CsvSource({
        "P50, 1, 1",
        "P50, 20, 10",
        "P50, 21, 11",
        "P90, 100, 90",
        "P90, 101, 91",
        "P99, 1000, 990",
        "P99, 1001, 991",
        "P99, 1099, 1089",
        "P999, 10000, 9990",
        "P999, 10001, 9991"
    })
    void the_rank_of_a_quantile_is_the_nearest_one_above(Quantile quantile, long samples, long rank) {
        assertThat(quantile.rank(samples)).isEqualTo(rank);
    }
}
