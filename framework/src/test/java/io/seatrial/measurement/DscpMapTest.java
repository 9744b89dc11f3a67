package io.seatrial.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DscpMapTest {
    @ParameterizedTest
    @ValueSource(strings = {"0: 0-25,27-63; 3: 26", "3: 26", "0: 0,2,4; 7: 48-63"})
    void a_text_reads_as_the_map_that_it_was_made_of(String text) {
        assertThat(DscpMap.parse(text).orElseThrow().text()).isEqualTo(text);
    }

    @Test
    void every_dscp_of_a_run_has_its_priority() {
        DscpMap map = DscpMap.parse("0: 0-25,27-63; 3: 26").orElseThrow();
        assertThat(map.priorities())
                .hasSize(64)
                .containsEntry(26, 3)
                .containsEntry(25, 0)
                .containsEntry(63, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "", "0: ", "0: 64", "0: 1-", "26", "0: 1;3: 4"})
    void anything_else_is_no_map(String text) {
        assertThat(DscpMap.parse(text)).isEmpty();
    }

    @Test
    void a_dscp_has_six_bits() {
        assertThatThrownBy(() -> DscpMap.of(Map.of(64, 0))).hasMessageContaining("0 to 63");
    }
}
