package io.seatrial.testkit;

import io.seatrial.baseline.Baseline;
import io.seatrial.criteria.BaselineFamily;
import io.seatrial.criteria.ClassOutlier;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.Criterion;
import io.seatrial.criteria.Profile;
import io.seatrial.criteria.ThroughLinks;
import io.seatrial.criteria.Waivers;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Flows;
import java.lang.reflect.Method;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a replay judges by: the criteria of the profile, the way from flows to links, the waivers. Every criterion judges a survey once. */
public final class Judging {
    private final Cluster cluster;
    private final Flows flows;
    private final Map<String, Survey> surveys;
    private final Map<String, SortedSet<SubjectId>> asked;
    private final Waivers waivers;
    private final LocalDate today;
    private final BaselineFamily family;
    private final Map<String, Criterion> criteria = new HashMap<>();
    private final SortedMap<String, SortedMap<SubjectId, Verdict>> bySubject = new TreeMap<>();
    private final Map<String, SortedMap<SubjectId, Verdict>> byLink = new HashMap<>();
    private final List<Judgement> beforeWaivers = new ArrayList<>();
    private final Set<String> notAsked = new TreeSet<>();
    private final Map<String, SortedSet<SubjectId>> leftOut;
    private final Map<String, Set<SubjectId>> linksLeftOut = new HashMap<>();
    private final SortedMap<String, Set<SubjectId>> withoutClass = new TreeMap<>();

    /**
     * @param surveys every survey of the run by its ask
     * @param asked the subjects that were asked for, by ask; retests measure others too, and those get no result of their own
     * @param today the day that decides which waivers have expired
     */
    public Judging(
            Cluster cluster,
            Criteria declared,
            Profile profile,
            Optional<Baseline> baseline,
            Waivers waivers,
            Map<String, Survey> surveys,
            Map<String, SortedSet<SubjectId>> asked,
            LocalDate today) {
        this(cluster, declared, profile, baseline, waivers, surveys, asked, Map.of(), today);
    }

    /** @param leftOut by ask what the run left to another night: no result is owed for it */
    public Judging(
            Cluster cluster,
            Criteria declared,
            Profile profile,
            Optional<Baseline> baseline,
            Waivers waivers,
            Map<String, Survey> surveys,
            Map<String, SortedSet<SubjectId>> asked,
            Map<String, SortedSet<SubjectId>> leftOut,
            LocalDate today) {
        this.leftOut = Map.copyOf(leftOut);
        this.cluster = cluster;
        this.flows = new Flows(cluster);
        this.surveys = Map.copyOf(surveys);
        this.asked = Map.copyOf(asked);
        this.waivers = waivers;
        this.today = today;
        declared.notAsked(profile).forEach(not -> notAsked.add(not.id()));
        this.family = BaselineFamily.of(baseline, declared, profile, cluster, surveys.values());
        for (String ask : declared.asks().keySet()) {
            declared.criteria(ask, profile, cluster, family).forEach(c -> criteria.put(c.id(), c));
        }
    }

    /** Return a criterion by its id, empty where the profile does not ask it. */
    Optional<Criterion> criterion(String id) {
        return Optional.ofNullable(criteria.get(id));
    }

    /** Refuse a criterion that no file can ask for: its test would be silent for ever. */
    void requireKnown(String id, Method of) {
        if (!criteria.containsKey(id) && !notAsked.contains(id)) {
            throw new IllegalStateException(of + ": no criterion is called " + id + "; expected one of "
                    + String.join(", ", new TreeSet<>(criteria.keySet())) + ", " + String.join(", ", notAsked));
        }
    }

    /** Return the criteria that are asked, and of which the run asked something if only that is wanted. */
    SortedSet<String> asked(boolean measuredOnly) {
        SortedSet<String> asked = new TreeSet<>(criteria.keySet());
        if (measuredOnly) {
            asked.removeIf(id -> !surveys.containsKey(ask(id)));
        }
        asked.removeIf(this::leavesAllOut);
        return asked;
    }

    /** Tell whether the run left everything that a criterion is about to another night. */
    boolean leavesAllOut(String criterion) {
        return leftOut.containsKey(ask(criterion)) && asked(criterion).isEmpty();
    }

    /** Tell whether only flows cross a link that the run left to another night. */
    boolean leavesOut(String criterion, Link link) {
        return linksLeftOut.computeIfAbsent(criterion, this::linksLeftOut).contains(link.subject());
    }

