package io.seatrial.formats;

import io.seatrial.formats.CollectiveRow.Side;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the ratio of busbw to algbw tells: the collective, and how many ranks really took part. Formulas: nccl-tests doc/PERFORMANCE.md
 * (all_reduce 2(n-1)/n; reduce_scatter, all_gather, alltoall (n-1)/n; broadcast, reduce, sendrecv 1). Both numbers are rounded, so the
 * ratio is an interval, and an answer is given only where nothing else fits.
 */
final class CollectiveKind {
    private static final MathContext DIGITS = new MathContext(12, RoundingMode.HALF_EVEN);
    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    private CollectiveKind() {}

    /** Return the collective of a test program's name, such as {@code all_reduce_perf}. */
    static String ofProgram(String program) {
        String name = program.substring(program.lastIndexOf('/') + 1);
        String bare = name.endsWith("_perf") ? name.substring(0, name.length() - "_perf".length()) : name;
        return bare.endsWith("_perf_mpi") ? bare.substring(0, bare.length() - "_perf_mpi".length()) : bare;
    }

    /** Return the collective that alone explains the rows; null where several do. */
    static String of(List<CollectiveRow> rows, Integer ranks) {
        Ratio ratio = Ratio.of(rows);
        if (ratio == null) {
            return null;
        }
        if (ratio.least.compareTo(BigDecimal.ONE) > 0) {
            return "all_reduce";
        }
        boolean isShare = ranks != null && ranks > 2 && ratio.holds(factor(ranks, 1)) && !ratio.holds(BigDecimal.ONE);
        return isShare && rows.stream().allMatch(CollectiveKind::reduces) ? "reduce_scatter" : null;
    }

    private static boolean reduces(CollectiveRow row) {
        return row.redop() != null && !row.redop().equals("none");
    }

    private static BigDecimal factor(int ranks, int times) {
        return BigDecimal.valueOf(times * (ranks - 1L)).divide(BigDecimal.valueOf(ranks), DIGITS);
    }

    /**
     * Return how many ranks the rows of an all_reduce speak of, n = 2/(2-r).
     *
     * @return the least and the most; null where the collective is another one or the numbers are too small to tell
     */
    static Ranks ranks(String collective, List<CollectiveRow> rows) {
        Ratio ratio = "all_reduce".equals(collective) ? Ratio.of(rows) : null;
        if (ratio == null || ratio.most.compareTo(TWO) >= 0) {
            return null;
        }
        BigDecimal least = TWO.divide(TWO.subtract(ratio.least), DIGITS);
        BigDecimal most = TWO.divide(TWO.subtract(ratio.most), DIGITS);
        return new Ranks(
                least.setScale(0, RoundingMode.CEILING).intValue(),
                most.setScale(0, RoundingMode.FLOOR).intValue());
    }

    /**
     * How many ranks took part, as far as rounded numbers tell.
     *
     * @param least at least so many
     * @param most at most so many; below least where no number of ranks explains the rows
     */
    record Ranks(int least, int most) {
        boolean holds(int ranks) {
            return least <= ranks && ranks <= most;
        }
    }

    /** The ratio busbw/algbw that all rows share: the interval that each row's rounding leaves, intersected. */
    private record Ratio(BigDecimal least, BigDecimal most) {
        /** Below this many units of the last digit a bandwidth tells nothing. */
        private static final BigDecimal FEWEST_STEPS = BigDecimal.valueOf(50);

        static Ratio of(List<CollectiveRow> rows) {
            Ratio all = null;
            for (Side side : rows.stream().flatMap(CollectiveKind::sides).toList()) {
                Ratio one = of(side);
                all = one == null ? all : one.and(all);
            }
            return all == null || all.least.compareTo(all.most) > 0 ? null : all;
        }

        private static Ratio of(Side side) {
            BigDecimal algbw = side.algbwGbPerS();
            BigDecimal busbw = side.busbwGbPerS();
            if (algbw == null || busbw == null || busbw.signum() == 0) {
                return null;
            }
            BigDecimal half = CollectiveColumns.halfStep(algbw);
            BigDecimal busHalf = CollectiveColumns.halfStep(busbw);
            if (algbw.compareTo(half.multiply(FEWEST_STEPS)) < 0) {
                return null;
            }
            return new Ratio(
                    busbw.subtract(busHalf).divide(algbw.add(half), DIGITS),
                    busbw.add(busHalf).divide(algbw.subtract(half), DIGITS));
        }

        private Ratio and(Ratio other) {
            return other == null ? this : new Ratio(least.max(other.least), most.min(other.most));
        }

        boolean holds(BigDecimal factor) {
            return least.compareTo(factor) <= 0 && factor.compareTo(most) <= 0;
        }
    }

    /** Return the sides of a row that were measured. */
    static Stream<Side> sides(CollectiveRow row) {
        return Stream.of(row.outOfPlace(), row.inPlace()).filter(side -> side != null);
    }
}
