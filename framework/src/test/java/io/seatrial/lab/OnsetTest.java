package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OnsetTest {
    @Test
    void a_link_is_sound_until_so_many_bytes_have_crossed_it_and_slow_ever_after() {
        Onset onset = new Onset(10_000);
        onset.carry(9_999);
        assertThat(onset.isReached()).isFalse();
        onset.carry(4_096);
        assertThat(onset.isReached()).isTrue();
        onset.carry(4_096);
        assertThat(onset.isReached()).isTrue();
    }

    @Test
    void less_than_nothing_cannot_have_crossed_it() {
        assertThatThrownBy(() -> new Onset(-1)).hasMessageContaining("got -1");
    }
}
