package io.seatrial.criteria;

import io.seatrial.criteria.ports.FabricPorts;
import io.seatrial.criteria.ports.PortRule;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Qos;
import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is asked of a cluster, as {@code criteria.yaml} declares it.
 *
 * @param asks what is asked, by id of the ask
 * @param notAsked why an ask as a whole is not asked, where the file says it
 */
public record Criteria(SortedMap<String, Ask> asks, Map<String, String> notAsked) {
    /** Stands in the place of a person in a limit that nobody approved. */
    public static final String APPROVED_BY_NOBODY = "nobody";

    public Criteria {
        asks = Collections.unmodifiableSortedMap(new TreeMap<>(asks));
        notAsked = Map.copyOf(notAsked);
    }

    /**
     * A question that is asked.
     *
     * @param id id of its results, for example {@code latency.within-rail.limit}
     */
    public record Asked(String id, String ask, Question question) {}

    /**
     * A question that is not asked, for the coverage page.
     *
     * @param id id that its results would have
     * @param reason why not
     */
    public record NotAsked(String id, String ask, Question question, Message reason) {}

    /** Return what is asked in a profile, in a stable order. */
    public List<Asked> asked(Profile profile) {
        List<Asked> asked = new ArrayList<>();
        for (KnownAsk known : KnownAsk.LIST) {
            for (Question question : known.inOrder()) {
                if (asks(known.id(), question, profile)) {
                    asked.add(new Asked(idOf(known.id(), question), known.id(), question));
                }
            }
        }
        return asked;
    }

    /** Return what could be asked and is not, with the reason; never counted as passed. */
    public List<NotAsked> notAsked(Profile profile) {
        List<NotAsked> notAsked = new ArrayList<>();
        for (KnownAsk known : KnownAsk.LIST) {
            for (Question question : known.inOrder()) {
                if (!asks(known.id(), question, profile)) {
                    Message reason = reason(known.id(), question, profile);
                    notAsked.add(new NotAsked(idOf(known.id(), question), known.id(), question, reason));
                }
            }
        }
        return notAsked;
    }

    private boolean asks(String ask, Question question, Profile profile) {
        return asks.containsKey(ask) && asks.get(ask).asks(question, profile);
    }

    private Message reason(String ask, Question question, Profile profile) {
        if (!asks.containsKey(ask)) {
            return whyNotAsked(ask)
                    .map(reason -> Message.of("not-asked.declared", "reason", reason))
                    .orElseGet(() -> Message.of("not-asked.not-mentioned", "ask", ask));
        }
        String declared = asks.get(ask).notAsked().get(question);
        if (declared != null) {
            return Message.of("not-asked.declared", "reason", declared);
        }
        boolean nothingToCompareWith = question == Question.BASELINE && profile == Profile.BRINGUP;
        return nothingToCompareWith
                ? Message.of("not-asked.bringup-baseline")
                : Message.of("not-asked.without-reason", "question", question.text(), "profile", profile.text());
    }

    /** The file gives a reason for one ask, or for all that begin alike. */
    private Optional<String> whyNotAsked(String ask) {
        return Optional.ofNullable(notAsked.get(ask))
                .or(() -> notAsked.keySet().stream()
                        .filter(group -> isIn(ask, group))
                        .findFirst()
                        .map(notAsked::get));
    }

    /** Tell whether an ask belongs to a group such as {@code congestion.*}. */
    static boolean isIn(String ask, String group) {
        return group.endsWith(".*") && ask.startsWith(group.substring(0, group.length() - 1));
    }

    private static String idOf(String ask, Question question) {
        return ask + "." + question.text();
    }

    /** Return what is declared about an ask, empty where it is not asked at all. */
    public Optional<Ask> ask(String id) {
        return Optional.ofNullable(asks.get(id));
    }

    /**
     * Make the criteria by which a survey of an ask is judged in a profile: limit, class, baseline, as far as they are asked.
     *
     * @param family what the run is held against; {@link BaselineFamily#none} gives verdicts <em>not proven</em> where a baseline is asked
     */
    public List<Criterion> criteria(String ask, Profile profile, Cluster cluster, BaselineFamily family) {
        List<Criterion> criteria = new ArrayList<>();
        for (Asked asked : asked(profile)) {
            if (asked.ask().equals(ask)) {
                criteria.add(criterion(asks.get(ask), asked.question(), profile, cluster, family));
            }
        }
        return criteria;
    }

