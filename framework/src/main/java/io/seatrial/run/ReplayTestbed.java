package io.seatrial.run;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.criteria.counters.CounterRule;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupPattern;
import io.seatrial.plan.RankKind;
import io.seatrial.plan.TrafficPattern;
import io.seatrial.probe.CollectiveProbe;
import io.seatrial.probe.CollectiveSettings;
import io.seatrial.probe.TenantProbe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Answers from an archive. What the archived run did not ask gives an empty survey, and so is never judged as kept. */
public final class ReplayTestbed implements Testbed {
    private final Cluster cluster;
    private final Function<FlowQuestion, Metric> metrics;
    private final Map<String, Survey> surveys;
    private final Map<String, SortedSet<SubjectId>> asked;
    /** The subjects of what has one of these metrics are groups, whatever their names look like. */
    private static final Set<Metric> OF_GROUPS =
            Set.of(CollectiveProbe.BUS_BANDWIDTH, CollectiveProbe.EXPOSED_SHARE, TenantProbe.ISOLATION);

    private final SortedMap<String, Grouping> groups = new TreeMap<>();

    /**
     * @param cluster the cluster as it was at the run
     * @param metrics what a question measures, for questions that the run did not ask
     */
    public ReplayTestbed(Cluster cluster, RunArchive archive, Function<FlowQuestion, Metric> metrics) {
        this(cluster, archive, metrics, Map.of());
    }

    /** @param counted surveys of what was counted, by ask, in place of those that the archive holds no measurements of */
    public ReplayTestbed(
            Cluster cluster, RunArchive archive, Function<FlowQuestion, Metric> metrics, Map<String, Survey> counted) {
        this.cluster = cluster;
        this.metrics = metrics;
        this.surveys = surveys(archive);
        this.surveys.putAll(counted);
        this.asked = new HashMap<>();
        archive.asks().forEach(ask -> asked.put(ask.id(), subjects(ask)));
    }

    /** Return every survey of an archived run by its ask. */
    public static Map<String, Survey> surveys(RunArchive archive) {
        Map<String, List<Measurement>> measurements = new HashMap<>();
        Map<String, List<Setting>> settings = new HashMap<>();
        archive.forEachRound(round -> {
            measurements.computeIfAbsent(round.ask(), a -> new ArrayList<>()).addAll(round.measurements());
            settings.computeIfAbsent(round.ask(), a -> new ArrayList<>()).addAll(round.settings());
        });
        Map<String, Survey> all = new LinkedHashMap<>();
        for (AskRecord ask : archive.asks()) {
            boolean reads = ask.metric().equals(Setting.METRIC);
            all.put(
                    ask.id(),
                    reads
                            ? Survey.ofSettings(ask.id(), subjects(ask), settings.getOrDefault(ask.id(), List.of()))
                            : Survey.of(
                                    ask.id(),
                                    ask.metric(),
                                    subjects(ask),
                                    measurements.getOrDefault(ask.id(), List.of())));
        }
        return all;
    }

    private static SortedSet<SubjectId> subjects(AskRecord ask) {
        return subjects(ask, ask.subjects());
    }

    private static SortedSet<SubjectId> subjects(AskRecord ask, List<String> names) {
        SortedSet<SubjectId> subjects = new TreeSet<>();
        boolean ofGroups = OF_GROUPS.contains(ask.metric());
        names.forEach(name ->
                subjects.add(new SubjectId(ofGroups ? SubjectId.Kind.GROUP : kind(ask.id(), name), name)));
        return subjects;
    }

    /** The marks within a name tell what it names: {@code a>b} a flow, {@code a~b} a link, {@code host/device} a port. */
    private static SubjectId.Kind kind(String ask, String name) {
        if (CounterRule.of(ask).isPresent()) {
            return CounterRule.of(ask).get().kind();
        }
        if (name.contains(">")) {
            return SubjectId.Kind.FLOW;
        }
        if (name.contains("~")) {
            return SubjectId.Kind.LINK;
        }
        return name.contains("/") ? SubjectId.Kind.PORT : SubjectId.Kind.HOST;
    }

    @Override
    public Cluster cluster() {
        return cluster;
    }

    /** Return what was asked by ask; a survey also holds flows that only retests measured. */
    public Map<String, SortedSet<SubjectId>> asked() {
        return Map.copyOf(asked);
    }

    /** Return what the run left to another night, by ask. */
    public static Map<String, SortedSet<SubjectId>> leftOut(RunArchive archive) {
        Map<String, SortedSet<SubjectId>> leftOut = new HashMap<>();
        archive.asks().stream()
                .filter(ask -> !ask.leftOut().isEmpty())
                .forEach(ask -> leftOut.put(ask.id(), subjects(ask, ask.leftOut())));
        return leftOut;
    }

    /** Return every survey by its ask. */
    public Map<String, Survey> surveys() {
        return surveys;
    }

    @Override
    public Survey measure(FlowQuestion question, TrafficPattern pattern) {
        return surveys.getOrDefault(
                question.ask(), Survey.of(question.ask(), metrics.apply(question), new TreeSet<>(), List.of()));
    }

    @Override
    public Survey measure(CollectiveQuestion question, GroupPattern pattern) {
        Survey survey = surveys.getOrDefault(
                question.ask(), Survey.of(question.ask(), question.metric(), new TreeSet<>(), List.of()));
        ranks(survey).ifPresent(ranks -> groups.put(question.ask(), grouping(pattern, ranks)));
        return survey;
    }

    /** What played the ranks stands in the conditions of what was measured. */
    private static Optional<RankKind> ranks(Survey survey) {
        return survey.subjects().values().stream()
                .flatMap(List::stream)
                .map(measurement -> measurement.conditions().get(CollectiveProbe.BACKEND))
                .flatMap(backend -> CollectiveSettings.backend(backend).stream())
                .findFirst()
                .map(CollectiveSettings.Backend::ranks);
    }

    private Grouping grouping(GroupPattern pattern, RankKind ranks) {
        return new Grouping(
                ranks,
                pattern.plan(cluster, ranks).rounds().stream()
                        .flatMap(round -> round.groups().stream())
                        .toList());
    }

    /**
     * How an ask cut the cluster into groups.
     *
     * @param ranks what played the ranks
     * @param groups all of them
     */
    public record Grouping(RankKind ranks, List<Group> groups) {
        public Grouping {
            groups = List.copyOf(groups);
        }
    }

    /** Return the groups by ask, of every ask of a collective that was replayed. */
    public SortedMap<String, Grouping> groups() {
        return Collections.unmodifiableSortedMap(groups);
    }

    @Override
    public Survey measure(TenantQuestion question) {
        return surveys.getOrDefault(
                question.ask(), Survey.of(question.ask(), TenantProbe.ISOLATION, new TreeSet<>(), List.of()));
    }

    @Override
    public Survey read(LinkQuestion question) {
        return surveys.getOrDefault(
                question.ask(), Survey.of(question.ask(), question.metric(), new TreeSet<>(), List.of()));
    }

    @Override
    public Survey read(CounterQuestion question) {
        return surveys.getOrDefault(
                question.ask(), Survey.of(question.ask(), question.rule().metric(), new TreeSet<>(), List.of()));
    }

    @Override
    public Survey read(SettingQuestion question) {
        return surveys.getOrDefault(question.ask(), Survey.ofSettings(question.ask(), new TreeSet<>(), List.of()));
    }
}
