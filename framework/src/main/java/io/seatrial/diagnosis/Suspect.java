package io.seatrial.diagnosis;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Something that may be broken.
 *
 * @param rank 1 for the first suspect
 * @param subject what is suspected; of a host's link its port, {@code gpu-02/mlx5_0}
 * @param alsoPossible what the evidence cannot tell from it: the cable (named as link), the switch port, links that the same flows cross
 * @param score votes of the failing flows times their share among the proven ones; only for ordering
 * @param message why it is suspected
 * @param cause what was seen on it directly, where something was
 * @param decide the measurements and steps that would decide, cheapest first
 */
public record Suspect(
        int rank,
        SubjectId subject,
        List<SubjectId> alsoPossible,
        double score,
        Message message,
        Optional<Message> cause,
        List<Message> decide) {
    public Suspect {
        if (rank < 1) {
            throw new IllegalArgumentException("suspect " + subject + ": rank: expected 1 or more, got " + rank);
        }
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(cause, "cause");
        alsoPossible = List.copyOf(alsoPossible);
        decide = List.copyOf(decide);
    }

    Suspect ranked(int place) {
        return new Suspect(place, subject, alsoPossible, score, message, cause, decide);
    }
}
