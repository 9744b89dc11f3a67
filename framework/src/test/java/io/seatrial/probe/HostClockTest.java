package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostClockTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long MINUTE = 60 * SECOND;
    private static final Duration DRIFT = Duration.ofMillis(3); // 50 ppm of a minute

    private final HostClock clock = new HostClock(Duration.ofMinutes(1));

    /** An exchange of a host whose clock is ahead by so much and was read in the middle. */
    private static HostClock.Exchange exchange(long sent, long roundTrip, long ahead) {
        return new HostClock.Exchange(sent, sent + roundTrip, sent + roundTrip / 2 + ahead);
    }

    private Duration error(long at, long ahead) {
        return Duration.between(Instant.ofEpochSecond(0, at), clock.at(at + ahead))
                .abs();
    }

    @Test
    void the_shortest_exchange_counts_and_half_of_it_is_the_bound() {
        clock.take(List.of(
                exchange(0, 40 * MILLI, 5 * SECOND + 15 * MILLI),
                exchange(100 * MILLI, 2 * MILLI, 5 * SECOND),
                exchange(200 * MILLI, 9 * MILLI, 5 * SECOND - 4 * MILLI)));

        assertThat(error(10 * SECOND, 5 * SECOND)).isZero();
        assertThat(clock.uncertainty()).isEqualTo(Duration.ofMillis(1).plus(DRIFT));
    }

    @Test
    void a_clock_that_runs_fast_is_followed() {
        clock.take(List.of(exchange(0, 100_000, 0)));
        // 200 ppm: 12 ms in a minute
        clock.take(List.of(exchange(MINUTE, 100_000, 12 * MILLI)));
        assertThat(clock.uncertainty()).isGreaterThanOrEqualTo(Duration.ofMillis(12));
        assertThat(error(2 * MINUTE, 24 * MILLI)).isLessThan(Duration.ofMillis(1));

        clock.take(List.of(exchange(2 * MINUTE, 100_000, 24 * MILLI)));
        assertThat(clock.uncertainty()).isLessThan(Duration.ofMillis(4));
    }

    @Test
    void noise_of_the_network_is_no_drift() {
        clock.take(List.of(exchange(0, 10 * MILLI, 0)));
        clock.take(List.of(exchange(MINUTE, 10 * MILLI, 4 * MILLI)));
        assertThat(error(2 * MINUTE, 4 * MILLI)).isLessThan(Duration.ofMillis(1));
    }

    @Test
    void a_clock_that_was_set_is_told_and_followed() {
        assertThat(clock.take(List.of(exchange(0, MILLI, 0)))).isEmpty();
        assertThat(clock.take(List.of(exchange(MINUTE, MILLI, -5 * SECOND)))).contains(Duration.ofSeconds(5));
        assertThat(error(2 * MINUTE, -5 * SECOND)).isLessThan(Duration.ofMillis(1));
    }

    @Test
    void what_nobody_answers_makes_the_clock_less_certain() {
        clock.take(List.of(exchange(0, 2 * MILLI, 0)));
        clock.take(List.of());
        // the controller's clock was set back meanwhile
        clock.take(List.of(new HostClock.Exchange(MINUTE, MINUTE - SECOND, MINUTE)));
        assertThat(clock.uncertainty()).isEqualTo(Duration.ofMillis(1).plus(DRIFT.multipliedBy(3)));
    }

    @Test
    void nothing_is_translated_before_the_first_answer() {
        assertThat(clock.isKnown()).isFalse();
        assertThatThrownBy(() -> clock.at(1)).isInstanceOf(IllegalStateException.class);
    }
}
