package io.seatrial.telemetry.infiniband;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InfinibandSpeedTest {
    @ParameterizedTest
    @CsvSource({
        "4X, 106.25 Gbps, 400",
        "2X, 106.25 Gbps, 200",
        "4X, 53.125 Gbps, 200",
        "1X, 25.78125 Gbps, 25",
        "4X, 10.0 Gbps (FDR10), 40",
        "4x, NDR, 400",
        "4x, EDR, 100",
        "12X, 2.5 Gbps, 30"
    })
    void the_rate_is_that_of_the_data(String width, String speed, long gigabits) {
        assertThat(InfinibandSpeed.rate(width, speed)).contains(gigabits * 1_000_000_000L);
    }

    @Test
    void an_unknown_speed_or_width_has_no_rate() {
        assertThat(InfinibandSpeed.rate("4X", "7.3 Gbps")).isEmpty();
        assertThat(InfinibandSpeed.rate("??", "NDR")).isEmpty();
        assertThat(InfinibandSpeed.rate(null, null)).isEmpty();
    }
}
