package io.seatrial.archive.history;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A store that is open. Not thread-safe: whoever works beside others opens one of his own, as other processes do. */
public final class HistoryStore implements AutoCloseable {
    private final StoreAddress address;
    private final Dialect dialect;
    private final Connection connection;
    private final RunWriter writer;

    private HistoryStore(StoreAddress address, Dialect dialect, Connection connection) {
        this.address = address;
        this.dialect = dialect;
        this.connection = connection;
        this.writer = new RunWriter(dialect, connection);
    }

    /** What storing a run came to. */
    public enum Stored {
        /** It is there now. */
        ADDED,
        /** It was there, with the same content. */
        KNOWN,
        /** There is a run of this name with other content, which was left as it is. */
        OTHER_CONTENT
    }

    /**
     * Open a store; one that is not there is made, one of an older version is brought up to date.
     *
     * @throws HistoryException if it cannot be opened, or a newer version made it
     */
    public static HistoryStore open(StoreAddress address) {
        return open(address, System::getenv);
    }

    /** As {@link #open(StoreAddress)} with an environment of its own, for tests. */
    static HistoryStore open(StoreAddress address, UnaryOperator<String> environment) {
        Dialect dialect = dialect(address, environment);
        Connection connection = null;
        try {
            connection = dialect.connect();
            new Migrations(dialect, connection, address.text()).apply();
            return new HistoryStore(address, dialect, connection);
        } catch (SQLException e) {
            close(connection, e);
            throw dialect.explain(e);
        } catch (HistoryException e) {
            close(connection, e);
            throw e;
        }
    }

    private static void close(Connection connection, Exception failure) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    /** Open a store to ask it, empty where there is none: a question makes no store. */
    public static Optional<HistoryStore> existing(StoreAddress address) {
        return exists(address) ? Optional.of(open(address)) : Optional.empty();
    }

    /** Tell whether there is a store; a server is asked when it is opened. */
    public static boolean exists(StoreAddress address) {
        return dialect(address, System::getenv).exists();
    }

    private static Dialect dialect(StoreAddress address, UnaryOperator<String> environment) {
        return address.isServer()
                ? new Postgres(address.text(), environment)
                : new Sqlite(java.nio.file.Path.of(address.text()));
    }

    /** Return where it lies. */
    public StoreAddress address() {
        return address;
    }

    /**
     * Store a run whole, or nothing of it: it is one transaction, and whoever stores the same run meanwhile waits for its end.
     *
     * @throws HistoryException if it cannot be written
     */
    public Stored add(RunDigest run) {
        try {
            return writer.write(run);
        } catch (SQLException e) {
            throw dialect.explain(e);
        }
    }

    /** Return what can be asked. */
    public HistoryQueries queries() {
        return new HistoryQueries(dialect, connection);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw dialect.explain(e);
        }
    }
}
