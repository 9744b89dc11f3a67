package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.probe.collectives.ToolCurve;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What all ranks of a group told, put together: an operation takes as long as its slowest rank.
 *
 * @param curve by size and placement; without points where {@code gap} says why
 * @param numbers of single ranks, to be shown: {@code rank.3.mean}, {@code rank.3.recv_wait} ... at the largest size
 * @param texts fabric, library, version ... that all ranks have alike
 * @param gap what is missing, where something is: a rank that did not tell of a size has not proven it
 */
record CurveReading(
        SizeCurve curve,
        Map<String, Long> numbers,
        Map<String, String> texts,
        Optional<String> gap,
        Optional<Long> gapMax) {
    /** More single ranks than this nobody reads; the slowest one is in the curve. */
    static final int SHOWN_RANKS = 64;

    private static final String LIBRARY = "library";
    private static final String VERSION = "version";
    private static final String PATH = "path";

    private record Key(long bytes, boolean inPlace) {}

    static CurveReading of(CollectiveProbe probe, int ranks, List<Seat.Ending> endings) {
        SortedMap<Key, List<Event.CollectiveResult>> results =
                new TreeMap<>(Comparator.comparingLong(Key::bytes).thenComparing(Key::inPlace));
        events(endings, Event.CollectiveResult.class)
                .forEach(one -> results.computeIfAbsent(new Key(one.bytes(), one.inPlace()), key -> new ArrayList<>())
                        .add(one));
        List<SizeCurve.Point> points = new ArrayList<>();
        results.forEach((key, of) -> points.add(point(key, of)));
        SizeCurve curve = new SizeCurve(probe.collective(), ranks, points);
        int wanted = probe.results(ranks);
        return new CurveReading(
                curve,
                results.isEmpty() ? Map.of() : numbers(results.get(results.lastKey())),
                texts(endings),
                differing(endings).or(() -> gap(results, wanted, ranks)),
                results.values().stream()
                        .flatMap(List::stream)
                        .map(one -> one.numbers().get("gap_max"))
                        .filter(gap -> gap != null)
                        .max(Comparator.naturalOrder()));
    }

    /** Return what a test program measured, of the placements that are asked; a wrong result counts in whichever it is. */
    static CurveReading of(CollectiveProbe probe, ToolCurve tool) {
        CollectiveSettings.Placement asked = probe.settings().placement();
        List<SizeCurve.Point> points = tool.curve().points().stream()
                .filter(point -> asked.is(point.inPlace()) || point.wrong().orElse(0L) > 0)
                .toList();
        boolean none = points.stream().noneMatch(point -> asked.is(point.inPlace()));
        Map<String, String> texts = new TreeMap<>(tool.conditions().values());
        texts.values().removeIf(String::isEmpty);
        return new CurveReading(
                new SizeCurve(tool.curve().collective(), tool.curve().ranks(), points),
                Map.of("samples", (long) probe.settings().iterations()),
                texts,
                none
                        ? Optional.of("the test program compares nothing for placement " + asked.text()
                                + "; measure with placement: out")
                        : Optional.empty(),
                Optional.empty());
    }

    static <E extends Event> List<E> events(List<Seat.Ending> endings, Class<E> kind) {
        return endings.stream()
                .flatMap(ending -> ending.events().stream())
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    private static SizeCurve.Point point(Key key, List<Event.CollectiveResult> of) {
        Event.CollectiveResult slowest = of.stream()
                .max(Comparator.comparingLong(one -> one.numbers().get("mean")))
                .orElseThrow();
        long wrong = of.stream().mapToLong(one -> one.numbers().get("wrong")).sum();
        return new SizeCurve.Point(
                key.bytes(),
                key.inPlace(),
                of.stream().mapToLong(Event.CollectiveResult::iterations).min().orElseThrow(),
                Math.max(1, slowest.numbers().get("mean")),
                OptionalInt.of(slowest.rank()),
                Optional.of(wrong));
    }

    /** Ranks of one release meet those of another in some releases, and do not agree then on what they do. */
    private static Optional<String> differing(List<Seat.Ending> endings) {
        SortedMap<String, TreeSet<String>> hosts = new TreeMap<>();
        for (Seat.Ending ending : endings) {
            events(List.of(ending), Event.Rank.class).stream()
                    .filter(rank -> rank.texts().containsKey(VERSION))
                    .forEach(rank -> hosts.computeIfAbsent(release(rank), release -> new TreeSet<>())
                            .add(ending.seat().agent().host() + " rank " + rank.rank()));
        }
        if (hosts.size() < 2) {
            return Optional.empty();
        }
        List<String> each = new ArrayList<>();
        hosts.forEach((release, where) -> each.add(release + " (" + String.join(", ", where) + ")"));
        return Optional.of("ranks have loaded different releases: " + String.join(", ", each)
                + "; install the same one everywhere");
    }

    private static String release(Event.Rank rank) {
        return rank.texts().getOrDefault(LIBRARY, "") + " " + rank.texts().get(VERSION);
    }

    private static Optional<String> gap(SortedMap<Key, List<Event.CollectiveResult>> results, int wanted, int ranks) {
        if (results.size() != wanted) {
            return Optional.of("expected results of " + wanted + " sizes and placements, got " + results.size());
        }
        return results.entrySet().stream()
                .filter(entry -> entry.getValue().stream()
                                .map(Event.CollectiveResult::rank)
                                .distinct()
                                .count()
                        != ranks)
                .findFirst()
                .map(entry -> "expected every rank's result of "
                        + entry.getKey().bytes() + " B, ranks " + missing(entry.getValue(), ranks) + " gave none");
    }

    private static String missing(List<Event.CollectiveResult> of, int ranks) {
        TreeSet<Integer> missing = new TreeSet<>();
        for (int rank = 0; rank < ranks; rank++) {
            missing.add(rank);
        }
        of.forEach(one -> missing.remove(one.rank()));
        return String.join(", ", missing.stream().map(String::valueOf).toList());
    }

    private static Map<String, Long> numbers(List<Event.CollectiveResult> largest) {
        Map<String, Long> numbers = new TreeMap<>();
        numbers.put("samples", largest.get(0).iterations());
        largest.stream()
                .filter(one -> one.rank() < SHOWN_RANKS)
                .forEach(one -> one.numbers().forEach((name, value) -> {
                    if (name.equals("mean") || name.endsWith("_wait")) {
                        numbers.put("rank." + one.rank() + "." + name, value);
                    }
                }));
        return numbers;
    }

    /** What the ranks do not have alike is no condition; that they differ is seen in the transcripts. */
    private static Map<String, String> texts(List<Seat.Ending> endings) {
        Map<String, String> alike = new TreeMap<>();
        for (String name : List.of(Conditions.FABRIC, LIBRARY, VERSION, PATH, Conditions.MEMORY)) {
            List<String> told = events(endings, Event.Rank.class).stream()
                    .map(rank -> rank.texts().get(name))
                    .filter(text -> text != null)
                    .distinct()
                    .toList();
            if (told.size() == 1) {
                alike.put(name.equals(PATH) ? CollectiveProbe.LIBRARY_PATH : name, told.get(0));
            }
        }
        return alike;
    }

    /** Return the bus bandwidth at the largest size, of the placement that was worse, B/s. */
    long worstAtLargest() {
        OptionalLong largest =
                curve.points().stream().mapToLong(SizeCurve.Point::bytes).max();
        return curve.points().stream()
                .filter(point -> point.bytes() == largest.getAsLong())
                .mapToLong(curve::busBandwidth)
                .min()
                .orElseThrow();
    }
}
