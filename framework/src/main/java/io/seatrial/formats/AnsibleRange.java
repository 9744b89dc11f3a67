package io.seatrial.formats;

import io.seatrial.formats.text.HostNames;
import io.seatrial.formats.text.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ranges of Ansible: {@code host[01:04]}, {@code host[a:c]}, {@code host[0:8:2]}; both ends included, the width of the first kept. */
final class AnsibleRange {
    private static final Pattern RANGE = Pattern.compile("\\[(\\w+):(\\w+)(?::(\\d{1,9}))?\\]");

    private AnsibleRange() {}

    /** Write a pattern out. */
    static List<String> expand(Line line, String pattern) {
        List<String> names = List.of("");
        Matcher range = RANGE.matcher(pattern);
        int end = 0;
        while (range.find()) {
            names = cross(line, names, List.of(pattern.substring(end, range.start())));
            names = cross(line, names, range(line, range));
            end = range.end();
        }
        String rest = pattern.substring(end);
        if (rest.contains("[") || rest.contains("]")) {
            throw line.malformed("a range [FIRST:LAST]");
        }
        return cross(line, names, List.of(rest));
    }

    private static List<String> range(Line line, Matcher range) {
        String first = range.group(1);
        String last = range.group(2);
        int step = range.group(3) == null ? 1 : Integer.parseInt(range.group(3));
        boolean letters = first.matches("[A-Za-z]") && last.matches("[A-Za-z]");
        if (step == 0 || !letters && !(first.matches("\\d{1,9}") && last.matches("\\d{1,9}"))) {
            throw line.malformed("a range of numbers or of single letters");
        }
        int from = letters ? first.charAt(0) : Integer.parseInt(first);
        int to = letters ? last.charAt(0) : Integer.parseInt(last);
        if (to < from || (to - from) / step >= HostNames.LIMIT) {
            throw line.malformed("a range from the lower to the higher end of at most " + HostNames.LIMIT + " names");
        }
        List<String> names = new ArrayList<>();
        for (int i = from; i <= to; i += step) {
            names.add(letters ? String.valueOf((char) i) : HostNames.padded(i, first.length()));
        }
        return names;
    }

    private static List<String> cross(Line line, List<String> heads, List<String> tails) {
        if ((long) heads.size() * tails.size() > HostNames.LIMIT) {
            throw line.malformed("at most " + HostNames.LIMIT + " names");
        }
        List<String> names = new ArrayList<>(heads.size() * tails.size());
        heads.forEach(head -> tails.forEach(tail -> names.add(head + tail)));
        return names;
    }
}
