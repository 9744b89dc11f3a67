package io.seatrial.archive.history;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;

/**
 * Brings the tables of a store to what this version needs. Each step is one transaction, and of several processes one does it. A step that
 * was ever released is never changed; what comes later is a step of its own.
 */
final class Migrations {
    /** In the order in which they are applied; the first one is number 1. */
    static final List<String> STEPS = List.of("runs-and-their-values", "what-nights-left-out");

    private static final String TABLE = "CREATE TABLE IF NOT EXISTS migrations("
            + "number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied BIGINT NOT NULL)";

    private final Dialect dialect;
    private final Connection connection;
    private final String store;

    Migrations(Dialect dialect, Connection connection, String store) {
        this.dialect = dialect;
        this.connection = connection;
        this.store = store;
    }

    /** @throws HistoryException if a newer version made the store */
    void apply() throws SQLException {
        if (applied() == STEPS.size()) {
            return; // read alone, so that a store may be asked while another process writes
        }
        for (int number = 1; number <= STEPS.size(); number++) {
            step(number);
        }
        requireKnown(applied());
    }

    private int step(int number) throws SQLException {
        return Transaction.commit(dialect, connection, () -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute(dialect.sql(TABLE));
                if (number > newest(statement)) {
                    for (String sql : statements(number)) {
                        statement.execute(dialect.sql(sql));
                    }
                    write(number);
                }
                return number;
            }
        });
    }

    private void write(int number) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO migrations VALUES (?, ?, ?)")) {
            insert.setInt(1, number);
            insert.setString(2, STEPS.get(number - 1));
            insert.setLong(3, Instant.now().toEpochMilli());
            insert.executeUpdate();
        }
    }

    /** Return the number of the last step, 0 for a database without any. */
    private int applied() throws SQLException {
        try (ResultSet tables = connection.getMetaData().getTables(null, connection.getSchema(), "migrations", null)) {
            if (!tables.next()) {
                return 0;
            }
        }
        try (Statement statement = connection.createStatement()) {
            int newest = newest(statement);
            requireKnown(newest);
            return newest;
        }
    }

    private static int newest(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT COALESCE(MAX(number), 0) FROM migrations")) {
            row.next();
            return row.getInt(1);
        }
    }

    private void requireKnown(int newest) {
        if (newest > STEPS.size()) {
            throw HistoryException.input(
                    "history store " + store + ": made by a newer version (step " + newest
                            + " of its tables, this version knows " + STEPS.size()
                            + "); use that version, or another store",
                    null);
        }
    }

    private static List<String> statements(int number) {
        String name = number + "-" + STEPS.get(number - 1) + ".sql";
        try (InputStream in = Migrations.class.getResourceAsStream("/io/seatrial/archive/history/" + name)) {
            if (in == null) {
                throw new IllegalStateException(name + ": missing from the program; build it again");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
            return List.of(text.split(";")).stream()
                    .map(String::strip)
                    .filter(sql -> !sql.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(name + ": cannot be read", e);
        }
    }
}
