package io.seatrial.criteria.experiment;

import io.seatrial.baseline.Tolerance;
import io.seatrial.criteria.Profile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * An experiment as {@code experiment.yaml} declares it: one variable at a time, unless it says that it is a design of several.
 *
 * @param name its name; runs are found by it
 * @param question what is to be answered, as people say it
 * @param cluster folder of the cluster
 * @param design whether one factor is varied or several
 * @param factors what is varied
 * @param fixed what must stay as it is
 * @param measuring what each run measures
 * @param blocks how many times every treatment is measured
 * @param seed seed of the order within blocks, and of the plan of every run
 */
public record Experiment(
        String name,
        String question,
        Path cluster,
        Design design,
        List<Factor> factors,
        List<Fixed> fixed,
        Measuring measuring,
        int blocks,
        long seed) {
    /** With fewer blocks nothing tells how much one differs from the next. */
    public static final int LEAST_BLOCKS = 2;

    /** How many things are varied. */
    public enum Design {
        ONE_FACTOR,
        /** Every level of every factor with every level of the others. */
        FACTORIAL
    }

    /**
     * What each run measures.
     *
     * @param profile what is asked
     * @param only tags of suites, all where empty
     * @param asks whose numbers are judged, all where empty
     * @param tolerance below which an effect is of no use to anybody
     */
    public record Measuring(Profile profile, List<String> only, List<String> asks, Tolerance tolerance) {
        public Measuring {
            Objects.requireNonNull(profile, "profile");
            only = List.copyOf(only);
            asks = List.copyOf(asks);
            Objects.requireNonNull(tolerance, "tolerance");
        }
    }

    public Experiment {
        Level.requireName("experiment", name);
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(measuring, "measuring");
        factors = List.copyOf(factors);
        fixed = List.copyOf(fixed);
        if (factors.isEmpty() || design == Design.ONE_FACTOR && factors.size() > 1) {
            throw new IllegalArgumentException("factors: expected one, because two that change together cannot be told"
                    + " apart, or design: factorial; got " + factors.size());
        }
        if (blocks < LEAST_BLOCKS) {
            throw new IllegalArgumentException("blocks: expected " + LEAST_BLOCKS + " or more, got " + blocks);
        }
    }

    /** Return every treatment, the first levels first. */
    public List<Treatment> treatments() {
        List<SortedMap<String, String>> all = List.of(new TreeMap<>());
        for (Factor factor : factors) {
            List<SortedMap<String, String>> more = new ArrayList<>();
            for (SortedMap<String, String> one : all) {
                for (Level level : factor.levels()) {
                    SortedMap<String, String> with = new TreeMap<>(one);
                    with.put(factor.name(), level.name());
                    more.add(with);
                }
            }
            all = more;
        }
        return all.stream().map(Treatment::new).toList();
    }

    /**
     * Return the treatments of a block in the order in which they are measured: chance by seed, so that what drifts meanwhile hits all alike.
     *
     * @param block number of the block, from 0
     */
    public List<Treatment> inBlock(int block) {
        List<Treatment> order = new ArrayList<>(treatments());
        // neighbouring seeds give Random nearly the same first numbers; mixing them first does not
        long mixed = new SplittableRandom(seed * 1_000_003 + block).nextLong();
        Collections.shuffle(order, new Random(mixed));
        return List.copyOf(order);
    }

    /** Return the level of a factor that a treatment has. */
    public Level level(Factor factor, Treatment treatment) {
        String wanted = treatment.levels().get(factor.name());
        return factor.levels().stream()
                .filter(level -> level.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "factor " + factor.name() + ": expected one of its levels, got '" + wanted + "'"));
    }
}
