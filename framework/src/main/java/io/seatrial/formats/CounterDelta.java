package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.CounterChange;
import io.seatrial.formats.text.CounterKind;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Snapshots of counters, one line each, {@code t=SECONDS NAME: VALUE} (no tool's own form: what a loop
 * around {@code ethtool -S} writes, ethtool 4 to 6), and what was counted between the first and the last. Names are those
 * of ethtool -S for mlx5 (kernel, Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst): {@code rx_prio3_pause}
 * counts frames, {@code rx_prio3_pause_duration} microseconds. They wrap at 2^64.
 *
 * <p>If one counter was reset then all of the device were, so no difference is known, only what was counted since. A counter that is missing
 * in a snapshot has no difference.
 */
public final class CounterDelta implements Format<CounterDelta.Report> {
    private static final Pattern LINE =
            Pattern.compile("^\\s*t=(\\d+(?:\\.\\d+)?)s?\\s+(\\S.*?)\\s*:\\s+(\\S.*?)\\s*$");
    private static final Pattern PRIORITY = Pattern.compile("(rx|tx)_prio(\\d)_(.+)");
    private static final Map<String, String> WITH_UNIT = Map.of(
            "pause", "pause_frames", "pause_duration", "pause_duration_us", "pause_transition", "pause_transitions");

    /**
     * Differences over the whole window.
     *
     * @param windowS seconds from the first snapshot to the last
     * @param delta by counter if they are of one priority or none, else a list with one entry for each priority; a value is null where the
     *     difference is not known
     * @param resetDetected whether a counter went back without a wrap; null where no counter is in two snapshots that follow each other
     * @param lowerBoundSinceReset what was counted since the last reset, shaped as delta; null without a reset
     * @param finding what keeps a difference from being known; null if nothing does
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(
            BigDecimal windowS,
            Object delta,
            Boolean resetDetected,
            Object lowerBoundSinceReset,
            String finding,
            Boolean complete) {}

    @Override
    public String id() {
        return "counter-delta";
    }

    @Override
    public String about() {
        return "snapshots of counters, 't=SECONDS NAME: VALUE' a line, and the differences between them";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(LINE));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("window_s", "delta", "reset_detected", "lower_bound_since_reset", "finding");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        TreeMap<BigDecimal, Map<String, BigInteger>> snapshots = new TreeMap<>();
        Set<String> names = new LinkedHashSet<>();
        for (Line line : lines) {
            Matcher reading = LINE.matcher(line.text());
            if (reading.matches()) {
                take(line, reading, snapshots);
                names.add(reading.group(2));
            } else if (!line.isBlank() && !line.text().strip().startsWith("#")) {
                throw line.malformed("'t=SECONDS NAME: VALUE'");
            }
        }
        if (snapshots.isEmpty()) {
            throw lines.missing("lines 't=SECONDS NAME: VALUE'");
        }
        return report(snapshots, names, lines.completeAsFarAsKnown());
    }

    private static void take(Line line, Matcher reading, TreeMap<BigDecimal, Map<String, BigInteger>> snapshots) {
        BigDecimal time = new BigDecimal(reading.group(1));
        if (!snapshots.isEmpty() && time.compareTo(snapshots.lastKey()) < 0) {
            throw line.malformed(reading.start(1) + 1, "a time of " + snapshots.lastKey() + " s or later");
        }
        BigInteger value = new Cell(line, reading.start(3) + 1, reading.group(3)).counter();
        Map<String, BigInteger> snapshot = snapshots.computeIfAbsent(time, t -> new LinkedHashMap<>());
        if (snapshot.containsKey(reading.group(2))) {
            throw line.malformed(reading.start(2) + 1, "each counter once in a snapshot");
        }
        snapshot.put(reading.group(2), value);
    }

    private static Report report(
            TreeMap<BigDecimal, Map<String, BigInteger>> snapshots, Set<String> names, Boolean complete) {
        List<Map<String, BigInteger>> readings = List.copyOf(snapshots.values());
        // One snapshot has no window; a cut text often ends so.
        BigDecimal window = readings.size() < 2 ? null : snapshots.lastKey().subtract(snapshots.firstKey());
        Map<String, List<CounterChange>> changes = new LinkedHashMap<>();
        names.forEach(name -> changes.put(
                name,
                CounterChange.series(
                        CounterKind.WRAPS_64,
                        readings.stream().map(reading -> reading.get(name)).toList())));
        Boolean reset = reset(changes.values());
        boolean isReset = Boolean.TRUE.equals(reset);
        Map<String, BigInteger> differences = new LinkedHashMap<>();
        Map<String, BigInteger> since = new LinkedHashMap<>();
        changes.forEach((name, series) -> {
            differences.put(name, isReset ? null : CounterChange.sum(series));
            since.put(name, sinceReset(name, readings));
        });
        return new Report(
                window,
                shaped(differences),
                reset,
                isReset ? shaped(since) : null,
                finding(changes, isReset, window),
                complete);
    }

    private static Boolean reset(Collection<List<CounterChange>> series) {
        List<CounterChange> compared = series.stream()
                .flatMap(List::stream)
                .filter(change -> change.difference() != null || change.how() == CounterChange.How.RESET)
                .toList();
        return compared.isEmpty()
                ? null
                : (Boolean) compared.stream().anyMatch(change -> change.how() == CounterChange.How.RESET);
    }

    /** After a reset the value itself is what was counted since. */
    private static BigInteger sinceReset(String name, List<Map<String, BigInteger>> readings) {
        return readings.get(readings.size() - 1).get(name);
    }

    private static String finding(Map<String, List<CounterChange>> changes, boolean reset, BigDecimal window) {
        if (window == null) {
            return "one snapshot only, no difference can be known";
        }
        if (reset) {
            return "counters went back between snapshots: cleared, or the device began anew; only what was counted since then is known";
        }
        List<String> unknown = changes.entrySet().stream()
                .filter(e -> CounterChange.sum(e.getValue()) == null)
                .map(Map.Entry::getKey)
                .toList();
        return unknown.isEmpty() ? null : "not in every snapshot, so no difference: " + String.join(", ", unknown);
    }

    private static Object shaped(Map<String, BigInteger> values) {
        Map<Integer, Map<String, Object>> byPriority = new TreeMap<>();
        Map<String, Object> all = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            Matcher priority = PRIORITY.matcher(name);
            boolean matches = priority.matches();
            String field = matches ? field(priority) : name;
            all.put(field, value);
            if (matches) {
                byPriority
                        .computeIfAbsent(Integer.valueOf(priority.group(2)), CounterDelta::entry)
                        .put(field, value);
            }
        });
        return byPriority.size() > 1 ? List.copyOf(byPriority.values()) : all;
    }

    private static Map<String, Object> entry(Integer priority) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("priority", priority);
        return entry;
    }

    private static String field(Matcher priority) {
        return priority.group(1) + "_" + WITH_UNIT.getOrDefault(priority.group(3), priority.group(3));
    }
}
