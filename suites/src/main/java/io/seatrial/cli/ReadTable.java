package io.seatrial.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What was read as tables for people: single values first, one line each, then a table for each list; unknown is a dash. */
final class ReadTable {
    private static final String UNKNOWN = "-";

    private final StringBuilder out = new StringBuilder();

    private ReadTable() {}

    static String of(JsonNode read) {
        ReadTable table = new ReadTable();
        table.section("", read);
        return table.out.toString().stripTrailing();
    }

    private void section(String title, JsonNode node) {
        List<String[]> singles = new ArrayList<>();
        node.properties().stream()
                .filter(e -> !isSection(e.getValue()))
                .forEach(e -> singles.add(new String[] {e.getKey(), cell(e.getValue())}));
        heading(title, !singles.isEmpty());
        aligned(singles, Set.of());
        node.properties().stream().filter(e -> isSection(e.getValue())).forEach(e -> {
            String name = title.isEmpty() ? e.getKey() : title + "." + e.getKey();
            if (e.getValue().isObject()) {
                section(name, e.getValue());
            } else {
                rows(name, e.getValue());
            }
        });
    }

    private void heading(String title, boolean needed) {
        if (needed && !title.isEmpty()) {
            out.append('\n').append(title).append('\n');
        }
    }

    private static boolean isSection(JsonNode node) {
        return node.isObject() && !node.isEmpty()
                || node.isArray() && !node.isEmpty() && node.get(0).isObject();
    }

    private void rows(String title, JsonNode list) {
        Set<String> columns = new LinkedHashSet<>();
        list.forEach(row -> columns.addAll(columns(row, "")));
        List<String[]> table = new ArrayList<>();
        table.add(columns.toArray(String[]::new));
        Set<Integer> numbers = numbers(list, List.copyOf(columns));
        list.forEach(row ->
                table.add(columns.stream().map(column -> cell(at(row, column))).toArray(String[]::new)));
        heading(title, true);
        aligned(table, numbers);
    }

    private static List<String> columns(JsonNode row, String prefix) {
        List<String> columns = new ArrayList<>();
        row.properties().forEach(e -> {
            if (e.getValue().isObject() && !e.getValue().isEmpty()) {
                columns.addAll(columns(e.getValue(), prefix + e.getKey() + "."));
            } else {
                columns.add(prefix + e.getKey());
            }
        });
        return columns;
    }

    private static JsonNode at(JsonNode row, String column) {
        JsonNode node = row;
        for (String step : column.split("\\.")) {
            node = node.path(step);
        }
        return node;
    }

    private static Set<Integer> numbers(JsonNode list, List<String> columns) {
        Set<Integer> numbers = new LinkedHashSet<>();
        for (int i = 0; i < columns.size(); i++) {
            String column = columns.get(i);
            boolean all = true;
            for (JsonNode row : list) {
                JsonNode value = at(row, column);
                all = all && (value.isNumber() || value.isNull() || value.isMissingNode());
            }
            if (all) {
                numbers.add(i);
            }
        }
        return numbers;
    }

    private static String cell(JsonNode value) {
        if (value.isNull() || value.isMissingNode() || value.isContainerNode() && value.isEmpty()) {
            return UNKNOWN;
        }
        if (value.isArray()) {
            List<String> parts = new ArrayList<>();
            value.forEach(part -> parts.add(cell(part)));
            return String.join(",", parts);
        }
        if (value.isObject()) {
            return value.properties().stream()
                    .map(e -> e.getKey() + "=" + cell(e.getValue()))
                    .collect(Collectors.joining(" "));
        }
        return value.isNumber() ? value.decimalValue().toPlainString() : value.asText();
    }

    private void aligned(List<String[]> table, Set<Integer> right) {
        int columns = table.stream().mapToInt(row -> row.length).max().orElse(0);
        int[] widths = new int[columns];
        table.forEach(row -> {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        });
        table.forEach(row -> out.append(line(row, widths, right)).append('\n'));
    }

    private static String line(String[] row, int[] widths, Set<Integer> right) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            String gap = " ".repeat(widths[i] - row[i].length());
            line.append(i == 0 ? "" : "  ").append(right.contains(i) ? gap + row[i] : row[i] + gap);
        }
        return line.toString().stripTrailing();
    }
}
