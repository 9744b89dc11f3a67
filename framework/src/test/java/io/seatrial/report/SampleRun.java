package io.seatrial.report;

import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Histogram;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Makes a run of so many links from a seed: one slow link, one without evidence, one waived, the rest sound. */
public final class SampleRun {
    public static final String LATENCY = "latency.within-rail.limit";
    public static final String BANDWIDTH = "bandwidth.each-link.limit";
    public static final Instant START = Instant.parse("2026-03-01T21:00:00Z");
    public static final int SLOW = 2;
    public static final int UNKNOWN = 4;
    public static final int WAIVED = 5;

    private static final Metric RTT = new Metric("latency.rtt.p50", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
    private static final Metric RATE =
            new Metric("bandwidth.one-way", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER);
    private static final long LIMIT = 5_000;
    private static final long BASELINE = 4_210;
    private static final long LEAST_RATE = 380_000_000_000L;
    private static final Provenance SEEN = new Provenance(0, 0, START, START.plusSeconds(3), "probe-0.1", "");

    private final int count;
    private final Random random = new Random(7);

    private SampleRun(int count) {
        this.count = count;
    }

    public static RunReport ofLinks(int count) {
        return new SampleRun(count).report(Outcome.REJECTED);
    }

    public static RunReport ofLinks(int count, Outcome outcome) {
        return new SampleRun(count).report(outcome);
    }

    public static Link link(int index) {
        End host = new End("gpu-%02d".formatted(index / 2 + 1), "mlx5_" + index % 2);
        End leaf = new End("leaf-" + (index % 2 + 1), "Ethernet" + (index / 2 + 1));
        return new Link(host, leaf, Link.HOST_LEAF, 400_000_000_000L, "cable-" + index);
    }

    public static Judgement judgement(String criterion, SubjectId subject, Verdict verdict) {
        return new Judgement(criterion, subject, verdict);
    }

    public static Evidence latency(long nanos) {
        return new Evidence(
                nanos(nanos), Optional.of(nanos(LIMIT)), Optional.of(nanos(BASELINE)), Direction.LOWER_IS_BETTER);
    }

    public static Quantity nanos(long value) {
        return new Quantity(value, Unit.NANOSECONDS);
    }

    public static Quantity rate(long value) {
        return new Quantity(value, Unit.BITS_PER_SECOND);
    }

    private RunReport report(Outcome outcome) {
        List<Link> links = IntStream.range(0, count).mapToObj(SampleRun::link).toList();
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            findings.add(finding(LATENCY, "latency", i, latencyVerdict(i)));
            findings.add(finding(BANDWIDTH, "bandwidth", i, rateVerdict(i)));
        }
        RunFacts run = new RunFacts("20260301-210000", "virtual", "bringup", START, START.plusSeconds(52), true);
        return new RunReport(
                run,
                outcome,
                Map.of("Fabric", "virtual-tcp", "Inventory", "sha256 1f2e3d", "Probe", "0.1 a1b2c3"),
                findings,
                List.of(rates(), flows()),
                links,
                List.of(accused(link(SLOW)), accused(link(UNKNOWN))),
                coverage(),
                hosts(),
                List.of(new WaiverNote(
                        "OPS-17",
                        BANDWIDTH + " on " + link(WAIVED).id(),
                        "Ada",
                        "spare cable on order",
                        LocalDate.of(2026, 4, 1),
                        said("applied"))),
                List.of());
    }

    private static Finding finding(String criterion, String family, int index, Verdict verdict) {
        Link link = link(index);
        Map<String, String> labels = Map.of(
                Finding.TIER,
                link.tier(),
                Finding.HOST,
                link.a().node(),
                Finding.SWITCH,
                link.b().node(),
                Finding.RAIL,
                "" + index % 2);
        return new Finding(judgement(criterion, link.subject(), verdict), family, labels);
    }

    private Verdict latencyVerdict(int index) {
        if (index == SLOW) {
            return new Verdict.Fail(said("latency is beyond its limit"), Optional.of(latency(7_310)));
        }
        if (index == UNKNOWN) {
            return new Verdict.NotProven(said("host gpu-03 was lost: <connection reset> & closed"), Optional.empty());
        }
        return new Verdict.Pass(
                said("keeps its limit"), Optional.of(latency(3_000 + random.nextInt(1_800))), Optional.empty());
    }

