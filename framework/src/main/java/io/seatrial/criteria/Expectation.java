package io.seatrial.criteria;

import java.util.Objects;
import java.util.Optional;

/**
 * What a setting is meant to be.
 *
 * @param value the text as it is read where it is right; empty = what cluster.yaml declares
 * @param source where the expectation comes from
 * @param grade how well it is founded
 * @param approval who approved it
 */
public record Expectation(Optional<String> value, String source, EvidenceGrade grade, Optional<Approval> approval)
        implements Terms {
    public Expectation {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(grade, "grade");
        Objects.requireNonNull(approval, "approval");
    }

    /** Tell whether it must be shown as provisional. What cluster.yaml declares is what the cluster is meant to be. */
    public boolean provisional() {
        return value.isPresent() && (grade.provisional() || approval.isEmpty());
    }
}
