package io.seatrial.criteria.stability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.measurement.Direction;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Series that are made by a formula and noise of a printed seed. */
class DriftJudgeTest {
    private static final int ROUNDS = 120;
    private static final double LEVEL = 1e10;
    private static final SteadyRule RULE =
            new SteadyRule(Duration.ofMinutes(10), 50_000, 200_000, 10_000, SteadyRule.ROUNDS);

    /** Rounds about a level, each with noise of a share of it. */
    private static long[] series(int rounds, long seed, double noise, IntToDoubleFunction share) {
        Random random = new Random(seed);
        return IntStream.range(0, rounds)
                .mapToLong(i -> Math.round(LEVEL * (share.applyAsDouble(i) + noise * random.nextGaussian())))
                .toArray();
    }

    /** Noise of which each round keeps a share of the one before; its spread over all is that of a single one. */
    private static long[] correlated(int rounds, long seed, double noise, double kept) {
        Random random = new Random(seed);
        double[] state = {noise * random.nextGaussian()};
        return IntStream.range(0, rounds)
                .mapToLong(i -> {
                    state[0] = kept * state[0] + Math.sqrt(1 - kept * kept) * noise * random.nextGaussian();
                    return Math.round(LEVEL * (1 + state[0]));
                })
                .toArray();
    }

    private static DriftJudge judge(long... values) {
        return new DriftJudge(values, values, Direction.HIGHER_IS_BETTER, RULE);
    }

    private static Optional<Drift> find(long... values) {
        return judge(values).find();
    }

    @Test
    void noise_about_a_level_is_steady_for_every_seed() {
        for (long seed = 0; seed < 100; seed++) {
            assertThat(find(series(ROUNDS, seed, 0.03, i -> 1)))
                    .as("seed " + seed)
                    .isEmpty();
            assertThat(find(series(SteadyRule.ROUNDS, seed, 0.03, i -> 1)))
                    .as("seed " + seed)
                    .isEmpty();
        }
    }

    @Test
    void equal_values_are_steady() {
        assertThat(find(series(ROUNDS, 0, 0, i -> 1))).isEmpty();
        assertThat(find(new long[ROUNDS])).isEmpty();
    }

    @Test
    void a_step_is_found_with_the_round_at_which_it_sets_in() {
        for (int at : new int[] {20, 60, 100}) {
            Drift drift = find(series(ROUNDS, at, 0.01, i -> i < at ? 1 : 0.9)).orElseThrow();
            assertThat(drift.kind()).isEqualTo(Drift.Kind.STEP);
            assertThat(drift.from()).isEqualTo(at);
            assertThat(drift.to()).isEqualTo(ROUNDS - 1);
            assertThat((double) drift.after() / drift.before()).isBetween(0.88, 0.92);
        }
    }

    @Test
    void a_step_within_the_tolerance_is_none() {
        assertThat(find(series(ROUNDS, 1, 0.005, i -> i < 60 ? 1 : 0.97))).isEmpty();
    }

    @Test
    void a_step_to_the_better_is_no_failure() {
        assertThat(find(series(ROUNDS, 1, 0.01, i -> i < 60 ? 0.9 : 1))).isEmpty();
    }

    @Test
    void of_a_latency_more_is_worse() {
        long[] rising = series(ROUNDS, 1, 0.01, i -> i < 80 ? 1 : 1.2);
        DriftJudge judge = new DriftJudge(rising, rising, Direction.LOWER_IS_BETTER, RULE);
        assertThat(judge.find())
                .hasValueSatisfying(drift -> assertThat(drift.from()).isEqualTo(80));
        assertThat(find(rising)).isEmpty();
    }

    @Test
    void a_large_step_in_the_last_three_rounds_is_found_though_statistics_cannot_tell() {
        Drift drift =
                find(series(ROUNDS, 3, 0.01, i -> i < ROUNDS - 3 ? 1 : 0.1)).orElseThrow();
        assertThat(drift.kind()).isEqualTo(Drift.Kind.STRETCH);
        assertThat(drift.from()).isEqualTo(ROUNDS - 3);
        assertThat(drift.rounds()).isEqualTo(3);
    }

    @Test
    void a_large_step_after_three_rounds_is_found() {
        Drift drift = find(series(ROUNDS, 3, 0.01, i -> i < 3 ? 1 : 0.1)).orElseThrow();
        assertThat(drift.kind()).isEqualTo(Drift.Kind.STEP);
        assertThat(drift.from()).isEqualTo(3);
        assertThat(drift.before()).isGreaterThan(9_000_000_000L);
        assertThat(drift.after()).isLessThan(2_000_000_000L);
    }

