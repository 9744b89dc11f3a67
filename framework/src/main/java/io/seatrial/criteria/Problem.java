package io.seatrial.criteria;

/**
 * One thing that is wrong in a file.
 *
 * @param file the file
 * @param line its line, from 1
 * @param where the key, for example {@code asks.links.state.limit}
 * @param message what was expected and what was found
 */
public record Problem(String file, int line, String where, String message) {
    @Override
    public String toString() {
        return file + ":" + line + ": " + where + ": " + message;
    }
}
