package io.seatrial.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ClusterLockTest {
    @TempDir
    Path runs;

    private ClusterLock take(String owner) {
        return ClusterLock.take(runs, "c", owner);
    }

    /** What another process is: it tries to take the lock and says how that went. */
    static final class OtherProcess {
        private OtherProcess() {}

        public static void main(String[] arguments) throws IOException {
            try (ClusterLock lock = ClusterLock.take(Path.of(arguments[0]), "c", ClusterLock.owner())) {
                System.out.print("taken\n");
                System.out.flush();
                System.in.read(); // until the end of input, or of this process
            } catch (IllegalStateException e) {
                System.out.print(e.getMessage());
            }
        }
    }

    private Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherProcess.class.getName(),
                        runs.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private String otherProcess() throws IOException, InterruptedException {
        Process other = start();
        other.getOutputStream().close();
        String said = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return said;
    }

    @Test
    void a_second_taker_is_refused_with_the_holder_s_text_and_what_to_do() {
        try (ClusterLock lock = take("run r1, process 17 of ada")) {
            assertThatThrownBy(() -> take("run r2"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "cluster c: another run is under way (run r1, process 17 of ada); wait for it, or end it"
                                    + " first; its lock is " + runs.resolve("c").resolve(".lock"));
        }
    }

    @Test
    void another_process_is_refused_also_after_a_taker_of_this_one_was() throws Exception {
        try (ClusterLock lock = take("run r1 of ada")) {
            assertThatThrownBy(() -> take("run r2")).hasMessageContaining("run r1 of ada");
            assertThat(otherProcess()).startsWith("cluster c: another run is under way (run r1 of ada)");
        }
        assertThat(otherProcess()).isEqualTo("taken\n");
    }

    @Test
    void a_holder_is_named_with_since_when_and_one_that_was_killed_holds_nothing() throws Exception {
        Process other = start();
        assertThat(other.inputReader().readLine()).isEqualTo("taken");
        assertThatThrownBy(() -> take("run r2"))
                .hasMessageMatching("cluster c: another run is under way \\(process " + other.pid()
                        + " of [^ ]+, since [0-9-]{10}T[0-9:]{8}Z\\); wait for it.*");
        other.destroyForcibly().waitFor();
        assertThat(runs.resolve("c").resolve(".lock")).content().contains("process " + other.pid());
        take("run r2").close();
    }

    @Test
    void closing_lets_go_and_the_next_owner_replaces_the_text() throws IOException {
        take("a long text of the first owner").close();
        try (ClusterLock lock = take("second")) {
            assertThat(Files.readString(runs.resolve("c").resolve(".lock"))).isEqualTo("second");
            assertThatThrownBy(() -> take("third")).hasMessageContaining("(second)");
        }
    }

    @Test
    void clusters_do_not_lock_each_other() {
        try (ClusterLock one = take("one");
                ClusterLock other = ClusterLock.take(runs, "d", "other")) {
            assertThat(runs.resolve("d").resolve(".lock")).exists();
        }
    }

    @Test
    void a_lock_that_cannot_be_made_is_told_with_its_path_and_holds_nothing() throws IOException {
        Files.writeString(runs.resolve("c"), "a file in the place of the folder");
        assertThatThrownBy(() -> take("one"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(
                        "cannot lock cluster c by " + runs.resolve("c").resolve(".lock"));
        Files.delete(runs.resolve("c"));
        take("one").close();
    }
}
