package io.seatrial.report.picture;

import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Quantities;
import io.seatrial.report.Texts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Draws a value per port of many switches: a row per switch, a cell per port. A port without a value is hatched, one whose value leaves out a
 * part of the time has a hatched corner, one that is not wired is blank; none of them can be taken for a zero, which is grey and says 0.
 */
public final class PortMap {
    /** Colours above zero, from pale to deep on light ground and from deep to pale on dark: brightness alone tells them apart. */
    public static final int STEPS = 5;

    private static final double HEAD = 30;
    private static final double CHARACTER = 6.2;
    /** Up to so many ports there is room for numbers. */
    private static final int NUMBERED = 33;

    private static final double KEY = 16;

    private final Scale scale;
    private final List<String> rows;
    private final List<String> columns;
    private final Map<String, Map<String, Cell>> cells;
    private final double wide;
    private final double high;
    private final double left;
    private final String common;
    private final double names;
    private final double width;

    /**
     * How values become colours.
     *
     * @param unit of the values
     * @param edges lower edges of the second to the last colour, rising; what lies between 0 and the first has the first colour
     */
    public record Scale(Unit unit, List<Long> edges) {
        public Scale {
            Objects.requireNonNull(unit, "unit");
            edges = List.copyOf(edges);
            if (edges.size() != STEPS - 1 || !edges.stream().sorted().toList().equals(edges) || edges.get(0) <= 0) {
                throw new IllegalArgumentException(
                        "scale: expected " + (STEPS - 1) + " rising edges above 0, got " + edges);
            }
        }

        private int step(long value) {
            return value == 0
                    ? 0
                    : 1 + (int) edges.stream().filter(edge -> value >= edge).count();
        }
    }

    /**
     * A port.
     *
     * @param value in the unit of the scale, empty where nobody knows
     * @param partly whether a part of the time is unknown although there is a value
     * @param title port, number, source, and the cause of what is missing
     */
    public record Cell(OptionalLong value, boolean partly, String title) {
        public Cell {
            Objects.requireNonNull(value, "value");
            Objects.requireNonNull(title, "title");
        }
    }

    private PortMap(Scale scale, List<String> rows, Map<String, Map<String, Cell>> cells) {
        this.scale = scale;
        this.rows = rows;
        this.cells = cells;
        this.columns = cells.values().stream()
                .flatMap(row -> row.keySet().stream())
                .distinct()
                .sorted(PortOrder.BY_NUMBER)
                .toList();
        this.common = PortOrder.commonStart(columns);
        this.wide = columns.size() <= NUMBERED ? 30 : 14;
        this.high = 20;
        this.left = 20 + CHARACTER * Math.max(longest(rows), common.isEmpty() ? 0 : common.length() + 1);
        this.names = 12 + CHARACTER * (longest(columns) - common.length());
        this.width = Math.max(360, left + wide * columns.size() + 12);
    }

    /**
     * Return the picture.
     *
     * @param rows switches, top to bottom; at least one
     * @param cells by switch and port; a port that is missing is not wired
     */
    public static String svg(
            String title, Scale scale, List<String> rows, Map<String, ? extends Map<String, Cell>> cells) {
        if (rows.isEmpty() || cells.isEmpty()) {
            throw new IllegalArgumentException("port map '" + title + "': expected at least one switch and one port");
        }
        Map<String, Map<String, Cell>> copy = new TreeMap<>();
        cells.forEach((row, ports) -> copy.put(row, Collections.unmodifiableMap(new TreeMap<>(ports))));
        return new PortMap(scale, List.copyOf(rows), copy).draw(title);
    }

    private String draw(String title) {
        double bottom = HEAD + high * rows.size();
        List<String> keys = keys();
        int perLine = Math.max(1, (int) ((width - 20) / keyWidth(keys)));
        int lines = (keys.size() + perLine - 1) / perLine;
        ThemedSvg svg = new ThemedSvg(width, bottom + names + 24 + KEY * lines + 8, title, description());
        svg.text(10, 18, "start", "st-i", title, "font-size=\"13\" font-weight=\"bold\"");
        for (int row = 0; row < rows.size(); row++) {
            row(svg, row);
        }
        portNames(svg, bottom + 6);
        legend(svg, keys, perLine, bottom + names + 26);
        return svg.finish();
    }

