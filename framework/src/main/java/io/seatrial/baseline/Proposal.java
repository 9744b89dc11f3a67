package io.seatrial.baseline;

import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A baseline that nobody accepted yet. The reference of a flow is its median over the runs and nothing is dropped as an outlier: where
 * the runs disagree by more than the tolerance, the proposal says which flow and which runs, and cannot be accepted.
 *
 * @param runs the runs behind it, in order of time
 * @param references what would be accepted
 * @param objections why it cannot be accepted as it is
 */
public record Proposal(List<SourceRun> runs, SortedMap<SeriesKey, Reference> references, List<Message> objections) {
    /** So many accepted runs make a baseline (domain: must come from at least three accepted runs). */
    public static final int RUNS_NEEDED = 3;

    public Proposal {
        runs = List.copyOf(runs);
        references = Collections.unmodifiableSortedMap(new TreeMap<>(references));
        objections = List.copyOf(objections);
    }

    /**
     * Make a proposal from runs.
     *
     * @param tolerances by ask, how far the runs may disagree
     */
    public static Proposal from(Collection<SourceRun> runs, Function<String, Tolerance> tolerances) {
        List<SourceRun> byTime = runs.stream()
                .sorted(Comparator.comparing(SourceRun::at).thenComparing(SourceRun::id))
                .toList();
        List<Message> objections = new ArrayList<>(objectionsToRuns(byTime));
        SortedMap<SeriesKey, Reference> references = new TreeMap<>();
        gather(byTime).forEach((key, gathered) -> {
            objections.addAll(gathered.disagreements(key, tolerances.apply(key.ask())));
            references.put(key, gathered.reference(byTime.size()));
        });
        if (references.isEmpty()) {
            objections.add(Message.of("baseline.no-values", "runs", (long) byTime.size()));
        }
        return new Proposal(byTime, references, objections);
    }

    private static List<Message> objectionsToRuns(List<SourceRun> runs) {
        List<Message> objections = new ArrayList<>();
        runs.stream()
                .filter(run -> !run.countable())
                .forEach(run -> objections.add(Message.of("baseline.run-not-countable", "run", run.id())));
        // one run may name several, for RDMA and for sockets; what counts is that every run names the same
        List<String> fabrics =
                runs.stream().map(SourceRun::fabric).distinct().sorted().toList();
        if (fabrics.size() > 1) {
            objections.add(Message.of("baseline.runs-of-several-fabrics", "fabrics", String.join("; ", fabrics)));
        }
        if (runs.stream().map(SourceRun::id).distinct().count() < runs.size()) {
            objections.add(Message.of("baseline.run-named-twice"));
        }
        return objections;
    }

    private static SortedMap<SeriesKey, Gathered> gather(List<SourceRun> runs) {
        SortedMap<SeriesKey, Gathered> all = new TreeMap<>();
        for (SourceRun run : runs) {
            for (Survey survey : run.surveys()) {
                survey.subjects().forEach((subject, measurements) -> add(all, run.id(), survey, subject, measurements));
            }
        }
        return all;
    }

    private static void add(
            SortedMap<SeriesKey, Gathered> all,
            String run,
            Survey survey,
            SubjectId subject,
            List<Measurement> measurements) {
        // A retest with another partner measured another flow. Retests of the pair itself have the same conditions.
        Map<SeriesKey, List<Long>> byKey = measurements.stream()
                .filter(m -> m.value().isPresent() && m.provenance().with().isEmpty())
                .collect(Collectors.groupingBy(
                        m -> new SeriesKey(survey.ask(), survey.metric().id(), m.conditions()),
                        TreeMap::new,
                        Collectors.mapping(m -> m.value().getAsLong(), Collectors.toList())));
        byKey.forEach((key, values) -> all.computeIfAbsent(key, k -> new Gathered(survey.metric(), new TreeMap<>()))
                .values()
                .computeIfAbsent(subject, s -> new TreeMap<>())
                .put(run, Robust.median(values)));
    }

    /** Values of one key: by flow, by run. */
    private record Gathered(Metric metric, SortedMap<SubjectId, SortedMap<String, Long>> values) {
        List<Message> disagreements(SeriesKey key, Tolerance tolerance) {
            List<Message> found = new ArrayList<>();
            values.forEach((flow, byRun) -> {
                if (range(byRun) > tolerance.room(Robust.median(byRun.values()))) {
                    found.add(disagreement(key, flow, byRun));
                }
            });
            return found;
        }

        Reference reference(int runs) {
            SortedMap<SubjectId, Reference.OfFlow> flows = new TreeMap<>();
            List<Long> medians = new ArrayList<>();
            values.forEach((flow, byRun) -> {
                long median = Robust.median(byRun.values());
                medians.add(median);
                // A flow that some run could not measure has no reference of its own; its class judges it.
                if (byRun.size() == runs) {
                    flows.put(flow, new Reference.OfFlow(median, byRun.size(), range(byRun)));
                }
            });
            return new Reference(metric, Reference.Spread.over(medians), flows);
        }

        private Message disagreement(SeriesKey key, SubjectId flow, SortedMap<String, Long> byRun) {
            String lowest = runWith(byRun, Collections.min(byRun.values()));
            String highest = runWith(byRun, Collections.max(byRun.values()));
            return Message.of(
                    "baseline.runs-disagree",
                    "subject",
                    flow.name(),
                    "ask",
                    key.ask(),
                    "low-run",
                    lowest,
                    "low",
                    new Quantity(byRun.get(lowest), metric.unit()),
                    "high-run",
                    highest,
                    "high",
                    new Quantity(byRun.get(highest), metric.unit()));
        }

        private static String runWith(SortedMap<String, Long> byRun, long value) {
            return byRun.entrySet().stream()
                    .filter(entry -> entry.getValue() == value)
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElseThrow();
        }

        private static long range(SortedMap<String, Long> byRun) {
            return Collections.max(byRun.values()) - Collections.min(byRun.values());
        }
    }

    /**
     * Accept three runs or more.
     *
     * @throws IllegalStateException if there is an objection, or fewer runs than {@value #RUNS_NEEDED}
     */
    public Baseline accept(String by, Instant at, String reason) {
        if (runs.size() < RUNS_NEEDED) {
            throw new IllegalStateException("baseline: expected " + RUNS_NEEDED + " countable runs, got " + runs.size()
                    + "; make more runs, or name a single run and the reason why it suffices");
        }
        return accepted(by, at, reason);
    }

    /**
     * Accept one run by name, which needs a reason.
     *
     * @throws IllegalStateException if there is an objection, more than one run, or no reason
     */
    public Baseline acceptSingle(String by, Instant at, String reason) {
        if (runs.size() != 1 || reason.isBlank()) {
            throw new IllegalStateException("baseline from a single run: expected one run and a reason, got "
                    + runs.size() + " runs and the reason '" + reason + "'");
        }
        return accepted(by, at, reason);
    }

    private Baseline accepted(String by, Instant at, String reason) {
        if (!objections.isEmpty()) {
            throw new IllegalStateException(
                    "baseline: cannot be accepted, " + objections.size() + " objections, first: "
                            + objections.get(0).key() + " " + objections.get(0).values());
        }
        String fabric = runs.get(0).fabric();
        List<String> ids = runs.stream().map(SourceRun::id).toList();
        return new Baseline(new Origin(ids, by, at, reason, fabric, Fabric.isVirtual(fabric)), references);
    }
}
