package io.seatrial.archive.history;

import io.seatrial.archive.history.HistoryStore.Stored;
import io.seatrial.measurement.SubjectId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/** Writes runs, each in one transaction. The ids of series are remembered, since the nights of a cluster hold the same ones. */
final class RunWriter {
    private static final int BATCH = 2_000;

    private final Dialect dialect;
    private final Connection connection;
    private final Map<SeriesClass, Long> classes = new HashMap<>();
    private final Map<Long, Map<String, Long>> series = new HashMap<>();
    private final Map<String, Map<String, Long>> questions = new HashMap<>();

    RunWriter(Dialect dialect, Connection connection) {
        this.dialect = dialect;
        this.connection = connection;
    }

    Stored write(RunDigest run) throws SQLException {
        try {
            return Transaction.commit(dialect, connection, () -> insertWhole(run));
        } catch (SQLException | RuntimeException e) {
            forget();
            throw e;
        }
    }

    private Stored insertWhole(RunDigest run) throws SQLException {
        Optional<Long> id = insert(run.run());
        if (id.isEmpty()) {
            return same(run.run()) ? Stored.KNOWN : Stored.OTHER_CONTENT;
        }
        asks(id.get(), run.asks());
        leftOut(id.get(), run.leftOut());
        values(id.get(), run);
        verdicts(id.get(), run);
        return Stored.ADDED;
    }

    /** What a transaction that failed made has no ids any more. */
    private void forget() {
        classes.clear();
        series.clear();
        questions.clear();
    }

