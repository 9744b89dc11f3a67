package io.seatrial.cli;

import io.seatrial.measurement.SubjectId;
import io.seatrial.plan.Ages;
import io.seatrial.plan.GroupRound;
import io.seatrial.plan.Night;
import io.seatrial.plan.Rotation;
import io.seatrial.plan.Round;
import io.seatrial.plan.Turn;
import io.seatrial.run.Endurance;
import io.seatrial.run.PlannedAsk;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * Chooses what a nightly run asks within its budget. All asks share the time, and each round keeps its repeats: what a night measures it
 * measures well enough to be compared, and what it leaves out has its turn in one of the next.
 *
 * @param asks everything that the profile asks
 * @param budget what there is
 * @param earlier what other nights asked
 * @param now for the ages that are told
 */
record NightPlan(List<PlannedAsk> asks, Duration budget, EarlierRuns earlier, Instant now) {
    private static final int HOURS_OF_TWO_DAYS = 48;
    /** With more nights than these the budget is too small for the cluster, however many more there are. */
    private static final int MOST_NIGHTS = 60;

    private static final double MS_PER_S = 1e3;

    /** Return the asks of this night; what is left out, and why, is added to the notes. */
    List<PlannedAsk> cut(String cluster, List<String> notes) {
        List<Turn> turns = asks.stream().flatMap(ask -> turns(ask).stream()).toList();
        Map<String, Set<SubjectId>> wanted = new TreeMap<>();
        turns.forEach(turn -> wanted.computeIfAbsent(turn.ask(), ask -> new java.util.TreeSet<>())
                .addAll(turn.links().keySet()));
        Ages ages = earlier.ages(cluster, wanted, notes);
        Rotation rotation = new Rotation(timeForTurns(), ages);
        Night night = rotation.choose(turns);
        notes.addAll(told(night, ages, rotation.nightsForLinks(turns, now, MOST_NIGHTS)));
        return asks.stream()
                .map(ask -> turns(ask).isEmpty() ? ask : cut(ask, night.of(ask.ask())))
                .toList();
    }

    /** What is not made of rounds that could be left out takes its time before the others; what lasts has a time of its own. */
    private Duration timeForTurns() {
        Duration fixed = asks.stream()
                .filter(ask -> turns(ask).isEmpty() && !Endurance.isFor(ask))
                .map(ask -> Schedule.estimate(ask).duration())
                .reduce(Duration.ZERO, Duration::plus);
        return fixed.compareTo(budget) >= 0 ? Duration.ZERO : budget.minus(fixed);
    }

    private static List<Turn> turns(PlannedAsk ask) {
        if (Endurance.isFor(ask)) {
            return List.of();
        }
        if (ask instanceof PlannedAsk.Flows flows) {
            return flows.once().stream()
                    .map(round -> Turn.of(ask.ask(), round, Schedule.passes(flows, round)))
                    .toList();
        }
        return ask instanceof PlannedAsk.Groups groups
                ? groups.once().stream()
                        .map(round -> Turn.of(ask.ask(), round, Schedule.passes(groups, round)))
                        .toList()
                : List.of();
    }

    private static PlannedAsk cut(PlannedAsk ask, Night night) {
        SortedSet<SubjectId> leftOut = Night.subjects(night.left());
        leftOut.removeAll(Night.subjects(night.chosen()));
        if (ask instanceof PlannedAsk.Groups groups) {
            return new PlannedAsk.Groups(
                    groups.probe(),
                    chosen(groups.once(), GroupRound::number, night),
                    groups.deciding(),
                    groups.repeats(),
                    leftOut);
        }
        PlannedAsk.Flows flows = (PlannedAsk.Flows) ask;
        return new PlannedAsk.Flows(
                flows.probe(), chosen(flows.once(), Round::number, night), flows.repeats(), leftOut);
    }

    private static <R> List<R> chosen(List<R> rounds, ToIntFunction<R> number, Night night) {
        Set<Integer> numbers = night.chosen().stream().map(Turn::round).collect(Collectors.toSet());
        return rounds.stream()
                .filter(round -> numbers.contains(number.applyAsInt(round)))
                .toList();
    }

    private List<String> told(Night night, Ages ages, int nightsForLinks) {
        List<String> told = new ArrayList<>();
        int links = Night.links(night.chosen()).size();
        SortedSet<SubjectId> all = Night.links(night.chosen());
        all.addAll(Night.links(night.left()));
        told.add(String.format(
                        Locale.ROOT,
                        "this night covers %,d of %,d links that its flows surely cross",
                        links,
                        all.size())
                + (night.left().isEmpty()
                        ? ", and leaves nothing out"
                        : "; at this budget " + turns(nightsForLinks) + ", and " + everything(night)));
        for (PlannedAsk ask : asks) {
            Night own = night.of(ask.ask());
            if (!own.left().isEmpty()) {
                told.add(told(ask.ask(), own, ages));
            }
            if (!own.tooLong().isEmpty()) {
                told.add(tooLong(ask.ask(), own));
            }
        }
        return told;
    }

    /** A round that does not fit has no night: no number of them holds everything. */
    private static String everything(Night night) {
        return night.tooLong().isEmpty()
                ? "everything in " + count(night.nights(), "night") + " or more"
                : "never everything: " + count(night.tooLong().size(), "round") + " of it "
                        + (night.tooLong().size() == 1 ? "is" : "are") + " longer than the night";
    }

    private static String tooLong(String ask, Night own) {
        return String.format(
                Locale.ROOT,
                "%s: a round takes %.1f s with its repeats, more than the %.1f s of the night: it is never measured at this"
                        + " budget",
                ask,
                own.tooLong().get(0).time().toMillis() / MS_PER_S,
                own.time().toMillis() / MS_PER_S);
    }

    private static String turns(int nightsForLinks) {
        return nightsForLinks > MOST_NIGHTS
                ? "not every link has its turn under every ask within " + count(MOST_NIGHTS, "night")
                : "every link has its turn under every ask within " + count(nightsForLinks, "night");
    }

    private String told(String ask, Night own, Ages ages) {
        int all = own.chosen().size() + own.left().size();
        long never = own.neverAsked(ages);
        String waits = own.oldestLeft(ages)
                .map(oldest -> ", the oldest was last asked " + ago(oldest))
                .orElse("");
        return ask + ": " + own.chosen().size() + " of " + count(all, "round") + " tonight; not asked tonight are "
                + Night.subjects(own.left()).size() + " of "
                + (Night.subjects(own.chosen()).size()
                        + Night.subjects(own.left()).size())
                + " flows or groups" + (never > 0 ? ", " + never + " of them never yet" : "") + waits;
    }

    private String ago(Instant then) {
        Duration age = Duration.between(then, now);
        if (age.toHours() < 1) {
            return "less than an hour ago";
        }
        return age.toHours() < HOURS_OF_TWO_DAYS
                ? count(age.toHours(), "hour") + " ago"
                : count(age.toDays(), "day") + " ago";
    }

    private static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
