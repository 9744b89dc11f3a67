package io.seatrial.transport;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Writes command lines for a POSIX shell. */
public final class Shell {
    private Shell() {}

    /** Quote a word so that a shell takes it as it is; refuse a zero byte, which no argument can hold. */
    public static String quote(String word) {
        if (word.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("shell word: expected no zero byte, got one in " + word.strip());
        }
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /**
     * Return a command line that runs a script of one line under {@code /bin/sh} whatever the login shell is.
     *
     * @param script the script; its arguments are {@code $1}, {@code $2}, ...
     * @param arguments taken as they are
     */
    public static String script(String script, String... arguments) {
        String words = Arrays.stream(arguments).map(word -> " " + quote(word)).collect(Collectors.joining());
        return "exec /bin/sh -c " + quote(script) + " sh" + words;
    }
}
