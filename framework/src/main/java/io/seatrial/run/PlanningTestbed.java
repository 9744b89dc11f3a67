package io.seatrial.run;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Survey;
import io.seatrial.plan.GroupPattern;
import io.seatrial.plan.GroupPlan;
import io.seatrial.plan.Groups;
import io.seatrial.plan.Plan;
import io.seatrial.plan.Tenancy;
import io.seatrial.plan.TrafficPattern;
import io.seatrial.probe.CollectiveProbe;
import io.seatrial.probe.FlowProbe;
import io.seatrial.probe.TenantProbe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** Collects what suites ask; measures nothing. */
public final class PlanningTestbed implements Testbed {
    private final Cluster cluster;
    private final Predicate<String> isAsked;
    private final Function<FlowQuestion, FlowProbe> probes;
    private final Function<CollectiveQuestion, CollectiveProbe> collectives;
    private final Function<TenantQuestion, TenantProbe> tenants;
    private final ToIntFunction<String> repeats;
    private final Function<String, Set<String>> tiers;
    private final List<PlannedAsk> asks = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();

    /**
     * @param cluster the selected part of the cluster
     * @param isAsked whether some criterion of the profile needs an ask
     * @param probes parameters for a question
     */
    public PlanningTestbed(Cluster cluster, Predicate<String> isAsked, Function<FlowQuestion, FlowProbe> probes) {
        this(
                cluster,
                isAsked,
                new Parameters(probes, PlanningTestbed::noCollective, PlanningTestbed::noTenants, ask -> 1),
                ask -> Set.of());
    }

    /**
     * How what a question asks is measured.
     *
     * @param flows parameters for a question of flows
     * @param groups for one of groups
     * @param tenants for one of two tenants
     * @param repeats how often the rounds of an ask of flows or groups are run
     */
    public record Parameters(
            Function<FlowQuestion, FlowProbe> flows,
            Function<CollectiveQuestion, CollectiveProbe> groups,
            Function<TenantQuestion, TenantProbe> tenants,
            ToIntFunction<String> repeats) {}

    private static CollectiveProbe noCollective(CollectiveQuestion question) {
        throw new IllegalStateException("ask " + question.ask() + ": nobody said how collectives are run");
    }

    private static TenantProbe noTenants(TenantQuestion question) {
        throw new IllegalStateException("ask " + question.ask() + ": nobody said what tenants do");
    }

    /** @param tiers tiers whose links an ask of counters is about; empty for all */
    public PlanningTestbed(
            Cluster cluster, Predicate<String> isAsked, Parameters parameters, Function<String, Set<String>> tiers) {
        this.collectives = parameters.groups();
        this.tenants = parameters.tenants();
        this.repeats = parameters.repeats();
        this.tiers = tiers;
        this.cluster = cluster;
        this.isAsked = isAsked;
        this.probes = parameters.flows();
    }

    @Override
    public Cluster cluster() {
        return cluster;
    }

    @Override
    public Survey measure(FlowQuestion question, TrafficPattern pattern) {
        FlowProbe probe = probes.apply(question);
        if (!isAsked.test(question.ask())) {
            return Survey.of(question.ask(), probe.metric(), new TreeSet<>(), List.of());
        }
        Plan plan = pattern.plan(cluster);
        plan.notes().stream().map(note -> question.ask() + ": " + note).forEach(notes::add);
        return collect(new PlannedAsk.Flows(
                probe, plan.rounds(), repeats.applyAsInt(question.ask()), Collections.emptySortedSet()));
    }

    @Override
    public Survey measure(CollectiveQuestion question, GroupPattern pattern) {
        if (!isAsked.test(question.ask())) {
            return Survey.of(question.ask(), question.metric(), new TreeSet<>(), List.of());
        }
        CollectiveProbe probe = collectives.apply(question);
        GroupPlan plan = pattern.plan(cluster, probe.settings().backend().ranks());
        plan.notes().stream().map(note -> question.ask() + ": " + note).forEach(notes::add);
        GroupPlan deciding =
                Groups.leafMeetings().plan(cluster, probe.settings().backend().ranks());
        return collect(new PlannedAsk.Groups(
                probe,
                plan.rounds(),
                deciding.rounds(),
                repeats.applyAsInt(question.ask()),
                Collections.emptySortedSet()));
    }

    @Override
    public Survey measure(TenantQuestion question) {
        if (!isAsked.test(question.ask())) {
            return Survey.of(question.ask(), TenantProbe.ISOLATION, new TreeSet<>(), List.of());
        }
        TenantProbe probe = tenants.apply(question);
        Tenancy tenancy = probe.load()
                .tenants()
                .plan(cluster, probe.collective().settings().backend().ranks());
        tenancy.notes().stream().map(note -> question.ask() + ": " + note).forEach(notes::add);
        return collect(new PlannedAsk.Tenants(probe, tenancy));
    }

    @Override
    public Survey read(LinkQuestion question) {
        if (!isAsked.test(question.ask())) {
            return Survey.of(question.ask(), question.metric(), new TreeSet<>(), List.of());
        }
        return collect(new PlannedAsk.Links(question, cluster));
    }

    @Override
    public Survey read(SettingQuestion question) {
        return isAsked.test(question.ask())
                ? collect(new PlannedAsk.Settings(question, cluster))
                : Survey.ofSettings(question.ask(), new TreeSet<>(), List.of());
    }

    @Override
    public Survey read(CounterQuestion question) {
        return isAsked.test(question.ask())
                ? collect(new PlannedAsk.Counters(question, cluster, tiers.apply(question.ask())))
                : Survey.of(question.ask(), question.rule().metric(), new TreeSet<>(), List.of());
    }

    private Survey collect(PlannedAsk ask) {
        Optional<PlannedAsk> earlier =
                asks.stream().filter(a -> a.ask().equals(ask.ask())).findFirst();
        if (earlier.isPresent() && !earlier.get().equals(ask)) {
            // rounds are kept under the id of their ask: those of the second would be taken for measured already
            throw new IllegalStateException("ask " + ask.ask()
                    + " is made twice over different flows; expected another id, or the same pattern in every suite");
        }
        if (earlier.isEmpty()) {
            asks.add(ask);
        }
        return Survey.of(ask.ask(), ask.metric(), ask.subjects(), List.of());
    }

    /** Return what the patterns leave out and why, so that nobody takes it for measured. */
    public Set<String> notes() {
        return Collections.unmodifiableSet(notes);
    }

    /** Return what was asked, in the order in which it was asked. */
    public List<PlannedAsk> asks() {
        return List.copyOf(asks);
    }
}
