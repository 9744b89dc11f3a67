package io.seatrial.archive;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * How a run ended.
 *
 * @param verdict {@code ACCEPTED}, {@code REJECTED}, {@code NOT PROVEN} or {@code RUN FAILED}
 * @param status exit status of the command line
 * @param ended when
 * @param countable whether it may count toward a baseline: nothing failed, nothing was left to another night and every asked
 *     declared limit passed
 * @param results every result with its verdict's kind
 */
public record Closing(String verdict, int status, Instant ended, boolean countable, List<Result> results) {
    public Closing {
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(ended, "ended");
        results = List.copyOf(results);
    }

    /**
     * One result.
     *
     * @param criterion id of the criterion
     * @param subject subject as text
     * @param verdict {@code passed}, {@code watch}, {@code failed}, {@code not-proven}, {@code waived}
     * @param historyId identity of the result across runs
     */
    public record Result(String criterion, String subject, String verdict, String historyId) {}
}
