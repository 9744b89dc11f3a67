package io.seatrial.archive.history;

import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/**
 * Where a history store lies: the path of a file of SQLite, or {@code jdbc:postgresql://HOST[:PORT]/DATABASE[?...]}. Who enters a server
 * stands in {@code PGUSER}, the secret in {@code PGPASSWORD} or in {@code ~/.pgpass}, as for every client of PostgreSQL.
 *
 * @param text as given
 */
public record StoreAddress(String text) {
    private static final String SERVER = "jdbc:postgresql:";

    /** @throws HistoryException if it is neither, or holds a password */
    public StoreAddress {
        Objects.requireNonNull(text, "text");
        boolean jdbc = text.startsWith("jdbc:");
        boolean other = text.contains("://") && !jdbc;
        if (text.isBlank() || other || jdbc && !text.startsWith(SERVER)) {
            throw HistoryException.input(
                    "--history: expected a file or jdbc:postgresql://HOST/DATABASE, got '" + scheme(text) + "'", null);
        }
        if (jdbc) {
            requireNoSecret(text);
        }
    }

    /** Make the address of a file. */
    public static StoreAddress of(Path file) {
        return new StoreAddress(file.toString());
    }

    /** Tell whether it is a server; else it is a file. */
    boolean isServer() {
        return text.startsWith(SERVER);
    }

    /** What is not understood may hold a secret, so that only its begin is repeated. */
    private static String scheme(String text) {
        int end = text.indexOf(':', text.startsWith("jdbc:") ? "jdbc:".length() : 0);
        return end < 0 ? text : text.substring(0, end + 1) + "...";
    }

    /** A command line is seen by every user of the machine. */
    private static void requireNoSecret(String text) {
        String address = text.substring("jdbc:".length());
        int query = address.indexOf('?');
        String head = query < 0 ? address : address.substring(0, query);
        String options = query < 0 ? "" : address.substring(query).toLowerCase(Locale.ROOT);
        if (head.contains("@") || options.contains("password")) {
            throw HistoryException.input(
                    "--history: expected an address without a password; put it into PGPASSWORD or ~/.pgpass,"
                            + " and the user into PGUSER",
                    null);
        }
        try {
            URI.create(head);
        } catch (IllegalArgumentException e) {
            throw HistoryException.input(
                    "--history: expected jdbc:postgresql://HOST[:PORT]/DATABASE, got an address with "
                            + "characters that none has",
                    null);
        }
    }
}
