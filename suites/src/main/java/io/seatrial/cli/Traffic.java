package io.seatrial.cli;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.criteria.OverallVerdict;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a run asked of traffic, and whether any of it was measured.
 *
 * @param asks ids of what was to be measured by traffic, left out or not
 * @param measured ids of those of which anything has a value
 * @param left how many flows and groups are left to another night
 * @param all how many there are with those that were asked
 */
record Traffic(Set<String> asks, Set<String> measured, long left, long all) {
    /** What is read or counted. */
    static final List<String> READ = List.of("links.", "congestion.", "configuration.", "qos.");

    static Traffic of(RunArchive archive) {
        Set<String> asks = new TreeSet<>();
        long left = 0;
        long all = 0;
        for (AskRecord ask : archive.asks()) {
            if (READ.stream().noneMatch(ask.id()::startsWith)) {
                asks.add(ask.id());
                left += ask.leftOut().size();
                all += ask.leftOut().size() + ask.subjects().size();
            }
        }
        Set<String> measured = new TreeSet<>();
        archive.forEachRound(round -> {
            if (asks.contains(round.ask()) && round.measurements().stream().anyMatch(Traffic::hasValue)) {
                measured.add(round.ask());
            }
        });
        return new Traffic(asks, measured, left, all);
    }

    private static boolean hasValue(Measurement measurement) {
        return measurement.value().isPresent();
    }

    /** Tell whether something was to be measured by traffic, and nothing was. */
    private boolean isMissing() {
        return !asks.isEmpty() && measured.isEmpty();
    }

    /** Tell whether nothing is left to another night. */
    boolean isWhole() {
        return left == 0;
    }

    /** Say that nothing was measured of what was asked, where that is so. */
    Optional<Message> missing() {
        return isMissing()
                ? Optional.of(Message.of("no-traffic-measured", "asks", String.join(", ", asks), "left", left))
                : Optional.empty();
    }

    /** Return what a verdict is worth: readings alone accept no run that asked traffic. */
    OverallVerdict over(OverallVerdict verdict) {
        return isMissing() ? verdict.withoutTraffic() : verdict;
    }
}
