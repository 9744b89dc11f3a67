package io.seatrial.archive.history;

import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a store can be asked. Every question throws {@link HistoryException} where the store does not answer. */
public final class HistoryQueries {
    /** So many runs are looked back on where nothing else is said. */
    public static final int LAST = 30;

    private static final String RUN_COLUMNS =
            "id, cluster, run, profile, started, ended, verdict, status, countable, fabric, version, hash";

    private final Dialect dialect;
    private final Connection connection;

    HistoryQueries(Dialect dialect, Connection connection) {
        this.dialect = dialect;
        this.connection = connection;
    }

    /** A question in SQL. */
    private interface Asking<T> {
        T ask() throws SQLException;
    }

    private <T> T told(Asking<T> asking) {
        try {
            return asking.ask();
        } catch (SQLException e) {
            throw dialect.explain(e);
        }
    }

    /** Return the names of the clusters, sorted. */
    public List<String> clusters() {
        return told(() -> texts("SELECT DISTINCT cluster FROM runs ORDER BY cluster"));
    }

    /** Return the last runs of a cluster, oldest first. */
    public List<StoredRun> runs(String cluster, int last) {
        return told(() -> List.copyOf(lastRuns(cluster, last, Long.MAX_VALUE).values()));
    }

    /** Return a run, empty where it is not there. */
    public Optional<StoredRun> run(String cluster, String run) {
        return told(() -> {
            try (PreparedStatement select = prepared(
                            "SELECT " + RUN_COLUMNS + " FROM runs WHERE cluster = ? AND run = ?", cluster, run);
                    ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(run(row)) : Optional.<StoredRun>empty();
            }
        });
    }

    /** Tell whether a run is there. */
    public boolean holds(String cluster, String run) {
        return run(cluster, run).isPresent();
    }

    /** Return the names of all subjects that something was measured on, sorted. */
    public SortedSet<String> subjects() {
        return told(() ->
                Collections.unmodifiableSortedSet(new TreeSet<String>(texts("SELECT DISTINCT subject FROM series"))));
    }

    /**
     * Return the series of a subject, each over the last runs of its cluster.
     *
     * @param subject its name, perhaps behind its kind ({@code flow a>b})
     * @param only which of them
     * @param last how many runs
     */
    public List<Trend> trends(String subject, Only only, int last) {
        return told(() -> {
            List<Trend> trends = new ArrayList<>();
            Map<String, Map<Long, StoredRun>> runs = new HashMap<>();
            for (Row row : series(subject, only)) {
                String cluster = row.of().cluster();
                if (!runs.containsKey(cluster)) {
                    runs.put(cluster, lastRuns(cluster, last, Long.MAX_VALUE));
                }
                trends.add(trend(row, runs.get(cluster)));
            }
            return trends;
        });
    }

    /**
     * Which series; an empty text stands for all.
     *
     * @param cluster name of the cluster
     * @param ask id of the ask
     * @param metric id of the metric
     */
    public record Only(String cluster, String ask, String metric) {
        /** All of them. */
        public static final Only ALL = new Only("", "", "");

        private boolean holds(SeriesClass of) {
            return (cluster.isEmpty() || cluster.equals(of.cluster()))
                    && (ask.isEmpty() || ask.equals(of.ask()))
                    && (metric.isEmpty() || metric.equals(of.metric().id()));
        }
    }

    /** Return one series over the last runs up to one. */
    public Trend trend(SeriesClass of, SubjectId subject, StoredRun upTo, int last) {
        Only only = new Only(of.cluster(), of.ask(), of.metric().id());
        return told(() -> {
            Map<Long, StoredRun> runs =
                    lastRuns(of.cluster(), last, upTo.started().toEpochMilli());
            for (Row row : series(subject.toString(), only)) {
                if (row.of().equals(of)) {
                    return trend(row, runs);
                }
            }
            return new Trend(of, subject, List.of());
        });
    }

