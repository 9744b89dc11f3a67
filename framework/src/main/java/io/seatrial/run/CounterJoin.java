package io.seatrial.run;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.archive.StimulusRecord;
import io.seatrial.criteria.Ask;
import io.seatrial.criteria.CounterTerms;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.WindowLimit;
import io.seatrial.criteria.counters.CounterRule;
import io.seatrial.criteria.counters.Formula;
import io.seatrial.criteria.counters.Found;
import io.seatrial.criteria.counters.LinkCounters;
import io.seatrial.criteria.counters.PortCounters;
import io.seatrial.criteria.counters.Terms;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.Qos;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.TimeWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Joins what NICs and switches counted with the windows in which traffic ran, link by link, and answers from that what was asked of counters.
 * Nothing of it is stored: an archive keeps the readings, so that it can be judged again by other windows and limits.
 */
public final class CounterJoin {
    private static final String ALIVE = "congestion.ecn-alive";
    /** Rounds of an ask are put together until they last so long: shares of pause are meant over 10 s (domain notes; grade D). */
    private static final Duration WINDOW = Duration.ofSeconds(10);

    private static final int MOST_OF_LINKS = 100_000;
    private static final int MOST_WINDOWS = 720;
    private static final int LEAST_WINDOWS = 48;

    private final Cluster cluster;
    private final Criteria criteria;
    private final CountedPorts counted;
    private final List<LoadWindow> windows;
    private final List<LoadWindow> wholeAsks;
    private final Map<SubjectId, Map<String, String>> settings;
    private final Map<String, AskRecord> asks = new LinkedHashMap<>();
    private final List<StimulusRecord> stimuli = new ArrayList<>();
    private final RunHeader header;
    private final Cabling cabling;
    /** In the order of the cluster's links. */
    private final List<SubjectId> linkSubjects;

    private final Map<String, List<PortCounters>> byNode = new HashMap<>();
    /** Both ends of every link, by window: the same for every ask. */
    private final Map<TimeWindow, List<LinkCounters>> joined = new HashMap<>();

    /** Read what an archive holds. */
    public CounterJoin(Cluster cluster, Criteria criteria, RunArchive archive) {
        this(cluster, criteria, CountedPorts.of(archive), Facts.of(archive));
    }

    CounterJoin(Cluster cluster, Criteria criteria, CountedPorts counted, Facts facts) {
        this.cluster = cluster;
        this.criteria = criteria;
        this.counted = counted;
        this.linkSubjects = cluster.links().stream().map(Link::subject).toList();
        this.windows = LoadWindow.of(
                facts.rounds(),
                longer(WINDOW, counted.slowest().multipliedBy(CounterSeries.REFRESHES)),
                most(cluster.links().size()));
        this.wholeAsks = LoadWindow.of(facts.rounds(), Duration.ofDays(1));
        this.settings = Terms.byPort(facts.settings());
        this.cabling = new Cabling(cluster, settings);
        facts.asks().forEach(ask -> asks.put(ask.id(), ask));
        this.header = facts.header();
        stimuli.addAll(Stimuli.seen(facts, cluster, qos(), counted, windows));
        facts.stimuli().stream()
                .filter(record -> !record.run().equals(header.run()) && Stimuli.counts(record.at(), header.started()))
                .forEach(stimuli::add);
        for (Link link : cluster.links()) {
            counted.of(link)
                    .ends()
                    .forEach(end -> byNode.computeIfAbsent(end.node(), n -> new ArrayList<>())
                            .add(end));
        }
    }

    /** What an archive says beside its readings; of the rounds, when they had traffic. */
    record Facts(
            RunHeader header,
            List<AskRecord> asks,
            List<RoundRecord> rounds,
            List<Setting> settings,
            List<StimulusRecord> stimuli) {
        static Facts of(RunArchive archive) {
            List<RoundRecord> rounds = new ArrayList<>();
            archive.forEachRound(round -> rounds.add(round.withoutValues()));
            return new Facts(archive.header(), archive.asks(), rounds, archive.settings(), archive.stimuli());
        }
    }

    /** Return which switches this run saw to mark under its own incast. */
    public List<StimulusRecord> ownStimuli() {
        return stimuli.stream()
                .filter(record -> record.run().equals(header.run()))
                .toList();
    }

    private Map<String, String> provenMarking() {
        Map<String, String> by = new HashMap<>();
        stimuli.forEach(record -> by.putIfAbsent(record.node(), record.run()));
        return by;
    }

