package io.seatrial.cli;

import io.seatrial.criteria.Ask;
import io.seatrial.criteria.BaselineOutlook;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.Profile;
import io.seatrial.criteria.stability.SteadyRule;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.Selection;
import io.seatrial.plan.Budget;
import io.seatrial.plan.Estimate;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupRound;
import io.seatrial.plan.Round;
import io.seatrial.probe.CollectiveProbe;
import io.seatrial.probe.FlowProbe;
import io.seatrial.report.Texts;
import io.seatrial.run.Endurance;
import io.seatrial.run.PlannedAsk;
import io.seatrial.run.PlanningTestbed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What will be measured, with what it takes.
 *
 * @param prepared the cluster's folder
 * @param asks what is asked, cut to the budget
 * @param notes what was cut, and why
 * @param lasts how long load lasts that is to last, where the command line says it
 */
record Schedule(Prepared prepared, List<PlannedAsk> asks, List<String> notes, Optional<Duration> lasts) {
    /** Setting a round up and tearing it down, beside the probe's own time. */
    private static final Duration ROUND_OVERHEAD = Duration.ofMillis(150);

    private static final int LEAST_WIDTH = 26;

    private static final double BYTES_PER_GB = 1e9;

    /** @param earlier what earlier runs asked, which decides what a night with a budget asks */
    static Schedule of(ClusterOption cluster, RunOptions options, EarlierRuns earlier) {
        Selection selection = new Selection(
                options.hosts,
                options.exclude,
                options.leaf,
                options.rail.isPresent() ? OptionalInt.of(options.rail.get()) : OptionalInt.empty());
        Prepared prepared = Prepared.read(cluster.folder, options.profile(), selection, options.seed);
        PlanningTestbed planned = prepared.plan(options.only);
        List<String> notes = new ArrayList<>(planned.notes());
        prepared.criteria().remarks(options.profile(), prepared.cluster()).stream()
                .map(Texts::sentence)
                .forEach(notes::add);
        Schedule whole = new Schedule(prepared, planned.asks(), notes, options.lasts());
        whole.refuseTimeForNothing();
        return options.budget
                .map(text -> whole.within(Durations.parse("--budget", text), earlier))
                .orElse(whole);
    }

    /** A sign-off measures as much of everything as fits; nights take turns. */
    private Schedule within(Duration budget, EarlierRuns earlier) {
        if (prepared.profile() != Profile.NIGHTLY) {
            LeastBudget.ofOnePass(asks).require(budget);
            return cut(budget);
        }
        LeastBudget.ofNights(asks).require(budget);
        List<PlannedAsk> night = new NightPlan(asks, budget, earlier, Instant.now())
                .cut(prepared.cluster().name(), notes);
        return new Schedule(prepared, night, notes, lasts);
    }

    private void refuseTimeForNothing() {
        if (lasts.isPresent() && asks.stream().noneMatch(Endurance::isFor)) {
            throw new UsageException("--for: expected a profile that asks something of suite stability; "
                    + prepared.profile().text() + " of cluster "
                    + prepared.cluster().name()
                    + " asks nothing of it (criteria.yaml, stability.*)");
        }
    }

    /** Return how long an ask is repeated whose load lasts. */
    Duration lasts(PlannedAsk ask) {
        return lasts.orElseGet(() -> prepared.criteria()
                .ask(ask.ask())
                .flatMap(Ask::steady)
                .map(SteadyRule::lasts)
                .orElse(Duration.ZERO));
    }

    /** Every ask gets its share of the budget, so that none is lost to those before it. */
    private Schedule cut(Duration budget) {
        Duration wanted = asks.stream()
                .filter(ask -> !Endurance.isFor(ask)) // what lasts has a time of its own
                .map(ask -> estimate(ask).duration())
                .reduce(Duration.ZERO, Duration::plus);
        if (wanted.compareTo(budget) <= 0) {
            return this;
        }
        double share = (double) budget.toMillis() / wanted.toMillis();
        List<PlannedAsk> kept = new ArrayList<>();
        for (PlannedAsk ask : asks) {
            kept.add(cut(ask, share, notes));
        }
        return new Schedule(prepared, kept, notes, lasts);
    }

    private static PlannedAsk cut(PlannedAsk ask, double share, List<String> notes) {
        if (Endurance.isFor(ask)) {
            return ask;
        }
        if (ask instanceof PlannedAsk.Groups groups) {
            return cut(groups, share, notes);
        }
        return ask instanceof PlannedAsk.Flows flows ? cut(flows, share, notes) : ask;
    }

