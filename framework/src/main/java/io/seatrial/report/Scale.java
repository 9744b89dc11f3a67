package io.seatrial.report;

import io.seatrial.measurement.Unit;
import java.math.BigDecimal;
import java.util.List;

/**
 * A unit as people read it.
 *
 * @param symbol empty for counts
 * @param factor how many base units it holds; a product of twos and fives, so that every value has a finite decimal form
 */
record Scale(String symbol, long factor) {
    private static final List<Scale> TIMES = List.of(
            new Scale("ns", 1), new Scale("us", 1_000), new Scale("ms", 1_000_000), new Scale("s", 1_000_000_000));
    private static final List<Scale> RATES = List.of(
            new Scale("bit/s", 1),
            new Scale("kb/s", 1_000),
            new Scale("Mb/s", 1_000_000),
            new Scale("Gb/s", 1_000_000_000));
    private static final List<Scale> BUS_RATES = List.of(
            new Scale("B/s", 1),
            new Scale("kB/s", 1_000),
            new Scale("MB/s", 1_000_000),
            new Scale("GB/s", 1_000_000_000));
    private static final List<Scale> SIZES = List.of(
            new Scale("B", 1), new Scale("KiB", 1L << 10), new Scale("MiB", 1L << 20), new Scale("GiB", 1L << 30));
    private static final List<Scale> COUNTS = List.of(new Scale("", 1));
    private static final List<Scale> SHARES = List.of(new Scale("%", 10_000));

    /** Written as they are read: {@code 3.2 x 10^-9}. */
    private static final List<Scale> RATIOS = List.of(
            new Scale("x 10^-18", 1),
            new Scale("x 10^-15", 1_000),
            new Scale("x 10^-12", 1_000_000),
            new Scale("x 10^-9", 1_000_000_000),
            new Scale("x 10^-6", 1_000_000_000_000L));

    /** Choose the largest scale that keeps {@code largest} at 1 or more. */
    static Scale of(Unit unit, long largest) {
        List<Scale> scales = scales(unit);
        Scale chosen = scales.get(0);
        for (Scale scale : scales) {
            chosen = largest >= scale.factor ? scale : chosen;
        }
        return chosen;
    }

    /** Return a value of the base unit in this scale, without loss. */
    BigDecimal exact(long value) {
        return BigDecimal.valueOf(value).divide(BigDecimal.valueOf(factor));
    }

    private static List<Scale> scales(Unit unit) {
        return switch (unit) {
            case NANOSECONDS -> TIMES;
            case BITS_PER_SECOND -> RATES;
            case BYTES_PER_SECOND -> BUS_RATES;
            case BYTES -> SIZES;
            case COUNT -> COUNTS;
            case PARTS_PER_MILLION -> SHARES;
            case ATTO -> RATIOS;
        };
    }
}
