package io.seatrial.archive.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import org.sqlite.SQLiteErrorCode;

/** A file of SQLite. Readers see the last finished transaction while another process writes (write-ahead log). */
record Sqlite(Path file) implements Dialect {
    /** A night of 100,000 values is written within a second or two; several nights may end at once. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Override
    public boolean exists() {
        return Files.exists(file);
    }

    @Override
    public Connection connect() throws SQLException {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
        } catch (IOException e) {
            throw HistoryException.input(named() + "its folder cannot be made (" + e + ")", e);
        }
        Properties options = new Properties();
        options.setProperty("busy_timeout", Long.toString(PATIENCE.toMillis()));
        // nothing that an import finished is lost with the power
        options.setProperty("synchronous", "FULL");
        options.setProperty("foreign_keys", "true");
        options.setProperty("transaction_mode", "IMMEDIATE");
        // in the units of SQLite: minus KiB
        options.setProperty("cache_size", "-65536");
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file, options);
        try {
            writeAhead(connection);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /**
     * Going over to a write-ahead log needs the file alone and does not wait for that (SQLite asks no busy handler there), so that of several
     * processes that make the store all but one are refused. Those wait for the writer as any transaction does, and look again.
     */
    private static void writeAhead(Connection connection) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try (Statement statement = connection.createStatement()) {
            while (!isWriteAhead(statement, "PRAGMA journal_mode")) {
                try {
                    if (!isWriteAhead(statement, "PRAGMA journal_mode = WAL")) {
                        return; // a file system without shared memory: readers wait for writers then
                    }
                } catch (SQLException e) {
                    if (code(e) != SQLiteErrorCode.SQLITE_BUSY || System.nanoTime() > deadline) {
                        throw e;
                    }
                    statement.execute("BEGIN IMMEDIATE");
                    statement.execute("COMMIT");
                }
            }
        }
    }

    private static boolean isWriteAhead(Statement statement, String pragma) throws SQLException {
        try (ResultSet mode = statement.executeQuery(pragma)) {
            return mode.next() && mode.getString(1).equalsIgnoreCase("wal");
        }
    }

    /** Without the extension that says more of it. */
    private static SQLiteErrorCode code(SQLException failure) {
        return SQLiteErrorCode.getErrorCode(failure.getErrorCode() & 0xff);
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
    }

    @Override
    public String sql(String template) {
        return template.replace("{id}", "INTEGER PRIMARY KEY").replace("{clustered}", "WITHOUT ROWID");
    }

    @Override
    public HistoryException explain(SQLException failure) {
        return switch (code(failure)) {
            case SQLITE_NOTADB, SQLITE_CORRUPT ->
                HistoryException.input(
                        named()
                                + "no database of SQLite, or a damaged one; move it away and fill a new one by 'seatrial"
                                + " history import'",
                        failure);
            case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH ->
                HistoryException.input(
                        named() + "cannot be opened for writing; expected a folder and a file that this user may write",
                        failure);
            case SQLITE_BUSY, SQLITE_LOCKED ->
                HistoryException.failed(
                        named() + "another process has been writing for " + PATIENCE.toSeconds()
                                + " s; try again when it has ended",
                        failure);
            case SQLITE_FULL ->
                HistoryException.failed(
                        named() + "the disk is full; nothing of this run was stored, make room and import it again",
                        failure);
            default -> HistoryException.failed(named() + failure.getMessage(), failure);
        };
    }

    private String named() {
        return "history store " + file + ": ";
    }
}
