package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Noise;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.plan.Group;
import io.seatrial.plan.Tenancy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What the first tenant got alone and beside the second one, round by round; at the end the medians of both are compared, group by group. */
final class TenantSeries {
    private static final long WHOLE = 1_000_000;

    private final TenantProbe probe;
    private final Tenancy tenancy;
    private final int attempt;
    private final Instant start = Instant.now();
    private final List<TenantRunner.First> alone = new ArrayList<>();
    private final List<Beside> beside = new ArrayList<>();

    TenantSeries(TenantProbe probe, Tenancy tenancy, int attempt) {
        this.probe = probe;
        this.tenancy = tenancy;
        this.attempt = attempt;
    }

    /**
     * One round beside the neighbour.
     *
     * @param load what the neighbour gave
     * @param clocks of all hosts
     */
    record Beside(TenantRunner.First first, List<Neighbour.Part> load, WallClocks clocks) {
        /** Tell whether it might last long enough if it were longer: all of it ran at all, on both sides. */
        boolean mayLast() {
            return load.stream().noneMatch(part -> part.ran().isEmpty())
                    && first.ran().stream()
                            .allMatch(ran -> ran.measurement().value().isPresent());
        }

        Optional<String> gap(TenantProbe probe) {
            return first.ran().stream()
                    .map(ran -> gap(probe, ran))
                    .flatMap(Optional::stream)
                    .findFirst();
        }

        /** The largest size is what counts of a group. */
        Optional<String> gap(TenantProbe probe, GroupRunner.Ran ran) {
            long largest = ran.measurement()
                    .curve()
                    .map(SizeCurve::points)
                    .flatMap(points ->
                            points.stream().map(SizeCurve.Point::bytes).max(Comparator.naturalOrder()))
                    .orElse(probe.collective().settings().largest());
            return within(Neighbour.onHosts(ran, largest))
                    .map(window -> Neighbour.gap(load, window, clocks))
                    .orElseGet(() -> Optional.of("a host of tenant A did not tell its clock"));
        }

        private Optional<TimeWindow> within(List<Neighbour.OnHost> measured) {
            List<Optional<TimeWindow>> windows = measured.stream()
                    .map(on -> clocks.atMost(on.host(), on.from(), on.to()))
                    .toList();
            return windows.stream().allMatch(Optional::isPresent)
                    ? windows.stream().flatMap(Optional::stream).reduce(TimeWindow::and)
                    : Optional.empty();
        }

        /** Return the p99 of a group's witness, where it was looked at beside the neighbour. */
        OptionalLong p99(Tenancy tenancy, Group group) {
            if (!tenancy.witnesses().containsKey(group.name())) {
                return OptionalLong.empty();
            }
            Measurement told = first.latency().get(group.name());
            Long from = told.details().get("start_ns");
            Long to = told.details().get("end_ns");
            String host = tenancy.witnesses().get(group.name()).from().host();
            boolean loaded = from != null
                    && to != null
                    && clocks.atMost(host, from, to)
                            .filter(window ->
                                    Neighbour.gap(load, window, clocks).isEmpty())
                            .isPresent();
            return loaded ? TenantSeries.p99(told) : OptionalLong.empty();
        }

        long rate() {
            return load.stream().mapToLong(Neighbour.Part::rate).sum();
        }
    }

    void alone(TenantRunner.First first) {
        alone.add(first);
    }

    void beside(Beside one) {
        beside.add(one);
    }

    private static OptionalLong p99(Measurement told) {
        Long p99 = told.details().get("p99");
        return p99 == null ? OptionalLong.empty() : OptionalLong.of(p99);
    }

    List<Measurement> measurements() {
        List<Measurement> all = new ArrayList<>();
        for (int i = 0; i < tenancy.a().size(); i++) {
            all.add(measurement(i));
        }
        return all;
    }

    private Measurement measurement(int at) {
        List<Measurement> calm =
                alone.stream().map(first -> first.ran().get(at).measurement()).toList();
        List<Measurement> loaded = beside.stream()
                .map(one -> one.first().ran().get(at).measurement())
                .toList();
        Optional<Message> gap = Stream.concat(calm.stream(), loaded.stream())
                .flatMap(one -> one.cause().stream())
                .findFirst()
                .or(() -> noLoad(at));
        return gap.map(cause -> absent(at, calm, cause)).orElseGet(() -> measured(at, calm, loaded));
    }

