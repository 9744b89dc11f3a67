package io.seatrial.archive.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same store in a real PostgreSQL. */
@Tag("services")
class RealPostgresTest implements HistoryStoreContract {
    private static PostgresServer server;
    private static int databases;

    private String url;

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @BeforeEach
    void create() throws SQLException {
        String name = "history_" + databases++;
        execute(server.url("postgres"), "CREATE DATABASE " + name);
        url = server.url(name);
    }

    @Override
    public HistoryStore open() {
        return open(PostgresServer.PASSWORD);
    }

    private HistoryStore open(String password) {
        Map<String, String> environment = Map.of("PGUSER", PostgresServer.USER, "PGPASSWORD", password);
        return HistoryStore.open(new StoreAddress(url), environment::get);
    }

    @Override
    public void execute(String sql) throws SQLException {
        execute(url, sql);
    }

    private static void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, PostgresServer.USER, PostgresServer.PASSWORD);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void a_wrong_password_is_told_with_what_to_do_and_not_repeated() {
        assertThatThrownBy(() -> open("s3cret"))
                .isInstanceOfSatisfying(
                        HistoryException.class, e -> assertThat(e.isInput()).isTrue())
                .hasMessageContaining("127.0.0.1")
                .hasMessageContaining("PGPASSWORD or ~/.pgpass")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void a_database_that_is_not_there_is_input() {
        url = server.url("nowhere");
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        HistoryException.class, e -> assertThat(e.isInput()).isTrue())
                .hasMessageContaining("nowhere");
    }

    @Test
    void a_server_that_breaks_off_loses_nothing_finished(@TempDir Path folder) throws Exception {
        Nights nights = new Nights(folder, "alpha");
        Long[] values = IntStream.range(0, 500).mapToObj(Long::valueOf).toArray(Long[]::new);
        RunDigest first = RunDigest.of(nights.night(1, Nights.BANDWIDTH, values));
        RunDigest second = RunDigest.of(nights.night(2, Nights.BANDWIDTH, values));
        try (HistoryStore store = open()) {
            store.add(first);
            server.restart();
            assertThatThrownBy(() -> store.add(second)).isInstanceOf(HistoryException.class);
        }
        try (HistoryStore store = open()) {
            assertThat(store.queries().runs("alpha", 9)).containsExactly(first.run());
            assertThat(store.add(second)).isEqualTo(HistoryStore.Stored.ADDED);
            assertThat(store.queries().values(first.run())).isEqualTo(first.values());
        }
    }
}
