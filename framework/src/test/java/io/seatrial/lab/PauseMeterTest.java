package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.lab.PauseMeter.Paused;
import org.junit.jupiter.api.Test;

class PauseMeterTest {
    private final PauseMeter meter = new PauseMeter(0.02); // 400 Gb/s: a frame holds for 83.885 us

    @Test
    void nothing_is_counted_before_it_has_passed() {
        meter.add(1_000, 3_000);
        assertThat(meter.at(1_000)).isEqualTo(Paused.NEVER);
        assertThat(meter.at(1_500)).isEqualTo(new Paused(500, 1, 0));
        assertThat(meter.at(3_001)).isEqualTo(new Paused(2_000, 2, 1));
    }

    @Test
    void pauses_that_touch_are_one() {
        meter.add(1_000, 3_000);
        meter.add(3_000, 4_000);
        meter.add(3_500, 5_000);
        meter.add(6_000, 7_000);
        assertThat(meter.at(9_000)).isEqualTo(new Paused(5_000, 4, 2));
    }

    @Test
    void a_long_pause_is_held_by_a_frame_for_every_65535_quanta() {
        meter.add(0, 840_000);
        assertThat(meter.at(900_000).frames()).isEqualTo(2 + 10);
    }

    @Test
    void what_is_read_never_goes_back() {
        Paused before = Paused.NEVER;
        for (int now = 0; now < 20_000; now += 7) {
            if (now % 35 == 0) {
                meter.add(now + 300, now + 300 + now % 200);
            }
            Paused read = meter.at(now);
            assertThat(read.nanos()).isGreaterThanOrEqualTo(before.nanos());
            assertThat(read.frames()).isGreaterThanOrEqualTo(before.frames());
            assertThat(read.transitions()).isGreaterThanOrEqualTo(before.transitions());
            before = read;
        }
        assertThat(before.nanos()).isPositive();
    }
}
