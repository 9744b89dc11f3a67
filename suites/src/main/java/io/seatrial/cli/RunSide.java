package io.seatrial.cli;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.Closing;
import io.seatrial.archive.HostRecord;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.baseline.comparing.Side;
import io.seatrial.baseline.comparing.VerdictChange;
import io.seatrial.criteria.counters.CounterRule;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.RoundValues;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** One archived run, read once for a comparison: what it measured, read and came to. */
final class RunSide {
    /** The settings that counters are judged by belong to no ask. */
    private static final String OF_COUNTERS = "counters";

    private final RunArchive archive;
    private final SortedMap<String, Metric> metrics = new TreeMap<>();
    private final SortedMap<String, List<Measurement>> measured = new TreeMap<>();
    private final SortedMap<String, List<Setting>> settings = new TreeMap<>();
    private final SortedMap<String, SortedSet<String>> fabrics = new TreeMap<>();
    private final SortedMap<String, SortedMap<Integer, SortedSet<SubjectId>>> rounds = new TreeMap<>();

    private RunSide(RunArchive archive) {
        this.archive = archive;
    }

    static RunSide read(RunArchive archive) {
        RunSide side = new RunSide(archive);
        archive.asks().forEach(ask -> side.metrics.put(ask.id(), ask.metric()));
        archive.forEachRoundOfValues(side::add);
        if (!archive.settings().isEmpty()) {
            side.settings.put(OF_COUNTERS, archive.settings());
        }
        return side;
    }

    private void add(RoundRecord round) {
        settings.computeIfAbsent(round.ask(), ask -> new ArrayList<>()).addAll(round.settings());
        if (isCompared(round.ask())) {
            round.measurements().forEach(measurement -> add(round, measurement));
        }
    }

    private void add(RoundRecord round, Measurement measurement) {
        measured.computeIfAbsent(round.ask(), ask -> new ArrayList<>()).add(measurement);
        String fabric = measurement.conditions().get(Conditions.FABRIC);
        if (!fabric.isEmpty()) {
            fabrics.computeIfAbsent(round.ask(), ask -> new TreeSet<>()).add(fabric);
        }
        if (round.attempt() == 0) {
            rounds.computeIfAbsent(round.ask(), ask -> new TreeMap<>())
                    .computeIfAbsent(round.round(), number -> new TreeSet<>())
                    .add(measurement.subject());
        }
    }

    /** States and counts are no samples of a number: their verdicts are compared. */
    private boolean isCompared(String ask) {
        boolean reads = ask.startsWith("links.") || CounterRule.of(ask).isPresent();
        return !reads && metrics.containsKey(ask) && !metrics.get(ask).equals(Setting.METRIC);
    }

    RunArchive archive() {
        return archive;
    }

    /** Return the values of its rounds, and what it asked. */
    Side side() {
        List<Survey> surveys = measured.entrySet().stream()
                .map(entry -> Survey.of(entry.getKey(), metrics.get(entry.getKey()), new TreeSet<>(), entry.getValue()))
                .toList();
        SortedMap<String, Side.Asked> asked = new TreeMap<>();
        for (AskRecord ask : archive.asks()) {
            if (isCompared(ask.id())) {
                asked.put(ask.id(), new Side.Asked(ask.metric(), subjects(ask)));
            }
        }
        return new Side(RoundValues.of(surveys), asked);
    }

    /** What was measured says what kind of subject a name is; what never was is a flow. */
    private SortedSet<SubjectId> subjects(AskRecord ask) {
        Map<String, SubjectId> known = measured.getOrDefault(ask.id(), List.of()).stream()
                .map(Measurement::subject)
                .collect(Collectors.toMap(SubjectId::name, subject -> subject, (a, b) -> a));
        SortedSet<SubjectId> subjects = new TreeSet<>();
        ask.subjects()
                .forEach(name -> subjects.add(known.getOrDefault(name, new SubjectId(SubjectId.Kind.FLOW, name))));
        return subjects;
    }

    /** Return what it read of the configuration, by ask. */
    SortedMap<String, List<Setting>> settings() {
        return settings;
    }

    /** Return the fabrics on which an ask was measured. */
    SortedMap<String, SortedSet<String>> fabrics() {
        return fabrics;
    }

    /** Return which subjects ran beside each other, round by round, by ask. */
    SortedMap<String, SortedMap<Integer, SortedSet<SubjectId>>> rounds() {
        return rounds;
    }

    /** Return the builds of the probes that measured. */
    String probes() {
        SortedSet<String> builds =
                archive.hosts().stream().map(HostRecord::probe).collect(Collectors.toCollection(TreeSet::new));
        builds.remove("none");
        return String.join(", ", builds);
    }

    /** Return the verdict of every result. */
    SortedMap<VerdictChange.Result, String> verdicts() {
        SortedMap<VerdictChange.Result, String> verdicts = new TreeMap<>();
        archive.closing()
                .map(Closing::results)
                .orElse(List.of())
                .forEach(result ->
                        verdicts.put(new VerdictChange.Result(result.criterion(), result.subject()), result.verdict()));
        return verdicts;
    }
}
