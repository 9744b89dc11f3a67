package io.seatrial.report;

import java.util.ArrayList;
import java.util.List;

/** Lays out rows of text: the first three columns on the left, numbers on the right so that their points line up. */
final class Table {
    private static final String GAP = "  ";
    /** The first three columns are texts, the rest are numbers. */
    private static final int TEXTS = 3;
    /** No text column is cut below this, whatever the terminal's width. */
    private static final int LEAST = 12;

    private Table() {}

    static List<String> lines(List<List<String>> rows, int width) {
        List<Integer> widths = widths(rows);
        int over = widths.stream().mapToInt(w -> w + GAP.length()).sum() - GAP.length() - width;
        narrow(widths, over);
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static List<Integer> widths(List<List<String>> rows) {
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < rows.get(0).size(); column++) {
            int index = column;
            widths.add(
                    rows.stream().mapToInt(row -> row.get(index).length()).max().orElse(0));
        }
        return widths;
    }

    /** Take what is too much from the second and third column, the wider one first; the first one holds verdicts and stays whole. */
    private static void narrow(List<Integer> widths, int over) {
        for (int left = over; left > 0; left--) {
            int column = widths.get(1) > widths.get(2) ? 1 : 2;
            if (widths.get(column) <= LEAST) {
                return;
            }
            widths.set(column, widths.get(column) - 1);
        }
    }

    private static String line(List<String> row, List<Integer> widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = cut(row.get(column), widths.get(column));
            String space = " ".repeat(widths.get(column) - cell.length());
            line.append(column == 0 ? "" : GAP).append(column < TEXTS ? cell + space : space + cell);
        }
        return line.toString().stripTrailing();
    }

    /** Cut out of the middle: both ends of a flow's name tell it apart. */
    private static String cut(String cell, int width) {
        if (cell.length() <= width) {
            return cell;
        }
        int head = (width - 1) / 2;
        return cell.substring(0, head) + "\u2026" + cell.substring(cell.length() - (width - 1 - head));
    }
}
