package io.seatrial.archive.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteHistoryTest implements HistoryStoreContract {
    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("below").resolve("history.sqlite");
    }

    @Override
    public HistoryStore open() {
        return HistoryStore.open(StoreAddress.of(file()));
    }

    @Override
    public void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void a_question_makes_no_store() {
        assertThat(HistoryStore.existing(StoreAddress.of(file()))).isEmpty();
        assertThat(file().getParent()).doesNotExist();
    }

    @Test
    void several_processes_may_make_the_store_at_once() throws Exception {
        List<Callable<List<String>>> openers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            openers.add(() -> {
                try (HistoryStore store = open()) {
                    return store.queries().clusters();
                }
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(openers.size());
        for (Future<List<String>> each : threads.invokeAll(openers)) {
            assertThat(each.get()).isEmpty();
        }
        threads.shutdown();
    }

    @Test
    void a_file_that_is_no_database_is_refused_and_stays_as_it_is() throws IOException {
        Files.createDirectories(file().getParent());
        String text = "night;value\n".repeat(200);
        Files.writeString(file(), text);
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        HistoryException.class, e -> assertThat(e.isInput()).isTrue())
                .hasMessageContaining(file().toString())
                .hasMessageContaining("no database of SQLite");
        assertThat(file()).hasContent(text);
    }

    @Test
    void a_folder_in_place_of_the_file_is_refused() throws IOException {
        Files.createDirectories(file());
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        HistoryException.class, e -> assertThat(e.isInput()).isTrue())
                .hasMessageContaining(file().toString());
    }

    /** The store may have no more pages than it has: the same as a disk that is full. */
    @Test
    void a_full_disk_is_told_and_what_was_stored_stays(@TempDir Path elsewhere) throws Exception {
        Nights nights = new Nights(elsewhere, "alpha");
        RunDigest first = RunDigest.of(nights.night(1, Nights.BANDWIDTH, new Long[] {1L}));
        Long[] many = java.util.stream.IntStream.range(0, 5_000)
                .mapToObj(Long::valueOf)
                .toArray(Long[]::new);
        RunDigest second = RunDigest.of(nights.night(2, Nights.BANDWIDTH, many));
        Sqlite full = new Sqlite(file());
        open().close();
        try (Connection connection = full.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA max_page_count = 60");
            RunWriter writer = new RunWriter(full, connection);
            assertThat(writer.write(first)).isEqualTo(HistoryStore.Stored.ADDED);
            assertThatThrownBy(() -> writer.write(second))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(full.explain(e))
                                    .hasMessageContaining("the disk is full")
                                    .hasMessageContaining("import it again"));
            assertThat(writer.write(first)).isEqualTo(HistoryStore.Stored.KNOWN);
        }
        try (HistoryStore store = open()) {
            assertThat(store.queries().runs("alpha", 9)).containsExactly(first.run());
            assertThat(store.add(second)).isEqualTo(HistoryStore.Stored.ADDED);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://me:s3cret@db/seatrial",
                "jdbc:postgresql://db/seatrial?user=me&password=s3cret",
                "postgresql://me:s3cret@db/seatrial",
                "jdbc:mysql://db/s3cret",
                " "
            })
    void an_address_with_a_secret_or_of_something_else_is_refused_and_not_repeated(String text) {
        assertThatThrownBy(() -> new StoreAddress(text))
                .isInstanceOf(HistoryException.class)
                .hasMessageStartingWith("--history: expected")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void a_server_that_is_not_there_is_named_with_what_to_do() {
        StoreAddress nowhere = new StoreAddress("jdbc:postgresql://127.0.0.1:1/seatrial");
        assertThatThrownBy(() -> HistoryStore.open(nowhere, name -> name.equals("PGPASSWORD") ? "s3cret" : null))
                .isInstanceOfSatisfying(
                        HistoryException.class, e -> assertThat(e.isInput()).isFalse())
                .hasMessageContaining("127.0.0.1:1")
                .hasMessageContaining("look whether the server is up")
                .hasMessageNotContaining("s3cret");
    }
}
