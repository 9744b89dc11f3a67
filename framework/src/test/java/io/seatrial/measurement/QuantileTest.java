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
}
