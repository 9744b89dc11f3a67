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

    /** Return how a run with these results ends that did not fail itself; where this one says otherwise, somebody changed it. */
    public Closing ofItsResults() {
        boolean proven = (has("passed") || has("watch")) && !has("not-proven");
        boolean limits = results.stream()
                .filter(result -> result.criterion().endsWith(".limit"))
                .allMatch(result -> List.of("passed", "watch").contains(result.verdict()));
        boolean counts = countable && limits && !results.isEmpty() && !has("failed");
        if (has("failed")) {
            return new Closing("REJECTED", 1, ended, counts, results);
        }
        return proven
                ? new Closing("ACCEPTED", 0, ended, counts, results)
                : new Closing("NOT PROVEN", 3, ended, counts, results);
    }

    private boolean has(String kind) {
        return results.stream().anyMatch(result -> result.verdict().equals(kind));
    }

    /** Say verdict, status and whether it counts. */
    public String text() {
        return verdict + " (status " + status + ", " + (countable ? "countable" : "not countable") + ")";
    }

    /** Return the same of a run that may not count toward a baseline. */
    public Closing uncounted() {
        return new Closing(verdict, status, ended, false, results);
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
