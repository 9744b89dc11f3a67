package io.seatrial.formats.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Cuts bytes into lines at line feeds, with one buffer; a log of any size needs no more memory than its longest line. */
final class RawLines {
    /** A line beyond this is no line of any tool; a whole JSON document on one line stays below it. */
    private static final int LONGEST = 64 * 1024 * 1024;

    private final InputStream bytes;
    private byte[] buffer = new byte[64 * 1024];
    private int from;
    private int to;
    private int number;
    private boolean whole;

    RawLines(InputStream bytes) {
        this.bytes = bytes;
    }

    /** Return the next line without its line feed, or null at the end. */
    String next() {
        int searched = from;
        while (true) {
            for (int i = searched; i < to; i++) {
                if (buffer[i] == '\n') {
                    return line(i, i + 1, true);
                }
            }
            int have = to - from;
            if (!fill()) {
                return have == 0 ? null : line(to, to, false);
            }
            searched = from + have;
        }
    }

    private String line(int end, int next, boolean isWhole) {
        String text = text(end);
        from = next;
        whole = isWhole;
        number++;
        return number == 1 && text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private String text(int end) {
        for (int i = from; i < end; i++) {
            if (buffer[i] < 0) {
                return new String(buffer, from, end - from, StandardCharsets.UTF_8);
            }
        }
        return new String(buffer, from, end - from, StandardCharsets.ISO_8859_1);
    }

    private boolean fill() {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, to - from);
            to -= from;
            from = 0;
        }
        if (to == buffer.length) {
            grow();
        }
        try {
            int read = bytes.read(buffer, to, buffer.length - to);
            to += Math.max(read, 0);
            return read > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void grow() {
        if (buffer.length >= LONGEST) {
            String start = new String(buffer, 0, 200, StandardCharsets.UTF_8);
            throw FormatException.at(number + 1, 1, start, "a line of at most " + LONGEST / 1024 / 1024 + " MiB");
        }
        buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }

    /** Return the number of the line that was returned last, counted from 1. */
    int number() {
        return number;
    }

    /** Tell whether the line that was returned last had a line feed. */
    boolean isWhole() {
        return whole;
    }
}
