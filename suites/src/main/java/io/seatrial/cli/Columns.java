package io.seatrial.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Rows of text below each other: texts on the left, numbers on the right. */
final class Columns {
    private static final String GAP = "  ";

    private Columns() {}

    /**
     * Return the lines.
     *
     * @param numbers which columns are numbers, from 0
     */
    static List<String> lines(List<List<String>> rows, Set<Integer> numbers) {
        List<Integer> widths = new ArrayList<>();
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                int width = row.get(i).length();
                if (i == widths.size()) {
                    widths.add(width);
                }
                widths.set(i, Math.max(widths.get(i), width));
            }
        }
        return rows.stream().map(row -> line(row, widths, numbers)).toList();
    }

    private static String line(List<String> row, List<Integer> widths, Set<Integer> numbers) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            String space = " ".repeat(widths.get(i) - row.get(i).length());
            line.append(i == 0 ? "" : GAP).append(numbers.contains(i) ? space + row.get(i) : row.get(i) + space);
        }
        return line.toString().stripTrailing();
    }
}
