package io.seatrial.telemetry.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetsTest {
    @ParameterizedTest
    @CsvSource({"1s, 1000", "1m30s, 90000", "250ms, 250", "1h, 3600000", "2d, 172800000", "0s, 0"})
    void durations_are_as_the_server_writes_them(String text, long millis) {
        assertThat(Targets.duration(text)).contains(Duration.ofMillis(millis));
    }

    @Test
    void what_is_no_duration_is_unknown() {
        assertThat(Targets.duration("")).isEmpty();
        assertThat(Targets.duration("soon")).isEmpty();
    }
}
