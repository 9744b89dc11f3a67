package io.seatrial.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Counter.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packed columns give back what was read, whatever the counters do and whenever they come and go. */
class CounterSeriesTest {
    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");
    private static final SubjectId PORT = new SubjectId(SubjectId.Kind.PORT, "leaf-1/Ethernet1");
    private static final CounterSource SOURCE =
            new CounterSource("leaf-1", "s", Duration.ofSeconds(1), Duration.ofMillis(5));
    private static final Counter BYTES = Kind.RX_BYTES.one();
    private static final Counter ERRORS = Kind.RX_ERRORS.one();

    private static CounterReading reading(int second, boolean full, Map<Counter, Long> values) {
        return new CounterReading(PORT, "s", START.plusSeconds(second), full, new TreeMap<>(values));
    }

    private static CounterSeries series(List<CounterReading> readings) {
        return CounterSeries.of(PORT, SOURCE, readings);
    }

    /** As many readings as end a stretch, begin one, and lie between. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 63, 64, 65, 127, 128, 129, 600})
    void any_number_of_readings_with_counters_that_come_and_go_is_given_back(int readings) {
        Random random = new Random(readings);
        List<CounterReading> read = new ArrayList<>();
        List<Map<Counter, Long>> expected = new ArrayList<>();
        Map<Counter, Long> known = new HashMap<>();
        for (int i = 0; i < readings; i++) {
            boolean full = i == 0 || random.nextInt(4) > 0;
            Map<Counter, Long> values = values(random, i);
            known = full ? new HashMap<>() : new HashMap<>(known);
            known.putAll(values);
            read.add(reading(i, full, values));
            expected.add(known);
        }
        CounterSeries series = series(read);
        assertThat(series.size()).isEqualTo(readings);
        for (int i = 0; i < readings; i++) {
            assertThat(series.at(i)).isEqualTo(START.plusSeconds(i));
            assertThat(shown(series, i)).as("reading %d", i).isEqualTo(expected.get(i));
        }
    }

    /** Counters that move little, by more than 32 bits hold, over the whole range of 64, and not at all; each is there only sometimes. */
    private static Map<Counter, Long> values(Random random, int reading) {
        Map<Counter, Long> values = new HashMap<>();
        long[] of = {random.nextInt(1000), random.nextInt() * 10_000_000L, random.nextLong() | 1, 7};
        for (int i = 0; i < of.length; i++) {
            if (reading >= 20 * i && random.nextInt(50) > 0) {
                values.put(Kind.QUEUE_PACKETS.of(i), of[i]);
            }
        }
        return values;
    }

    private static Map<Counter, Long> shown(CounterSeries series, int reading) {
        Map<Counter, Long> shown = new HashMap<>();
        series.counters().stream()
                .filter(counter -> series.has(reading, counter))
                .forEach(counter -> shown.put(counter, series.value(reading, counter)));
        return shown;
    }

    private static CounterSeries growing(int readings, int restart) {
        List<CounterReading> read = new ArrayList<>();
        for (int i = 0; i < readings; i++) {
            read.add(reading(i, true, Map.of(BYTES, i < restart ? i : i - (long) restart, ERRORS, 0L)));
        }
        return series(read);
    }

    @Test
    void a_change_is_what_lies_between_the_readings_around_the_window() {
        TimeWindow window = new TimeWindow(START.plusSeconds(10), START.plusSeconds(20));
        // the last reading before 10 s less the uncertainty; the first after 20 s, one refresh interval and the
        // uncertainty
        assertThat(growing(100, 100).change(BYTES, window))
                .isEqualTo(new Change.Known(13, new TimeWindow(START.plusSeconds(9), START.plusSeconds(22))));
    }

