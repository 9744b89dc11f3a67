package io.seatrial.archive.history;

import java.sql.Connection;
import java.sql.SQLException;

/** What differs between the two databases. */
interface Dialect {
    /** Tell whether there is a store, without making one. A server always is one. */
    boolean exists();

    /** Connect; a file is made where there is none. */
    Connection connect() throws SQLException;

    /** Begin a transaction that writes; of all processes one at a time has it, the others wait. */
    void begin(Connection connection) throws SQLException;

    /** Return a statement with {@code {id}} and {@code {clustered}} as this database writes them. */
    String sql(String template);

    /** Say in words what went wrong. */
    HistoryException explain(SQLException failure);
}
