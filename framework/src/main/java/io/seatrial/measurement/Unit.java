package io.seatrial.measurement;

/** Base units in which every number is carried; texts for people scale them (Gb/s and us decimal, KiB and MiB binary). */
public enum Unit {
    NANOSECONDS("ns"),
    BITS_PER_SECOND("bit/s"),
    /** Bus bandwidth of collectives, which the field gives in GB/s (decimal). */
    BYTES_PER_SECOND("B/s"),
    BYTES("B"),
    COUNT("count"),
    /** A share in parts per million, so that ratios too are integers on the wire and in the archive. */
    PARTS_PER_MILLION("ppm"),
    /** A bit error ratio, and other ratios too small for parts per million, in units of 10^-18. */
    ATTO("1e-18");

    private final String symbol;

    Unit(String symbol) {
        this.symbol = symbol;
    }

    /** Return the symbol of the base unit, as written in files. */
    public String symbol() {
        return symbol;
    }

    /**
     * Find a unit by its symbol.
     *
     * @throws IllegalArgumentException if no unit has that symbol
     */
    public static Unit ofSymbol(String symbol) {
        for (Unit unit : values()) {
            if (unit.symbol.equals(symbol)) {
                return unit;
            }
        }
        throw new IllegalArgumentException("unit: unknown symbol '" + symbol + "'");
    }
}
