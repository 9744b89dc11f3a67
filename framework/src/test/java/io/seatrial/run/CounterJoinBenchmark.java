package io.seatrial.run;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunHeader;
import io.seatrial.archive.SourceRecord;
import io.seatrial.criteria.BaselineFamily;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.CriteriaFile;
import io.seatrial.criteria.Profile;
import io.seatrial.criteria.counters.CounterRule;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.measurement.Verdict;
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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * How long it takes to build series of many ports, to join them link by link and to judge everything of congestion, beside the lines of 5 s and
 * 1 GiB for 10,000 ports with 600 readings of 8 counters. The readings come from memory; making them is timed by itself and not counted, and
 * reading them from a file is another matter. Not a test: run main with the numbers of ports and readings, and {@code -Xmx1g}.
 */
public final class CounterJoinBenchmark {
    private static final double LINE_S = 5.0;
    private static final double LINE_GIB = 1.0;
    private static final Instant START = Instant.parse("2026-11-30T00:00:00Z");
    /** As often as NICs are read; so often every stretch of pause is looked at as well. */
    private static final Duration STEP = Duration.ofMillis(100);

    private static final List<String> TRAFFIC =
            List.of("bandwidth.together", "rdma.write-bandwidth.together", "bandwidth.alone", Stimuli.INCAST);

    private static final Kind[] OF_NIC = {Kind.TX_PAUSE_TIME, Kind.RX_MARKED, Kind.CNP_SENT, Kind.CNP_HANDLED};
    private static final Kind[] OF_SWITCH = {Kind.QUEUE_PACKETS, Kind.QUEUE_MARKED, Kind.QUEUE_DROPS, Kind.RX_BYTES};
    private static final Kind[] OF_BOTH = {
        Kind.RX_PAUSE_TIME, Kind.RX_PAUSE_FRAMES, Kind.TX_PAUSE_FRAMES, Kind.TX_PACKETS
    };

    /** Holds on to a reading, so that the compiler does not leave out what nobody looks at. */
    private static volatile CounterReading made;

    private final Cluster cluster;
    private final int readings;

    private CounterJoinBenchmark(Cluster cluster, int readings) {
        this.cluster = cluster;
        this.readings = readings;
    }

    public static void main(String[] arguments) throws Exception {
        int ports = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
        int readings = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 600;
        Path folder = Files.createTempDirectory("join");
        JoinCluster.write(folder, ports);
        Cluster cluster = ClusterFile.read(folder);
        Criteria criteria = CriteriaFile.read(folder, cluster);
        new CounterJoinBenchmark(cluster, readings).run(criteria);
    }

    private void run(Criteria criteria) {
        say(
                "%d links, %d ports, %d readings of %d counters each, %d windows, %d processors, load %.1f",
                cluster.links().size(),
                2 * cluster.links().size(),
                readings,
                OF_NIC.length + OF_BOTH.length,
                TRAFFIC.size(),
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        Lap making = Lap.of("making the readings (not counted)", () -> forEach(reading -> made = reading));
        List<CountedPorts> counted = new ArrayList<>();
        Lap building = Lap.of("series", () -> counted.add(CountedPorts.of(sources(), this::forEach)));
        double held = heldGib();
        CounterJoin join = new CounterJoin(cluster, criteria, counted.get(0), facts());
        Map<String, Survey> surveys = new TreeMap<>();
        Lap joining = Lap.of("join", () -> surveys.putAll(join.surveys()));
        Map<String, Integer> verdicts = new TreeMap<>();
        Lap judging = Lap.of(
                "judge",
                () -> surveys.forEach(
                        (ask, survey) -> criteria.criteria(ask, Profile.BRINGUP, cluster, BaselineFamily.none())
                                .forEach(criterion -> count(criterion.judge(survey), verdicts))));
        held = Math.max(held, heldGib());
        double wall = building.wall() - making.wall() + joining.wall() + judging.wall();
        double cpu = building.cpu() - making.cpu() + joining.cpu() + judging.cpu();
        say("verdicts of %d asks: %s", surveys.size(), verdicts);
        say(
                "in all: wall %.2f s (%.2f of the line of %.0f s), CPU of all threads %.2f s (%.2f of it)",
                wall, wall / LINE_S, LINE_S, cpu, cpu / LINE_S);
        say(
                "largest heap held after a stage %.2f GiB (%.2f of the line of %.0f GiB), heap allowed %.2f GiB",
                held, held / LINE_GIB, LINE_GIB, Runtime.getRuntime().maxMemory() / (double) (1L << 30));
    }

    private static void count(SortedMap<SubjectId, Verdict> of, Map<String, Integer> verdicts) {
        of.values().forEach(verdict -> verdicts.merge(verdict.getClass().getSimpleName(), 1, Integer::sum));
    }

    /** What a stage took. CPU is that of all threads of the process, the collector's and the compiler's among them. */
    private record Lap(double wall, double cpu) {
        static Lap of(String name, Runnable stage) {
            long wall = System.nanoTime();
            long cpu = cpuNanos();
            stage.run();
            Lap lap = new Lap((System.nanoTime() - wall) / 1e9, (cpuNanos() - cpu) / 1e9);
            say("%-36s wall %6.2f s  CPU %6.2f s", name, lap.wall, lap.cpu);
            return lap;
        }

        private static long cpuNanos() {
            return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                    .getProcessCpuTime();
        }
    }

    private static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }

