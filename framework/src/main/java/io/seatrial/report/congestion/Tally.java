package io.seatrial.report.congestion;

import io.seatrial.measurement.Message;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one end of a link counted over a window, or why nobody knows.
 *
 * @param amount in the unit of what is counted
 * @param cause why there is no amount; present exactly where there is none
 * @param source who told it; empty where no source has it
 * @param refresh how often the source renews it
 */
public record Tally(OptionalLong amount, Optional<Message> cause, String source, Duration refresh) {
    public Tally {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(refresh, "refresh");
        if (amount.isPresent() == cause.isPresent()) {
            throw new IllegalArgumentException(
                    "tally: expected either an amount or a cause, got " + amount + " and " + cause);
        }
    }

    /** Make a known one. */
    public static Tally known(long amount, String source, Duration refresh) {
        return new Tally(OptionalLong.of(amount), Optional.empty(), source, refresh);
    }

    /** Make an unknown one. */
    public static Tally unknown(Message cause, String source, Duration refresh) {
        return new Tally(OptionalLong.empty(), Optional.of(cause), source, refresh);
    }
}
