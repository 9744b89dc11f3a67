package io.seatrial.archive;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Histogram;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Noise;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What it costs to compress each append by itself, beside lines as they are: bytes on the disk, CPU of this thread to write and to read. The
 * disk is not waited for, because that takes the same for both. Not a test: run main, with how many measurements (100,000 by default) and
 * {@code -Xmx} as small as is to be shown.
 */
public final class LineFileBenchmark {
    private static final Instant START = Instant.parse("2026-11-30T00:00:00Z");
    private static final Metric LATENCY = new Metric("latency.rtt.p50", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
    private static final int READINGS = 50;

    private LineFileBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        int measurements = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100_000;
        say(
                "%d measurements, %d processors, load %.1f, Java %s, heap allowed %d MiB",
                measurements,
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                System.getProperty("java.version"),
                Runtime.getRuntime().maxMemory() >> 20);
        for (int warm = 0; warm < 2; warm++) {
            say(warm == 0 ? "first (the compiler is at work)" : "second");
            for (int flows : new int[] {1, 8, 512}) {
                rounds(measurements, flows);
            }
            readings(measurements / READINGS);
        }
    }

    private static void rounds(int measurements, int flows) throws IOException {
        compare("rounds of " + flows + " flows", RoundRecord.class, measurements / flows, (random, i) -> {
            List<Measurement> all = new ArrayList<>();
            for (int flow = 0; flow < flows; flow++) {
                all.add(measured(random, i, flow));
            }
            return List.of(new RoundRecord("latency.within-rail", i, 0, all));
        });
    }

    private static Measurement measured(Random random, int round, int flow) {
        TreeMap<Integer, Long> buckets = new TreeMap<>();
        for (int i = 0; i < 20; i++) {
            buckets.merge(200 + (int) (10 * random.nextGaussian()), (long) random.nextInt(100) + 1, Long::sum);
        }
        long value = 4_000 + (long) (200 * random.nextGaussian());
        return new Measurement(
                LATENCY,
                new SubjectId(SubjectId.Kind.FLOW, "gpu-" + flow + "/mlx5_0>gpu-" + (flow + 8) + "/mlx5_0"),
                OptionalLong.of(value),
                Optional.empty(),
                Optional.of(new Histogram(buckets)),
                Optional.of(new Noise(random.nextInt(50), 1, 0)),
                Map.of("p99", value + 900, "p99.9", value + 2_000, "max", value + random.nextInt(9_000)),
                new Conditions(Map.of("fabric", "roce2", "size", "8", "iterations", "1000", "nic", "ConnectX-7")),
                new Provenance(
                        round,
                        0,
                        START.plusNanos(random.nextInt()),
                        START.plusSeconds(1),
                        "0123456789ab",
                        "seatrial-probe"));
    }

    /** Readings are appended as samplers bring them: those of some ports of a host together. */
    private static void readings(int appends) throws IOException {
        compare("readings, " + READINGS + " together", CounterReading.class, appends, (random, i) -> {
            List<CounterReading> all = new ArrayList<>();
            for (int port = 0; port < READINGS; port++) {
                all.add(CounterReading.full(
                        new SubjectId(SubjectId.Kind.PORT, "leaf-1/Ethernet" + port),
                        "sonic port",
                        START.plusMillis(i * 100L),
                        Map.of(
                                Kind.RX_BYTES.one(), i * 1_000_000_000L + random.nextInt(1_000_000),
                                Kind.TX_BYTES.one(), i * 1_000_000_000L + random.nextInt(1_000_000),
                                Kind.RX_PAUSE_FRAMES.of(3), (long) random.nextInt(10))));
            }
            return all;
        });
    }

    /** What an append of some number adds. */
    @FunctionalInterface
    private interface Lines {
        Collection<?> of(Random random, int append);
    }

    private static <T> void compare(String what, Class<T> type, int appends, Lines lines) throws IOException {
        Cost plain = cost(new PlainLines(), type, appends, lines);
        Cost members = cost(new GzipMembers(), type, appends, lines);
        say(
                "  %-24s %6d appends: %7.2f MB plain, %7.2f MB gzip (1 : %.1f); write CPU %.2f s, %.2f s (%.1f times);"
                        + " read CPU %.2f s, %.2f s (%.1f times)",
                what,
                appends,
                plain.bytes / 1e6,
                members.bytes / 1e6,
                plain.bytes / (double) members.bytes,
                plain.write,
                members.write,
                members.write / plain.write,
                plain.read,
                members.read,
                members.read / plain.read);
    }

    /** Making the lines is taken off: it is the same for both and no part of either. */
    private static <T> Cost cost(LineForm form, Class<T> type, int appends, Lines lines) throws IOException {
        Path path = Files.createTempFile("lines", ".ndjson");
        LineFile file = new LineFile(path, ArchiveJson.mapper(), form, (out, bytes) -> out.write(bytes));
        double making = cpu(() -> make(appends, lines, some -> {}));
        double writing = cpu(() -> make(appends, lines, file::appendAll));
        int[] read = new int[1];
        double reading = cpu(() -> file.forEach(type, line -> read[0]++));
        long bytes = Files.size(path);
        Files.delete(path);
        if (read[0] == 0) {
            throw new IllegalStateException("nothing was read");
        }
        return new Cost(bytes, writing - making, reading);
    }

    private static void make(int appends, Lines lines, Consumer<Collection<?>> to) {
        Random random = new Random(7);
        for (int i = 0; i < appends; i++) {
            to.accept(lines.of(random, i));
        }
    }

    private record Cost(long bytes, double write, double read) {}

    private static double cpu(Runnable step) {
        long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        step.run();
        return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin) / 1e9;
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