    private static double heldGib() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / (double) (1L << 30);
    }

    private List<SourceRecord> sources() {
        List<SourceRecord> sources = new ArrayList<>();
        cluster.hosts().forEach(host -> sources.add(source(host.name())));
        cluster.switches().forEach(each -> sources.add(source(each.name())));
        return sources;
    }

    private static SourceRecord source(String node) {
        CounterSource source = new CounterSource(node, "counters", STEP, Duration.ofMillis(5));
        return new SourceRecord(START, source, Optional.empty());
    }

    /** Give all readings as they come: one moment of every port after the other. */
    private void forEach(Consumer<CounterReading> each) {
        List<SubjectId> nics = new ArrayList<>();
        List<SubjectId> ports = new ArrayList<>();
        for (Link link : cluster.links()) {
            (link.tier().equals(Link.HOST_LEAF) ? nics : ports).add(subject(link.a()));
            ports.add(subject(link.b()));
        }
        for (int at = 0; at < readings; at++) {
            SortedMap<Counter, Long> ofNic = values(OF_NIC, at);
            SortedMap<Counter, Long> ofPort = values(OF_SWITCH, at);
            Instant moment = START.plus(STEP.multipliedBy(at));
            nics.forEach(nic -> each.accept(new CounterReading(nic, "counters", moment, true, ofNic)));
            ports.forEach(port -> each.accept(new CounterReading(port, "counters", moment, true, ofPort)));
        }
    }

    private static SubjectId subject(End end) {
        return new SubjectId(SubjectId.Kind.PORT, end.toString());
    }

    /** Every counter moves with every reading, so that none is a constant. */
    private static SortedMap<Counter, Long> values(Kind[] own, int at) {
        SortedMap<Counter, Long> values = new TreeMap<>();
        for (Kind[] kinds : List.of(OF_BOTH, own)) {
            for (Kind kind : kinds) {
                long step = kind == Kind.QUEUE_PACKETS || kind == Kind.TX_PACKETS ? 5_000_000 : 100;
                values.put(kind.isIndexed() ? kind.of(3) : kind.one(), at * step);
            }
        }
        return values;
    }

    /** One stretch of each kind of traffic after the other. */
    private List<RoundRecord> rounds() {
        int length = (readings - 8) / TRAFFIC.size();
        List<RoundRecord> rounds = new ArrayList<>();
        for (String ask : TRAFFIC) {
            Instant from = START.plus(STEP.multipliedBy(2 + (long) rounds.size() * length));
            TimeWindow window = new TimeWindow(from, from.plus(STEP.multipliedBy(length - 1)));
            rounds.add(new RoundRecord(ask, 0, 0, List.of(), List.of(), Optional.of(window)));
        }
        return rounds;
    }

    private CounterJoin.Facts facts() {
        List<AskRecord> asks = new ArrayList<>();
        CounterRule.all().stream().filter(JoinCluster::isAsked).forEach(rule -> {
            List<String> subjects = new CounterQuestion(rule.ask())
                    .subjects(cluster, rule.tiers()).stream()
                            .map(SubjectId::name)
                            .toList();
            asks.add(new AskRecord(rule.ask(), rule.metric(), 1, subjects));
        });
        RunHeader header = new RunHeader(
                RunHeader.FORMAT,
                "run-1",
                cluster.name(),
                cluster.hash(),
                "bringup",
                0,
                START,
                List.of(),
                Map.of(),
                "-");
        return new CounterJoin.Facts(header, asks, rounds(), List.of(), List.of());
    }
}
