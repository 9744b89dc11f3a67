package io.seatrial.formats.text;

/** A text is not of the format that it was read as. The message says where, what was found, and what was expected. */
public final class FormatException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int QUOTED = 120;

    private final int line;
    private final int column;
    private final String expected;

    private FormatException(String place, int line, int column, String quoted, String expected) {
        super(place + (quoted == null ? "" : ": found '" + quoted + "'") + "; expected " + expected);
        this.line = line;
        this.column = column;
        this.expected = expected;
    }

    /**
     * A place in the text.
     *
     * @param line counted from 1
     * @param column counted from 1, of the line as a terminal shows it
     * @param text the line as it stands there; quoted up to {@value #QUOTED} characters
     */
    public static FormatException at(int line, int column, String text, String expected) {
        return new FormatException("line " + line + ", column " + column, line, column, shortened(text), expected);
    }

    /** A place in a JSON document, such as {@code lldp.interface[0]}. */
    public static FormatException inDocument(String path, String found, String expected) {
        return new FormatException(path.isEmpty() ? "the document" : path, 0, 0, shortened(found), expected);
    }

    /** The whole text lacks what every text of the format has. */
    public static FormatException missing(String expected) {
        return new FormatException("nothing of that format in the text", 0, 0, null, expected);
    }

    private static String shortened(String text) {
        String trimmed = text.strip();
        return trimmed.length() <= QUOTED ? trimmed : trimmed.substring(0, QUOTED) + "...";
    }

    /** Return the line, counted from 1; 0 where the error is not at one line. */
    public int line() {
        return line;
    }

    /** Return the column, counted from 1; 0 where the error is not at one line. */
    public int column() {
        return column;
    }

    /** Return what should stand there. */
    public String expected() {
        return expected;
    }
}
