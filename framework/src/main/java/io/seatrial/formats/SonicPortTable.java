package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Columns;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table of SONiC's portstat with a row for each port, or with {@code --json} an object of the same texts (sonic-utilities
 * utilities_common/portstat.py and netstat.py, table_as_json), with the line before it that says to what the counts are relative.
 *
 * @param rows in the order of the text
 * @param windowS seconds over which counts and rates go; null without a period
 * @param baselineTime the clear to which the counts are relative; null where the text has none
 * @param complete false if the last line is cut, else null
 */
record SonicPortTable(List<Row> rows, Integer windowS, String baselineTime, Boolean complete) {
    private static final Pattern WINDOW =
            Pattern.compile("^\\s*The rates are calculated within (\\d{1,6}) seconds period\\s*$");
    private static final Pattern OTHER_HEADER = Pattern.compile("^\\s*IFACE(?:\\s.*)?$");
    private static final Pattern OBJECT = Pattern.compile("^\\s*\\{\\s*(?:\".*|\\}\\s*)?$");

    SonicPortTable {
        rows = List.copyOf(rows);
    }

    /**
     * The values of a port.
     *
     * @param port its name
     * @param values gives the value under the first of some titles that is there
     */
    record Row(String port, Function<String[], Cell> values) {
        Cell at(String... titles) {
            return values.apply(titles);
        }
    }

    /**
     * Read either form.
     *
     * @param header of the table
     * @param marks titles of which every JSON object of the command has one
     */
    static SonicPortTable read(Source source, Pattern header, List<String> marks) {
        Head head = source.head();
        boolean json = !head.has(header)
                && head.lines().stream().anyMatch(line -> OBJECT.matcher(line).matches());
        return json ? json(head, source.json().root(), marks) : table(source.lines(), header, marks);
    }

    private static SonicPortTable table(Lines lines, Pattern header, List<String> marks) {
        List<Row> rows = new ArrayList<>();
        Columns columns = null;
        Integer window = null;
        String baseline = null;
        for (Line line : lines) {
            if (header.matcher(line.text()).matches()) {
                columns = Columns.of(line);
            } else if (OTHER_HEADER.matcher(line.text()).matches()) {
                throw line.malformed("the titles of one command alone: " + String.join(" or ", marks));
            } else if (columns != null) {
                columns.row(line).ifPresent(row -> add(row, rows));
            } else {
                window = window(line.text()).orElse(window);
                baseline =
                        SonicBaseline.of(line.text()).map(SonicBaseline::time).orElse(baseline);
            }
        }
        if (columns == null) {
            throw lines.missing("a header 'IFACE  STATE  ...' with " + String.join(" or ", marks));
        }
        return new SonicPortTable(rows, window, baseline, lines.completeAsFarAsKnown());
    }

    private static void add(Columns.Row row, List<Row> rows) {
        if (rows.stream().anyMatch(before -> before.port().equals(row.first().text()))) {
            throw row.first().malformed("each port once, for one run of the command,");
        }
        rows.add(new Row(row.first().text(), row::at));
    }

    private static Optional<Integer> window(String line) {
        Matcher window = WINDOW.matcher(line);
        return window.matches() ? Optional.of(Integer.valueOf(window.group(1))) : Optional.empty();
    }

    private static SonicPortTable json(Head head, JsonObject root, List<String> marks) {
        List<Row> rows = new ArrayList<>();
        root.object().members().forEach((port, values) -> {
            if (marks.stream().noneMatch(values.object()::has)) {
                throw values.malformed("values with " + String.join(" or ", marks));
            }
            rows.add(new Row(port, titles -> cell(values, titles)));
        });
        return new SonicPortTable(
                rows,
                head.lines().stream()
                        .flatMap(line -> window(line).stream())
                        .findFirst()
                        .orElse(null),
                head.lines().stream()
                        .flatMap(line -> SonicBaseline.of(line).map(SonicBaseline::time).stream())
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null),
                null);
    }

    private static Cell cell(JsonObject values, String[] titles) {
        for (String title : titles) {
            JsonObject value = values.at(title);
            if (value.isThere()) {
                // Texts, but for a value that the switch never formats.
                return value.cell();
            }
        }
        return Cell.absent();
    }
}
