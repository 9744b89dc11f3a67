package io.seatrial.archive.history;

import java.util.Objects;

/**
 * Something that comes and goes: a verdict that changes from run to run, or a value that jumps to and fro.
 *
 * @param cluster name of the cluster
 * @param what the criterion, or ask and metric
 * @param subject kind and name
 * @param flips how often it changed
 * @param runs in how many runs it was there
 * @param pattern one letter a run, oldest first: of verdicts {@code p} pass, {@code F} fail, {@code ?} not proven, {@code w} waived; of values
 *     {@code _} and {@code ^} after a jump down and up, {@code -} before the first; {@code .} where there is nothing
 */
public record Flicker(String cluster, String what, String subject, int flips, int runs, String pattern) {
    public Flicker {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(pattern, "pattern");
    }

    /** Count the changes of a pattern; runs without anything neither make nor hide one. */
    static int changes(String pattern) {
        int flips = 0;
        char before = 0;
        for (char now : pattern.replace(".", "").toCharArray()) {
            flips += before != 0 && before != now ? 1 : 0;
            before = now;
        }
        return flips;
    }

    /** Make one of a pattern. */
    static Flicker of(String cluster, String what, String subject, String pattern) {
        return new Flicker(
                cluster,
                what,
                subject,
                changes(pattern),
                pattern.replace(".", "").length(),
                pattern);
    }
}