    /**
     * Look for movers between a run and those before it.
     *
     * @param upTo the run that is looked at; empty for the last one
     * @param last how many runs, that one among them
     */
    public Movers movers(String cluster, Optional<StoredRun> upTo, int last) {
        long latest = upTo.map(run -> run.started().toEpochMilli()).orElse(Long.MAX_VALUE);
        return told(() -> {
            Map<Long, StoredRun> runs = lastRuns(cluster, last, latest);
            Movers found = new Movers(List.copyOf(runs.values()), List.of(), List.of());
            for (var each : runs.isEmpty() ? List.<Map.Entry<Long, SeriesClass>>of() : classes(cluster)) {
                found = found.and(Movers.of(history(each.getKey(), each.getValue(), runs)));
            }
            return found;
        });
    }

    /** Return what came and went over the last runs of a cluster, the most restless first. */
    public List<Flicker> flickers(String cluster, int last) {
        return told(() -> {
            Map<Long, StoredRun> runs = lastRuns(cluster, last, Long.MAX_VALUE);
            if (runs.isEmpty()) {
                return List.<Flicker>of();
            }
            List<Flicker> found = new ArrayList<>(verdictFlips(cluster, runs));
            for (var each : classes(cluster)) {
                found.addAll(Jumps.of(history(each.getKey(), each.getValue(), runs)));
            }
            found.sort(Comparator.comparingInt(Flicker::flips)
                    .reversed()
                    .thenComparing(Flicker::what)
                    .thenComparing(Flicker::subject));
            return found;
        });
    }

    /** Return what a run gave, by class and subject. */
    public SortedMap<SeriesClass, SortedMap<SubjectId, OfRounds>> values(StoredRun run) {
        return told(() -> {
            SortedMap<SeriesClass, SortedMap<SubjectId, OfRounds>> values = new TreeMap<>();
            for (var each : classes(run.cluster())) {
                SortedMap<SubjectId, OfRounds> of = values(each.getKey(), run);
                if (!of.isEmpty()) {
                    values.put(each.getValue(), of);
                }
            }
            return values;
        });
    }

