package io.seatrial.archive.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.SubjectId;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class JumpsTest {
    private static final SeriesClass CLASS = new SeriesClass("alpha", Nights.ASK, Nights.BANDWIDTH, "fabric=roce2");
    private static final int RUNS = 8;

    private final SortedMap<SubjectId, long[]> medians = new TreeMap<>();

    private static StoredRun run(int number) {
        Instant at = Nights.FIRST.plusSeconds(number);
        return new StoredRun("alpha", Nights.id(number), "nightly", at, at, "ACCEPTED", 0, true, "roce2", "1", "h");
    }

    private List<Flicker> found() {
        List<StoredRun> runs = IntStream.range(0, RUNS).mapToObj(JumpsTest::run).toList();
        return Jumps.of(new ClassHistory(CLASS, runs, new TreeSet<>(), new TreeSet<>(), medians));
    }

    /** Neighbours that scatter by 1 in 1000, and all lose a fifth in night 5. */
    private void neighbours() {
        for (int i = 1; i < 12; i++) {
            int of = i;
            medians.put(
                    Nights.flow(i),
                    IntStream.range(0, RUNS)
                            .mapToLong(run -> (run == 5 ? 80_000 : 100_000) + (run * 37 + of * 11) % 100)
                            .toArray());
        }
    }

    @Test
    void a_slow_night_of_all_is_no_jump_of_anybody() {
        neighbours();
        assertThat(found()).isEmpty();
    }

    @Test
    void a_flow_that_comes_and_goes_is_found_with_its_pattern() {
        neighbours();
        medians.put(
                Nights.flow(0),
                new long[] {100_000, 90_000, 90_050, 100_000, ClassHistory.NONE, 64_000, 100_010, 100_000});
        assertThat(found()).singleElement().satisfies(flicker -> {
            assertThat(flicker.subject()).isEqualTo(Nights.flow(0).toString());
            assertThat(flicker.pattern()).isEqualTo("-__^._^^");
            assertThat(flicker.flips()).isEqualTo(4);
            assertThat(flicker.runs()).isEqualTo(7);
        });
    }

    @Test
    void what_creeps_is_no_jump() {
        neighbours();
        medians.put(
                Nights.flow(0),
                LongStream.range(0, RUNS)
                        .map(run -> (run == 5 ? 80_000 : 100_000) - 1_000 * run)
                        .toArray());
        assertThat(found()).isEmpty();
    }

    @Test
    void alone_only_a_large_step_counts() {
        medians.put(Nights.flow(0), new long[] {100, 97, 100, 97, 100, 97, 100, 97});
        medians.put(Nights.flow(1), new long[] {100, 90, 100, 90, 100, 90, 100, 90});
        assertThat(found())
                .extracting(Flicker::subject)
                .containsExactly(Nights.flow(1).toString());
    }

    @Test
    void a_flip_needs_two_runs_that_say_something() {
        assertThat(Flicker.changes("p..pF.Fp")).isEqualTo(2);
        assertThat(Flicker.changes("....")).isZero();
    }
}
