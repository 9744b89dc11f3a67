package io.seatrial.inventory;

/** A text that does not follow its notation. The reader of a file adds the place; other callers see a complete sentence. */
final class Malformed extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final String found;
    private final String expected;

    Malformed(String found, String expected) {
        super("found " + found + "; expected " + expected);
        this.found = found;
        this.expected = expected;
    }

    String found() {
        return found;
    }

    String expected() {
        return expected;
    }
}
