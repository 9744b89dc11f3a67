package io.seatrial.diagnosis;

import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Flow;
import java.util.Objects;

/**
 * The verdict of one ask on one flow.
 *
 * @param flow what was measured, with the links that it crosses
 * @param ask id of the ask, for example {@code bandwidth.alone}
 * @param verdict what it came to
 */
public record Finding(Flow flow, String ask, Verdict verdict) {
    public Finding {
        Objects.requireNonNull(flow, "flow");
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(verdict, "verdict");
    }

    boolean isBad() {
        return judged() instanceof Verdict.Fail;
    }

    boolean isGood() {
        return judged() instanceof Verdict.Pass;
    }

    boolean isNotProven() {
        return judged() instanceof Verdict.NotProven;
    }

    /** A waiver is a matter of people; the link is as bad as before. */
    private Verdict judged() {
        return verdict instanceof Verdict.Waived waived ? waived.instead() : verdict;
    }

    /** Tell whether it is a step of ranks together: such a flow runs both ways at once. */
    boolean isOfStep() {
        return family().equals(GroupFinding.FAMILY);
    }

    /** Asks of one family measure alike: a good latency says nothing against a bad bandwidth. */
    String family() {
        int dot = ask.indexOf('.');
        return dot < 0 ? ask : ask.substring(0, dot);
    }

    boolean touches(String host) {
        return flow.from().host().equals(host) || flow.to().host().equals(host);
    }

    String partnerOf(String host) {
        return flow.from().host().equals(host) ? flow.to().host() : flow.from().host();
    }
}
