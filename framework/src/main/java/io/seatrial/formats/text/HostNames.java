package io.seatrial.formats.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Names written short, in the notation of Slurm: {@code gpu[001-128,130]}, {@code rack[1-2]node[01-02],login}. Leading zeros are kept, the
 * last bracket runs fastest.
 */
public final class HostNames {
    /** The largest number of names that one list may stand for, so that a slip of the finger cannot fill the memory. */
    public static final int LIMIT = 100_000;

    private static final int MOST_DIGITS = 15;

    private final String text;
    private int at;

    /** A text that does not follow the notation. */
    public static final class Malformed extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        private final int character;
        private final String found;
        private final String expected;

        Malformed(int character, String found, String expected) {
            super("found " + found + "; expected " + expected);
            this.character = character;
            this.found = found;
            this.expected = expected;
        }

        /** Return where it leaves the notation, counted from 1. */
        public int character() {
            return character;
        }

        /** Return what stands there, with its place in the list. */
        public String found() {
            return found;
        }

        /** Return what should stand there. */
        public String expected() {
            return expected;
        }
    }

    private HostNames(String text) {
        this.text = text;
    }

    /**
     * Write the names out, in the order of the text; a name that is listed twice comes twice.
     *
     * @throws Malformed if the text does not follow the notation, with the character where it leaves it, or if it stands for more than
     *     {@link #LIMIT} names
     */
    public static List<String> expand(String text) {
        boolean plain = !text.isEmpty() && text.chars().noneMatch(c -> c == '[' || c == ']' || c == ',' || c <= ' ');
        return plain ? List.of(text) : new HostNames(text).list();
    }

    private List<String> list() {
        List<String> names = new ArrayList<>();
        names.addAll(element());
        while (at < text.length()) {
            at++;
            names.addAll(element());
            checkLimit(names.size());
        }
        return List.copyOf(names);
    }

    private List<String> element() {
        skipBlanks();
        int start = at;
        List<String> names = List.of("");
        while (at < text.length() && text.charAt(at) != ',') {
            names = text.charAt(at) == '[' ? cross(names, brackets()) : cross(names, List.of(literal()));
            skipBlanks();
        }
        if (at == start) {
            throw malformed("a name");
        }
        return names;
    }

    private void skipBlanks() {
        int end = at;
        while (end < text.length() && text.charAt(end) == ' ') {
            end++;
        }
        boolean betweenElements =
                at == 0 || text.charAt(at - 1) == ',' || end == text.length() || text.charAt(end) == ',';
        at = betweenElements ? end : at;
    }

    private String literal() {
        int start = at;
        while (at < text.length() && "[],".indexOf(text.charAt(at)) < 0 && text.charAt(at) > ' ') {
            at++;
        }
        if (at == start) {
            throw malformed("a name, ',' or '['");
        }
        return text.substring(start, at);
    }

    private List<String> brackets() {
        List<String> numbers = new ArrayList<>();
        do {
            at++;
            range(numbers);
        } while (peek() == ',');
        if (peek() != ']') {
            throw malformed("'-', ',' or ']'");
        }
        at++;
        return numbers;
    }

    private void range(List<String> numbers) {
        int start = at;
        String low = digits();
        String high = low;
        if (peek() == '-') {
            at++;
            high = digits();
        }
        long from = Long.parseLong(low);
        long to = Long.parseLong(high);
        if (to < from || high.startsWith("0") && high.length() != low.length()) {
            String seen = text.substring(start, at);
            at = start;
            throw malformed("a range from the lower to the higher number with equal leading zeros", "'" + seen + "'");
        }
        checkLimit(to - from + 1 + numbers.size());
        for (long number = from; number <= to; number++) {
            numbers.add(padded(number, low.length()));
        }
    }

    private String digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == start || at - start > MOST_DIGITS) {
            at = start;
            throw malformed("a number of 1 to " + MOST_DIGITS + " digits");
        }
        return text.substring(start, at);
    }

    /** Return a number with at least this many digits. */
    public static String padded(long number, int width) {
        String digits = Long.toString(number);
        return digits.length() >= width ? digits : "0".repeat(width - digits.length()) + digits;
    }

    private List<String> cross(List<String> heads, List<String> tails) {
        checkLimit((long) heads.size() * tails.size());
        if (tails.size() == 1 && heads.size() == 1) {
            return List.of(heads.get(0) + tails.get(0));
        }
        List<String> names = new ArrayList<>(heads.size() * tails.size());
        heads.forEach(head -> tails.forEach(tail -> names.add(head + tail)));
        return names;
    }

    private void checkLimit(long size) {
        if (size > LIMIT) {
            throw new Malformed(1, "'" + text + "', which stands for more than " + LIMIT + " names", "a shorter list");
        }
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private Malformed malformed(String expected) {
        return malformed(expected, at < text.length() ? "'" + text.charAt(at) + "'" : "the end");
    }

    private Malformed malformed(String expected, String seen) {
        return new Malformed(at + 1, seen + " at character " + (at + 1) + " of host list '" + text + "'", expected);
    }
}