    /** Count the verdicts of a run by criterion, then by verdict. */
    public SortedMap<String, SortedMap<String, Long>> verdicts(StoredRun run) {
        String sql = "SELECT q.criterion, t.verdict, COUNT(*) FROM questions q JOIN results t ON t.question = q.id"
                + " JOIN runs r ON r.id = t.run WHERE q.cluster = ? AND r.cluster = ? AND r.run = ?"
                + " GROUP BY q.criterion, t.verdict";
        return told(() -> {
            SortedMap<String, SortedMap<String, Long>> counts = new TreeMap<>();
            try (PreparedStatement select = prepared(sql, run.cluster(), run.cluster(), run.run());
                    ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    counts.computeIfAbsent(rows.getString(1), c -> new TreeMap<>())
                            .put(rows.getString(2), rows.getLong(3));
                }
            }
            return counts;
        });
    }

    private SortedMap<SubjectId, OfRounds> values(long of, StoredRun run) throws SQLException {
        String sql = "SELECT s.kind, s.subject, v.rounds, v.median, v.least, v.most FROM series s JOIN round_values v"
                + " ON v.series = s.id JOIN runs r ON r.id = v.run WHERE r.cluster = ? AND r.run = ? AND s.class = "
                + of;
        SortedMap<SubjectId, OfRounds> values = new TreeMap<>();
        try (PreparedStatement select = prepared(sql, run.cluster(), run.run());
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                values.put(subject(rows.getString(1), rows.getString(2)), rounds(rows, 3));
            }
        }
        return values;
    }

    /** By id of the store, oldest first; of several runs that began in the same ms the name decides. */
    private Map<Long, StoredRun> lastRuns(String cluster, int last, long latest) throws SQLException {
        String sql = "SELECT " + RUN_COLUMNS + " FROM runs WHERE cluster = ? AND started <= " + latest
                + " ORDER BY started DESC, run DESC LIMIT " + last;
        List<Map.Entry<Long, StoredRun>> newestFirst = new ArrayList<>();
        try (PreparedStatement select = prepared(sql, cluster);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                newestFirst.add(Map.entry(rows.getLong(1), run(rows)));
            }
        }
        Collections.reverse(newestFirst);
        Map<Long, StoredRun> runs = new LinkedHashMap<>();
        newestFirst.forEach(each -> runs.put(each.getKey(), each.getValue()));
        return runs;
    }

    private static StoredRun run(ResultSet row) throws SQLException {
        return new StoredRun(
                row.getString(2),
                row.getString(3),
                row.getString(4),
                Instant.ofEpochMilli(row.getLong(5)),
                Instant.ofEpochMilli(row.getLong(6)),
                row.getString(7),
                row.getInt(8),
                row.getInt(9) != 0,
                row.getString(10),
                row.getString(11),
                row.getString(12));
    }

    /** A series as it stands in the store. */
    private record Row(long id, SeriesClass of, SubjectId subject) {}

    private List<Row> series(String name, Only only) throws SQLException {
        String sql = "SELECT s.id, c.cluster, c.ask, c.metric, c.unit, c.better, c.conditions, s.kind, s.subject"
                + " FROM series s JOIN classes c ON c.id = s.class WHERE s.subject IN (?, ?)";
        List<Row> found = new ArrayList<>();
        try (PreparedStatement select = prepared(sql, name, name.substring(name.indexOf(' ') + 1));
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                Row row = new Row(rows.getLong(1), seriesClass(rows), subject(rows.getString(8), rows.getString(9)));
                boolean named = row.subject().name().equals(name)
                        || row.subject().toString().equals(name);
                if (named && only.holds(row.of())) {
                    found.add(row);
                }
            }
        }
        found.sort(Comparator.comparing(Row::of).thenComparing(Row::subject));
        return found;
    }

    private static SeriesClass seriesClass(ResultSet row) throws SQLException {
        Metric metric =
                new Metric(row.getString(4), Unit.ofSymbol(row.getString(5)), Direction.valueOf(row.getString(6)));
        return new SeriesClass(row.getString(2), row.getString(3), metric, row.getString(7));
    }

    private Trend trend(Row row, Map<Long, StoredRun> runs) throws SQLException {
        Map<Long, OfRounds> values = new HashMap<>();
        try (PreparedStatement select = prepared(
                        "SELECT run, rounds, median, least, most FROM round_values WHERE series = " + row.id());
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                values.put(rows.getLong(1), rounds(rows, 2));
            }
        }
        SortedSet<String> asked = asked(row.of(), runs);
        asked.removeAll(leftOut(row, runs));
        List<Trend.Point> points = new ArrayList<>();
        runs.forEach((id, run) ->
                points.add(new Trend.Point(run, asked.contains(run.run()), Optional.ofNullable(values.get(id)))));
        return new Trend(row.of(), row.subject(), points);
    }

    private SortedSet<String> asked(SeriesClass of, Map<Long, StoredRun> runs) throws SQLException {
        String sql = "SELECT r.run FROM run_asks a JOIN runs r ON r.id = a.run WHERE r.cluster = ? AND a.ask = ?"
                + " AND r.id IN (" + in(runs) + ")";
        return new TreeSet<String>(texts(sql, of.cluster(), of.ask()));
    }

    /** Return the runs that asked, and left this subject to another night. */
    private List<String> leftOut(Row row, Map<Long, StoredRun> runs) throws SQLException {
        String sql = "SELECT r.run FROM run_left_out l JOIN runs r ON r.id = l.run WHERE l.ask = ? AND l.subject = ?"
                + " AND l.run IN (" + in(runs) + ")";
        return texts(sql, row.of().ask(), row.subject().name());
    }

    private List<Map.Entry<Long, SeriesClass>> classes(String cluster) throws SQLException {
        String sql = "SELECT id, cluster, ask, metric, unit, better, conditions FROM classes WHERE cluster = ?"
                + " ORDER BY ask, metric, conditions";
        List<Map.Entry<Long, SeriesClass>> classes = new ArrayList<>();
        try (PreparedStatement select = prepared(sql, cluster);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                classes.add(Map.entry(rows.getLong(1), seriesClass(rows)));
            }
        }
        return classes;
    }

    /** One class at a time: of 10,000 links and 30 runs that is 300,000 values. */
    private ClassHistory history(long id, SeriesClass of, Map<Long, StoredRun> runs) throws SQLException {
        String sql = "SELECT s.kind, s.subject, v.run, v.median FROM series s JOIN round_values v ON v.series = s.id"
                + " WHERE s.class = " + id + " AND v.run IN (" + in(runs) + ")";
        List<Long> order = List.copyOf(runs.keySet());
        SortedMap<SubjectId, long[]> medians = new TreeMap<>();
        try (PreparedStatement select = prepared(sql);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                medians.computeIfAbsent(subject(rows.getString(1), rows.getString(2)), s -> none(order.size()))[
                                order.indexOf(rows.getLong(3))] =
                        rows.getLong(4);
            }
        }
        String leftOut = "SELECT subject FROM run_left_out WHERE ask = ? AND run = " + order.get(order.size() - 1);
        return new ClassHistory(
                of,
                List.copyOf(runs.values()),
                asked(of, runs),
                new TreeSet<String>(texts(leftOut, of.ask())),
                medians);
    }

    private static long[] none(int runs) {
        long[] none = new long[runs];
        Arrays.fill(none, ClassHistory.NONE);
        return none;
    }

    private List<Flicker> verdictFlips(String cluster, Map<Long, StoredRun> runs) throws SQLException {
        String sql =
                "SELECT q.criterion, q.subject, t.run, t.verdict FROM questions q JOIN results t ON t.question = q.id"
                        + " WHERE q.cluster = ? AND t.run IN (" + in(runs) + ")";
        List<Long> order = List.copyOf(runs.keySet());
        Map<RunDigest.Question, StringBuilder> patterns = new LinkedHashMap<>();
        try (PreparedStatement select = prepared(sql, cluster);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                patterns.computeIfAbsent(
                                new RunDigest.Question(rows.getString(1), rows.getString(2)),
                                q -> new StringBuilder(".".repeat(order.size())))
                        .setCharAt(order.indexOf(rows.getLong(3)), letter(rows.getString(4)));
            }
        }
        return patterns.entrySet().stream()
                .map(each -> Flicker.of(
                        cluster,
                        each.getKey().criterion(),
                        each.getKey().subject(),
                        each.getValue().toString()))
                .filter(flicker -> flicker.flips() >= 2)
                .toList();
    }

    private static char letter(String verdict) {
        return switch (verdict) {
            case "passed", "watch" -> 'p';
            case "failed" -> 'F';
            case "waived" -> 'w';
            default -> '?';
        };
    }

    private static SubjectId subject(String kind, String name) {
        return new SubjectId(SubjectId.Kind.valueOf(kind.toUpperCase(Locale.ROOT)), name);
    }

    private static OfRounds rounds(ResultSet row, int first) throws SQLException {
        return new OfRounds(row.getInt(first), row.getLong(first + 1), row.getLong(first + 2), row.getLong(first + 3));
    }

    /** Ids are numbers of the store itself. */
    private static String in(Map<Long, StoredRun> runs) {
        return String.join(", ", runs.keySet().stream().map(String::valueOf).toList());
    }

    private List<String> texts(String sql, String... values) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (PreparedStatement select = prepared(sql, values);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    private PreparedStatement prepared(String sql, String... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setString(i + 1, values[i]);
        }
        return statement;
    }
}
