package io.seatrial.report;

import io.seatrial.measurement.Message;
import java.util.List;
import java.util.Objects;

/**
 * What became of one criterion on one tier: nothing that is missing here may be taken for passed.
 *
 * @param criterion id of the criterion
 * @param family its family
 * @param tier tier of its subjects, or a word of the caller such as {@code hosts}
 * @param asked whether the profile asks it
 * @param subjects how many subjects it has in this cluster
 * @param measured on how many of them there was evidence; 0 where it was not asked
 * @param reasons why it was not asked, or why subjects were not measured
 */
public record Coverage(
        String criterion,
        String family,
        String tier,
        boolean asked,
        int subjects,
        int measured,
        List<Message> reasons) {
    public Coverage {
        Objects.requireNonNull(criterion, "criterion");
        Objects.requireNonNull(family, "family");
        Objects.requireNonNull(tier, "tier");
        reasons = List.copyOf(reasons);
        if (measured < 0 || measured > subjects || (!asked && measured > 0)) {
            throw new IllegalArgumentException(
                    "coverage of " + criterion + " on " + tier + ": measured " + measured + " of " + subjects
                            + (asked ? "" : ", not asked") + "; expected 0..subjects, and 0 where not asked");
        }
    }

    /** Return how many subjects were asked for and have no evidence. */
    public int missing() {
        return asked ? subjects - measured : 0;
    }
}
