package io.seatrial.criteria;

import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An edge as people declared it: an amount in the unit of its metric, or a share of the rated speed of what is judged, or of the part of
 * that speed which the headers leave.
 *
 * @param declared the amount; {@link Unit#PARTS_PER_MILLION} makes it a share
 * @param ofWire whether the share is one of the wire, headers taken off, and not of the rated speed
 * @param text how it is written in the file
 */
public record Bound(Quantity declared, boolean ofWire, String text) {
    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

    public Bound {
        Objects.requireNonNull(declared, "declared");
        Objects.requireNonNull(text, "text");
        if (ofWire && declared.unit() != Unit.PARTS_PER_MILLION) {
            throw new IllegalArgumentException("bound of the wire: expected a share, got " + text);
        }
    }

    /** Make an amount, or a share of the rated speed. */
    public Bound(Quantity declared, String text) {
        this(declared, false, text);
    }

    /** Tell whether the edge depends on the rated speed. */
    public boolean isRelative() {
        return declared.unit() == Unit.PARTS_PER_MILLION;
    }

    /**
     * Return the edge in the unit of its metric; a share that gives no whole number of bit/s is rounded up, to the stricter side.
     *
     * @param rate rated speed of what is judged, bit/s
     * @return empty where the edge is relative and the rated speed is not known, or is a share of the wire
     */
    public OptionalLong at(OptionalLong rate) {
        return at(rate, Optional.empty());
    }

    OptionalLong at(OptionalLong rate, Optional<Wire> wire) {
        if (!isRelative()) {
            return OptionalLong.of(declared.value());
        }
        if (rate.isEmpty() || (ofWire && wire.isEmpty())) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(ofWire ? wire.get().share(rate.getAsLong(), declared.value()) : share(rate.getAsLong()));
    }

    private long share(long rate) {
        return BigDecimal.valueOf(rate)
                .multiply(BigDecimal.valueOf(declared.value()))
                .divide(MILLION, 0, RoundingMode.CEILING)
                .longValueExact();
    }
}
