package io.seatrial.formats.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The beginning of a text as a terminal shows it, by which its format is recognised.
 *
 * @param lines without line ends; the last one may be cut
 */
public record Head(List<String> lines) {
    public Head {
        lines = List.copyOf(lines);
    }

    static Head of(Lines source) {
        List<String> lines = new ArrayList<>();
        source.forEachRemaining(line -> lines.add(line.text()));
        source.remnant().ifPresent(line -> lines.add(line.text()));
        return new Head(lines);
    }

    /** Tell whether some line has this part. */
    public boolean has(String part) {
        return lines.stream().anyMatch(line -> line.contains(part));
    }

    /** Tell whether the pattern is found in some line. */
    public boolean has(Pattern pattern) {
        return lines.stream().anyMatch(line -> pattern.matcher(line).find());
    }

    /** Tell whether it looks like one JSON document: the first line that is not blank opens an object or an array. */
    public boolean isJson() {
        return lines.stream()
                .filter(line -> !line.isBlank())
                .findFirst()
                .filter(JsonText::opens)
                .isPresent();
    }

    /** Tell whether it looks like JSON and holds all of these names in quotes, at any depth. */
    public boolean isJsonWith(String... names) {
        return isJson() && List.of(names).stream().allMatch(name -> has('"' + name + '"'));
    }
}
