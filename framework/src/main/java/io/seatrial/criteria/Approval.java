package io.seatrial.criteria;

import java.time.LocalDate;
import java.util.Objects;

/**
 * Who answers for a limit.
 *
 * @param by the person
 * @param on the day
 */
public record Approval(String by, LocalDate on) {
    public Approval {
        Objects.requireNonNull(by, "by");
        Objects.requireNonNull(on, "on");
    }
}
