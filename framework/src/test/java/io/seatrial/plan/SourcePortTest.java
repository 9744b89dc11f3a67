package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourcePortTest {
    @ParameterizedTest
    @CsvSource({"0, 49152", "1, 49153", "0x4000, 49153", "0x12345, 58177", "0xfffff, 65472"})
    void follows_from_the_flow_label(String label, int port) {
        assertThat(SourcePort.ofLabel(Integer.decode(label))).isEqualTo(port);
    }

    @ParameterizedTest
    @CsvSource({"0x154, 0x154, 0x1c390, 50071", "0x11, 0x12, 0x132, 49458"})
    void follows_from_the_queue_pairs_where_no_label_is_set(long local, long remote, String label, int port) {
        assertThat(SourcePort.labelOfPair(local, remote)).isEqualTo(Integer.decode(label));
        assertThat(SourcePort.ofLabel(SourcePort.labelOfPair(local, remote))).isEqualTo(port);
    }

    @Test
    void the_largest_queue_pair_numbers_still_give_a_label_of_20_bit() {
        assertThat(SourcePort.labelOfPair(0xffffff, 0xffffff)).isBetween(0, SourcePort.LARGEST_LABEL);
    }

    @ParameterizedTest
    @CsvSource({"0", "0x3fff", "0x12345", "0xfffff"})
    void other_labels_give_other_ports_each(String taken) {
        Set<Integer> ports = new HashSet<>(Set.of(SourcePort.ofLabel(Integer.decode(taken))));
        for (int number = 0; number < 64; number++) {
            assertThat(ports.add(SourcePort.ofLabel(SourcePort.otherLabel(Integer.decode(taken), number))))
                    .as("port %d is new", number)
                    .isTrue();
        }
    }

    @Test
    void a_label_of_more_than_20_bit_is_refused() {
        assertThatThrownBy(() -> SourcePort.ofLabel(0x100000)).hasMessageContaining("flow label");
        assertThatThrownBy(() -> SourcePort.ofLabel(-1)).hasMessageContaining("flow label");
    }
}
