package io.seatrial.criteria.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.measurement.Collective;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** NCCL's time model and the volumes of the domain notes. */
class TimeModelTest {
    private static final BigDecimal GRADIENTS = new BigDecimal("700e9");

    @Test
    void at_128_nodes_a_ring_crosses_254_times_and_a_tree_14_times() {
        TimeModel model = new TimeModel(1024, 128, TimeModel.Protocol.SIMPLE);
        assertThat(model.ringNetworkSteps()).isEqualTo(254);
        assertThat(model.treeNetworkSteps()).isEqualTo(14);
        assertThat(model.ringSteps()).isEqualTo(2046);
    }

    /** base + inner steps + network steps, in ns. */
    @ParameterizedTest
    @CsvSource({
        "LL,     1767600, 85200",
        "LL128,  4434800, 150500",
        "SIMPLE, 9657200, 260400",
    })
    void times_follow_the_constants_of_each_protocol(TimeModel.Protocol protocol, long ring, long tree) {
        TimeModel model = new TimeModel(1024, 128, protocol);
        assertThat(model.ringNanos()).isEqualTo(ring);
        assertThat(model.treeNanos()).isEqualTo(tree);
    }

    @Test
    void within_a_node_nothing_crosses_the_network() {
        TimeModel model = new TimeModel(8, 1, TimeModel.Protocol.LL);
        assertThat(model.ringNetworkSteps()).isZero();
        assertThat(model.ringNanos()).isEqualTo(6_600 + 14 * 600);
        assertThat(model.treeNanos()).isEqualTo(6_800 + 14 * 600);
    }

    @ParameterizedTest
    @CsvSource({"12.5, 111.891", "20.8, 67.242", "25, 55.945", "100, 13.986", "200, 6.993", "400, 3.497"})
    void seven_hundred_gigabytes_take_what_the_bus_bandwidth_says(String gigabytes, String seconds) {
        long bandwidth = new BigDecimal(gigabytes).movePointRight(9).longValueExact();
        long nanos = TimeModel.nanosAt(Collective.ALL_REDUCE, GRADIENTS, 1024, bandwidth);
        assertThat(BigDecimal.valueOf(nanos, 9).setScale(3, RoundingMode.HALF_UP))
                .isEqualTo(new BigDecimal(seconds));
    }

    @Test
    void each_rank_of_a_ring_sends_nearly_twice_the_size() {
        assertThat(TimeModel.moved(Collective.ALL_REDUCE, GRADIENTS, 1024)
                        .movePointLeft(9)
                        .setScale(1, RoundingMode.HALF_UP))
                .isEqualTo(new BigDecimal("1398.6"));
    }

    @ParameterizedTest
    @CsvSource({"25, 0.820", "200, 0.103"})
    void a_sharded_model_reduces_a_fraction_of_it(String gigabytes, String seconds) {
        long bandwidth = new BigDecimal(gigabytes).movePointRight(9).longValueExact();
        long nanos = TimeModel.nanosAt(Collective.ALL_REDUCE, new BigDecimal("10.9375e9"), 16, bandwidth);
        assertThat(BigDecimal.valueOf(nanos, 9).setScale(3, RoundingMode.HALF_UP))
                .isEqualTo(new BigDecimal(seconds));
    }

    @Test
    void unequal_nodes_are_refused() {
        assertThatThrownBy(() -> new TimeModel(9, 2, TimeModel.Protocol.LL)).hasMessageContaining("9 on 2");
    }
}