    /** Readings every second, of which one is off by up to 3 s. */
    private static CounterSeries vagueAt(int vague) {
        List<CounterReading> read = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            CounterReading one = reading(i, true, Map.of(BYTES, (long) i));
            read.add(one.within(i == vague ? Duration.ofSeconds(3) : Duration.ofMillis(1)));
        }
        return series(read);
    }

    @Test
    void a_slow_answer_late_in_a_run_takes_nothing_from_a_window_soon_after_the_first_reading() {
        TimeWindow early = new TimeWindow(START.plusMillis(100), START.plusSeconds(10));
        assertThat(vagueAt(25).change(BYTES, early))
                .isEqualTo(new Change.Known(12, new TimeWindow(START, START.plusSeconds(12))));
    }

    @Test
    void a_vague_reading_at_an_end_of_a_window_gives_way_to_its_neighbour() {
        TimeWindow window = new TimeWindow(START.plusMillis(9500), START.plusMillis(12_900));
        assertThat(windowOf(vagueAt(25).change(BYTES, window))).isEqualTo(seconds(9, 14));
        assertThat(windowOf(vagueAt(9).change(BYTES, window))).isEqualTo(seconds(8, 14));
        assertThat(windowOf(vagueAt(14).change(BYTES, window))).isEqualTo(seconds(9, 15));
    }

    private static TimeWindow windowOf(Change change) {
        return ((Change.Known) change).covered();
    }

    private static TimeWindow seconds(int from, int to) {
        return new TimeWindow(START.plusSeconds(from), START.plusSeconds(to));
    }

    @Test
    void a_first_reading_that_may_have_been_made_in_the_window_is_none_before_it() {
        CounterSeries series = series(List.of(
                reading(0, true, Map.of(BYTES, 1L)).within(Duration.ofSeconds(3)),
                reading(20, true, Map.of(BYTES, 2L)).within(Duration.ZERO)));
        assertThat(series.change(BYTES, seconds(2, 10))).isEqualTo(new Change.Unknown(Change.Why.NOT_SAMPLED));
        assertThat(series.change(BYTES, seconds(3, 10))).isEqualTo(new Change.Known(1, seconds(0, 20)));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 22, 64, 70})
    void a_counter_that_steps_back_makes_all_of_its_source_unknown_over_that_and_nothing_beside_it(int restart) {
        CounterSeries series = growing(100, restart);
        for (Counter counter : List.of(BYTES, ERRORS)) {
            assertThat(series.change(counter, restart - 1, restart)).isEqualTo(new Change.Unknown(Change.Why.RESET));
            assertThat(series.change(counter, 0, 99)).isEqualTo(new Change.Unknown(Change.Why.RESET));
            assertThat(series.change(counter, 0, restart - 1)).isInstanceOf(Change.Known.class);
            assertThat(series.change(counter, restart, 99)).isInstanceOf(Change.Known.class);
        }
    }

    @Test
    void a_counter_that_comes_later_or_vanishes_meanwhile_is_not_known() {
        List<CounterReading> read = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            read.add(reading(i, true, i < 70 || i == 80 ? Map.of(ERRORS, 0L) : Map.of(BYTES, 1L, ERRORS, 0L)));
        }
        CounterSeries series = series(read);
        assertThat(series.change(BYTES, 0, 69)).isEqualTo(new Change.Unknown(Change.Why.ABSENT));
        assertThat(series.change(BYTES, 0, 75)).isEqualTo(new Change.Unknown(Change.Why.NOT_SAMPLED));
        assertThat(series.change(BYTES, 75, 85)).isEqualTo(new Change.Unknown(Change.Why.RESET));
        assertThat(series.change(BYTES, 71, 79)).isInstanceOf(Change.Known.class);
        assertThat(series.change(Kind.TX_BYTES.one(), 0, 99)).isEqualTo(new Change.Unknown(Change.Why.ABSENT));
    }

    @Test
    void windows_that_are_asked_for_in_turns_do_not_get_each_others_answers() {
        CounterSeries series = growing(100, 100);
        TimeWindow shorter = new TimeWindow(START.plusSeconds(10), START.plusSeconds(20));
        TimeWindow longer = new TimeWindow(START.plusSeconds(10), START.plusSeconds(40));
        for (int i = 0; i < 3; i++) {
            assertThat(((Change.Known) series.change(BYTES, shorter)).amount()).isEqualTo(13);
            assertThat(((Change.Known) series.change(BYTES, longer)).amount()).isEqualTo(33);
        }
    }
}
