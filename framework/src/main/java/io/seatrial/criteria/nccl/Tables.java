package io.seatrial.criteria.nccl;

import io.seatrial.criteria.nccl.Variable.Range;
import io.seatrial.criteria.nccl.Variable.Reading;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What is known of variables.
 *
 * @param variables those that NCCL reads, by name
 * @param names remarks about names, by name
 * @param otherReaders who reads names that begin so
 */
record Tables(Map<String, Variable> variables, Map<String, NameRule> names, Map<String, String> otherReaders) {
    static final Tables SHIPPED = shipped();

    private static final String NONE = "-";
    private static final String GUIDE = "guide:";

    /**
     * A remark about a name.
     *
     * @param from the release from which on it holds, empty where it does for all
     * @param instead what to write in its place
     */
    record NameRule(
            String name,
            Severity severity,
            Optional<Release> from,
            Kind kind,
            Optional<String> instead,
            Optional<String> why) {}

    /** What is remarked about a name. */
    enum Kind {
        NEVER,
        ENDED,
        DEPRECATED,
        PYTORCH
    }

    private static Tables shipped() {
        Map<String, Variable> variables = new LinkedHashMap<>();
        rows("variables.txt").stream().map(Tables::variable).forEach(one -> variables.put(one.name(), one));
        Map<String, NameRule> names = new LinkedHashMap<>();
        rows("names.txt").stream().map(Tables::nameRule).forEach(one -> names.put(one.name(), one));
        Map<String, String> readers = new LinkedHashMap<>();
        rows("other-readers.txt").forEach(row -> readers.put(row.split("\\s+", 2)[0], row.split("\\s+", 2)[1]));
        return new Tables(
                Collections.unmodifiableMap(variables),
                Collections.unmodifiableMap(names),
                Collections.unmodifiableMap(readers));
    }

    private static Variable variable(String row) {
        String[] cells = row.split("\\s+");
        Optional<Range> range = cells.length < 5 ? Optional.empty() : Optional.of(range(cells[4].replace(GUIDE, "")));
        Reading reading = Reading.valueOf(cells[3].toUpperCase(Locale.ROOT));
        return new Variable(
                cells[0],
                Release.of(cells[1]),
                given(cells[2]).map(Release::of),
                reading,
                range,
                cells.length > 4 && cells[4].startsWith(GUIDE));
    }

    private static Range range(String text) {
        String[] ends = text.split("\\.\\.");
        return new Range(Long.parseLong(ends[0]), Long.parseLong(ends[1]));
    }

    private static NameRule nameRule(String row) {
        String[] cells = row.split("\\|");
        return new NameRule(
                cells[0].strip(),
                Severity.valueOf(cells[1].strip().toUpperCase(Locale.ROOT)),
                given(cells[2].strip()).map(Release::of),
                Kind.valueOf(cells[3].strip().toUpperCase(Locale.ROOT)),
                given(cells[4].strip()),
                given(cells[5].strip()));
    }

    private static Optional<String> given(String cell) {
        return cell.equals(NONE) ? Optional.empty() : Optional.of(cell);
    }

    private static List<String> rows(String resource) {
        InputStream bytes = Objects.requireNonNull(Tables.class.getResourceAsStream(resource), resource);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Return who else reads a name; a variable of NCCL's own is its own whatever it begins with. */
    Optional<String> otherReader(String name) {
        return variables.containsKey(name)
                ? Optional.empty()
                : otherReaders.entrySet().stream()
                        .filter(entry -> name.startsWith(entry.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst();
    }
}
