package io.seatrial.telemetry.prometheus;

import io.seatrial.formats.PrometheusDcgm;
import io.seatrial.inventory.PrometheusSettings;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.SubjectId;
import io.seatrial.telemetry.prometheus.Mapping.Counted;
import io.seatrial.telemetry.prometheus.PrometheusApi.Sample;
import io.seatrial.telemetry.prometheus.PrometheusApi.Series;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the scrapes of one target gave within the range of one question. All samples of one scrape carry its time, so that a scrape is a
 * reading of each of its ports: what it lacks was not there.
 */
final class TargetScrapes {
    private static final BigInteger LARGEST = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    private static final String DCGM = "DCGM_";

    private final NavigableMap<Long, Map<SubjectId, Map<Counter, Long>>> values = new TreeMap<>();
    private final NavigableMap<Long, Boolean> up = new TreeMap<>();
    private final Map<Place, List<Series>> taken = new HashMap<>();
    private final Set<Place> doubled = new HashSet<>();
    private final Set<SubjectId> ports = new HashSet<>();
    private Duration delay = Duration.ZERO;
    private final Map<Long, Duration> durations = new HashMap<>();
    private Optional<String> node = Optional.empty();

    /** A counter of a port. */
    record Place(SubjectId port, Counter counter) {}

    /** Take a series that the server makes of each scrape itself: whether it succeeded. */
    void up(Series series, Optional<String> ofNode) {
        node = ofNode;
        series.samples().forEach(sample -> up.merge(sample.at(), sample.value().equals("1"), Boolean::logicalAnd));
    }

    /** Take the other such series: how long each scrape took, s. A value was read at some moment in that time. */
    void durations(Series series) {
        for (Sample sample : series.samples()) {
            Duration took = number(sample.value())
                    .map(seconds -> Duration.ofNanos(seconds.movePointRight(9).longValue()))
                    .orElse(Duration.ZERO);
            durations.put(sample.at(), took);
        }
    }

    /** Take a series of a port. */
    void counted(Series series, Counted counted) {
        Place place = new Place(counted.port(), counted.counter());
        List<Series> before = taken.computeIfAbsent(place, p -> new ArrayList<>());
        if (before.stream().anyMatch(each -> overlap(each, series))) {
            doubled.add(place);
        }
        before.add(series);
        ports.add(counted.port());
        delay = counted.by().delay().compareTo(delay) > 0 ? counted.by().delay() : delay;
        for (Sample sample : series.samples()) {
            value(sample, counted.by())
                    .ifPresent(value -> values.computeIfAbsent(sample.at(), at -> new HashMap<>())
                            .computeIfAbsent(counted.port(), port -> new HashMap<>())
                            .put(counted.counter(), value));
            values.computeIfAbsent(sample.at(), at -> new HashMap<>());
        }
    }

    /** A label may change while a counter goes on; two series at the same time are two different things. */
    private static boolean overlap(Series a, Series b) {
        List<Sample> first = a.samples();
        List<Sample> second = b.samples();
        return !first.isEmpty()
                && !second.isEmpty()
                && first.get(0).at() <= second.get(second.size() - 1).at()
                && second.get(0).at() <= first.get(first.size() - 1).at();
    }

    /** NaN, infinity, what is negative or larger than 64 bits, and DCGM's blanks are no values. */
    private static Optional<Long> value(Sample sample, PrometheusSettings.Mapped by) {
        return number(sample.value())
                .filter(number -> !(by.metric().startsWith(DCGM) && PrometheusDcgm.isBlank(number)))
                .map(number -> number.multiply(by.scale())
                        .setScale(0, RoundingMode.HALF_UP)
                        .toBigIntegerExact())
                .filter(whole -> whole.signum() >= 0 && whole.compareTo(LARGEST) <= 0)
                .map(BigInteger::longValue);
    }

    private static Optional<BigDecimal> number(String text) {
        boolean isNumber = text.matches("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,3})?");
        return isNumber ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    /** Return the times of scrapes that succeeded, after a moment. */
    List<Long> times(long after) {
        return (up.isEmpty() ? values.navigableKeySet() : up.navigableKeySet())
                .tailSet(after, false).stream()
                        .filter(at -> up.getOrDefault(at, true))
                        .toList();
    }

    /** Return what a scrape told of a port, without what two series claim. */
    Map<Counter, Long> at(long time, SubjectId port) {
        Map<Counter, Long> found =
                new HashMap<>(values.getOrDefault(time, Map.of()).getOrDefault(port, Map.of()));
        found.keySet().removeIf(counter -> doubled.contains(new Place(port, counter)));
        return found;
    }

    /** Return an example of a counter that several series claim at the same time. */
    Optional<Place> doubled() {
        return doubled.stream().min((a, b) -> (a.port() + "" + a.counter()).compareTo(b.port() + "" + b.counter()));
    }

    /** Return the labels of the series that claim a counter. */
    List<Series> claiming(Place place) {
        return List.copyOf(taken.get(place));
    }

    /** Tell whether some samples carry times that are none of a scrape: the exporter has stamped them itself. */
    boolean hasOwnTimes() {
        return !up.isEmpty() && values.navigableKeySet().stream().anyMatch(at -> isWithin(at) && !up.containsKey(at));
    }

    private boolean isWithin(long at) {
        return at >= up.firstKey() && at <= up.lastKey();
    }

    /** Tell whether the last scrape failed. */
    boolean isDown() {
        return !up.isEmpty() && !up.lastEntry().getValue();
    }

    Optional<String> node() {
        return node;
    }

    Set<SubjectId> ports() {
        return ports;
    }

    Duration delay() {
        return delay;
    }

    Duration slowest() {
        return durations.values().stream().max(Duration::compareTo).orElse(Duration.ZERO);
    }

    /** Return how long a scrape took; where the server does not tell, as long as the slowest. */
    Duration took(long time) {
        Duration known = durations.get(time);
        return known == null ? slowest() : known;
    }
}
