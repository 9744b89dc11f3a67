package io.seatrial.formats.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The titles of a table whose columns stand two blanks or a tab apart, as Python's tabulate and many switches print them, so that titles and
 * values may hold single blanks. Values are found by their title: releases add columns, and a column that is not there has no value.
 */
public final class Columns {
    private static final Pattern RULER = Pattern.compile("[-=+|\\s]*");
    private static final Pattern VALUE =
            Pattern.compile("[+-]?\\d[\\d,.]*(?:[eE][+-]?\\d+)?(?:/\\d+)?(?: ?[%/A-Za-z]{1,6})?(?: \\(\\d+%\\))?");
    private static final Pattern PORT =
            Pattern.compile("(?:\\S+\\|)?(?:Ethernet|PortChannel|Port-Channel|Eth|Et|Po)(?:-BP)?\\d[\\w/.:|-]*(?<!:)");

    private final List<String> titles;

    private Columns(List<String> titles) {
        this.titles = List.copyOf(titles);
    }

    /** Take the titles from a header. */
    public static Columns of(Line header) {
        return new Columns(apart(header).stream().map(Cell::text).toList());
    }

    /** Give the titles of a table whose header was filtered out. */
    public static Columns of(String... titles) {
        return new Columns(List.of(titles));
    }

    /**
     * Read a text that has one table, its rows named by their first value.
     *
     * @param header that the table begins with
     * @param expected the header in words
     * @throws FormatException if the header is missing, a row does not fit it, or a name comes twice
     */
    public static List<Row> table(Lines lines, Pattern header, String expected) {
        Map<String, Row> rows = new LinkedHashMap<>();
        Columns columns = null;
        for (Line line : lines) {
            if (header.matcher(line.text()).matches()) {
                columns = of(line);
            } else if (columns != null) {
                columns.row(line).ifPresent(row -> add(row, rows));
            }
        }
        if (columns == null) {
            throw lines.missing(expected);
        }
        return List.copyOf(rows.values());
    }

    private static void add(Row row, Map<String, Row> rows) {
        if (rows.put(row.first().text(), row) != null) {
            throw row.first().malformed("each name once, for one run of the command,");
        }
    }

    /** Return the titles in their order. */
    public List<String> titles() {
        return titles;
    }

    /** Tell whether the header has the title. */
    public boolean has(String title) {
        return titles.contains(title);
    }

    /**
     * Return the values of a line, or nothing where the line is no row: blank, a ruler, or other text between the rows, such as a message of
     * the console.
     *
     * @throws FormatException if these are values, but not one for each title: a row is never left out in silence
     */
    public Optional<Row> row(Line line) {
        if (RULER.matcher(line.text()).matches()) {
            return Optional.empty();
        }
        List<Cell> cells = apart(line);
        if (cells.size() == titles.size()) {
            return Optional.of(new Row(this, cells));
        }
        List<Cell> words = line.cells();
        if (words.size() == titles.size() && isValue(words.get(words.size() - 1))) {
            return Optional.of(new Row(this, words));
        }
        if (!titles.isEmpty() && isRowOf(words)
                || cells.size() > 1 && cells.stream().skip(1).allMatch(Columns::isValue)) {
            throw line.malformed(titles.size() + " values (" + String.join(", ", titles) + ")");
        }
        return Optional.empty();
    }

    /** Too many words, or values that ran into each other, are a row too: what begins with a port, or has nothing but values behind a word. */
    private static boolean isRowOf(List<Cell> words) {
        return words.size() > 1
                && (PORT.matcher(words.get(0).text()).matches()
                        || words.stream().skip(1).allMatch(Columns::isValue));
    }

    private static boolean isValue(Cell cell) {
        return cell.isUnknown() || VALUE.matcher(cell.text()).matches();
    }

    /** Return what stands two blanks or a tab apart in a line. */
    public static List<Cell> apart(Line line) {
        String text = line.text();
        List<Cell> cells = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int start = at;
            while (at < text.length() && !isGap(text, at)) {
                at++;
            }
            String cell = text.substring(start, at);
            if (!cell.isBlank()) {
                int indent = cell.length() - cell.stripLeading().length();
                cells.add(new Cell(line, start + indent + 1, cell));
            }
            at++;
        }
        return cells;
    }

    private static boolean isGap(String text, int at) {
        char c = text.charAt(at);
        return c == '\t' || c == ' ' && at + 1 < text.length() && text.charAt(at + 1) == ' ';
    }

    /**
     * A row under its titles.
     *
     * @param columns the titles
     * @param cells one for each title
     */
    public record Row(Columns columns, List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
            if (cells.size() != columns.titles().size()) {
                throw new IllegalArgumentException(cells.size() + " cells for the titles " + columns.titles());
            }
        }

        /** Return the first value, which names the row. */
        public Cell first() {
            return cells.get(0);
        }

        /** Return the value under the first of these titles that the table has; a cell without a value where it has none of them. */
        public Cell at(String... wanted) {
            for (String title : wanted) {
                int index = columns.titles().indexOf(title);
                if (index >= 0) {
                    return cells.get(index);
                }
            }
            return new Cell(first().line(), 1, "");
        }
    }
}
