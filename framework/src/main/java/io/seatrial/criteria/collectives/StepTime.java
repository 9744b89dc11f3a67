package io.seatrial.criteria.collectives;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;

/**
 * What a training step gains from faster communication: {@code step = compute + exposed}, {@code exposed = communication - hidden} (domain
 * notes, overlap and the step-time model; derived). Times in seconds.
 *
 * @param step whole step
 * @param communication time in which something is communicated, hidden or not
 * @param exposed the part of it in which nothing else runs
 */
public record StepTime(BigDecimal step, BigDecimal communication, BigDecimal exposed) {
    private static final MathContext DIGITS = MathContext.DECIMAL64;

    public StepTime {
        if (step.signum() <= 0 || communication.signum() <= 0 || exposed.signum() < 0) {
            throw new IllegalArgumentException(
                    "step time: expected step and communication above 0 and an exposed part of 0 or more");
        }
        if (exposed.compareTo(communication) > 0 || exposed.compareTo(step) > 0) {
            throw new IllegalArgumentException("step time: expected an exposed part within step (" + step
                    + " s) and communication (" + communication + " s), got " + exposed + " s");
        }
    }

    /**
     * One line of the table.
     *
     * @param assumption what stays as it was
     * @param step the times under it; of a claim those that it needs
     * @param speedup steps in the same time, T0/T1 - 1
     * @param reduction how much shorter a step is, 1 - T1/T0
     */
    public record Row(Assumption assumption, StepTime step, BigDecimal speedup, BigDecimal reduction) {}

    /**
     * A step that somebody claims, s.
     *
     * @param least what computing alone takes, which no network shortens
     * @param most the same with all communication exposed
     * @param row what it needs; empty where it lies outside least and most, so that nothing brings it about
     */
    public record Claim(BigDecimal step, BigDecimal least, BigDecimal most, Optional<Row> row) {}

    /** What is assumed of a faster network. */
    public enum Assumption {
        /** Nothing: as it was measured. */
        MEASURED,
        /** The same time is hidden as before. */
        HIDDEN_TIME_FIXED,
        /** The same share is hidden as before. */
        OVERLAP_FIXED,
        /** Whatever a claimed step needs. */
        CLAIMED
    }

    /** Return the time in which something else runs. */
    public BigDecimal compute() {
        return step.subtract(exposed);
    }

    /** Return the communication that something else hides. */
    public BigDecimal hidden() {
        return communication.subtract(exposed);
    }

    /** Return the overlap ratio, hidden by all communication. */
    public BigDecimal overlap() {
        return hidden().divide(communication, DIGITS);
    }

    /** Return the share of communication in the step. */
    public BigDecimal communicationShare() {
        return communication.divide(step, DIGITS);
    }

    /**
     * Return what comes of another bus bandwidth.
     *
     * @param before B/s, above 0
     * @param after B/s, above 0
     */
    public List<Row> at(long before, long after) {
        BigDecimal other = communication(before, after);
        return List.of(
                row(Assumption.MEASURED, this),
                row(
                        Assumption.HIDDEN_TIME_FIXED,
                        exposing(other, other.subtract(hidden()).max(BigDecimal.ZERO))),
                row(
                        Assumption.OVERLAP_FIXED,
                        exposing(other, exposed.multiply(other).divide(communication, DIGITS))));
    }

    /**
     * Hold a claimed step against what another bus bandwidth can bring.
     *
     * @param before B/s, above 0
     * @param after B/s, above 0
     * @param claimed s, above 0
     */
    public Claim claim(long before, long after, BigDecimal claimed) {
        if (claimed.signum() <= 0) {
            throw new IllegalArgumentException("claim: expected a step above 0 s, got " + claimed + " s");
        }
        BigDecimal other = communication(before, after);
        BigDecimal left = claimed.subtract(compute());
        boolean isPossible = left.signum() >= 0 && left.compareTo(other) <= 0;
        return new Claim(
                claimed,
                compute(),
                compute().add(other),
                isPossible ? Optional.of(row(Assumption.CLAIMED, exposing(other, left))) : Optional.empty());
    }

    private BigDecimal communication(long before, long after) {
        if (before < 1 || after < 1) {
            throw new IllegalArgumentException(
                    "step time: expected bandwidths above 0, got " + before + " and " + after + " B/s");
        }
        return communication.multiply(BigDecimal.valueOf(before)).divide(BigDecimal.valueOf(after), DIGITS);
    }

    private StepTime exposing(BigDecimal all, BigDecimal part) {
        return new StepTime(compute().add(part), all, part);
    }

    private Row row(Assumption assumption, StepTime then) {
        BigDecimal speedup = step.divide(then.step, DIGITS).subtract(BigDecimal.ONE);
        BigDecimal reduction = BigDecimal.ONE.subtract(then.step.divide(step, DIGITS));
        return new Row(assumption, then, speedup, reduction);
    }
}
