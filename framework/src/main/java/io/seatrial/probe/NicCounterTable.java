package io.seatrial.probe;

import io.seatrial.measurement.Counter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the drivers of NICs call their counters: {@code nic-counters.txt}, where every name stands with its source. */
final class NicCounterTable {
    private static final Pattern HEAD = Pattern.compile("\\[(\\S+) (\\S+) (\\d+) ms\\]");
    private static final Pattern ROW = Pattern.compile("(.+?) = (\\S+?)(?: \\* (\\d+))?");
    private static final String KNOWN_BY = "known by: ";
    private static final String SELECT = "select: ";
    private static final int PRIORITIES = 8;

    /** The table that comes with the program; after the patterns by which it is read. */
    static final NicCounterTable SHIPPED = shipped("nic-counters.txt");

    /**
     * What a name counts.
     *
     * @param factor base units in one unit of the driver
     */
    record Meaning(Counter counter, long factor) {}

    /**
     * One driver's names of one source.
     *
     * @param refresh how often it renews its counters by itself
     * @param marks patterns of names by which it is known
     * @param select globs that cover all its names
     */
    record Driver(
            String source,
            String name,
            Duration refresh,
            List<Pattern> marks,
            List<String> select,
            Map<String, List<Meaning>> meanings) {
        /** Return what a name counts, nothing where that is not known. */
        List<Meaning> meanings(String of) {
            return meanings.getOrDefault(of, List.of());
        }

        private boolean has(Collection<String> names) {
            return names.stream()
                    .anyMatch(
                            name -> marks.stream().anyMatch(m -> m.matcher(name).matches()));
        }
    }

    private final List<Driver> drivers = new ArrayList<>();

    private NicCounterTable(Iterable<String> lines) {
        for (String line : lines) {
            if (!line.isBlank() && !line.startsWith("#")) {
                take(line);
            }
        }
    }

    private static NicCounterTable shipped(String resource) {
        try (InputStream stream = NicCounterTable.class.getResourceAsStream(resource);
                BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return new NicCounterTable(reader.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(String line) {
        Matcher head = HEAD.matcher(line);
        Matcher row = ROW.matcher(line);
        if (head.matches()) {
            Duration refresh = Duration.ofMillis(Long.parseLong(head.group(3)));
            drivers.add(new Driver(
                    head.group(1), head.group(2), refresh, new ArrayList<>(), new ArrayList<>(), new HashMap<>()));
        } else if (line.startsWith(KNOWN_BY)) {
            words(line, KNOWN_BY).forEach(glob -> last().marks().add(pattern(glob)));
        } else if (line.startsWith(SELECT)) {
            last().select().addAll(words(line, SELECT));
        } else if (row.matches()) {
            long factor = row.group(3) == null ? 1 : Long.parseLong(row.group(3));
            name(row.group(1), row.group(2), factor);
        } else {
            throw new IllegalStateException("nic-counters.txt: no line of the table: " + line);
        }
    }

    private Driver last() {
        return drivers.get(drivers.size() - 1);
    }

    private static List<String> words(String line, String after) {
        return List.of(line.substring(after.length()).strip().split(" +"));
    }

    private void name(String name, String counter, long factor) {
        if (!name.contains("#")) {
            add(name, counter, factor);
            return;
        }
        for (int priority = 0; priority < PRIORITIES; priority++) {
            String digit = Integer.toString(priority);
            add(name.replace("#", digit), counter.replace("#", digit), factor);
        }
    }

    private void add(String name, String counter, long factor) {
        Counter known = Counter.of(counter)
                .orElseThrow(() -> new IllegalStateException("nic-counters.txt: no counter '" + counter + "'"));
        last().meanings().computeIfAbsent(name, n -> new ArrayList<>()).add(new Meaning(known, factor));
    }

    /** Return a pattern for a glob of {@code *} and {@code ?}. */
    static Pattern pattern(String glob) {
        StringBuilder regex = new StringBuilder();
        for (char c : glob.toCharArray()) {
            regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return Pattern.compile(regex.toString());
    }

    /** Return every driver, in the order in which they are looked for. */
    List<Driver> drivers() {
        return List.copyOf(drivers);
    }

    /** Find the driver that has such names in a source. */
    Optional<Driver> driver(String source, Collection<String> names) {
        return drivers.stream()
                .filter(driver -> driver.source().equals(source))
                .filter(driver -> driver.has(names))
                .findFirst();
    }

    /** Return the globs of all ethtool statistics of the table. */
    List<String> select() {
        return drivers.stream()
                .flatMap(driver -> driver.select().stream())
                .distinct()
                .toList();
    }
}
