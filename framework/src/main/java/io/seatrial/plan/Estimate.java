package io.seatrial.plan;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * What rounds take.
 *
 * @param duration sum over the rounds of their longest flow
 * @param bytes sum over all flows
 * @param rounds number of rounds
 * @param flows number of flows
 */
public record Estimate(Duration duration, long bytes, int rounds, int flows) {
    public Estimate {
        Objects.requireNonNull(duration, "duration");
    }

    /**
     * What one flow takes.
     *
     * @param duration from the start of the round to its end, set-up included
     * @param bytes sent over the network, both directions together
     */
    public record Cost(Duration duration, long bytes) {
        public Cost {
            if (duration.isNegative() || bytes < 0) {
                throw new IllegalArgumentException("cost: expected 0 or more, got " + duration + ", " + bytes + " B");
            }
        }
    }

    /** Estimate rounds whose flows all cost the same. */
    public static Estimate of(List<Round> rounds, Cost each) {
        return of(rounds, flow -> each);
    }

    /** Estimate rounds; the flows of a round run at the same moment, the rounds one after the other. */
    public static Estimate of(List<Round> rounds, Function<Flow, Cost> cost) {
        Estimate total = new Estimate(Duration.ZERO, 0, 0, 0);
        for (Round round : rounds) {
            total = total.plus(of(round, cost));
        }
        return total;
    }

    /** Return both together, one after the other. */
    public Estimate plus(Estimate other) {
        return new Estimate(
                duration.plus(other.duration), bytes + other.bytes, rounds + other.rounds, flows + other.flows);
    }

    static Estimate of(Round round, Function<Flow, Cost> cost) {
        Duration longest = Duration.ZERO;
        long bytes = 0;
        for (Flow flow : round.flows()) {
            Cost one = cost.apply(flow);
            longest = one.duration().compareTo(longest) > 0 ? one.duration() : longest;
            bytes += one.bytes();
        }
        return new Estimate(longest, bytes, 1, round.flows().size());
    }
}
