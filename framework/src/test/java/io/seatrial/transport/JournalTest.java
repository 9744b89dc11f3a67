package io.seatrial.transport;

import static io.seatrial.transport.Change.Before.ABSENT;
import static io.seatrial.transport.Change.Kind.DIRECTORY;
import static io.seatrial.transport.Change.Kind.FILE;
import static io.seatrial.transport.Change.Kind.PROCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalTest {
    private static final Clock NOON = Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);

    @TempDir
    Path folder;

    @Test
    void a_change_is_on_disk_when_its_future_completes() throws IOException {
        try (Journal journal = open()) {
            Change change = journal.before("gpu-01", FILE, "/tmp/it's", ABSENT).join();

            assertThat(Journal.read(file())).containsExactly(change);
            assertThat(change.sequence()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "de-DE"})
    void a_line_reads_alike_under_every_locale(String tag) throws IOException {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(tag));
        try (Journal journal = open()) {
            journal.before("gpu-01", DIRECTORY, "/var/tmp/seatrial-1000", ABSENT)
                    .join();
        } finally {
            Locale.setDefault(before);
        }
        assertThat(file())
                .hasContent(
                        "{\"event\":\"change\",\"sequence\":1,\"at\":\"2026-03-01T12:00:00Z\",\"host\":\"gpu-01\","
                                + "\"kind\":\"DIRECTORY\",\"target\":\"/var/tmp/seatrial-1000\",\"run\":\"run-1\",\"before\":\"ABSENT\"}");
    }

    @Test
    void what_is_pending_on_a_host_comes_newest_first() throws IOException {
        try (Journal journal = open()) {
            journal.before("a", DIRECTORY, "/d", ABSENT).join();
            journal.before("b", FILE, "/other", ABSENT).join();
            journal.before("a", FILE, "/d/f", ABSENT).join();
            journal.before("a", PROCESS, "token-123", ABSENT).join();
            journal.undone(3).join();

            assertThat(journal.pendingBackwards("a"))
                    .extracting(Change::sequence)
                    .containsExactly(4L, 1L);
            assertThat(journal.pendingHosts()).containsExactly("a", "b");
        }
    }

    /** A process whose files may not grow beyond 1 KiB: the system takes a part of the line that does not fit, as a full disk does. */
    static final class Cramped {
        private Cramped() {}

        public static void main(String[] arguments) throws IOException {
            int kept = 0;
            try (Journal journal = Journal.open(Path.of(arguments[0]), "run-1")) {
                for (; kept < 100; kept++) {
                    journal.before("a", FILE, "/file-" + kept, ABSENT).join();
                }
            } catch (CompletionException e) {
                System.out.print(kept + " " + e.getCause().getMessage());
            }
        }
    }

    @Test
    void a_disk_that_takes_a_part_of_a_line_spoils_none() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> words = List.of(
                java, "-XX:-UsePerfData", "-cp", System.getProperty("java.class.path"), Cramped.class.getName());
        List<String> command = new ArrayList<>(List.of("bash", "-c", "ulimit -f 1; exec \"$@\"", "bash"));
        command.addAll(words);
        command.add(file().toString());
        Process cramped = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(cramped.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        cramped.waitFor();

        assertThat(said).matches("[1-9][0-9]* journal .*journal.ndjson could not be written: File too large");
        assertThat(Files.readString(file())).endsWith("}\n");
        assertThat(Journal.read(file())).hasSize(Integer.parseInt(said.substring(0, said.indexOf(' '))));
        try (Journal journal = open()) {
            journal.before("a", FILE, "/later", ABSENT).join();
        }
        assertThat(Journal.read(file())).last().extracting(Change::target).isEqualTo("/later");
    }

    @Test
    void a_journal_is_continued_after_a_torn_last_line() throws IOException {
        try (Journal journal = open()) {
            journal.before("a", FILE, "/one", ABSENT).join();
        }
        Files.writeString(file(), "{\"event\":\"change\",\"seq", StandardOpenOption.APPEND);
        assertThat(Journal.read(file())).extracting(Change::target).containsExactly("/one");

        try (Journal journal = open()) {
            journal.before("a", FILE, "/two", ABSENT).join();
        }

        assertThat(Journal.read(file())).extracting(Change::target).containsExactly("/one", "/two");
        assertThat(Journal.read(file())).extracting(Change::sequence).containsExactly(1L, 2L);
    }

    @Test
    void a_wrong_line_in_the_middle_is_refused_with_its_number() throws IOException {
        Files.writeString(file(), "{\"event\":\"undone\",\"sequence\":1}\nnonsense\n");

        assertThatThrownBy(() -> Journal.read(file()))
                .hasMessageContaining("journal.ndjson:2")
                .hasMessageContaining("by hand");
    }

    @Test
    void sequences_are_not_used_again_after_everything_was_undone() throws IOException {
        try (Journal journal = open()) {
            journal.before("a", FILE, "/one", ABSENT).join();
            journal.undone(1).join();
        }
        try (Journal journal = open()) {
            assertThat(journal.before("a", FILE, "/two", ABSENT).join().sequence())
                    .isEqualTo(2);
        }
    }

    @Test
    void a_thousand_changes_at_once_are_all_kept() throws IOException {
        try (Journal journal = open()) {
            CompletableFuture<?>[] all = IntStream.range(0, 1000)
                    .mapToObj(i -> journal.before("h" + i, FILE, "/f", ABSENT))
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(all).join();
        }
        List<Change> read = Journal.read(file());
        assertThat(read)
                .hasSize(1000)
                .extracting(Change::sequence)
                .doesNotHaveDuplicates()
                .isSorted();
    }

    @Test
    void a_journal_that_is_open_is_not_opened_again() throws IOException {
        try (Journal open = open()) {
            assertThatThrownBy(this::open).hasMessageContaining("open already").hasMessageContaining("journal.ndjson");
            assertThat(open.pendingHosts()).isEmpty();
        }
    }

    @Test
    void a_journal_that_is_not_there_is_named() {
        assertThatThrownBy(() -> Journal.read(folder.resolve("absent"))).hasMessageContaining("absent");
    }

    @Test
    void a_token_that_could_match_anything_is_refused() {
        try (Journal journal = open()) {
            assertThatThrownBy(() -> journal.before("a", PROCESS, "*", ABSENT)).hasMessageContaining("process token");
            assertThatThrownBy(() -> journal.before("a", FILE, "relative", ABSENT))
                    .hasMessageContaining("absolute path");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Journal open() {
        return Journal.open(file(), "run-1", NOON);
    }

    private Path file() {
        return folder.resolve("journal.ndjson");
    }
}
