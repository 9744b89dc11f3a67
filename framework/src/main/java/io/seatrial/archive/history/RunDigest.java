package io.seatrial.archive.history;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.Closing;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.RoundValues;
import io.seatrial.measurement.SubjectId;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the history keeps of a run: for each series what its rounds gave, and each result's verdict. The rounds are read one by one, so that a
 * large run needs no more memory than its values.
 *
 * @param run the run
 * @param asks ids of what it asked
 * @param leftOut by ask the names of what it left to another night: not asked, and so without a value
 * @param values by class and subject
 * @param verdicts by criterion and subject
 */
public record RunDigest(
        StoredRun run,
        SortedSet<String> asks,
        SortedMap<String, SortedSet<String>> leftOut,
        SortedMap<SeriesClass, SortedMap<SubjectId, OfRounds>> values,
        SortedMap<Question, String> verdicts) {
    /** From the worst; a criterion that has several results on one subject counts by its worst. */
    private static final List<String> WORST_FIRST = List.of("failed", "not-proven", "waived", "watch", "passed");

    /**
     * A criterion on a subject.
     *
     * @param criterion id of the criterion
     * @param subject kind and name, {@code flow a>b}
     */
    public record Question(String criterion, String subject) implements Comparable<Question> {
        @Override
        public int compareTo(Question other) {
            int byCriterion = criterion.compareTo(other.criterion);
            return byCriterion != 0 ? byCriterion : subject.compareTo(other.subject);
        }
    }

    public RunDigest {
        asks = Collections.unmodifiableSortedSet(new TreeSet<>(asks));
        leftOut = Collections.unmodifiableSortedMap(new TreeMap<>(leftOut));
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        verdicts = Collections.unmodifiableSortedMap(new TreeMap<>(verdicts));
    }

    /**
     * Read a run that came to its end.
     *
     * @throws io.seatrial.archive.ArchiveException if a file of it cannot be understood
     * @throws IllegalStateException if it did not come to its end
     */
    public static RunDigest of(RunArchive archive) {
        Closing closing = archive.closing()
                .orElseThrow(() -> new IllegalStateException("run "
                        + archive.header().run() + " did not come to its end; only finished runs have a history"));
        Gathering gathering = new Gathering(archive.header().cluster());
        archive.forEachRound(gathering::add);
        SortedSet<String> asks =
                archive.asks().stream().map(AskRecord::id).collect(Collectors.toCollection(TreeSet::new));
        SortedMap<String, SortedSet<String>> leftOut = leftOut(archive);
        SortedMap<SeriesClass, SortedMap<SubjectId, OfRounds>> values = gathering.values();
        SortedMap<Question, String> verdicts = verdicts(closing);
        String hash = ContentHash.of(archive.header(), closing, asks, leftOut, values, verdicts);
        boolean countable = closing.countable() && leftOut.isEmpty();
        String fabric = String.join(", ", gathering.fabrics);
        return new RunDigest(run(archive.header(), closing, countable, fabric, hash), asks, leftOut, values, verdicts);
    }

    private static SortedMap<String, SortedSet<String>> leftOut(RunArchive archive) {
        SortedMap<String, SortedSet<String>> leftOut = new TreeMap<>();
        archive.asks().stream()
                .filter(ask -> !ask.leftOut().isEmpty())
                .forEach(ask -> leftOut.put(ask.id(), new TreeSet<>(ask.leftOut())));
        return leftOut;
    }

    private static StoredRun run(RunHeader header, Closing closing, boolean countable, String fabric, String hash) {
        return new StoredRun(
                header.cluster(),
                header.run(),
                header.profile(),
                header.started(),
                closing.ended(),
                closing.verdict(),
                closing.status(),
                countable,
                fabric,
                header.version() == null ? "" : header.version(),
                hash);
    }

    private static SortedMap<Question, String> verdicts(Closing closing) {
        SortedMap<Question, String> verdicts = new TreeMap<>();
        for (Closing.Result result : closing.results()) {
            verdicts.merge(
                    new Question(result.criterion(), result.subject()),
                    result.verdict(),
                    (a, b) -> WORST_FIRST.indexOf(a) <= WORST_FIRST.indexOf(b) ? a : b);
        }
        return verdicts;
    }

    /** Takes rounds apart. */
    private static final class Gathering {
        private final String cluster;
        private final SortedSet<String> fabrics = new TreeSet<>();
        private final Map<SeriesClass, Map<SubjectId, long[]>> classes = new HashMap<>();
        /** Thousands of measurements share their conditions. */
        private final Map<Conditions, String> texts = new HashMap<>();

        Gathering(String cluster) {
            this.cluster = cluster;
        }

        void add(RoundRecord round) {
            for (Measurement each : round.measurements()) {
                if (RoundValues.isFairSample(each)) {
                    add(round.ask(), each);
                }
            }
        }

        private void add(String ask, Measurement measured) {
            String conditions = texts.computeIfAbsent(measured.conditions(), this::text);
            SeriesClass of = new SeriesClass(cluster, ask, measured.metric(), conditions);
            long value = measured.value().getAsLong();
            classes.computeIfAbsent(of, c -> new HashMap<>())
                    .merge(measured.subject(), new long[] {value}, (old, one) -> {
                        long[] more = Arrays.copyOf(old, old.length + 1);
                        more[old.length] = value;
                        return more;
                    });
        }

        private String text(Conditions conditions) {
            String fabric = conditions.get(Conditions.FABRIC);
            if (!fabric.isEmpty()) {
                fabrics.add(fabric);
            }
            return conditions.values().entrySet().stream()
                    .map(each -> each.getKey() + "=" + each.getValue())
                    .collect(Collectors.joining(", "));
        }

        SortedMap<SeriesClass, SortedMap<SubjectId, OfRounds>> values() {
            SortedMap<SeriesClass, SortedMap<SubjectId, OfRounds>> values = new TreeMap<>();
            classes.forEach((of, bySubject) -> {
                SortedMap<SubjectId, OfRounds> sorted = new TreeMap<>();
                bySubject.forEach((subject, rounds) -> sorted.put(subject, OfRounds.of(rounds)));
                values.put(of, Collections.unmodifiableSortedMap(sorted));
            });
            return values;
        }
    }
}
