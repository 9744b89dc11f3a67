package io.seatrial.archive.history;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.function.UnaryOperator;

/**
 * A database of PostgreSQL.
 *
 * @param url without a secret
 * @param environment for the user and the password
 */
record Postgres(String url, UnaryOperator<String> environment) implements Dialect {
    private static final String CONNECT_SECONDS = "15";
    /** Any number will do, so long as every version takes the same one. */
    private static final long LOCK = 0x5ea7_41a1_0000_0007L;

    @Override
    public boolean exists() {
        return true;
    }

    @Override
    public Connection connect() throws SQLException {
        Properties options = new Properties();
        options.setProperty("ApplicationName", "seatrial");
        options.setProperty("connectTimeout", CONNECT_SECONDS);
        options.setProperty("tcpKeepAlive", "true");
        options.setProperty("reWriteBatchedInserts", "true");
        put(options, "user", "PGUSER");
        put(options, "password", "PGPASSWORD");
        return DriverManager.getConnection(url, options);
    }

    private void put(Properties options, String name, String variable) {
        String value = environment.apply(variable);
        if (value != null && !value.isEmpty()) {
            options.setProperty(name, value);
        }
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(" + LOCK + ")");
        }
    }

    @Override
    public String sql(String template) {
        return template.replace("{id}", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY")
                .replace("{clustered}", "");
    }

    /** The classes are those of the SQL standard and of PostgreSQL's appendix A. */
    @Override
    public HistoryException explain(SQLException failure) {
        String state = failure.getSQLState() == null ? "" : failure.getSQLState();
        String said = "history store " + url + ": " + firstLine(failure);
        if (state.startsWith("28")) {
            return HistoryException.input(
                    said + "; put the user into PGUSER and the secret into PGPASSWORD or ~/.pgpass", failure);
        }
        if (state.startsWith("3D") || state.startsWith("42")) {
            return HistoryException.input(said + "; expected a database in which this user may create tables", failure);
        }
        return HistoryException.failed(
                state.startsWith("08") ? said + "; look whether the server is up and reached from here" : said,
                failure);
    }

    private static String firstLine(SQLException failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }
}
