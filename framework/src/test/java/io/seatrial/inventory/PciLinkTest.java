package io.seatrial.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PciLinkTest {
    /** The values that the kernel's log shows as available PCIe bandwidth. */
    @ParameterizedTest
    @CsvSource({
        "2.5GT/s x8, 16000",
        "5GT/s x8, 32000",
        "8GT/s x16, 126016",
        "16GT/s x16, 252048",
        "32GT/s x8, 252056",
        "32GT/s x16, 504112",
        "64GT/s x16, 1024000"
    })
    void carries_what_generation_and_lanes_give(String text, long megabits) {
        assertThat(PciLink.parse(text).raw()).isEqualTo(megabits * 1_000_000);
    }

    @Test
    void a_card_of_400_gigabits_fits_into_gen5_x16_and_into_no_smaller_slot() {
        assertThat(PciLink.parse("32GT/s x16").usable()).isGreaterThan(400_000_000_000L);
        assertThat(PciLink.parse("16GT/s x16").usable()).isBetween(200_000_000_000L, 220_000_000_000L);
        assertThat(PciLink.parse("32GT/s x8").usable()).isBetween(200_000_000_000L, 220_000_000_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.5GT/s x1", "32 GT/s x16"})
    void is_read_with_and_without_a_blank_and_written_with_one(String text) {
        assertThat(PciLink.parse(PciLink.parse(text).text())).isEqualTo(PciLink.parse(text));
        assertThat(PciLink.parse(text).text()).contains(" GT/s x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x16", "32GT/s", "33GT/s x16", "32GT/s x0", "32GT/s x64", "32 x16", "gen5 x16"})
    void anything_else_is_refused_with_an_example(String text) {
        assertThatThrownBy(() -> PciLink.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32GT/s x16");
    }
}
