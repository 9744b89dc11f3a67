package io.seatrial.cli;

/** What takes more than one room: a reader says what stands in a text, and another room what follows from it. */
final class Composed {
    private Composed() {}

    /** Return what was read, with what follows from it where the format asks a question that reading alone does not answer. */
    static Object of(String format, Object read) {
        return read;
    }
}
