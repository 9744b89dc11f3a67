package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RhythmTest {
    private final Rhythm rhythm = new Rhythm(1_000, 100, 90);

    @ParameterizedTest
    @CsvSource({
        "1000,5,1005",
        "1000,10,1010",
        "1000,11,1101",
        "1008,25,1303",
        "1010,5,1105",
        "1099,0,1100",
        "1100,1,1101"
    })
    void work_rests_while_it_is_shut(long begin, long work, long end) {
        assertThat(rhythm.finish(begin, work)).isEqualTo(end);
    }

    @ParameterizedTest
    @CsvSource({"900,0,0", "1005,0,0", "1010,1,0", "1055,1,45", "1100,1,90", "1109,1,90", "1150,2,130"})
    void it_is_counted_when_it_shuts_and_its_time_as_it_passes(long now, long times, long time) {
        assertThat(rhythm.times(now)).isEqualTo(times);
        assertThat(rhythm.shutTime(now)).isEqualTo(time);
    }

    @Test
    void one_that_never_opens_is_refused() {
        assertThatThrownBy(() -> new Rhythm(0, 10, 10)).hasMessageContaining("0 < shut < period, got 10 ns of 10");
    }
}