    private Optional<Message> noLoad(int at) {
        return beside.stream()
                .flatMap(one -> one.gap(probe, one.first().ran().get(at)).stream())
                .findFirst()
                .map(cause -> Message.of(
                        "tenants.no-load", "load", probe.load().kind().text(), "cause", cause));
    }

    private Measurement absent(int at, List<Measurement> calm, Message cause) {
        return Measurement.absent(
                TenantProbe.ISOLATION,
                tenancy.a().get(at).subject(),
                cause,
                conditions(calm.get(0)),
                provenance(calm.get(0)));
    }

    private Conditions conditions(Measurement of) {
        return of.conditions()
                .with(TenantProbe.LOAD, probe.load().kind().text())
                .with("load-bytes", Long.toString(probe.load().bytes()))
                .with(
                        "load-hosts",
                        Long.toString(tenancy.b().stream()
                                .flatMap(group -> group.hosts().stream())
                                .distinct()
                                .count()));
    }

    private Provenance provenance(Measurement of) {
        return new Provenance(0, attempt, start, Instant.now(), of.provenance().probe(), "");
    }

    private Measurement measured(int at, List<Measurement> calm, List<Measurement> loaded) {
        Map<String, Long> numbers = new TreeMap<>();
        long before = median("alone", values(calm), numbers);
        long after = median("loaded", values(loaded), numbers);
        latency(at, numbers);
        numbers.put("samples", (long) loaded.size());
        numbers.put("load.rate", beside.stream().mapToLong(Beside::rate).min().orElse(0));
        return new Measurement(
                TenantProbe.ISOLATION,
                tenancy.a().get(at).subject(),
                OptionalLong.of(Math.round((double) after * WHOLE / before)),
                Optional.empty(),
                Optional.empty(),
                noise(calm, loaded),
                numbers,
                conditions(loaded.get(0)),
                provenance(loaded.get(0)),
                curve(calm, loaded));
    }

    private static List<Long> values(List<Measurement> of) {
        return of.stream().map(one -> one.value().orElseThrow()).toList();
    }

    private static long median(String name, List<Long> values, Map<String, Long> numbers) {
        for (int i = 0; i < values.size(); i++) {
            numbers.put(name + "." + i, values.get(i));
        }
        List<Long> sorted = values.stream().sorted().toList();
        long upper = sorted.get(sorted.size() / 2);
        long median = sorted.size() % 2 == 1 ? upper : (upper + sorted.get(sorted.size() / 2 - 1)) / 2;
        numbers.put(name, median);
        return median;
    }

    /** How much the tail of a small message grows: the congestion impact factor of GPCNeT. Only where every round has both. */
    private void latency(int at, Map<String, Long> numbers) {
        Group group = tenancy.a().get(at);
        List<Long> calm = alone.stream()
                .filter(first -> first.latency().containsKey(group.name()))
                .flatMapToLong(first -> p99(first.latency().get(group.name())).stream())
                .boxed()
                .toList();
        List<Long> loaded = beside.stream()
                .flatMapToLong(one -> one.p99(tenancy, group).stream())
                .boxed()
                .toList();
        if (calm.size() == alone.size() && loaded.size() == beside.size()) {
            long before = Math.max(1, median("p99.alone", calm, numbers));
            numbers.put("p99.ratio-ppm", median("p99.loaded", loaded, numbers) * WHOLE / before);
        }
    }

    private static Optional<Noise> noise(List<Measurement> calm, List<Measurement> loaded) {
        return Stream.concat(calm.stream(), loaded.stream())
                .flatMap(one -> one.noise().stream())
                .max(Comparator.comparingLong(Noise::gapMax));
    }

    /** A wrong result outranks every bandwidth, whenever it came. */
    private static Optional<SizeCurve> curve(List<Measurement> calm, List<Measurement> loaded) {
        return Stream.concat(calm.stream(), loaded.stream())
                .flatMap(one -> one.curve().stream())
                .filter(curve -> curve.firstWrong().isPresent())
                .findFirst()
                .or(() -> loaded.get(loaded.size() - 1).curve());
    }
}