    /** Repeats go first; then rounds in their order, at least one: every round of pairs holds every host. */
    private static PlannedAsk cut(PlannedAsk.Groups ask, double share, List<String> notes) {
        int passes = passes(ask.ask(), ask.repeats(), share, notes);
        int all = ask.once().size();
        int kept = Math.min(all, (int) Math.max(1, Math.floor(all * share * ask.repeats())));
        if (kept < all) {
            notes.add(ask.ask() + ": the budget leaves room for " + kept + " of " + all
                    + " rounds; the groups of the others are not measured");
        }
        return new PlannedAsk.Groups(ask.probe(), ask.once().subList(0, kept), ask.deciding(), passes, ask.leftOut());
    }

    private static PlannedAsk cut(PlannedAsk.Flows ask, double share, List<String> notes) {
        Duration time = Duration.ofMillis((long) (estimate(ask).duration().toMillis() * share));
        int passes = passes(ask.ask(), ask.repeats(), share, notes);
        Budget.Cut cut = new Budget(time.dividedBy(passes)).fit(ask.once(), cost(ask.probe()));
        cut.note().ifPresent(note -> notes.add(ask.ask() + ": " + note));
        return new PlannedAsk.Flows(ask.probe(), cut.kept(), passes, ask.leftOut());
    }

    /** Return how many whole passes a share of the time holds, one at least. */
    private static int passes(String ask, int repeats, double share, List<String> notes) {
        int passes = (int) Math.max(1, Math.floor(repeats * share));
        if (passes < repeats) {
            notes.add(ask + ": the budget leaves room for " + passes + " of " + repeats + " repeats");
        }
        return passes;
    }

    /** Return what all passes of a round of flows take. */
    static Duration passes(PlannedAsk.Flows ask, Round round) {
        return Estimate.of(List.of(round), cost(ask.probe())).duration().multipliedBy(ask.repeats());
    }

    /** Return what all passes of a round of groups take. */
    static Duration passes(PlannedAsk.Groups ask, GroupRound round) {
        return estimate(ask.probe(), round).duration().multipliedBy(ask.repeats());
    }

    static Estimate estimate(PlannedAsk ask) {
        if (ask instanceof PlannedAsk.Groups groups) {
            return groups.rounds().stream()
                    .map(round -> estimate(groups.probe(), round))
                    .reduce(new Estimate(Duration.ZERO, 0, 0, 0), Estimate::plus);
        }
        if (ask instanceof PlannedAsk.Tenants tenants) {
            return estimate(tenants);
        }
        return ask instanceof PlannedAsk.Flows flows
                ? Estimate.of(flows.rounds(), cost(flows.probe()))
                : new Estimate(Duration.ZERO, 0, 1, 0);
    }

    /** What the second tenant sends beside the first one is bounded by its ports, and is not counted here. */
    private static Estimate estimate(PlannedAsk.Tenants ask) {
        CollectiveProbe measured = ask.probe().collective();
        Duration longest = Duration.ZERO;
        long bytes = 0;
        for (Group group : ask.tenancy().a()) {
            Duration one = ask.probe().expected(group);
            longest = one.compareTo(longest) > 0 ? one : longest;
            int ranks = group.ranks().size();
            bytes += 2L * ask.probe().load().rounds() * measured.bytes(ranks) * ranks;
        }
        return new Estimate(
                longest.plus(ROUND_OVERHEAD), bytes, 1, ask.tenancy().a().size());
    }

    /** Asks that last share their time; each takes its part of it. */
    private Estimate lasting(PlannedAsk ask) {
        Duration all = asks.stream()
                .filter(Endurance::isFor)
                .map(one -> estimate(one).duration())
                .reduce(Duration.ZERO, Duration::plus);
        Estimate once = estimate(ask);
        long times = Math.max(1, lasts(ask).toMillis() / Math.max(1, all.toMillis()));
        return new Estimate(
                once.duration().multipliedBy(times), once.bytes() * times, (int) (once.rounds() * times), once.flows());
    }

    /** Groups run beside each other: the round lasts as long as its slowest one. */
    private static Estimate estimate(CollectiveProbe probe, GroupRound round) {
        Duration longest = Duration.ZERO;
        long bytes = 0;
        for (Group group : round.groups()) {
            int ranks = group.ranks().size();
            Duration one = probe.expected(CollectiveProbe.rate(group), ranks);
            longest = one.compareTo(longest) > 0 ? one : longest;
            bytes += probe.bytes(ranks) * ranks;
        }
        return new Estimate(
                longest.plus(ROUND_OVERHEAD), bytes, 1, round.groups().size());
    }