    private Verdict rateVerdict(int index) {
        long seen = index == WAIVED ? 361_200_000_000L : 385_000_000_000L + random.nextInt(8_000) * 1_000_000L;
        Optional<Evidence> evidence = Optional.of(new Evidence(
                rate(seen),
                Optional.of(rate(LEAST_RATE)),
                Optional.of(rate(392_000_000_000L)),
                Direction.HIGHER_IS_BETTER));
        if (index == WAIVED) {
            Verdict instead = new Verdict.Fail(said("rate is below its limit"), evidence);
            return new Verdict.Waived(said("waived"), evidence, "OPS-17", LocalDate.of(2026, 4, 1), instead);
        }
        Optional<Message> watch = index == 1 ? Optional.of(said("needed a retest")) : Optional.empty();
        return new Verdict.Pass(said("keeps its limit"), evidence, watch);
    }

    private Survey rates() {
        List<Measurement> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long value = i == WAIVED ? 361_200_000_000L : 385_000_000_000L + random.nextInt(8_000) * 1_000_000L;
            OptionalLong seen = i == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(value);
            all.add(measurement(RATE, link(i).subject(), seen, Optional.empty()));
        }
        return Survey.of("bandwidth.each-link", RATE, new TreeSet<>(), all);
    }

    private Survey flows() {
        List<Measurement> all = new ArrayList<>();
        int ports = Math.min(count, 24);
        for (int from = 0; from < ports; from++) {
            for (int to = 0; to < ports; to++) {
                if (from / 2 != to / 2 && from % 2 == to % 2) {
                    all.add(flow(from, to));
                }
            }
        }
        return Survey.of("latency.within-rail", RTT, new TreeSet<>(), all);
    }

    private Measurement flow(int from, int to) {
        SubjectId subject = new SubjectId(SubjectId.Kind.FLOW, link(from).a() + ">" + link(to).a());
        if (from == UNKNOWN || to == UNKNOWN) {
            return measurement(RTT, subject, OptionalLong.empty(), Optional.empty());
        }
        Histogram histogram = histogram(from == SLOW || to == SLOW ? 7_000 : 3_600);
        return measurement(RTT, subject, OptionalLong.of(histogram.quantile(0.5)), Optional.of(histogram));
    }

    private Histogram histogram(int base) {
        SortedMap<Integer, Long> buckets = new TreeMap<>();
        for (int i = 0; i < 20_000; i++) {
            long tail = (long) (-Math.log(1 - random.nextDouble()) * 180);
            long spike = random.nextInt(2_000) == 0 ? 9_000 : 0;
            buckets.merge(Histogram.indexOf(base + tail + spike), 1L, Long::sum);
        }
        return new Histogram(buckets);
    }

    private static Measurement measurement(
            Metric metric, SubjectId subject, OptionalLong value, Optional<Histogram> histogram) {
        Optional<Message> cause = value.isPresent() ? Optional.empty() : Optional.of(said("host lost"));
        return new Measurement(
                metric,
                subject,
                value,
                cause,
                histogram,
                Optional.empty(),
                Map.of("samples", 20_000L),
                new Conditions(Map.of()),
                SEEN);
    }

    private static Accused accused(Link link) {
        SubjectId port = new SubjectId(SubjectId.Kind.PORT, link.a().toString());
        return new Accused(
                port,
                said("3 of 3 flows through it fail, none of 12 beside it"),
                List.of(said("other end exonerated"), said("retest with gpu-04 fails too")),
                Optional.of(said("swap the cable, then retest")));
    }

    private List<Coverage> coverage() {
        return List.of(
                new Coverage(
                        LATENCY,
                        "latency",
                        Link.HOST_LEAF,
                        true,
                        count,
                        count - 1,
                        List.of(said("host gpu-03 was lost"))),
                new Coverage(BANDWIDTH, "bandwidth", Link.HOST_LEAF, true, count, count, List.of()),
                new Coverage(
                        "latency.within-rail.baseline",
                        "latency",
                        Link.HOST_LEAF,
                        false,
                        count,
                        0,
                        List.of(said("profile bringup asks no baseline"))),
                new Coverage(
                        "congestion.pause",
                        "congestion",
                        "leaf-spine",
                        false,
                        4,
                        0,
                        List.of(said("the fabric has no counters"))));
    }

    private List<HostState> hosts() {
        List<HostState> hosts = new ArrayList<>();
        for (int i = 0; i < Math.max(1, count / 2); i++) {
            String name = "gpu-%02d".formatted(i + 1);
            hosts.add(
                    i == 2
                            ? new HostState(
                                    name, HostState.State.UNKNOWN, Optional.of(said("connection lost before the end")))
                            : new HostState(name, HostState.State.AS_FOUND, Optional.empty()));
        }
        return hosts;
    }

    private static Message said(String text) {
        return Message.of("plain", "text", text);
    }
}
