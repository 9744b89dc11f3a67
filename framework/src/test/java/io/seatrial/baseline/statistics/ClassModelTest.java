package io.seatrial.baseline.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.seatrial.measurement.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClassModelTest {
    private static final double Q = 0.005;
    private static final double TOLERANCE = 0.05;
    private static final int ROUNDS = 5;

    @Test
    void one_slow_link_is_found_and_no_other() {
        Nights nights = new Nights(64, 1);
        ClassModel model = nights.learn(10);
        double[][] run = nights.next();
        slow(run, 17, 0.9);
        RunDecision decision = decide(model, run);
        assertThat(findings(decision, 64, Finding.WORSE)).containsExactly(17);
        assertThat(findings(decision, 64, Finding.KEEPS)).hasSize(63);
        assertThat(decision.isClassWorse(0)).isFalse();
    }

    @Test
    void a_latency_that_rose_is_worse_and_one_that_fell_is_not() {
        Nights nights = new Nights(64, 2);
        ClassModel model = nights.learn(10, Direction.LOWER_IS_BETTER);
        double[][] run = nights.next();
        slow(run, 3, 1.1);
        slow(run, 4, 0.9);
        RunDecision decision = decide(model, run);
        assertThat(findings(decision, 64, Finding.WORSE)).containsExactly(3);
        assertThat(model.compare(run).subjects().get(4).orElseThrow().own()).isCloseTo(-0.1, within(0.01));
    }

    @Test
    void a_whole_leaf_is_not_swallowed_by_what_the_class_shares() {
        Nights nights = new Nights(640, 3);
        ClassModel model = nights.learn(10);
        double[][] run = nights.next();
        IntStream.range(64, 128).forEach(i -> slow(run, i, 0.92));
        RunDecision decision = decide(model, run);
        assertThat(findings(decision, 640, Finding.WORSE))
                .containsExactlyElementsOf(IntStream.range(64, 128).boxed().toList());
    }

    @Test
    void what_slows_most_of_a_class_is_found_through_the_common_mode() {
        Nights nights = new Nights(200, 4);
        ClassModel model = nights.learn(10);
        double[][] run = nights.next();
        IntStream.range(0, 120).forEach(i -> slow(run, i, 0.9));
        RunDecision decision = decide(model, run);
        assertThat(decision.isClassWorse(0)).isTrue();
        assertThat(findings(decision, 200, Finding.WORSE_WITH_CLASS))
                .containsExactlyElementsOf(IntStream.range(0, 120).boxed().toList());
    }

    @Test
    void a_class_of_one_is_its_own_common_mode() {
        Nights nights = new Nights(1, 5);
        ClassModel model = nights.learn(10);
        double[][] run = nights.next();
        slow(run, 0, 0.8);
        assertThat(decide(model, run).finding(0, 0)).isEqualTo(Finding.WORSE_WITH_CLASS);
    }

    @Test
    void three_runs_of_eight_flows_show_only_what_is_large() {
        Nights nights = new Nights(8, 6);
        ClassModel model = nights.learn(3);
        double[][] run = nights.next();
        slow(run, 2, 0.94);
        RunDecision decision = decide(model, run);
        assertThat(decision.finding(0, 2)).isEqualTo(Finding.WORSE);
        assertThat(model.detectable(decision.needed(), 0.8, ROUNDS)).isBetween(0.01, 0.06);
        Nights noisy = new Nights(8, 6).with(0.1);
        ClassModel rough = noisy.learn(3);
        double[][] other = noisy.next();
        slow(other, 2, 0.8);
        RunDecision unsure = decide(rough, other);
        assertThat(unsure.smallest()).isGreaterThan(unsure.needed());
        assertThat(findings(unsure, 8, Finding.CANNOT_TELL)).hasSize(8);
    }

    @Test
    void a_subject_needs_two_accepted_runs() {
        Nights nights = new Nights(32, 7);
        List<double[][]> runs = nights.take(5);
        runs.subList(0, 3).forEach(run -> run[0] = new double[0]);
        runs.subList(0, 4).forEach(run -> run[1] = new double[0]);
        ClassModel model = ClassModel.learn(runs, Direction.HIGHER_IS_BETTER);
        assertThat(model.subjects()).isEqualTo(31);
        double[][] run = nights.next();
        run[2] = new double[0];
        slow(run, 0, 0.8);
        RunDecision decision = decide(model, run);
        assertThat(decision.finding(0, 0)).isEqualTo(Finding.WORSE);
        assertThat(findings(decision, 32, Finding.NOT_TESTED)).containsExactly(1, 2);
    }

    @Test
    void a_subject_that_missed_the_bad_night_of_all_has_no_better_reference() {
        Nights nights = new Nights(50, 8);
        List<double[][]> runs = nights.take(6);
        IntStream.range(0, 50).forEach(i -> slow(runs.get(2), i, 0.9));
        runs.get(2)[7] = new double[0];
        ClassModel model = ClassModel.learn(runs, Direction.HIGHER_IS_BETTER);
        assertThat(model.compare(nights.next()).subjects().get(7).orElseThrow().own())
                .isCloseTo(0, within(0.01));
    }

    @Test
    void a_reference_of_zero_is_none() {
        List<double[][]> runs = List.of(new double[][] {{0, 0}, {5, 5}}, new double[][] {{0, 0}, {5, 5}});
        ClassModel model = ClassModel.learn(runs, Direction.LOWER_IS_BETTER);
        assertThat(model.subjects()).isEqualTo(1);
        assertThat(model.compare(runs.get(0)).subjects().get(0)).isEmpty();
    }

    @Test
    void a_fault_in_one_accepted_run_does_not_hide_the_next_one() {
        Nights nights = new Nights(64, 9);
        List<double[][]> runs = nights.take(10);
        slow(runs.get(4), 11, 0.9);
        ClassModel model = ClassModel.learn(runs, Direction.HIGHER_IS_BETTER);
        double[][] run = nights.next();
        slow(run, 12, 0.9);
        slow(run, 11, 0.5);
        assertThat(findings(decide(model, run), 64, Finding.WORSE)).containsExactly(11, 12);
    }

    @Test
    void one_step_of_a_coarse_clock_is_no_change() {
        double[][] run = new double[32][ROUNDS];
        Arrays.stream(run).forEach(rounds -> Arrays.fill(rounds, 1_000));
        List<double[][]> runs = List.of(run, run, run, run);
        ClassModel model = ClassModel.learn(runs, Direction.LOWER_IS_BETTER);
        double[][] next = copy(run);
        Arrays.fill(next[4], 1_001);
        Arrays.fill(next[5], 1_500);
        Comparison compared = model.compare(next);
        assertThat(compared.subjects().get(4).orElseThrow().p()).isGreaterThan(0.01);
        assertThat(findings(decide(model, next), 32, Finding.WORSE)).containsExactly(5);
    }

    @Test
    void one_accepted_run_knows_no_scatter() {
        Nights nights = new Nights(8, 10);
        ClassModel model = nights.learn(1);
        Comparison compared = model.compare(nights.next());
        assertThat(compared.subjects()).allMatch(Optional::isEmpty);
        assertThat(compared.commonP()).isEqualTo(1);
        assertThat(model.detectable(0.001, 0.8, ROUNDS)).isInfinite();
    }

    @Test
    void what_is_detectable_is_detected_with_the_power_it_was_asked_for() {
        ClassModel model = new Nights(200, 11).learn(10);
        double effect = model.detectable(1e-5, 0.8, ROUNDS);
        assertThat(model.power(effect, 1e-5, ROUNDS)).isCloseTo(0.8, within(0.01));
        assertThat(model.power(effect, 1e-5, ROUNDS, effect)).isCloseTo(0.5, within(0.1));
        assertThat(model.detectable(1e-7, 0.8, ROUNDS)).isGreaterThan(effect);
        assertThat(model.detectable(1e-5, 0.9, ROUNDS)).isGreaterThan(effect);
    }

    @Test
    void more_rounds_see_less_and_so_many_are_planned() {
        ClassModel model = new Nights(200, 12).learn(10);
        double[] effects = IntStream.of(1, 3, 5, 9)
                .mapToDouble(rounds -> model.detectable(1e-5, 0.8, rounds))
                .toArray();
        assertThat(effects[0]).isGreaterThan(effects[1]);
        assertThat(effects[1]).isGreaterThan(effects[2]);
        assertThat(effects[2]).isGreaterThan(effects[3]);
        assertThat(model.roundsFor(effects[3] * 1.001, 1e-5, 0.8).orElseThrow()).isBetween(8, 9);
        assertThat(model.roundsFor(effects[3] / 100, 1e-5, 0.8)).isEmpty();
    }

    @Test
    void fewer_rounds_are_judged_less_sharply() {
        Nights nights = new Nights(64, 13);
        ClassModel model = nights.learn(10);
        double[][] run = nights.next();
        slow(run, 6, 0.98);
        double sharp = model.compare(run).subjects().get(6).orElseThrow().p();
        double middle = Arrays.stream(run[6]).sorted().toArray()[ROUNDS / 2];
        run[6] = new double[] {middle};
        assertThat(model.compare(run).subjects().get(6).orElseThrow().p()).isGreaterThan(2 * sharp);
    }

    @Test
    void runs_of_one_round_cannot_say_what_more_would_bring() {
        Nights nights = new Nights(64, 14);
        List<double[][]> runs = new ArrayList<>();
        nights.take(6)
                .forEach(run -> runs.add(
                        Arrays.stream(run).map(r -> new double[] {r[0]}).toArray(double[][]::new)));
        ClassModel model = ClassModel.learn(runs, Direction.HIGHER_IS_BETTER);
        assertThat(model.detectable(1e-4, 0.8, 9)).isEqualTo(model.detectable(1e-4, 0.8, 1));
    }

    @Test
    void bad_arguments_are_named() {
        assertThatThrownBy(() -> ClassModel.learn(List.of(), Direction.HIGHER_IS_BETTER))
                .hasMessageContaining("at least one, got none");
        ClassModel model = new Nights(8, 15).learn(3);
        assertThatThrownBy(() -> model.compare(new double[7][1]))
                .hasMessage("subjects of a run: expected 8 as in the first accepted run, got 7");
    }

    /** Independent nights with noise of heavy tails and a common mode. */
    private static final class Nights {
        private final SimulatedNights.World world;
        private final long seed;
        private final SimulatedNights nights;

        Nights(int links, long seed) {
            this(SimulatedNights.World.read().with("links", links), seed);
        }

        private Nights(SimulatedNights.World world, long seed) {
            this.world = world;
            this.seed = seed;
            this.nights = new SimulatedNights(world, seed);
        }

        Nights with(double roundScale) {
            return new Nights(world.with("round-scale", roundScale), seed);
        }

        double[][] next() {
            return nights.next();
        }

        List<double[][]> take(int count) {
            List<double[][]> taken = new ArrayList<>();
            IntStream.range(0, count).forEach(i -> taken.add(next()));
            return taken;
        }

        ClassModel learn(int count) {
            return learn(count, Direction.HIGHER_IS_BETTER);
        }

        ClassModel learn(int count, Direction better) {
            return ClassModel.learn(take(count), better);
        }
    }

    private static RunDecision decide(ClassModel model, double[][] run) {
        return RunDecision.of(List.of(model.compare(run)), List.of(TOLERANCE), Q);
    }

    private static List<Integer> findings(RunDecision decision, int subjects, Finding finding) {
        return IntStream.range(0, subjects)
                .filter(i -> decision.finding(0, i) == finding)
                .boxed()
                .toList();
    }

    private static void slow(double[][] run, int subject, double factor) {
        run[subject] = Arrays.stream(run[subject]).map(v -> v * factor).toArray();
    }

    private static double[][] copy(double[][] run) {
        return Arrays.stream(run).map(double[]::clone).toArray(double[][]::new);
    }
}
