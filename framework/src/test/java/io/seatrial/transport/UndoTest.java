package io.seatrial.transport;

import static io.seatrial.transport.Change.Before.ABSENT;
import static io.seatrial.transport.Change.Before.PRESENT;
import static io.seatrial.transport.Change.Kind.COMMAND;
import static io.seatrial.transport.Change.Kind.DIRECTORY;
import static io.seatrial.transport.Change.Kind.FILE;
import static io.seatrial.transport.Change.Kind.PROCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seatrial.transport.local.LocalTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UndoTest {
    @TempDir
    Path folder;

    private final LocalTransport transport = new LocalTransport();
    private Remote remote;
    private Journal journal;

    @BeforeEach
    void open() {
        remote = transport.open(TestHost.named("here")).join();
        journal = Journal.open(folder.resolve("journal"), "run-1");
    }

    @AfterEach
    void close() throws IOException {
        journal.close();
        transport.close();
    }

    @Test
    void files_and_then_their_folder_are_removed() throws IOException {
        Path directory = folder.resolve("it's a folder");
        Path file = directory.resolve("$HOME");
        change(DIRECTORY, directory);
        change(FILE, file);
        Files.createDirectory(directory);
        Files.writeString(file, "x");

        Undo.Result result = undo();

        assertThat(result.asFound()).isTrue();
        assertThat(directory).doesNotExist();
        assertThat(journal.pendingHosts()).isEmpty();
    }

    @Test
    void a_setting_is_taken_back_by_its_own_command() throws IOException {
        Path file = Files.writeString(folder.resolve("it's set"), "4");
        journal.before("here", COMMAND, "echo 1 > " + Shell.quote(file.toString()), PRESENT)
                .join();

        assertThat(undo().asFound()).isTrue();

        assertThat(file).hasContent("1");
        assertThat(journal.pendingHosts()).isEmpty();
    }

    @Test
    void a_setting_that_cannot_be_taken_back_stays_in_the_journal_with_what_was_said() {
        journal.before("here", COMMAND, "echo no such; echo '*' >&2; exit 3", PRESENT)
                .join();

        assertThat(undo().left())
                .singleElement()
                .satisfies(left -> assertThat(left.reason()).isEqualTo("exit status 3: no such *"));
        assertThat(journal.pendingHosts()).containsExactly("here");
    }

    @Test
    void undoing_twice_and_undoing_what_was_never_made_are_fine() {
        change(DIRECTORY, folder.resolve("never"));
        change(FILE, folder.resolve("never/made"));

        assertThat(undo().asFound()).isTrue();
        assertThat(undo().asFound()).isTrue();
    }

    @Test
    void a_folder_that_holds_something_else_stays_and_is_told() throws IOException {
        Path directory = Files.createDirectory(folder.resolve("d"));
        Files.writeString(directory.resolve("foreign"), "kept");
        change(DIRECTORY, directory);

        Undo.Result result = undo();

        assertThat(result.asFound()).isFalse();
        assertThat(result.left())
                .singleElement()
                .satisfies(left -> assertThat(left.reason()).contains("not empty"));
        assertThat(directory.resolve("foreign")).exists();
        assertThat(journal.pendingHosts()).containsExactly("here");
    }

    @Test
    void what_was_there_before_is_not_deleted() throws IOException {
        Path file = Files.writeString(folder.resolve("mine"), "kept");
        journal.before("here", FILE, file.toString(), PRESENT).join();

        undo();

        assertThat(file).hasContent("kept");
    }

    @Test
    void a_symbolic_link_in_place_of_a_file_is_left() throws IOException {
        Path target = Files.writeString(folder.resolve("target"), "kept");
        Path link = Files.createSymbolicLink(folder.resolve("link"), target);
        change(FILE, link);

        assertThat(undo().left())
                .singleElement()
                .satisfies(left -> assertThat(left.reason()).contains("symbolic link"));
        assertThat(link).isSymbolicLink();
        assertThat(target).hasContent("kept");
    }

    @Test
    void a_process_with_the_token_is_ended_and_one_with_another_is_not() throws IOException {
        Process ours = sleeper("token-" + UUID.randomUUID());
        Process other = sleeper("token-" + UUID.randomUUID());
        try {
            journal.before("here", PROCESS, token(ours), ABSENT).join();

            assertThat(undo().asFound()).isTrue();

            await().until(() -> !ours.isAlive());
            assertThat(other.isAlive()).isTrue();
        } finally {
            ours.destroyForcibly();
            other.destroyForcibly();
        }
    }

    @Test
    void a_process_that_ignores_the_first_signal_is_ended_by_the_second() throws IOException {
        String token = "token-" + UUID.randomUUID();
        Process stubborn = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "trap '' TERM; echo ready; while :; do sleep 1; done",
                        "sh",
                        "--token=" + token)
                .start();
        try {
            assertThat(stubborn.inputReader().readLine()).isEqualTo("ready");
            journal.before("here", PROCESS, token, ABSENT).join();

            assertThat(undo().asFound()).isTrue();
            await().until(() -> !stubborn.isAlive());
        } finally {
            stubborn.destroyForcibly();
        }
    }

    @Test
    void the_reaper_is_called_with_the_token() throws IOException {
        Path called = folder.resolve("called");
        Path reaper = folder.resolve("reaper");
        Files.writeString(reaper, "#!/bin/sh\necho \"$@\" >" + called + "\n");
        assertThat(reaper.toFile().setExecutable(true)).isTrue();
        journal.before("here", PROCESS, "token-12345678", ABSENT).join();

        Undo.Result result = new Undo(journal, Optional.of(Shell.quote(reaper.toString())))
                .on(remote)
                .join();

        assertThat(result.asFound()).isTrue();
        assertThat(called).hasContent("reap --token=token-12345678");
    }

    @Test
    void a_reaper_that_claims_too_much_is_not_believed() throws IOException {
        Process ours = sleeper("token-" + UUID.randomUUID());
        try {
            journal.before("here", PROCESS, token(ours), ABSENT).join();

            Undo.Result result =
                    new Undo(journal, Optional.of("true")).on(remote).join();

            assertThat(result.asFound()).isTrue();
            await().until(() -> !ours.isAlive());
        } finally {
            ours.destroyForcibly();
        }
    }

    @Test
    void a_host_that_is_lost_leaves_everything_with_the_reason() {
        change(FILE, folder.resolve("f"));
        change(DIRECTORY, folder.resolve("d"));
        remote.close();

        Undo.Result result = undo();

        assertThat(result.left())
                .hasSize(2)
                .allSatisfy(left -> assertThat(left.reason()).contains("host here"));
        assertThat(journal.pendingBackwards("here")).hasSize(2);
    }

    private Undo.Result undo() {
        return new Undo(journal, Optional.empty()).on(remote).join();
    }

    private void change(Change.Kind kind, Path path) {
        journal.before("here", kind, path.toString(), ABSENT).join();
    }

    private static Process sleeper(String token) throws IOException {
        return new ProcessBuilder(List.of("/bin/sh", "-c", "sleep 600; true", "sh", "--token=" + token)).start();
    }

    private static String token(Process process) {
        String[] words = process.info().arguments().orElseThrow();
        return words[words.length - 1].substring("--token=".length());
    }
}