    private static Function<Flow, Estimate.Cost> cost(FlowProbe probe) {
        return flow -> new Estimate.Cost(
                probe.expected().plus(ROUND_OVERHEAD),
                probe.bytes(Math.min(flow.from().rate(), flow.to().rate())));
    }

    /** Return the schedule as people read it. */
    List<String> lines(boolean rounds) {
        List<String> lines = new ArrayList<>(prepared.baseline()
                .map(baseline -> BaselineLines.about(baseline, prepared.cluster()))
                .orElse(List.of()));
        Estimate total = new Estimate(Duration.ZERO, 0, 0, 0);
        int width = asks.stream().mapToInt(ask -> ask.ask().length()).max().orElse(0);
        lines.add(row(width, "ask", "rounds", "what", "time", "traffic"));
        for (PlannedAsk ask : asks) {
            Estimate estimate = Endurance.isFor(ask) ? lasting(ask) : estimate(ask);
            total = total.plus(estimate);
            lines.add(line(width, ask.ask(), what(ask, estimate.flows()), estimate));
            if (rounds) {
                lines.addAll(rounds(ask));
            }
        }
        lines.add(line(width, "total", "", total));
        lines.addAll(notAsked());
        lines.addAll(notes);
        lines.addAll(outlook());
        return lines;
    }

    /** Say how many rounds a loss takes to be seen that is as large as what is tolerated. */
    private List<String> outlook() {
        return prepared
                .baseline()
                .filter(baseline ->
                        baseline.foreign(prepared.cluster().name(), hosts()).isEmpty())
                .map(baseline -> BaselineOutlook.of(baseline, prepared.criteria(), prepared.profile()))
                .orElse(List.of())
                .stream()
                .map(outlook -> Texts.sentence(outlook.said()))
                .toList();
    }

    private Set<String> hosts() {
        return prepared.cluster().hosts().stream().map(Host::name).collect(Collectors.toSet());
    }

    /** Return every declared limit as people read it. */
    List<String> limits() {
        return prepared.criteria().limits(prepared.profile(), prepared.cluster()).stream()
                .map(limit -> "limit: " + Texts.sentence(limit))
                .toList();
    }

    /** Questions of an ask that share their reason share a line. */
    private List<String> notAsked() {
        Map<String, List<Criteria.NotAsked>> together = new LinkedHashMap<>();
        for (Criteria.NotAsked not : prepared.criteria().notAsked(prepared.profile())) {
            together.computeIfAbsent(not.ask() + ": " + Texts.sentence(not.reason()), key -> new ArrayList<>())
                    .add(not);
        }
        List<String> lines = new ArrayList<>();
        together.values()
                .forEach(same -> lines.add("not asked: " + ids(same) + ": "
                        + Texts.sentence(same.get(0).reason())));
        return lines;
    }

    private static String ids(List<Criteria.NotAsked> same) {
        return same.get(0).id()
                + same.stream()
                        .skip(1)
                        .map(not -> ", ." + not.question().text())
                        .collect(Collectors.joining());
    }

    /** Say what runs in the rounds of an ask; nothing where something is only read. */
    private static String what(PlannedAsk ask, int count) {
        if (ask instanceof PlannedAsk.Groups || ask instanceof PlannedAsk.Tenants) {
            return count + (count == 1 ? " group" : " groups");
        }
        return ask instanceof PlannedAsk.Flows ? count + (count == 1 ? " flow" : " flows") : "-";
    }

    private static String line(int width, String name, String what, Estimate estimate) {
        return row(
                width,
                name,
                Integer.toString(estimate.rounds()),
                what,
                String.format(Locale.ROOT, "%.1f s", estimate.duration().toMillis() / 1000.0),
                String.format(Locale.ROOT, "%.2f GB", estimate.bytes() / BYTES_PER_GB));
    }

    private static String row(int width, String name, String rounds, String what, String time, String traffic) {
        return String.format(
                Locale.ROOT,
                "%-" + Math.max(LEAST_WIDTH, width) + "s %7s %13s %9s %10s",
                name,
                rounds,
                what,
                time,
                traffic);
    }

    private static List<String> rounds(PlannedAsk ask) {
        if (ask instanceof PlannedAsk.Groups groups) {
            return groups.rounds().stream()
                    .map(round -> "  round " + round.number() + ": "
                            + round.groups().stream().map(Group::name).collect(Collectors.joining(", ")))
                    .toList();
        }
        return ask instanceof PlannedAsk.Flows flows
                ? flows.rounds().stream().map(Schedule::line).toList()
                : List.of();
    }

    private static String line(Round round) {
        return "  round " + round.number() + ": "
                + round.flows().stream().map(Flow::id).collect(Collectors.joining(", "));
    }
}
