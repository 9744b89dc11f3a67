package io.seatrial.report.picture;

import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Quantities;
import io.seatrial.report.Texts;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BiFunction;

/**
 * Draws a value per pair, for example host by host. A pair that was asked for and has no value is hatched and never coloured; one that was
 * not asked for is blank.
 */
public final class HeatMap {
    private static final int TOP = 44;
    private static final int LEGEND = 70;
    /** At most this many names stand beside an axis. */
    private static final int NAMES = 40;

    private static final double CHARACTER = 6.4;

    private final List<String> rows;
    private final List<String> columns;
    private final Cell[] cells;
    private final Unit unit;
    private final long least;
    private final long most;
    private final double cell;
    private final double left;
    private final double names;

    /**
     * A pair.
     *
     * @param asked whether it was asked for
     * @param value in base units, empty where there is none
     */
    public record Cell(boolean asked, OptionalLong value) {
        /** A pair that nobody asked for. */
        public static final Cell NOT_ASKED = new Cell(false, OptionalLong.empty());

        private byte index(long least, long most) {
            if (!asked) {
                return (byte) Viridis.NOT_ASKED;
            }
            if (value.isEmpty()) {
                return (byte) Viridis.NO_VALUE;
            }
            double share = most == least ? 0 : (double) (value.getAsLong() - least) / (most - least);
            return (byte) Math.round(share * Viridis.LAST);
        }
    }

    private HeatMap(List<String> rows, List<String> columns, Cell[] cells, Unit unit) {
        this.rows = rows;
        this.columns = columns;
        this.cells = cells;
        this.unit = unit;
        this.least = values(cells).min().orElse(0);
        this.most = values(cells).max().orElse(0);
        this.cell = Math.max(0.5, Math.min(28, 560.0 / Math.max(rows.size(), columns.size())));
        this.left = 24 + CHARACTER * longest(rows);
        this.names = 12 + CHARACTER * longest(columns);
    }

    /**
     * Return the picture.
     *
     * @param rows names, top to bottom; at least one
     * @param columns names, left to right; at least one
     * @param value the cell of a row and a column by index
     */
    public static String svg(
            String title,
            List<String> rows,
            List<String> columns,
            Unit unit,
            BiFunction<Integer, Integer, Cell> value) {
        if (rows.isEmpty() || columns.isEmpty()) {
            throw new IllegalArgumentException("heat map '" + title + "': expected at least one row and one column");
        }
        Cell[] cells = new Cell[rows.size() * columns.size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = value.apply(i / columns.size(), i % columns.size());
        }
        return new HeatMap(rows, columns, cells, unit).draw(title);
    }

    private String draw(String title) {
        double width = cell * columns.size();
        double height = cell * rows.size();
        int wide = (int) Math.ceil(Math.max(left + width + 24, left + 300));
        int high = (int) Math.ceil(TOP + height + names + LEGEND);
        Svg svg = new Svg(wide, high, title, description());
        svg.rect(left, TOP, width, height, "url(#no-value)");
        svg.pixels(left, TOP, width, height, IndexedPng.base64(columns.size(), rows.size(), indexes()));
        rowNames(svg);
        columnNames(svg, TOP + height + 8);
        legend(svg, TOP + height + names + 24);
        return svg.finish();
    }

    private byte[] indexes() {
        byte[] indexes = new byte[cells.length];
        for (int i = 0; i < cells.length; i++) {
            indexes[i] = cells[i].index(least, most);
        }
        return indexes;
    }

    private void rowNames(Svg svg) {
        int every = every(rows.size());
        for (int row = 0; row < rows.size(); row += every) {
            svg.text(left - 8, TOP + cell * (row + 0.5) + 4, "end", Svg.INK, rows.get(row));
        }
    }

    private void columnNames(Svg svg, double y) {
        int every = every(columns.size());
        for (int column = 0; column < columns.size(); column += every) {
            double x = left + cell * (column + 0.5) + 4;
            String turn = "transform=\"rotate(-90 " + Svg.n(x) + " " + Svg.n(y) + ")\"";
            svg.text(x, y, "end", Svg.INK, columns.get(column), turn);
        }
    }

    /** Names need 14 pixels each. */
    private int every(int count) {
        int byCount = (count + NAMES - 1) / NAMES;
        return Math.max(byCount, (int) Math.ceil(14 / cell));
    }

    private void legend(Svg svg, double y) {
        if (values(cells).findAny().isPresent()) {
            byte[] scale = new byte[Viridis.LAST + 1];
            for (int i = 0; i < scale.length; i++) {
                scale[i] = (byte) i;
            }
            svg.pixels(left, y, 160, 12, IndexedPng.base64(scale.length, 1, scale));
            List<String> ends = ends();
            svg.text(left, y + 28, "start", Svg.SOFT, ends.get(0));
            svg.text(left + 160, y + 28, "end", Svg.SOFT, ends.get(1));
        }
        svg.rect(left + 190, y, 12, 12, "url(#no-value)");
        svg.text(left + 208, y + 10, "start", Svg.SOFT, Texts.text("picture.no-value"));
    }

    private List<String> ends() {
        return Quantities.together(List.of(new Quantity(least, unit), new Quantity(most, unit))).stream()
                .map(String::strip)
                .toList();
    }

    private String description() {
        long with = values(cells).count();
        long asked = Arrays.stream(cells).filter(Cell::asked).count();
        String range = with == 0 ? "" : " from " + ends().get(0) + " to " + ends().get(1);
        return rows.size() + " rows, " + columns.size() + " columns, " + with + " values" + range + ", "
                + (asked - with) + " pairs asked for without a value, " + (cells.length - asked) + " not asked for.";
    }

    private static java.util.stream.LongStream values(Cell[] cells) {
        return Arrays.stream(cells).flatMapToLong(cell -> cell.value().stream());
    }

    private static int longest(List<String> names) {
        return names.stream().mapToInt(String::length).max().orElse(0);
    }
}