    private Optional<Long> insert(StoredRun run) throws SQLException {
        String sql =
                "INSERT INTO runs(cluster, run, profile, started, ended, verdict, status, countable, fabric, version, hash)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, run.cluster());
            insert.setString(2, run.run());
            insert.setString(3, run.profile());
            insert.setLong(4, run.started().toEpochMilli());
            insert.setLong(5, run.ended().toEpochMilli());
            insert.setString(6, run.verdict());
            insert.setInt(7, run.status());
            insert.setInt(8, run.countable() ? 1 : 0);
            insert.setString(9, run.fabric());
            insert.setString(10, run.version());
            insert.setString(11, run.hash());
            try (ResultSet made = insert.executeQuery()) {
                return made.next() ? Optional.of(made.getLong(1)) : Optional.empty();
            }
        }
    }

    private boolean same(StoredRun run) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT hash FROM runs WHERE cluster = ? AND run = ?")) {
            select.setString(1, run.cluster());
            select.setString(2, run.run());
            try (ResultSet row = select.executeQuery()) {
                return row.next() && row.getString(1).equals(run.hash());
            }
        }
    }

    private void asks(long run, Collection<String> asks) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO run_asks VALUES (?, ?)")) {
            Batch batch = new Batch(insert);
            for (String ask : asks) {
                insert.setLong(1, run);
                insert.setString(2, ask);
                batch.add();
            }
            batch.end();
        }
    }

    private void leftOut(long run, SortedMap<String, SortedSet<String>> leftOut) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO run_left_out VALUES (?, ?, ?)")) {
            Batch batch = new Batch(insert);
            for (var each : leftOut.entrySet()) {
                for (String subject : each.getValue()) {
                    insert.setLong(1, run);
                    insert.setString(2, each.getKey());
                    insert.setString(3, subject);
                    batch.add();
                }
            }
            batch.end();
        }
    }

    private void values(long run, RunDigest digest) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO round_values VALUES (?, ?, ?, ?, ?, ?)")) {
            Batch batch = new Batch(insert);
            for (var each : digest.values().entrySet()) {
                Map<String, Long> ids =
                        series(classId(each.getKey()), each.getValue().keySet());
                for (var value : each.getValue().entrySet()) {
                    insert.setLong(1, ids.get(value.getKey().toString()));
                    insert.setLong(2, run);
                    insert.setInt(3, value.getValue().rounds());
                    insert.setLong(4, value.getValue().median());
                    insert.setLong(5, value.getValue().least());
                    insert.setLong(6, value.getValue().most());
                    batch.add();
                }
            }
            batch.end();
        }
    }

    private long classId(SeriesClass of) throws SQLException {
        Long known = classes.get(of);
        if (known != null) {
            return known;
        }
        String sql = "INSERT INTO classes(cluster, ask, metric, conditions, unit, better) VALUES (?, ?, ?, ?, ?, ?)"
                + " ON CONFLICT DO NOTHING";
        try (PreparedStatement insert = connection.prepareStatement(sql);
                PreparedStatement select = connection.prepareStatement(
                        "SELECT id FROM classes WHERE cluster = ? AND ask = ? AND metric = ? AND conditions = ?")) {
            for (PreparedStatement each : List.of(insert, select)) {
                each.setString(1, of.cluster());
                each.setString(2, of.ask());
                each.setString(3, of.metric().id());
                each.setString(4, of.conditions());
            }
            insert.setString(5, of.metric().unit().symbol());
            insert.setString(6, of.metric().better().name());
            insert.executeUpdate();
            try (ResultSet row = select.executeQuery()) {
                row.next();
                classes.put(of, row.getLong(1));
                return row.getLong(1);
            }
        }
    }

    /** Return the ids of a class's series by kind and name, those of the subjects among them. */
    private Map<String, Long> series(long of, Collection<SubjectId> subjects) throws SQLException {
        Map<String, Long> ids = series.computeIfAbsent(of, c -> new HashMap<>());
        if (ids.isEmpty()) {
            readSeries(of, ids);
        }
        List<SubjectId> missing = subjects.stream()
                .filter(subject -> !ids.containsKey(subject.toString()))
                .toList();
        if (!missing.isEmpty()) {
            insertSeries(of, missing);
            readSeries(of, ids);
        }
        return ids;
    }

    private void insertSeries(long of, List<SubjectId> subjects) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO series(class, kind, subject) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")) {
            Batch batch = new Batch(insert);
            for (SubjectId subject : subjects) {
                insert.setLong(1, of);
                insert.setString(2, subject.kind().name().toLowerCase(Locale.ROOT));
                insert.setString(3, subject.name());
                batch.add();
            }
            batch.end();
        }
    }

    private void readSeries(long of, Map<String, Long> ids) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT id, kind, subject FROM series WHERE class = ?")) {
            select.setLong(1, of);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    ids.put(rows.getString(2) + " " + rows.getString(3), rows.getLong(1));
                }
            }
        }
    }

    private void verdicts(long run, RunDigest digest) throws SQLException {
        Map<String, Long> ids = questions(digest);
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO results VALUES (?, ?, ?)")) {
            Batch batch = new Batch(insert);
            for (var each : digest.verdicts().entrySet()) {
                insert.setLong(1, ids.get(key(each.getKey())));
                insert.setLong(2, run);
                insert.setString(3, each.getValue());
                batch.add();
            }
            batch.end();
        }
    }

    private Map<String, Long> questions(RunDigest digest) throws SQLException {
        String cluster = digest.run().cluster();
        Map<String, Long> ids = questions.computeIfAbsent(cluster, c -> new HashMap<>());
        if (ids.isEmpty()) {
            readQuestions(cluster, ids);
        }
        List<RunDigest.Question> missing = digest.verdicts().keySet().stream()
                .filter(question -> !ids.containsKey(key(question)))
                .toList();
        if (!missing.isEmpty()) {
            insertQuestions(cluster, missing);
            readQuestions(cluster, ids);
        }
        return ids;
    }

    private static String key(RunDigest.Question question) {
        return question.criterion() + " " + question.subject();
    }

    private void insertQuestions(String cluster, List<RunDigest.Question> missing) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO questions(cluster, criterion, subject) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")) {
            Batch batch = new Batch(insert);
            for (RunDigest.Question question : missing) {
                insert.setString(1, cluster);
                insert.setString(2, question.criterion());
                insert.setString(3, question.subject());
                batch.add();
            }
            batch.end();
        }
    }

    private void readQuestions(String cluster, Map<String, Long> ids) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT id, criterion, subject FROM questions WHERE cluster = ?")) {
            select.setString(1, cluster);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    ids.put(rows.getString(2) + " " + rows.getString(3), rows.getLong(1));
                }
            }
        }
    }

    /** Sends rows in parcels. */
    private static final class Batch {
        private final PreparedStatement statement;
        private int size;

        Batch(PreparedStatement statement) {
            this.statement = statement;
        }

        void add() throws SQLException {
            statement.addBatch();
            if (++size == BATCH) {
                end();
            }
        }

        void end() throws SQLException {
            if (size > 0) {
                statement.executeBatch();
                size = 0;
            }
        }
    }
}
