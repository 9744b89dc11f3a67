package io.seatrial.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.transport.local.LocalTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkDirectoryTest {
    private static final WorkDirectory.Check ANY = path -> CompletableFuture.completedFuture(Optional.empty());

    @TempDir
    Path folder;

    private final LocalTransport transport = new LocalTransport();
    private CountingRemote remote;
    private Journal journal;
    private String ours;

    @BeforeEach
    void open() throws IOException {
        remote = new CountingRemote(transport.open(TestHost.named("here")).join());
        journal = Journal.open(folder.resolve("journal"), "run-1");
        ours = "seatrial-" + Files.getAttribute(folder, "unix:uid");
    }

    @AfterEach
    void close() throws IOException {
        journal.close();
        transport.close();
    }

    @Test
    void an_absent_directory_is_written_down_and_made_for_its_owner_alone() throws IOException {
        Path parent = parent("a", "rwx------");

        String chosen = choose(List.of(parent.toString()), ANY);

        assertThat(chosen).isEqualTo(parent.resolve(ours).toString());
        assertThat(mode(Path.of(chosen))).isEqualTo("rwx------");
        assertThat(journal.pendingBackwards("here")).extracting(Change::target).containsExactly(chosen);
        assertThat(remote.started()).isEqualTo(2);
    }

    @Test
    void an_existing_directory_is_used_with_one_command_and_not_ours_to_remove() throws IOException {
        Path parent = parent("a", "rwx------");
        Files.createDirectory(
                parent.resolve(ours),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));

        choose(List.of(parent.toString()), ANY);

        assertThat(journal.pendingHosts()).isEmpty();
        assertThat(remote.started()).isEqualTo(1);
    }

    @Test
    void a_candidate_is_passed_over_when_the_check_has_a_reason() throws IOException {
        Path first = parent("first", "rwx------");
        Path second = parent("second", "rwx------");
        List<String> asked = new ArrayList<>();

        String chosen = choose(List.of(first.toString(), second.toString()), path -> {
            asked.add(path);
            return CompletableFuture.completedFuture(
                    path.contains("first") ? Optional.of("mounted noexec") : Optional.empty());
        });

        assertThat(chosen).isEqualTo(second.resolve(ours).toString());
        assertThat(asked).containsExactly(first.resolve(ours).toString(), chosen);
    }

    @Test
    void the_first_one_is_not_asked_further() throws IOException {
        Path first = parent("first", "rwx------");
        Path second = parent("second", "rwx------");

        choose(List.of(first.toString(), second.toString()), ANY);

        assertThat(second).isEmptyDirectory();
    }

    @Test
    void every_candidate_is_named_with_its_reason_when_none_is_usable() throws IOException {
        Path link = parent("link", "rwx------");
        Files.createSymbolicLink(link.resolve(ours), folder);
        Path open = parent("open", "rwx------");
        Files.createDirectory(open.resolve(ours));
        Files.setPosixFilePermissions(open.resolve(ours), PosixFilePermissions.fromString("rwxrwx---"));
        Path file = parent("file", "rwx------");
        Files.createFile(file.resolve(ours));
        Path replaceable = parent("replaceable", "rwxrwxrwx");
        Path refused = parent("refused", "rwx------");

        Throwable failure = failure(
                List.of(
                        "$SEATRIAL_NOT_SET/x",
                        link.toString(),
                        open.toString(),
                        file.toString(),
                        replaceable.toString(),
                        folder + "/absent",
                        refused.toString()),
                path -> CompletableFuture.completedFuture(Optional.of("does not run there")));

        assertThat(failure)
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("$SEATRIAL_NOT_SET/x: the variable is not set")
                .hasMessageContaining(link.resolve(ours) + ": is a symbolic link")
                .hasMessageContaining(open.resolve(ours) + ": others may write to it (drwxrwx---)")
                .hasMessageContaining(file.resolve(ours) + ": exists and is no directory")
                .hasMessageContaining(replaceable.resolve(ours) + ": others may replace what is in")
                .hasMessageContaining("absent/" + ours + ": " + folder + "/absent does not exist")
                .hasMessageContaining(refused.resolve(ours) + ": does not run there");
    }

    @Test
    void a_shared_folder_with_the_sticky_bit_is_fine() throws IOException {
        Path shared = parent("shared", "rwxrwxrwx");
        assertThat(shell("chmod 1777 " + shared)).isZero();

        assertThat(choose(List.of(shared.toString()), ANY)).endsWith(ours);
    }

    @Test
    void a_variable_is_expanded_on_the_host_and_nothing_else_is() throws IOException {
        Path home = Path.of(System.getProperty("user.home"));

        Throwable failure = failure(List.of("$HOME/$(echo no)", "/a b;c"), ANY);

        assertThat(failure)
                .hasMessageContaining(home + "/$(echo no)/" + ours)
                .hasMessageContaining("/a b;c does not exist");
    }

    @Test
    void what_was_made_is_removed_by_undo() throws IOException {
        String chosen = choose(List.of(parent("a", "rwx------").toString()), ANY);

        assertThat(new Undo(journal, Optional.empty()).on(remote).join().asFound())
                .isTrue();

        assertThat(Path.of(chosen)).doesNotExist();
    }

    private String choose(List<String> candidates, WorkDirectory.Check check) {
        return WorkDirectory.choose(remote, journal, candidates, check).join();
    }

    private Throwable failure(List<String> candidates, WorkDirectory.Check check) {
        try {
            return new AssertionError("chose " + choose(candidates, check));
        } catch (CompletionException e) {
            return e.getCause();
        }
    }

    private int shell(String command) {
        return remote.start(command, new Collected()).exit().join();
    }

    private Path parent(String name, String mode) throws IOException {
        Path parent = Files.createDirectory(folder.resolve(name));
        return Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString(mode));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static final class CountingRemote implements Remote {
        private final Remote remote;
        private int started;

        private CountingRemote(Remote remote) {
            this.remote = remote;
        }

        int started() {
            return started;
        }

        @Override
        public String host() {
            return remote.host();
        }

        @Override
        public Running start(String command, Lines lines) {
            started++;
            return remote.start(command, lines);
        }

        @Override
        public CompletableFuture<Void> upload(byte[] content, String path, int mode) {
            return remote.upload(content, path, mode);
        }

        @Override
        public CompletableFuture<byte[]> download(String path, int limit) {
            return remote.download(path, limit);
        }

        @Override
        public void close() {
            remote.close();
        }
    }
}