    /** What a burn-in counted on every link and in every window has to fit into memory. */
    static int most(int links) {
        return Math.max(LEAST_WINDOWS, Math.min(MOST_WINDOWS, MOST_OF_LINKS / Math.max(1, links)));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** Return the windows in which traffic ran. */
    public List<LoadWindow> windows() {
        return windows;
    }

    /** Return everything that was counted. */
    public CountedPorts counted() {
        return counted;
    }

    /** Return a survey for every ask of counters that the run made. */
    public Map<String, Survey> surveys() {
        Map<String, Survey> surveys = new HashMap<>();
        for (AskRecord record : asks.values()) {
            CounterRule.of(record.id()).ifPresent(rule -> surveys.put(record.id(), survey(rule, record)));
        }
        return surveys;
    }

    private Survey survey(CounterRule rule, AskRecord record) {
        CounterTerms declared = criteria.ask(rule.ask())
                .flatMap(Ask::counters)
                .orElse(new CounterTerms(List.of(), rule.tiers(), CounterTerms.PACKETS));
        Terms terms = new Terms(qos(), declared.minimumPackets(), settings, this::portsOf, provenMarking());
        SortedSet<SubjectId> subjects = new TreeSet<>();
        record.subjects().forEach(name -> subjects.add(new SubjectId(rule.kind(), name)));
        List<Measurement> all = new ArrayList<>();
        boolean whole = rule.formula() instanceof Formula.OfAll ofAll && ofAll.comparesPorts();
        for (LoadWindow window : whole ? wholeAsks : windows) {
            if (declared.during().isEmpty() || declared.during().contains(window.ask())) {
                all.addAll(measure(rule, subjects, window, terms));
            }
        }
        if (all.isEmpty()) {
            subjects.forEach(subject -> all.add(withoutWindow(rule, subject, declared)));
        }
        return Survey.of(rule.ask(), rule.metric(), subjects, all);
    }

    /** Without traffic of its own kind an ask tells nothing, but for marking that an earlier run has proven. */
    private Measurement withoutWindow(CounterRule rule, SubjectId subject, CounterTerms declared) {
        LoadWindow none = new LoadWindow("-", 0, new TimeWindow(header.started(), header.started()));
        Optional<StimulusRecord> earlier = stimuli.stream()
                .filter(record -> rule.ask().equals(ALIVE) && record.link().equals(subject.name()))
                .findFirst();
        Found found = earlier.<Found>map(record -> new Found.Value(
                        record.marks(),
                        record.node() + ", seen by run " + record.run() + " of " + record.at(),
                        Map.of()))
                .orElseGet(() -> new Found.Nothing(
                        Message.of("counter.no-window", "during", String.join(", ", declared.during()))));
        return measurement(rule, subject, none, found);
    }

    private Qos qos() {
        return cluster.qos().orElse(Qos.NONE);
    }

    private List<Measurement> measure(CounterRule rule, SortedSet<SubjectId> subjects, LoadWindow window, Terms terms) {
        List<LinkCounters> links = joined.computeIfAbsent(window.window(), this::join);
        if (rule.formula() instanceof Formula.OfAll ofAll) {
            Found found = ofAll.of(links, window.window(), terms);
            return List.of(measurement(rule, subjects.first(), window, found));
        }
        Formula.OfLink ofLink = (Formula.OfLink) rule.formula();
        return IntStream.range(0, links.size())
                .parallel() // formulas are pure, and there may be thousands of links
                .filter(i -> subjects.contains(linkSubjects.get(i)))
                .mapToObj(
                        i -> measurement(rule, linkSubjects.get(i), window, found(ofLink, links.get(i), window, terms)))
                .toList();
    }

    private Found found(Formula.OfLink formula, LinkCounters link, LoadWindow window, Terms terms) {
        return cabling.objection(link.link())
                .<Found>map(Found.Nothing::new)
                .orElseGet(() -> formula.of(link, window.window(), terms));
    }

    private List<LinkCounters> join(TimeWindow window) {
        return cluster.links().stream()
                .map(link -> counted.of(link).over(window))
                .toList();
    }

    private List<PortCounters> portsOf(String node) {
        return byNode.getOrDefault(node, List.of());
    }

    private static Measurement measurement(CounterRule rule, SubjectId subject, LoadWindow window, Found found) {
        Map<String, Long> details = new TreeMap<>(found.details());
        Conditions conditions = new Conditions(Map.of(Conditions.DURING, window.ask()));
        OptionalLong value = OptionalLong.empty();
        Optional<Message> cause = Optional.empty();
        if (found instanceof Found.Value known) {
            value = OptionalLong.of(known.value());
            conditions = conditions.with(Conditions.COUNTED_AT, known.where());
        } else if (found instanceof Found.Between between) {
            details.put(WindowLimit.AT_LEAST, between.least());
            between.most().ifPresent(most -> details.put(WindowLimit.AT_MOST, most));
            conditions = conditions.with(Conditions.COUNTED_AT, between.where());
            cause = Optional.of(between.why());
        } else if (found instanceof Found.Nothing nothing) {
            cause = Optional.of(nothing.why());
            if (nothing.idle()) {
                details.put(WindowLimit.IDLE, 1L);
            }
        }
        Provenance provenance = new Provenance(
                window.number(), 0, window.window().from(), window.window().to(), "counters", "");
        return new Measurement(
                rule.metric(),
                subject,
                value,
                cause,
                Optional.empty(),
                Optional.empty(),
                details,
                conditions,
                provenance);
    }
}
