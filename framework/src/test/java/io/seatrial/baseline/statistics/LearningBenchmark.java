package io.seatrial.baseline.statistics;

import io.seatrial.measurement.Direction;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long it takes to learn from 30 nights of 10,000 links and 10 metrics, and to compare one night with them, beside the lines of 10 s
 * and 5 s. Processor time of the one thread stands beside the clock, for a machine that does other things too. Not a test: run main with
 * the numbers of links, nights and metrics.
 */
public final class LearningBenchmark {
    private static final double LEARN_S = 10;
    private static final double COMPARE_S = 5;

    private LearningBenchmark() {}

    public static void main(String[] arguments) {
        int links = number(arguments, 0, 10_000);
        int nights = number(arguments, 1, 30);
        int metrics = number(arguments, 2, 10);
        SimulatedNights simulated =
                new SimulatedNights(SimulatedNights.World.read().with("links", links), 1);
        List<double[][]> accepted = new ArrayList<>();
        for (int i = 0; i < nights; i++) {
            accepted.add(simulated.next());
        }
        double[][] next = simulated.next();
        System.out.printf(
                Locale.ROOT,
                "%d links, %d nights, %d metrics, %d processors, load %.1f%n",
                links,
                nights,
                metrics,
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        List<ClassModel> models = new ArrayList<>();
        print("learn", LEARN_S, () -> {
            for (int i = 0; i < metrics; i++) {
                models.add(ClassModel.learn(accepted, Direction.HIGHER_IS_BETTER));
            }
        });
        print("compare and decide", COMPARE_S, () -> {
            List<Comparison> comparisons =
                    models.stream().map(model -> model.compare(next)).toList();
            RunDecision.of(comparisons, models.stream().map(model -> 0.05).toList(), 0.005);
        });
        print("plan", COMPARE_S, () -> models.forEach(model -> model.roundsFor(0.02, 0.005 / links, 0.8)));
    }

    private static void print(String what, double line, Runnable work) {
        long wall = System.nanoTime();
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        work.run();
        double seconds = (System.nanoTime() - wall) / 1e9;
        double ofProcessor = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%-20s %6.2f s, line %4.1f s, ratio %.2f (processor time %.2f s)%n",
                what,
                seconds,
                line,
                seconds / line,
                ofProcessor);
    }

    private static int number(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }
}
