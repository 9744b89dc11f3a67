package io.seatrial.telemetry.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ServerClockTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final ServerClock clock = new ServerClock();

    private void take(int sent, int server, int received) {
        clock.take(NOON.plusMillis(sent), NOON.plusMillis(server).toEpochMilli(), NOON.plusMillis(received));
    }

    private long offset() {
        return Duration.between(clock.local(NOON.toEpochMilli()), NOON).toMillis();
    }

    @Test
    void the_round_trip_bounds_the_offset() {
        take(0, 5_050, 100);

        assertThat(offset()).isEqualTo(5_000);
        assertThat(clock.uncertainty(NOON.plusMillis(100))).isEqualTo(Duration.ofMillis(54));
    }

    @Test
    void a_tighter_answer_replaces_a_loose_one_and_not_the_other_way_round() {
        take(0, 5_090, 100);
        take(1000, 6_005, 1010);
        assertThat(offset()).isEqualTo(5_000);
        take(2000, 7_090, 2100);
        assertThat(offset()).isEqualTo(5_000);
    }

    @Test
    void a_bound_grows_loose_with_its_age() {
        take(0, 5_005, 10);

        assertThat(clock.uncertainty(NOON.plusMillis(10).plusSeconds(100))).isEqualTo(Duration.ofMillis(19));
    }

    @Test
    void a_clock_that_was_set_is_believed_again() {
        take(0, 5_005, 10);
        take(1000, 1_050, 1100);

        assertThat(offset()).isZero();
    }
}
