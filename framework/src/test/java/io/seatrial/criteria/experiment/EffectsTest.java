package io.seatrial.criteria.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.baseline.Tolerance;
import io.seatrial.baseline.comparing.Effect;
import io.seatrial.criteria.Profile;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.RoundValues;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class EffectsTest {
    private static final Metric RATE =
            new Metric("bandwidth.goodput", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER);
    private static final Metric TIME = new Metric("latency.rtt.p50", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
    private static final Factor QPS = factor("qps", "1", "4");
    private static final Factor MTU = factor("mtu", "1500", "9000");
    private static final int SUBJECTS = 12;

    private static Factor factor(String name, String... levels) {
        List<Level> all = new ArrayList<>();
        for (String level : levels) {
            all.add(new Level(level, Optional.of("set"), Optional.of("unset"), "", ""));
        }
        return new Factor(name, Optional.empty(), all);
    }

    private static Experiment experiment(int blocks, Factor... factors) {
        return new Experiment(
                "e",
                "?",
                Path.of("."),
                factors.length > 1 ? Experiment.Design.FACTORIAL : Experiment.Design.ONE_FACTOR,
                List.of(factors),
                List.of(),
                new Experiment.Measuring(Profile.PRE, List.of(), List.of(), new Tolerance(20_000, 0)),
                blocks,
                1);
    }

    /** Every day has a mood that all its blocks share, every block another one, every value its own scatter. */
    private static List<MeasuredRun> runs(
            Experiment experiment, Metric metric, double mood, ToDoubleFunction<Treatment> factorOf) {
        Random random = new Random(3);
        List<MeasuredRun> runs = new ArrayList<>();
        for (int block = 0; block < experiment.blocks(); block++) {
            double ofBlock = 1 + mood * random.nextGaussian();
            for (Treatment treatment : experiment.inBlock(block)) {
                SortedMap<SubjectId, List<Long>> rounds = new TreeMap<>();
                for (int i = 0; i < SUBJECTS; i++) {
                    double value =
                            1e9 * ofBlock * factorOf.applyAsDouble(treatment) * (1 + 0.004 * random.nextGaussian());
                    rounds.put(new SubjectId(SubjectId.Kind.FLOW, "a" + i + ">b"), List.of(Math.round(value)));
                }
                SortedMap<SeriesKey, RoundValues.OfClass> classes = new TreeMap<>();
                String mtu = treatment.levels().getOrDefault("mtu", "1500");
                classes.put(
                        new SeriesKey("ask", metric.id(), new Conditions(Map.of(Conditions.MTU, mtu))),
                        new RoundValues.OfClass(metric, rounds));
                runs.add(new MeasuredRun(block, treatment, new RoundValues(classes)));
            }
        }
        return runs;
    }

    private static LevelEffect only(List<LevelEffect> effects) {
        assertThat(effects).hasSize(1);
        return effects.get(0);
    }

    @Test
    void a_level_that_gives_five_percent_is_found_though_blocks_differ_by_more() {
        Experiment experiment = experiment(6, QPS);
        List<MeasuredRun> runs = runs(
                experiment,
                RATE,
                0.1,
                treatment -> treatment.levels().get("qps").equals("4") ? 1.05 : 1);
        LevelEffect effect = only(Effects.of(experiment, runs, 0.005));
        assertThat(effect.effect()).isEqualTo(Effect.BETTER);
        assertThat(effect.size().change()).isBetween(0.045, 0.055);
        assertThat(effect.size().low()).isLessThan(0.05);
        assertThat(effect.size().high()).isGreaterThan(0.05);
        assertThat(List.of(effect.size().blocks(), effect.subjects())).containsExactly(6, SUBJECTS);
    }

    @Test
    void more_is_worse_where_less_is_better() {
        Experiment experiment = experiment(6, QPS);
        List<MeasuredRun> runs = runs(
                experiment,
                TIME,
                0.1,
                treatment -> treatment.levels().get("qps").equals("4") ? 1.05 : 1);
        assertThat(only(Effects.of(experiment, runs, 0.005)).effect()).isEqualTo(Effect.WORSE);
    }

    @Test
    void the_same_against_the_same_finds_nothing() {
        Experiment experiment = experiment(6, QPS);
        LevelEffect effect = only(Effects.of(experiment, runs(experiment, RATE, 0.1, treatment -> 1), 0.005));
        assertThat(effect.effect()).isEqualTo(Effect.UNCHANGED);
        assertThat(effect.size().low()).isLessThan(0);
        assertThat(effect.size().high()).isGreaterThan(0);
    }

    @Test
    void one_block_tells_nothing() {
        Experiment experiment = experiment(2, QPS);
        List<MeasuredRun> first = runs(experiment, RATE, 0, treatment -> 1).stream()
                .filter(run -> run.block() == 0)
                .toList();
        LevelEffect effect = only(Effects.of(experiment, first, 0.005));
        assertThat(effect.effect()).isEqualTo(Effect.CANNOT_TELL);
        assertThat(effect.size().blocks()).isEqualTo(1);
    }

    @Test
    void a_block_that_lacks_a_level_does_not_count() {
        Experiment experiment = experiment(6, QPS);
        List<MeasuredRun> runs = new ArrayList<>(runs(experiment, RATE, 0.1, treatment -> 1));
        runs.removeIf(run -> run.block() == 3 && run.treatment().text().equals("qps=4"));
        assertThat(only(Effects.of(experiment, runs, 0.005)).size().blocks()).isEqualTo(5);
    }

    @Test
    void in_a_design_of_two_each_factor_is_told_by_itself_and_a_level_may_be_a_condition() {
        Experiment experiment = experiment(6, QPS, MTU);
        List<MeasuredRun> runs = runs(
                experiment,
                RATE,
                0.1,
                treatment -> treatment.levels().get("mtu").equals("9000") ? 1.05 : 1);
        List<LevelEffect> effects = Effects.of(experiment, runs, 0.005);
        assertThat(effects).extracting(LevelEffect::factor).containsExactly("qps", "mtu");
        assertThat(effects).extracting(LevelEffect::effect).containsExactly(Effect.UNCHANGED, Effect.BETTER);
    }
}
