package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.SubjectId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Readings of one source of one port, as they come in one after the other. */
class NicReadingsTest {
    private static final SubjectId PORT = new SubjectId(SubjectId.Kind.PORT, "gpu-01/mlx5_0");
    private static final Counter FRAMES = Counter.Kind.RX_PAUSE_FRAMES.of(3);
    private static final Counter GAPS = Counter.Kind.OUT_OF_SEQUENCE.one();
    private static final Counter MARKED = Counter.Kind.RX_MARKED.one();
    private static final Counter SYMBOLS = Counter.Kind.SYMBOL_ERRORS.one();

    private final List<CounterReading> readings = new ArrayList<>();

    private CounterReading take(NicReadings of, boolean full, Map<String, Long> values) {
        CounterReading reading = of.take(full, values, Instant.ofEpochSecond(readings.size()));
        readings.add(reading);
        return reading;
    }

    private Change change(Counter counter) {
        CounterSource source = new CounterSource("gpu-01", "x", Duration.ofSeconds(1), Duration.ZERO);
        return CounterSeries.of(PORT, source, readings).change(counter, 0, readings.size() - 1);
    }

    private static Change unknown(Change.Why why) {
        return new Change.Unknown(why);
    }

    private static NicReadings of(String source) {
        return new NicReadings(PORT, source, source);
    }

    @Test
    void the_first_reading_is_full_and_later_ones_name_what_changed() {
        NicReadings ethtool = of("ethtool");
        take(ethtool, true, Map.of("rx_bytes_phy", 1L, "rx_prio3_pause", 5L, "ch0_events", 1L));
        CounterReading later = take(ethtool, false, Map.of("rx_prio3_pause", 9L, "ch0_events", 2L));

        assertThat(readings.get(0).full()).isTrue();
        assertThat(later.full()).isFalse();
        assertThat(later.values()).isEqualTo(Map.of(FRAMES, 9L));
        assertThat(change(FRAMES)).extracting("amount").isEqualTo(4L);
    }

    @Test
    void a_reading_without_a_change_proves_that_it_was_read() {
        NicReadings ethtool = of("ethtool");
        take(ethtool, true, Map.of("rx_bytes_phy", 1L, "rx_prio3_pause", 5L));
        assertThat(take(ethtool, false, Map.of()).values()).isEmpty();
        assertThat(change(FRAMES)).extracting("amount").isEqualTo(0L);
    }

    @Test
    void flow_control_that_is_switched_off_takes_its_counters_away_and_they_are_not_zero() {
        NicReadings ethtool = of("ethtool");
        take(ethtool, true, Map.of("rx_bytes_phy", 1L, "rx_prio3_pause", 5L));
        take(ethtool, true, Map.of("rx_bytes_phy", 2L));
        assertThat(change(FRAMES)).isEqualTo(unknown(Change.Why.RESET));
        assertThat(change(Counter.Kind.RX_BYTES.one())).extracting("amount").isEqualTo(1L);
    }

    @Test
    void a_driver_that_begins_anew_is_a_reset() {
        NicReadings ethtool = of("ethtool");
        take(ethtool, true, Map.of("rx_bytes_phy", 100L, "rx_prio3_pause", 50L));
        take(ethtool, true, Map.of("rx_bytes_phy", 1L, "rx_prio3_pause", 2L));
        assertThat(change(FRAMES)).isEqualTo(unknown(Change.Why.RESET));
    }

    @Test
    void a_counter_that_comes_to_its_largest_value_is_unknown_from_then_on() {
        NicReadings port = of("rdma-port");
        take(port, true, Map.of("symbol_error", 65_000L, "link_downed", 0L));
        CounterReading saturated = take(port, false, Map.of("symbol_error", 65_535L));
        assertThat(saturated.full()).isTrue();
        assertThat(saturated.values()).doesNotContainKey(SYMBOLS);
        assertThat(change(SYMBOLS)).isEqualTo(unknown(Change.Why.RESET));
        assertThat(change(Counter.Kind.LINK_DOWNED.one())).extracting("amount").isEqualTo(0L);
    }

    @Test
    void a_sum_whose_parts_are_others_than_before_hides_no_step_back() {
        NicReadings hw = of("rdma-hw");
        take(hw, true, Map.of("np_ecn_marked_roce_packets", 1L, "out_of_sequence", 50L, "packet_seq_err", 50L));
        // 100 before, 120 now: but one of the two began anew
        take(hw, true, Map.of("np_ecn_marked_roce_packets", 2L, "out_of_sequence", 120L));
        assertThat(change(GAPS)).isEqualTo(unknown(Change.Why.RESET));
        assertThat(change(MARKED)).extracting("amount").isEqualTo(1L);

        readings.remove(0);
        take(hw, false, Map.of());
        take(hw, false, Map.of("out_of_sequence", 121L));
        readings.remove(0);
        assertThat(change(GAPS)).extracting("amount").isEqualTo(1L);
    }

    @Test
    void all_ones_are_no_number() {
        NicReadings hw = of("rdma-hw");
        take(hw, true, Map.of("np_ecn_marked_roce_packets", -1L, "np_cnp_sent", 4L));
        assertThat(readings.get(0).values()).isEqualTo(Map.of(Counter.Kind.CNP_SENT.one(), 4L));
    }
}