    /**
     * Say every declared limit that can hold for a cluster in a profile, in the order in which they hold: the number, for what it holds,
     * where it comes from and how well it is founded.
     */
    public List<Message> limits(Profile profile, Cluster cluster) {
        List<Message> limits = new ArrayList<>();
        for (Asked asked : asked(profile)) {
            if (asked.question() == Question.LIMIT) {
                Ask ask = asks.get(asked.ask());
                reachable(rows(ask, cluster.platform(), profile), profile)
                        .forEach(row -> limits.add(LimitText.of(ask, row)));
                ask.collective().ifPresent(terms -> limits.addAll(terms.declared(ask, profile, cluster)));
            }
        }
        return limits;
    }

    /** Return what a reader has to doubt of declared limits before anything is measured. */
    public List<Message> remarks(Profile profile, Cluster cluster) {
        return asked(profile).stream()
                .filter(asked -> asked.question() == Question.LIMIT)
                // a share of a step, or of what is left beside another tenant, has no bound of groups
                .filter(asked -> KnownAsk.of(asked.ask()).shape().isPresent())
                .map(asked -> asks.get(asked.ask()))
                .flatMap(ask -> ask.collective().stream()
                        .flatMap(terms -> terms.limit(ask, profile, cluster).aboveBound().stream()))
                .toList();
    }

    /** Of the rows of one platform and profile leave out those that an earlier one fits before. */
    private static List<Limit> reachable(List<Limit> rows, Profile profile) {
        List<Limit> reachable = new ArrayList<>();
        for (Limit row : rows) {
            Limit.Scope scope = row.holdsFor().inPlatformOf(profile);
            if (reachable.stream()
                    .noneMatch(
                            earlier -> earlier.holdsFor().inPlatformOf(profile).covers(scope))) {
                reachable.add(row);
            }
        }
        return reachable;
    }

    private static Criterion criterion(
            Ask ask, Question question, Profile profile, Cluster cluster, BaselineFamily family) {
        RatedSpeeds speeds = RatedSpeeds.of(cluster);
        if (ask.counters().isPresent()) {
            return WindowLimit.of(ask, rows(ask, cluster.platform(), profile), cluster);
        }
        if (question == Question.DRIFT) {
            return new StaysSteady(ask.id(), ask.metric(), ask.steady().orElseThrow(), ask.samples());
        }
        if (ask.collective().isPresent() && CollectiveTerms.QUESTIONS.contains(question)) {
            return ask.collective().get().isShare()
                    ? new ShareLimit(new DeclaredLimit(
                            ask.id(), ask.metric(), rows(ask, cluster.platform(), profile), ask.samples(), speeds))
                    : ask.collective().get().criterion(ask, question, profile, cluster);
        }
        Optional<SettingRule> setting = SettingRule.of(ask.id());
        if (setting.isPresent()) {
            return question == Question.EXPECT
                    ? new KeepsSetting(setting.get(), ask.expectation().orElseThrow(), cluster)
                    : EqualWithinClass.of(
                            setting.get(), ask.outlier().orElseThrow().members(), speeds);
        }
        Optional<PortRule> ports = PortRule.of(ask.id());
        if (ports.isPresent()) {
            return ofPorts(ports.get(), ask, question, cluster);
        }
        return switch (question) {
            case EXPECT, PATH -> throw new IllegalStateException("ask " + ask.id() + " reads no setting");
            case CURVE, LOG, DRIFT -> throw new IllegalStateException("ask " + ask.id() + " has no " + question.text());
            case LIMIT ->
                new DeclaredLimit(
                        ask.id(), ask.metric(), rows(ask, cluster.platform(), profile), ask.samples(), speeds);
            case CLASS -> new ClassOutlier(ask.id(), ask.metric(), ask.outlier().orElseThrow(), ask.samples(), speeds);
            case BASELINE ->
                new KeepsBaseline(ask.id(), ask.metric(), family, ask.drift().orElseThrow(), ask.samples());
        };
    }

    private static Criterion ofPorts(PortRule rule, Ask ask, Question question, Cluster cluster) {
        FabricPorts fabric = FabricPorts.of(cluster);
        Qos qos = cluster.qos().orElse(Qos.NONE);
        Optional<String> value = ask.expectation().flatMap(Expectation::value);
        return switch (question) {
            case EXPECT -> new KeepsPorts(rule, ask.expectation().orElseThrow(), fabric, qos);
            case PATH -> new AlikeAlongPaths(rule, value, fabric, qos);
            case CLASS -> EqualWithinClass.of(rule, ask.outlier().orElseThrow().members(), value, fabric, qos);
            case LIMIT, CURVE, LOG, DRIFT, BASELINE ->
                throw new IllegalStateException("ask " + ask.id() + " has no number");
        };
    }

    private static List<Limit> rows(Ask ask, String platform, Profile profile) {
        return ask.limits().stream()
                .filter(limit -> limit.holdsFor().holdsIn(platform, profile))
                .toList();
    }
}
