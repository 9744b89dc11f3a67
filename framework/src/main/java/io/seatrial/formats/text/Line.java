package io.seatrial.formats.text;

import java.util.ArrayList;
import java.util.List;

/**
 * One line as a terminal shows it, or a value of a JSON document, which has a path in place of a number.
 *
 * @param number counted from 1; 0 for a value of a document
 * @param text without its line end
 * @param path of a value of a document; null for a line
 */
public record Line(int number, String text, String path) {
    /** A line of a text. */
    public Line(int number, String text) {
        this(number, text, null);
    }

    /** Return a value of a JSON document as it stands there, without quotes. */
    static Line inDocument(String path, String text) {
        return new Line(0, text, path);
    }

    /** Say that the line is not what it should be. */
    public FormatException malformed(String expected) {
        return malformed(1, expected);
    }

    /** Say that the line is not what it should be from a column on (counted from 1). */
    public FormatException malformed(int column, String expected) {
        return path == null
                ? FormatException.at(number, column, text, expected)
                : FormatException.inDocument(path, text, expected);
    }

    /** Return the same line with other text, such as without a launcher's prefix. */
    public Line with(String other) {
        return new Line(number, other, path);
    }

    public boolean isBlank() {
        return text.isBlank();
    }

    /** Return what stands between blanks and tabs. */
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int start = at;
            while (at < text.length() && text.charAt(at) > ' ') {
                at++;
            }
            if (at > start) {
                cells.add(new Cell(this, start + 1, text.substring(start, at)));
            }
            at++;
        }
        return cells;
    }
}
