package io.seatrial.formats.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a terminal shows of a raw line. A carriage return starts the line again and a backspace takes one character back, so nothing that was
 * erased is glued to what came after it. Escape sequences (ECMA-48: CSI, OSC and two-character ones) show nothing, but for the cursor
 * moved right.
 */
final class Terminal {
    private static final char ESCAPE = 0x1b;
    private static final char BELL = 7;
    private static final char NO_BREAK_SPACE = 0xa0;
    private static final int MOST_BLANKS = 500;

    /** Pagers of shells, IOS-like switches, NX-OS and EOS, ASA, Junos; then those of less. */
    private static final Pattern PAGER =
            Pattern.compile("^\\s*(?:--\\s?More\\s?--(?:\\s?\\(\\d+%\\))?|<--- More --->|---\\(more(?: \\d+%)?\\)---"
                    + "|lines \\d+-\\d+(?:/\\d+)?(?: \\d+%| \\(END\\))?$|\\(END\\)$) ?");

    private Terminal() {}

    /** Return what is shown, or null where the line is nothing but a pager's prompt. */
    static String shown(String raw) {
        String text = isPlain(raw) ? raw : played(raw);
        int first = 0;
        while (first < text.length() && text.charAt(first) == ' ') {
            first++;
        }
        // Looked at character by character first: this is done for every line of large logs.
        if (first == text.length() || "-<l(".indexOf(text.charAt(first)) < 0) {
            return text;
        }
        return withoutPager(text);
    }

    private static String withoutPager(String text) {
        Matcher pager = PAGER.matcher(text);
        String rest = text;
        while (pager.find()) {
            rest = rest.substring(pager.end());
            if (rest.isEmpty()) {
                return null;
            }
            pager = PAGER.matcher(rest);
        }
        return rest;
    }

    private static boolean isPlain(String raw) {
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c < ' ' && c != '\t' || c == NO_BREAK_SPACE) {
                return false;
            }
        }
        return true;
    }

    private static String played(String raw) {
        StringBuilder shown = new StringBuilder(raw.length());
        int at = 0;
        while (at < raw.length()) {
            char c = raw.charAt(at);
            at = c == ESCAPE ? escape(raw, at, shown) : plain(raw, at, shown);
        }
        return shown.toString();
    }

    private static int plain(String raw, int at, StringBuilder shown) {
        char c = raw.charAt(at);
        if (c == '\r') {
            shown.setLength(isRestOnlyReturns(raw, at) ? shown.length() : 0);
        } else if (c == '\b') {
            shown.setLength(Math.max(0, shown.length() - 1));
        } else if (c >= ' ' || c == '\t') {
            shown.append(c == NO_BREAK_SPACE ? ' ' : c);
        }
        return at + 1;
    }

    /** A line may end in colours and several carriage returns. */
    private static boolean isRestOnlyReturns(String raw, int at) {
        StringBuilder rest = new StringBuilder();
        int i = at;
        while (i < raw.length()) {
            char c = raw.charAt(i);
            if (c != ESCAPE && c != '\r') {
                return false;
            }
            i = c == ESCAPE ? escape(raw, i, rest) : i + 1;
        }
        return rest.length() == 0;
    }

    private static int escape(String raw, int at, StringBuilder shown) {
        if (at + 1 >= raw.length()) {
            return raw.length();
        }
        char kind = raw.charAt(at + 1);
        if (kind == '[') {
            return control(raw, at + 2, shown);
        }
        return kind == ']' ? operatingSystemCommand(raw, at + 2) : at + 2;
    }

    private static int control(String raw, int start, StringBuilder shown) {
        int end = start;
        while (end < raw.length() && (raw.charAt(end) < '@' || raw.charAt(end) > '~')) {
            end++;
        }
        if (end < raw.length() && raw.charAt(end) == 'C') {
            shown.append(" ".repeat(blanks(raw.substring(start, end))));
        }
        return Math.min(end + 1, raw.length());
    }

    private static int blanks(String parameter) {
        return parameter.matches("\\d{1,3}") ? Math.min(Integer.parseInt(parameter), MOST_BLANKS) : 1;
    }

    private static int operatingSystemCommand(String raw, int start) {
        int end = start;
        while (end < raw.length() && raw.charAt(end) != BELL && raw.charAt(end) != ESCAPE) {
            end++;
        }
        boolean byEscape = end + 1 < raw.length() && raw.charAt(end) == ESCAPE;
        return Math.min(byEscape ? end + 2 : end + 1, raw.length());
    }
}