    @Test
    void a_slow_ramp_is_found_as_a_slope_and_from_when_it_lost_more_than_is_tolerated() {
        Drift drift =
                find(series(ROUNDS, 5, 0.01, i -> 1 - 0.2 * i / (ROUNDS - 1))).orElseThrow();
        assertThat(drift.kind()).isEqualTo(Drift.Kind.SLOPE);
        assertThat(drift.from()).isBetween(25, 36); // 5 % of 20 % over 120 rounds is round 30
        assertThat((double) drift.after() / drift.before()).isBetween(0.78, 0.82);
    }

    @Test
    void one_dip_is_a_remark_and_no_failure() {
        DriftJudge judge = judge(series(ROUNDS, 7, 0.01, i -> i == 50 ? 0.3 : 1));
        assertThat(judge.find()).isEmpty();
        assertThat(judge.farOff()).containsExactly(50);
    }

    @Test
    void several_dips_here_and_there_fail() {
        Drift drift = find(series(ROUNDS, 7, 0.01, i -> i == 20 || i == 50 || i == 90 ? 0.3 : 1))
                .orElseThrow();
        assertThat(drift.kind()).isEqualTo(Drift.Kind.DIPS);
        assertThat(drift.from()).isEqualTo(20);
        assertThat(drift.to()).isEqualTo(90);
        assertThat(drift.rounds()).isEqualTo(3);
    }

    @Test
    void a_stretch_that_passes_is_found_with_its_begin_and_end() {
        Drift drift =
                find(series(ROUNDS, 7, 0.01, i -> i >= 50 && i < 60 ? 0.5 : 1)).orElseThrow();
        assertThat(drift.kind()).isEqualTo(Drift.Kind.STRETCH);
        assertThat(drift.from()).isEqualTo(50);
        assertThat(drift.to()).isEqualTo(59);
    }

    @Test
    void a_dip_within_a_round_that_stands_for_several_is_seen() {
        long[] values = series(ROUNDS, 7, 0.01, i -> 1);
        long[] worst = values.clone();
        for (int i = 10; i < 100; i += 30) {
            worst[i] = worst[i] / 3;
        }
        assertThat(new DriftJudge(values, worst, Direction.HIGHER_IS_BETTER, RULE).find())
                .hasValueSatisfying(drift -> assertThat(drift.kind()).isEqualTo(Drift.Kind.DIPS));
    }

    /** Of 200 series without any drift, chance may accuse a few; taken for independent, these rounds would accuse most. */
    @Test
    void rounds_that_hang_together_are_not_taken_for_a_trend() {
        int accused = 0;
        int naive = 0;
        for (long seed = 0; seed < 200; seed++) {
            long[] values = correlated(ROUNDS, seed, 0.06, 0.8);
            double[] plain = IntStream.range(0, values.length)
                    .mapToDouble(i -> values[i])
                    .toArray();
            accused += find(values)
                            .filter(drift -> drift.kind() == Drift.Kind.STEP || drift.kind() == Drift.Kind.SLOPE)
                            .isPresent()
                    ? 1
                    : 0;
            naive += Trend.step(plain).chance() < Trend.SURE_OF_STEP ? 1 : 0;
        }
        assertThat(naive).as("real by the test with the correction").isLessThan(60);
        assertThat(accused).isLessThan(60);
    }

    @Test
    void correlated_rounds_weigh_less() {
        double[] alternating =
                IntStream.range(0, 50).mapToDouble(i -> i % 2 == 0 ? 1 : -1).toArray();
        double[] slow = IntStream.range(0, 50).mapToDouble(i -> i < 25 ? 1 : -1).toArray();
        assertThat(Trend.weight(alternating)).isEqualTo(1);
        assertThat(Trend.weight(slow)).isLessThan(0.1);
        assertThat(Trend.weight(new double[50])).isEqualTo(1);
    }

    @Test
    void the_fewest_rounds_can_still_tell_a_step() {
        assertThat(find(series(SteadyRule.LEAST_ROUNDS, 2, 0, i -> i < 8 ? 1 : 0.9)))
                .hasValueSatisfying(drift -> assertThat(drift.from()).isEqualTo(8));
        assertThatThrownBy(() -> judge(new long[SteadyRule.LEAST_ROUNDS - 1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("20 rounds or more");
    }

    @Test
    void thirds_are_told_beside_the_verdict() {
        DriftJudge judge = judge(series(30, 2, 0, i -> i < 10 ? 1 : i < 20 ? 0.99 : 0.98));
        assertThat(judge.begin()).isEqualTo(10_000_000_000L);
        assertThat(judge.end()).isEqualTo(9_800_000_000L);
        assertThat(judge.thirdsDiffer()).isFalse();
    }
}
