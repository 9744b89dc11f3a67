package io.seatrial.measurement;

import java.util.Objects;

/**
 * A number with its unit.
 *
 * @param value in base units
 * @param unit the base unit
 */
public record Quantity(long value, Unit unit) {
    public Quantity {
        Objects.requireNonNull(unit, "unit");
    }
}
