package io.seatrial.cli;

import io.seatrial.run.Endurance;
import io.seatrial.run.PlannedAsk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a budget has to hold so that no ask is left out for ever: of each ask the shortest round. An ask that never runs has no result that could
 * be bad, and a run of such asks would look like a good one.
 *
 * @param first what takes its time before the rounds that share the budget
 * @param shortest by ask, what its shortest round takes
 */
record LeastBudget(Duration first, Map<String, Duration> shortest) {
    LeastBudget {
        shortest = new LinkedHashMap<>(shortest);
    }

    /** Return it for nights, whose rounds keep their repeats, and which read and make tenants before. */
    static LeastBudget ofNights(List<PlannedAsk> asks) {
        return of(asks, true);
    }

    /** Return it for profiles that cut repeats before rounds. */
    static LeastBudget ofOnePass(List<PlannedAsk> asks) {
        return of(asks, false);
    }

    private static LeastBudget of(List<PlannedAsk> asks, boolean nights) {
        Map<String, Duration> shortest = new LinkedHashMap<>();
        Duration first = Duration.ZERO;
        for (PlannedAsk ask : asks) {
            Optional<Duration> round = Endurance.isFor(ask) // what lasts has a time of its own
                    ? Optional.empty()
                    : rounds(ask, nights).stream().min(Duration::compareTo);
            round.ifPresent(time -> shortest.put(ask.ask(), time));
            if (nights && round.isEmpty() && !Endurance.isFor(ask)) {
                first = first.plus(Schedule.estimate(ask).duration());
            }
        }
        return new LeastBudget(first, shortest);
    }

    private static List<Duration> rounds(PlannedAsk ask, boolean withRepeats) {
        List<Duration> times = new ArrayList<>();
        if (ask instanceof PlannedAsk.Flows flows) {
            int share = withRepeats ? 1 : flows.repeats();
            flows.once()
                    .forEach(round -> times.add(Schedule.passes(flows, round).dividedBy(share)));
        } else if (ask instanceof PlannedAsk.Groups groups) {
            int share = withRepeats ? 1 : groups.repeats();
            groups.once()
                    .forEach(round -> times.add(Schedule.passes(groups, round).dividedBy(share)));
        }
        return times;
    }

    /** Return the smallest budget, in whole seconds, in which each ask has its turn. */
    Duration least() {
        Duration longest = shortest.values().stream().max(Duration::compareTo).orElse(Duration.ZERO);
        return Duration.ofSeconds(
                Math.max(1, first.plus(longest).plusMillis(999).toSeconds()));
    }

    /**
     * Refuse a budget in which some ask can never run.
     *
     * @throws UsageException that names the ask and the smallest budget
     */
    void require(Duration budget) {
        List<String> never = new ArrayList<>();
        shortest.forEach((ask, time) -> {
            if (first.plus(time).compareTo(budget) > 0) {
                never.add(ask + " (" + seconds(time) + ")");
            }
        });
        if (budget.isZero() || !never.isEmpty()) {
            throw new UsageException("--budget: expected " + least().toSeconds()
                    + "s or more, got " + budget.toSeconds() + "s"
                    + (never.isEmpty()
                            ? ", in which nothing is measured"
                            : ": the shortest round of some asks, with the repeats that it keeps, is longer than what is"
                                    + " left for it, so that they would never be measured: " + String.join(", ", never)
                                    + (first.isZero()
                                            ? ""
                                            : "; " + seconds(first) + " are taken before by what is not"
                                                    + " made of rounds")));
        }
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
    }
}
