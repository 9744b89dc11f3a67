package io.seatrial.baseline.statistics;

import io.seatrial.baseline.statistics.Ledger.Kind;
import io.seatrial.measurement.Direction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Judges simulated nights as a nightly run is judged: the first nights are accepted and learned, the rest held against them; a new firmware
 * is another condition and gets a baseline of its own. In some nights a link, and then a whole leaf, is made slower.
 */
final class SimulatedYear implements Callable<Ledger> {
    static final double Q = 0.005;
    static final List<Double> TOLERANCES = List.of(0.01, 0.05);
    static final List<Double> EFFECTS = List.of(0.02, 0.05, 0.10);

    /** Nights that are a few days apart hardly resemble each other, so that their findings are independent. */
    private static final int TRIAL_EVERY = 6;

    private final SimulatedNights.World world;
    private final SimulatedNights nights;
    private final SplittableRandom random;
    private final Ledger ledger = new Ledger();
    /** Of the present baseline, by effect, tolerance and number of slow links. */
    private final Map<List<Number>, Double> predicted = new HashMap<>();

    private SimulatedYear(SimulatedNights.World world, long seed) {
        this.world = world;
        this.nights = new SimulatedNights(world, seed);
        this.random = new SplittableRandom(seed);
    }

    /** Judge several years, each of another fabric, on all processors. */
    static Ledger run(SimulatedNights.World world, int years, long seed) {
        ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            List<Callable<Ledger>> tasks = new ArrayList<>();
            IntStream.range(0, years).forEach(year -> tasks.add(new SimulatedYear(world, seed + year)));
            Ledger all = new Ledger();
            for (Future<Ledger> year : threads.invokeAll(tasks)) {
                all.add(year.get());
            }
            return all;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("a simulated year did not come to its end", e);
        } finally {
            threads.shutdownNow();
        }
    }

    @Override
    public Ledger call() {
        int firmware = world.count("firmware-night");
        judgeUntil(firmware - 1);
        judgeUntil(world.count("nights"));
        return ledger;
    }

    private void judgeUntil(int last) {
        List<double[][]> accepted = new ArrayList<>();
        for (int i = 0; i < world.count("accepted-nights"); i++) {
            accepted.add(nights.next());
        }
        ClassModel model = ClassModel.learn(accepted, Direction.HIGHER_IS_BETTER);
        predicted.clear();
        double alpha = RunDecision.neededByOne(world.count("links"), 1, Q);
        while (nights.night() < last) {
            double[][] night = nights.next();
            Comparison comparison = model.compare(night);
            ledger.countNight();
            for (double tolerance : TOLERANCES) {
                ledger.countAlarm(tolerance, isAlarm(decide(comparison, tolerance), night.length));
            }
            if (nights.night() % TRIAL_EVERY == 0) {
                injectInto(night, model, alpha);
            }
        }
        ledger.countBaseline(model.detectable(alpha, 0.8, world.count("rounds")));
    }

    private void injectInto(double[][] night, ClassModel model, double alpha) {
        int leaf = world.count("links-per-leaf");
        for (double effect : EFFECTS) {
            int link = random.nextInt(night.length);
            int first = link / leaf * leaf;
            inject(night, model, alpha, effect, link, link, link + 1);
            inject(night, model, alpha, effect, link, first, Math.min(night.length, first + leaf));
        }
    }

    /** Of a whole leaf one link is looked at: the links of a leaf share their night, and 64 of them are not 64 trials. */
    private void inject(double[][] night, ClassModel model, double alpha, double effect, int link, int from, int to) {
        double[][] slow = night.clone();
        for (int i = from; i < to; i++) {
            double[] rounds = night[i].clone();
            for (int round = 0; round < rounds.length; round++) {
                rounds[round] *= 1 - effect;
            }
            slow[i] = rounds;
        }
        Comparison comparison = model.compare(slow);
        int rounds = world.count("rounds");
        for (double tolerance : TOLERANCES) {
            double power = predicted.computeIfAbsent(
                    List.of(effect, tolerance, to - from),
                    key -> predicted(model, effect, tolerance, alpha, to - from, rounds));
            Finding finding = decide(comparison, tolerance).finding(0, link);
            ledger.count(to - from == 1 ? Kind.LINK : Kind.LEAF, effect, tolerance, power, isWorse(finding));
        }
    }

    /** The more is found, the larger the p that still counts: with k findings k times that of one. */
    private static double predicted(
            ClassModel model, double effect, double tolerance, double alpha, int slow, int rounds) {
        double power = 1;
        for (int i = 0; i < 20; i++) {
            double found = Math.max(1, power * (slow - 1) + 1);
            power = model.power(effect, alpha * found, rounds, tolerance);
        }
        return power;
    }

    private static RunDecision decide(Comparison comparison, double tolerance) {
        return RunDecision.of(List.of(comparison), List.of(tolerance), Q);
    }

    private static boolean isAlarm(RunDecision decision, int links) {
        return decision.isClassWorse(0)
                || IntStream.range(0, links).anyMatch(link -> isWorse(decision.finding(0, link)));
    }

    private static boolean isWorse(Finding finding) {
        return finding == Finding.WORSE || finding == Finding.WORSE_WITH_CLASS;
    }
}
