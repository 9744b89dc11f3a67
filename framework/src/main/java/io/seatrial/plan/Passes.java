package io.seatrial.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;

/**
 * Runs rounds several times, pass by pass: all rounds once, then all again. Between two rounds of the same pairs lie those of the others, since
 * what differs from one moment to the next is what repeats are there to show (domain notes, how many samples).
 */
public final class Passes {
    private Passes() {}

    /**
     * Repeat rounds of flows; the numbers of each pass go on where those of the one before could have ended.
     *
     * @param once one pass
     * @param times how many passes, 1 or more
     */
    public static List<Round> of(List<Round> once, int times) {
        return repeated(once, times, Round::number, (round, number) -> new Round(number, round.flows()));
    }

    /** Repeat rounds of groups. */
    public static List<GroupRound> ofGroups(List<GroupRound> once, int times) {
        return repeated(once, times, GroupRound::number, (round, number) -> new GroupRound(number, round.groups()));
    }

    private static <R> List<R> repeated(
            List<R> once, int times, ToIntFunction<R> number, BiFunction<R, Integer, R> numbered) {
        if (times < 1) {
            throw new IllegalArgumentException("passes: expected 1 or more, got " + times);
        }
        int stride = once.stream().mapToInt(number).max().orElse(-1) + 1;
        List<R> all = new ArrayList<>(once.size() * times);
        for (int pass = 0; pass < times; pass++) {
            int first = pass * stride;
            once.forEach(round -> all.add(numbered.apply(round, first + number.applyAsInt(round))));
        }
        return List.copyOf(all);
    }
}