    private Set<SubjectId> linksLeftOut(String criterion) {
        Set<SubjectId> links = new HashSet<>(crossed(leftOut.getOrDefault(ask(criterion), new TreeSet<>())));
        links.addAll(crossed(withoutClass(criterion)));
        links.removeAll(crossed(asked(criterion)));
        return links;
    }

    private Set<SubjectId> crossed(Set<SubjectId> subjects) {
        Set<SubjectId> links = new HashSet<>();
        for (SubjectId subject : subjects) {
            flows.named(subject.name()).ifPresent(flow -> {
                flow.certain().forEach(link -> links.add(link.subject()));
                flow.possible().forEach(link -> links.add(link.subject()));
            });
        }
        return links;
    }

    /** Conclude that a criterion is asked and has no subject. */
    Concluded nothingToJudge(String criterion) {
        SubjectId subject = new SubjectId(SubjectId.Kind.CLUSTER, cluster.name());
        Message message = Message.of("nothing-to-judge", "criterion", criterion);
        Judgement judgement =
                waive(new Judgement(criterion, subject, new Verdict.NotProven(message, Optional.empty())));
        return new Concluded(judgement, criterion + "|" + subject, Map.of());
    }

    private static String ask(String criterion) {
        return criterion.substring(0, criterion.lastIndexOf('.'));
    }

    /** Return the subjects that were asked for under a criterion's ask, and that it can be about. */
    SortedSet<SubjectId> asked(String criterion) {
        SortedSet<SubjectId> all = new TreeSet<>(asked.getOrDefault(ask(criterion), new TreeSet<>()));
        all.removeAll(withoutClass(criterion));
        return all;
    }

    /**
     * Return what was asked and cannot be held against its class, since the run left most of the class to another night. That is a
     * consequence of the plan and no missing evidence; the run that asks the whole class judges it.
     */
    private Set<SubjectId> withoutClass(String criterion) {
        Set<SubjectId> known = withoutClass.get(criterion);
        if (known == null) {
            boolean partly = leftOut.containsKey(ask(criterion))
                    && criteria.containsKey(criterion)
                    && surveys.containsKey(ask(criterion));
            known = partly ? tooFew(subjects(criteria.get(criterion), surveys.get(ask(criterion)))) : Set.of();
            withoutClass.put(criterion, known);
        }
        return known;
    }

    private static Set<SubjectId> tooFew(SortedMap<SubjectId, Verdict> verdicts) {
        return verdicts.entrySet().stream()
                .filter(entry -> entry.getValue().message().key().equals(ClassOutlier.TOO_FEW))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** Say of which criteria a part is not judged since the run left the rest of its class to another night. */
    public List<Message> partly() {
        return withoutClass.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .map(entry -> Message.of("class-left-out", "criterion", entry.getKey(), "subjects", (long)
                        entry.getValue().size()))
                .toList();
    }

    /** Return one verdict per subject of the survey. */
    SortedMap<SubjectId, Verdict> subjects(Criterion criterion, Survey survey) {
        return bySubject.computeIfAbsent(criterion.id(), id -> criterion.judge(survey));
    }

    /** Return the verdict over a link by the flows that cross it. */
    Verdict throughLink(Criterion criterion, Survey survey, Link link) {
        return byLink.computeIfAbsent(
                        criterion.id(),
                        id -> ThroughLinks.judge(flows(survey), cluster.links(), subjects(criterion, survey)))
                .getOrDefault(link.subject(), Subjects.noEvidence(criterion.id(), link.subject()));
    }

    private List<Flow> flows(Survey survey) {
        return survey.subjects().keySet().stream()
                .map(subject -> flows.named(subject.name()))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Apply the waivers to one judgement; whether a waiver is needed at all is known once all are in. */
    Judgement waive(Judgement judgement) {
        beforeWaivers.add(judgement);
        return waivers.waive(judgement, today);
    }

    /** Return what the results say about the waivers themselves, once all are in. */
    public Waivers.Applied waivers() {
        return waivers.apply(beforeWaivers, today);
    }

    /** Return what is said of the comparisons with the baseline as a whole: what the run could have seen. */
    public List<Message> aboutBaseline() {
        return family.remarks();
    }

    /** Return the verdicts over single subjects, by criterion: what diagnosis votes with. */
    public SortedMap<String, SortedMap<SubjectId, Verdict>> verdicts() {
        return Collections.unmodifiableSortedMap(bySubject);
    }

    /** Return the flows behind a criterion's verdicts. */
    public List<Flow> flowsOf(String criterion) {
        Survey survey = surveys.get(ask(criterion));
        return survey == null ? List.of() : flows(survey);
    }
}
