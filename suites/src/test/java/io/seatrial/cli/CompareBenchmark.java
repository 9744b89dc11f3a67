package io.seatrial.cli;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.Closing;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.baseline.Tolerance;
import io.seatrial.baseline.comparing.Effect;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Histogram;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import io.seatrial.report.CompareSummary;
import io.seatrial.report.ComparedRuns;
import io.seatrial.report.page.ComparePage;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How long it takes to compare two archived runs of many links, from their folders to text, JSON and page, beside the lines of 5 s and 1 GiB
 * for 10,000 links. One link in a thousand is slower in the second run. Not a test: run main with the numbers of links, of metrics and of
 * rounds, and {@code -Xmx1g}.
 */
final class CompareBenchmark {
    private static final Duration LINE = Duration.ofSeconds(5);
    private static final int ONE_IN = 1000;
    private static final int BUCKETS = 40;
    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");
    private static final Path INPUTS = Path.of("inventory", "virtual");

    private CompareBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        int links = Integer.parseInt(arguments[0]);
        int metrics = Integer.parseInt(arguments[1]);
        int rounds = Integer.parseInt(arguments[2]);
        Path runs = Files.createTempDirectory("compare-benchmark-");
        RunArchive before = write(runs, "a", 1, links, metrics, rounds, 1);
        RunArchive after = write(runs, "b", 2, links, metrics, rounds, 0.9);
        long cpuAtBegin = cpu();
        long ownAtBegin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long begin = System.nanoTime();
        TwoRuns two = TwoRuns.of(before, after);
        long read = System.nanoTime();
        ComparedRuns compared = two.compared(Optional.of(new Tolerance(50_000, 0)));
        long judged = System.nanoTime();
        long bytes =
                CompareJson.text(compared).length() + ComparePage.html(compared).length();
        CompareSummary.lines(compared, Optional.empty(), 140);
        long end = System.nanoTime();
        print(
                "%,d links, %d metrics, %d rounds, %s",
                links, metrics, rounds, compared.answer().word());
        print(
                "worse %d, better %d, cannot tell %d, unchanged %d",
                compared.numbers().subjects(Effect.WORSE).size(),
                compared.numbers().subjects(Effect.BETTER).size(),
                compared.numbers().subjects(Effect.CANNOT_TELL).size(),
                compared.numbers().subjects(Effect.UNCHANGED).size());
        print(
                "read %.2f s, compare %.2f s, write %.2f s (%,d characters)",
                s(begin, read), s(read, judged), s(judged, end), bytes);
        print(
                "total %.2f s beside %d s: ratio %.2f",
                s(begin, end), LINE.toSeconds(), s(begin, end) / LINE.toSeconds());
        print(
                "CPU %.2f s of all threads, %.2f s of the one that compares",
                (cpu() - cpuAtBegin) / 1e9,
                (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - ownAtBegin) / 1e9);
        print("heap at its largest %,d MiB beside 1,024 MiB", peak() >> 20);
        io.seatrial.archive.Folders.remove(runs);
    }

    private static RunArchive write(Path runs, String run, long seed, int links, int metrics, int rounds, double slow) {
        Cluster cluster = ClusterFile.read(INPUTS);
        RunHeader header = new RunHeader(
                RunHeader.FORMAT,
                run,
                cluster.name(),
                cluster.hash(),
                "pre",
                7,
                START,
                cluster.hosts().stream().map(host -> host.name()).toList(),
                Map.of(),
                "test");
        RunArchive archive = RunArchive.create(runs, header, INPUTS);
        Random random = new Random(seed);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < links; i++) {
            names.add(link(i).name());
        }
        for (int m = 0; m < metrics; m++) {
            Metric metric = new Metric("bandwidth.m" + m, Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER);
            archive.append(new AskRecord("bandwidth.m" + m, metric, rounds, names));
            for (int round = 0; round < rounds; round++) {
                archive.append(new RoundRecord(metric.id(), round, 0, round(metric, round, links, random, slow)));
            }
        }
        archive.close(new Closing("ACCEPTED", 0, START.plusSeconds(60), true, List.of()));
        return archive;
    }

    private static SubjectId link(int index) {
        return new SubjectId(SubjectId.Kind.FLOW, "gpu-" + index / 8 + "/mlx5_" + index % 8 + ">leaf-" + index / 64);
    }

    private static List<Measurement> round(Metric metric, int round, int links, Random random, double slow) {
        SortedMap<Integer, Long> buckets = new TreeMap<>();
        for (int i = 0; i < BUCKETS; i++) {
            buckets.put(1000 + i, 25L + random.nextInt(10));
        }
        List<Measurement> measured = new ArrayList<>();
        for (int i = 0; i < links; i++) {
            double value = 390e9 * (i % ONE_IN == 7 ? slow : 1) * (1 + 0.005 * random.nextGaussian());
            measured.add(new Measurement(
                    metric,
                    link(i),
                    OptionalLong.of(Math.round(value)),
                    Optional.empty(),
                    Optional.of(new Histogram(buckets)),
                    Optional.empty(),
                    Map.of("samples", 1000L, "bytes", 1L << 34),
                    new Conditions(Map.of(
                            Conditions.FABRIC, "virtual-tcp", Conditions.PATH_CLASS, "within-leaf", "streams", "2")),
                    new Provenance(round, 0, START, START.plusSeconds(1), "0123456789ab", "")));
        }
        return measured;
    }

    private static double s(long from, long to) {
        return (to - from) / 1e9;
    }

    /** The clock on the wall says little on a machine that does other things. */
    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static long peak() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == java.lang.management.MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
