package io.seatrial.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.SubjectId;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Readings of one NIC as they come in, every 100 ms. */
class StormWatchTest {
    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");
    private static final SubjectId NIC = new SubjectId(SubjectId.Kind.PORT, "gpu-1/mlx5_0");
    private static final Counter PAUSED = Kind.TX_PAUSE_TIME.of(3);

    private final StormWatch watch = new StormWatch();

    private void read(long millis, Counter counter, long value) {
        watch.look(CounterReading.full(NIC, "ethtool", START.plusMillis(millis), Map.of(counter, value)));
    }

    @Test
    void a_priority_that_is_paused_all_the_time_is_a_storm_after_three_readings() {
        read(0, PAUSED, 0);
        read(100, PAUSED, 100_000_000);
        read(200, PAUSED, 200_000_000);
        assertThat(watch.storm()).as("two intervals").isEmpty();
        read(300, PAUSED, 300_000_000);
        assertThat(watch.storm())
                .hasValueSatisfying(storm -> assertThat(storm.values())
                        .containsEntry("port", "gpu-1/mlx5_0")
                        .containsEntry("counter", "tx.pause.time.3"));
    }

    @Test
    void a_break_begins_anew() {
        read(0, PAUSED, 0);
        read(100, PAUSED, 100_000_000);
        read(200, PAUSED, 150_000_000);
        read(300, PAUSED, 250_000_000);
        read(400, PAUSED, 350_000_000);
        assertThat(watch.storm()).isEmpty();
    }

    @Test
    void what_a_watchdog_found_before_the_run_is_no_storm_of_it_and_what_it_finds_now_is() {
        read(0, Kind.WATCHDOG_STORMS.of(3), 7);
        read(1000, Kind.WATCHDOG_STORMS.of(3), 7);
        assertThat(watch.storm()).isEmpty();
        read(2000, Kind.WATCHDOG_STORMS.of(3), 8);
        assertThat(watch.storm()).isPresent();
    }
}
