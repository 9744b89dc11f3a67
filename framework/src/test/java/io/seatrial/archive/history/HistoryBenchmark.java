package io.seatrial.archive.history;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Histogram;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Imports nights of many links from folders of runs and asks the store, each beside its line of issue 7: 30 nights of 10,000 links with 10
 * metrics within 60 s, a trend within 200 ms, all within 1 GiB. Not a test: run main with {@code -Xmx640m}, and the numbers of nights, links and
 * metrics, the folder, and perhaps the address of a store. Folders that are there from an earlier call are taken as they are.
 */
public final class HistoryBenchmark {
    private static final double IMPORT_S = 60;
    private static final double TREND_S = 0.2;
    private static final double GIBIBYTE = 1024.0 * 1024 * 1024;
    private static final int ROUND = 1_000;
    private static final int TRENDS = 50;
    /** So many of the metrics are latencies, whose distribution stands in the folder too; the import reads past it. */
    private static final int DISTRIBUTIONS = 3;

    private static final int BUCKETS = 40;

    private HistoryBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        int nights = number(arguments, 0, 30);
        int links = number(arguments, 1, 10_000);
        int metrics = number(arguments, 2, 10);
        Path folder = arguments.length > 3 ? Path.of(arguments[3]) : Files.createTempDirectory("history");
        System.out.printf(
                Locale.ROOT,
                "%d nights, %d links, %d metrics; Java %s, %d processors, at most %.2f GiB, load %.1f%n",
                nights,
                links,
                metrics,
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory() / GIBIBYTE,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        Path runs = make(folder, nights, links, metrics);
        StoreAddress address = arguments.length > 4
                ? new StoreAddress(arguments[4])
                : StoreAddress.of(Files.createTempDirectory(folder, "store").resolve("history.sqlite"));
        try (HistoryStore store = HistoryStore.open(address)) {
            double before = cpuSeconds();
            line("import", seconds(() -> fill(store, runs)), IMPORT_S);
            line("import, CPU time of this process (beside other load)", cpuSeconds() - before, IMPORT_S);
            ask(store, links);
        }
        if (!address.text().startsWith("jdbc:")) {
            System.out.printf(Locale.ROOT, "store: %.0f MB%n", Files.size(Path.of(address.text())) / 1e6);
        }
        System.out.printf(
                Locale.ROOT, "resident memory at most: %.2f GiB, line 1.00 GiB, ratio %.3f%n", peak(), peak());
    }

    private static int number(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    private static void fill(HistoryStore store, Path runs) {
        RunArchive.all(runs).forEach(folder -> {
            HistoryStore.Stored stored = store.add(RunDigest.of(RunArchive.open(folder)));
            if (stored != HistoryStore.Stored.ADDED) {
                throw new IllegalStateException(folder + ": " + stored);
            }
        });
    }

    private static void ask(HistoryStore store, int links) {
        HistoryQueries queries = store.queries();
        double[] all = new double[TRENDS];
        for (int i = 0; i < TRENDS; i++) {
            String name = link(i * 7919 % links).name();
            all[i] = seconds(() -> {
                List<Trend> trends = queries.trends(name, HistoryQueries.Only.ALL, HistoryQueries.LAST);
                if (trends.isEmpty() || trends.get(0).values().isEmpty()) {
                    throw new IllegalStateException(name + ": no trend");
                }
            });
        }
        Arrays.sort(all);
        line("trend of a link, all metrics, median of " + TRENDS, all[TRENDS / 2], TREND_S);
        line("trend of a link, all metrics, worst of " + TRENDS, all[TRENDS - 1], TREND_S);
        without("movers of all series", seconds(() -> queries.movers("big", Optional.empty(), HistoryQueries.LAST)));
        without("what comes and goes", seconds(() -> queries.flickers("big", HistoryQueries.LAST)));
    }

    private static double seconds(Runnable what) {
        long begin = System.nanoTime();
        what.run();
        return (System.nanoTime() - begin) / 1e9;
    }

    private static void line(String what, double seconds, double line) {
        System.out.printf(
                Locale.ROOT, "%-52s %8.3f s, line %5.1f s, ratio %.3f%n", what, seconds, line, seconds / line);
    }

    private static void without(String what, double seconds) {
        System.out.printf(Locale.ROOT, "%-52s %8.3f s%n", what, seconds);
    }

    private static double cpuSeconds() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
    }

    /** Return the most resident memory so far as the kernel of Linux tells it, GiB. */
    private static double peak() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                        .filter(line -> line.startsWith("VmHWM:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                        .findFirst()
                        .orElseThrow()
                * 1024
                / GIBIBYTE;
    }

    private static Path make(Path folder, int nights, int links, int metrics) throws IOException {
        Nights made = new Nights(folder, "big");
        double seconds = seconds(() -> {
            for (int night = 0; night < nights; night++) {
                if (!Files.isDirectory(made.runs().resolve("big").resolve(Nights.id(night)))) {
                    night(made.begin(night), night, links, metrics);
                }
            }
        });
        without("folders of runs, written as runs write them", seconds);
        return made.runs();
    }

    private static void night(RunArchive archive, int night, int links, int metrics) {
        SplittableRandom random = new SplittableRandom(night);
        for (int number = 0; number < metrics; number++) {
            Metric metric = new Metric("metric.number-" + number, Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
            String ask = "ask.number-" + number;
            List<String> names = new ArrayList<>();
            for (int from = 0; from < links; from += ROUND) {
                List<Measurement> round = new ArrayList<>();
                for (int i = from; i < Math.min(links, from + ROUND); i++) {
                    names.add(link(i).name());
                    round.add(measured(metric, i, from / ROUND, number < DISTRIBUTIONS, random));
                }
                archive.append(new RoundRecord(ask, from / ROUND, 0, round));
            }
            archive.append(new AskRecord(ask, metric, links / ROUND, names));
        }
        Nights.close(archive, List.of());
    }

    private static SubjectId link(int number) {
        return new SubjectId(
                SubjectId.Kind.LINK,
                "gpu-%04d/mlx5_%d~leaf-%03d/Ethernet%d".formatted(number / 8, number % 8, number / 64, number % 64));
    }

    private static Measurement measured(
            Metric metric, int link, int round, boolean distribution, SplittableRandom random) {
        return new Measurement(
                metric,
                link(link),
                OptionalLong.of(1_800 + random.nextLong(40)),
                Optional.empty(),
                distribution ? Optional.of(histogram(random)) : Optional.empty(),
                Optional.empty(),
                Map.of("samples", 10_000L, "p99", 2_400L, "max", 9_000L),
                new Conditions(Map.of(
                        Conditions.FABRIC, "roce2",
                        Conditions.MESSAGE_BYTES, "8",
                        Conditions.PATH_CLASS, "within-rail",
                        Conditions.RATE, "400000000000",
                        Conditions.MTU, "4096")),
                new Provenance(round, 0, Nights.FIRST, Nights.FIRST.plusSeconds(2), "0123456789ab", ""));
    }

    private static Histogram histogram(SplittableRandom random) {
        SortedMap<Integer, Long> buckets = new TreeMap<>();
        for (int i = 0; i < BUCKETS; i++) {
            buckets.put(500 + i, 1 + random.nextLong(1_000));
        }
        return new Histogram(buckets);
    }
}