    private void row(ThemedSvg svg, int row) {
        double y = HEAD + high * row;
        svg.text(left - 6, y + 14, "end", "st-i", rows.get(row));
        Map<String, Cell> ports = cells.getOrDefault(rows.get(row), Map.of());
        for (int column = 0; column < columns.size(); column++) {
            Cell cell = ports.get(columns.get(column));
            if (cell != null) {
                cell(svg, left + wide * column, y, cell);
            }
        }
    }

    private void cell(ThemedSvg svg, double x, double y, Cell cell) {
        if (cell.value().isEmpty()) {
            svg.hatch(x + 1, y + 1, wide - 2, high - 2)
                    .rect(x + 1, y + 1, wide - 2, high - 2, "st-o st-t", cell.title());
            return;
        }
        int step = scale.step(cell.value().getAsLong());
        svg.rect(x + 1, y + 1, wide - 2, high - 2, step == 0 ? "st-z" : "st-" + step, cell.title());
        if (cell.partly()) {
            svg.hatch(x + wide - 9, y + 1, 8, high - 2);
        }
        if (wide > 20) {
            String css = step >= STEPS - 1 ? "st-k" : "st-d";
            double middle = x + (wide - (cell.partly() ? 8 : 0)) / 2;
            svg.text(middle, y + 14, "middle", css, number(cell.value().getAsLong()), "pointer-events=\"none\"");
        }
    }

    /** A number without its unit, which stands in the legend: three digits fit into a cell. */
    private String number(long value) {
        if (scale.unit() != Unit.PARTS_PER_MILLION) {
            return value < 1_000 ? Long.toString(value) : value < 1_000_000 ? value / 1_000 + "k" : ">1M";
        }
        if (value == 0 || value >= 100_000) {
            return Long.toString(Math.round(value / 10_000.0));
        }
        return value < 1_000
                ? "<.1"
                : java.math.BigDecimal.valueOf(Math.round(value / 1_000.0), 1).toPlainString();
    }

    private void portNames(ThemedSvg svg, double y) {
        int every = Math.max(1, (int) Math.ceil(13 / wide));
        for (int column = 0; column < columns.size(); column += every) {
            double x = left + wide * (column + 0.5) + 4;
            String turn = "transform=\"rotate(-90 " + Svg.n(x) + " " + Svg.n(y) + ")\"";
            svg.text(x, y, "end", "st-s", columns.get(column).substring(common.length()), turn);
        }
        if (!common.isEmpty()) {
            svg.text(left - 6, y + 8, "end", "st-s", common + "\u2026");
        }
    }

    /** Zero, the colours, without value, in part without value; one after the other, as many as fit into a line. */
    private void legend(ThemedSvg svg, List<String> keys, int perLine, double y) {
        for (int i = 0; i < keys.size(); i++) {
            double x = 10 + keyWidth(keys) * (i % perLine);
            double at = y + KEY * (i / perLine);
            if (i == 0) {
                svg.rect(x, at - 10, 12, 12, "st-z");
            } else if (i <= STEPS) {
                svg.rect(x, at - 10, 12, 12, "st-" + i);
            } else if (i == STEPS + 1) {
                svg.hatch(x, at - 10, 12, 12).rect(x, at - 10, 12, 12, "st-o");
            } else {
                svg.rect(x, at - 10, 12, 12, "st-z").hatch(x + 6, at - 10, 6, 12);
            }
            svg.text(x + 17, at, "start", "st-s", keys.get(i));
        }
    }

    private static double keyWidth(List<String> keys) {
        return 30 + 5.8 * keys.stream().mapToInt(String::length).max().orElse(0);
    }

    private List<String> keys() {
        List<String> keys = new ArrayList<>(List.of(text(0)));
        keys.add("< " + text(scale.edges().get(0)));
        scale.edges().forEach(edge -> keys.add("\u2265 " + text(edge)));
        keys.add(Texts.text("picture.no-value"));
        keys.add(Texts.text("picture.partly"));
        return keys;
    }

    private String text(long value) {
        return Quantities.text(new Quantity(value, scale.unit()));
    }

    private static int longest(List<String> names) {
        return names.stream().mapToInt(String::length).max().orElse(0);
    }

    private String description() {
        List<Cell> all =
                cells.values().stream().flatMap(row -> row.values().stream()).toList();
        long with = all.stream().filter(cell -> cell.value().isPresent()).count();
        Optional<Long> most =
                all.stream().flatMap(cell -> cell.value().stream().boxed()).max(Long::compare);
        return rows.size() + " switches, " + all.size() + " ports, " + (all.size() - with) + " without a value"
                + most.map(value -> ", at most " + text(value)).orElse("") + ".";
    }
}
