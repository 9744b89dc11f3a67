package io.seatrial.report;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A suspect as it is shown; the place in the list is its rank.
 *
 * @param subject the NIC port, cable, switch port or host
 * @param reason why it is accused
 * @param evidence what speaks for and against it, in the order in which it is to be read
 * @param next what would decide, or what to do
 */
public record Accused(SubjectId subject, Message reason, List<Message> evidence, Optional<Message> next) {
    public Accused {
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(next, "next");
        evidence = List.copyOf(evidence);
    }
}
