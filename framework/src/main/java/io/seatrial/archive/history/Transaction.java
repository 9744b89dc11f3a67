package io.seatrial.archive.history;

import java.sql.Connection;
import java.sql.SQLException;

/** Something that is written whole or not at all. */
interface Transaction<T> {
    /** Write. */
    T write() throws SQLException;

    /** Write and commit; what goes wrong while undoing never replaces what led there: a full disk has undone all by itself. */
    static <T> T commit(Dialect dialect, Connection connection, Transaction<T> transaction) throws SQLException {
        try {
            dialect.begin(connection);
            T result = transaction.write();
            connection.commit();
            connection.setAutoCommit(true);
            return result;
        } catch (SQLException | RuntimeException e) {
            try {
                connection.rollback();
            } catch (SQLException further) {
                e.addSuppressed(further);
            }
            try {
                connection.setAutoCommit(true);
            } catch (SQLException further) {
                e.addSuppressed(further);
            }
            throw e;
        }
    }
}
