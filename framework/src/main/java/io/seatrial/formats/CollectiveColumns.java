package io.seatrial.formats;

import io.seatrial.formats.CollectiveRow.Side;
import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Line;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How one generation of nccl-tests lays out a row. Cells are told apart by blanks, never by position: wide numbers push what is behind them,
 * and N/A is narrower than its column. A row may lack the cells of reduction and root although the header names them.
 *
 * @param cellsOfLeft columns before the sides that the header names, 3 to 5; 0 where no header was seen
 * @param cellsOfSide cells of each side: time, algbw, busbw, check and perhaps four of single iterations
 * @param isCount true where the check is a count of wrong elements, false where it is the largest deviation, null where no header was seen
 */
record CollectiveColumns(int cellsOfLeft, int cellsOfSide, Boolean isCount) {
    /** What holds for rows without a header: the check of 13 cells is a count, in shorter ones it is told by its exponent. */
    static final CollectiveColumns WITHOUT_HEADER = new CollectiveColumns(0, 4, null);

    private static final int WITH_ITERATIONS = 8;
    /** Characters that a side without numbers leaves blank, at least. */
    private static final int WIDTH_OF_SIDE = 20;

    private static final int LEAST_LEFT = 3;
    private static final int MOST_LEFT = 5;
    private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9_]*");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Pattern TIME = Pattern.compile("\\d{2}:\\d{2}:\\d{2}");
    private static final Set<String> NO_NUMBER = Set.of("n/a", "nan", "-nan", "inf", "-inf");
    private static final BigDecimal MOST_FACTOR = BigDecimal.valueOf(2);

    /** Return the layout that a header line describes; nothing where the line is no header. */
    static Optional<CollectiveColumns> ofHeader(Line line) {
        List<String> names = line.cells().stream().map(Cell::text).toList();
        int first = indexOfTime(names, 0);
        if (!names.contains("size") || !names.contains("busbw") || first < 0) {
            return Optional.empty();
        }
        int second = indexOfTime(names, first + 1);
        refuseOtherOrder(line, names, first);
        if (second >= 0) {
            refuseOtherOrder(line, names, second);
        }
        int cells = second < 0 ? WITHOUT_HEADER.cellsOfSide : second - first;
        int left = first - names.indexOf("size");
        return Optional.of(new CollectiveColumns(left, cells, names.contains("#wrong") || !names.contains("error")));
    }

    /** The cells of a side are taken by place. */
    private static void refuseOtherOrder(Line line, List<String> names, int time) {
        if (names.size() < time + 3
                || !names.get(time + 1).equals("algbw")
                || !names.get(time + 2).equals("busbw")) {
            throw line.malformed("the columns time, algbw, busbw in this order");
        }
    }

    private static final Pattern UNITS = Pattern.compile("^#\\s+\\(\\S+\\)\\s+\\(\\S+\\)\\s.*");
    private static final Set<String> KNOWN_UNITS = Set.of("(B)", "(elements)", "(us)", "(GB/s)", "(%)");

    /**
     * Refuse a line below the header that names other units than the programs'.
     *
     * @throws io.seatrial.formats.text.FormatException if it names another unit
     */
    static void refuseOtherUnits(Line line) {
        if (!UNITS.matcher(line.text()).matches()) {
            return;
        }
        for (Cell cell : line.cells()) {
            if (cell.text().startsWith("(") && !KNOWN_UNITS.contains(cell.text())) {
                throw cell.malformed("one of the units (B), (elements), (us), (GB/s)");
            }
        }
    }

    private static int indexOfTime(List<String> names, int from) {
        for (int i = from; i < names.size(); i++) {
            if (names.get(i).equals("time") || names.get(i).equals("cputime")) {
                return i;
            }
        }
        return -1;
    }

    /** Tell whether a line begins as a row does: bytes, elements, type. */
    static boolean beginsRow(List<Cell> cells) {
        return cells.size() >= LEAST_LEFT
                && isWhole(cells.get(0).text())
                && isWhole(cells.get(1).text())
                && TYPE.matcher(cells.get(2).text()).matches();
    }

    /** Tell whether a cell can be a value behind the type. */
    static boolean isValue(Cell cell) {
        String text = cell.text();
        return NO_NUMBER.contains(text.toLowerCase(Locale.ROOT))
                || text.matches("-?\\d+(?:\\.\\d*)?(?:e[+-]\\d{1,3})?")
                || DATE.matcher(text).matches()
                || TIME.matcher(text).matches();
    }

    /**
     * Read a row; nothing where cells are missing or in excess.
     *
     * @throws io.seatrial.formats.text.FormatException if a value is impossible
     */
    Optional<CollectiveRow> row(List<Cell> all) {
        boolean stamped = isStamped(all);
        List<Cell> cells = stamped ? all.subList(0, all.size() - 2) : all;
        int side = cells.size() >= 2 * WITH_ITERATIONS + LEAST_LEFT ? WITH_ITERATIONS : cellsOfSide;
        int left = cells.size() - 2 * side;
        boolean isInPlaceOnly = cells.size() - side == MOST_LEFT && isFarApart(cells);
        int start = isInPlaceOnly ? MOST_LEFT : left;
        if (start < LEAST_LEFT || start > MOST_LEFT || !isLeft(cells.subList(0, start)) || !areValues(cells, start)) {
            return Optional.empty();
        }
        String timestamp = stamped
                ? all.get(all.size() - 2).text() + " " + all.get(all.size() - 1).text()
                : null;
        return Optional.of(row(cells, start, side, isInPlaceOnly, timestamp));
    }

    /** Where the tool measures in place only, it leaves the other side blank; else the second side is missing. */
    private static boolean isFarApart(List<Cell> cells) {
        Cell root = cells.get(MOST_LEFT - 1);
        return cells.get(MOST_LEFT).column() - root.column() - root.text().length() > WIDTH_OF_SIDE;
    }

    private CollectiveRow row(List<Cell> cells, int start, int side, boolean isInPlaceOnly, String timestamp) {
        Cell extra = start > LEAST_LEFT ? cells.get(LEAST_LEFT) : null;
        boolean hasRedop = extra != null && TYPE.matcher(extra.text()).matches();
        boolean hasRoot = start == MOST_LEFT || extra != null && !hasRedop;
        Side first = side(cells.subList(start, start + side), start == MOST_LEFT);
        return new CollectiveRow(
                cells.get(0).counter(),
                cells.get(1).counter(),
                cells.get(2).text(),
                hasRedop ? extra.text() : null,
                hasRoot ? root(cells.get(start - 1)) : null,
                isInPlaceOnly ? null : first,
                isInPlaceOnly ? first : side(cells.subList(start + side, start + 2 * side), start == MOST_LEFT),
                timestamp);
    }

    private Side side(List<Cell> cells, boolean isLatest) {
        BigDecimal time = number(cells.get(0));
        BigDecimal algbw = number(cells.get(1));
        BigDecimal busbw = number(cells.get(2));
        refuseImpossible(cells.get(2), algbw, busbw);
        boolean counts = isCount == null ? isLatest || isWhole(cells.get(3).text()) : isCount;
        BigDecimal check = number(cells.get(3));
        boolean single = cells.size() == WITH_ITERATIONS;
        return new Side(
                time,
                algbw,
                busbw,
                counts ? check : null,
                counts ? null : check,
                single ? number(cells.get(4)) : null,
                single ? number(cells.get(5)) : null,
                single ? number(cells.get(6)) : null,
                single ? number(cells.get(7)) : null);
    }

    /** No collective moves more than twice the algorithm's bytes over the bus (factor 2(n-1)/n of all_reduce). */
    private static void refuseImpossible(Cell cell, BigDecimal algbw, BigDecimal busbw) {
        if (algbw == null || busbw == null) {
            return;
        }
        BigDecimal most = algbw.add(halfStep(algbw)).multiply(MOST_FACTOR);
        if (busbw.subtract(halfStep(busbw)).compareTo(most) > 0) {
            throw cell.malformed("a busbw of at most twice the algbw of " + algbw.toPlainString() + " GB/s");
        }
    }

    /** Return half of the last digit: what rounding may have added or taken. */
    static BigDecimal halfStep(BigDecimal rounded) {
        return BigDecimal.valueOf(5, rounded.scale() + 1);
    }

    /** Return a number, 0 or more; null where it is none, such as the mean of no rows. */
    static BigDecimal number(Cell cell) {
        if (NO_NUMBER.contains(cell.text().toLowerCase(Locale.ROOT))) {
            return null;
        }
        BigDecimal number = cell.decimal();
        if (number != null && number.signum() < 0) {
            throw cell.malformed("a number, 0 or more, or N/A");
        }
        return number;
    }

    private boolean isLeft(List<Cell> left) {
        if (!beginsRow(left)) {
            return false;
        }
        boolean isRoot = isRoot(left.get(left.size() - 1).text());
        boolean isRedop = left.size() > LEAST_LEFT
                && TYPE.matcher(left.get(LEAST_LEFT).text()).matches();
        if (cellsOfLeft > 0 && left.size() > cellsOfLeft) {
            return false;
        }
        return switch (left.size()) {
            case LEAST_LEFT -> cellsOfLeft < MOST_LEFT;
            case MOST_LEFT -> isRedop && isRoot;
            // The reduction may be blank; a root never is, so its absence shows that the row lacks a cell.
            default -> cellsOfLeft == MOST_LEFT ? isRoot : isRedop || isRoot;
        };
    }

    private static boolean areValues(List<Cell> cells, int start) {
        return cells.subList(start, cells.size()).stream().allMatch(CollectiveColumns::isValue)
                && !cells.get(start).text().equals("-1");
    }

    private static boolean isStamped(List<Cell> cells) {
        int n = cells.size();
        return n > 2
                && DATE.matcher(cells.get(n - 2).text()).matches()
                && TIME.matcher(cells.get(n - 1).text()).matches();
    }

    private static Integer root(Cell cell) {
        if (!isRoot(cell.text())) {
            throw cell.malformed("a rank or -1");
        }
        return Integer.valueOf(cell.text());
    }

    private static boolean isRoot(String text) {
        return text.matches("-1|\\d{1,9}");
    }

    private static boolean isWhole(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
