package io.seatrial.report;

import io.seatrial.measurement.Message;
import java.time.LocalDate;
import java.util.Objects;

/**
 * A waiver and what it did in this run.
 *
 * @param ticket where its reason is kept
 * @param scope criterion and subjects that it names, as in the file
 * @param owner who answers for it
 * @param reason why
 * @param expires last day on which it applies
 * @param state applied, expired, no longer needed
 */
public record WaiverNote(String ticket, String scope, String owner, String reason, LocalDate expires, Message state) {
    public WaiverNote {
        Objects.requireNonNull(ticket, "ticket");
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(expires, "expires");
        Objects.requireNonNull(state, "state");
    }
}
