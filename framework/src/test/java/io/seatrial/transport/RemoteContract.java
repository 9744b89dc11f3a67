package io.seatrial.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.seatrial.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every transport keeps. The host is this machine, whatever way leads to it, so files are looked at directly. */
public interface RemoteContract {
    Duration DEADLINE = Duration.ofSeconds(20);

    /** Return a connection to a host. */
    Remote remote();

    /** Return a new empty folder. */
    Path folder();

    @Test
    default void the_exit_status_is_that_of_the_command() {
        assertThat(run("exit 7").status()).isEqualTo(7);
    }

    @Test
    default void a_command_that_a_signal_killed_gives_128_and_the_signal() {
        assertThat(run("kill -9 $$").status()).isEqualTo(137);
    }

    @Test
    default void standard_error_is_kept_apart() {
        Collected done = run("echo out; echo err >&2; echo out2");

        assertThat(done.out()).containsExactly("out", "out2");
        assertThat(done.err()).containsExactly("err");
    }

    @Test
    default void a_last_line_without_a_line_end_is_given() {
        assertThat(run("printf 'one\\ntwo'").out()).containsExactly("one", "two");
    }

    @Test
    default void an_empty_line_is_a_line() {
        assertThat(run("printf 'one\\n\\ntwo\\n'").out()).containsExactly("one", "", "two");
    }

    @Test
    default void a_character_that_comes_in_two_pieces_is_one_character() {
        // sleep makes the two writes two packets
        assertThat(run("printf '\\342\\202'; sleep 0.2; printf '\\254\\n'").out())
                .containsExactly("\u20ac");
    }

    @Test
    default void lines_go_both_ways_while_the_command_runs() {
        Collected lines = new Collected();
        Running running = remote().start("while read -r l; do echo \"got $l\"; done; exit 3", lines);

        for (int i = 0; i < 20; i++) {
            assertThat(running.send("line " + i)).isTrue();
            int expected = i + 1;
            await().atMost(DEADLINE).until(() -> lines.out().size() == expected);
        }
        running.closeInput();

        assertThat(status(running)).isEqualTo(3);
        assertThat(lines.out()).hasSize(20).startsWith("got line 0").endsWith("got line 19");
    }

    @Test
    default void what_is_sent_before_the_command_runs_is_not_lost() {
        Collected lines = new Collected();
        Running running = remote().start("cat", lines);
        List<String> sent = IntStream.range(0, 2000).mapToObj(i -> "line " + i).toList();

        sent.forEach(running::send);
        running.closeInput();

        assertThat(status(running)).isZero();
        assertThat(lines.out()).isEqualTo(sent);
    }

    @Test
    default void large_output_arrives_whole_and_in_order() {
        List<String> out = run("seq 1 300000").out();

        assertThat(out).hasSize(300_000).startsWith("1", "2").endsWith("299999", "300000");
    }

    @Test
    default void a_line_above_the_limit_fails_the_command() {
        Throwable failure = failure(remote().start("head -c 1200000 /dev/zero | tr '\\0' x; sleep 60", new Collected())
                .exit());

        assertThat(failure).isInstanceOf(TransportException.class).hasMessageContaining("1048576 B without a line end");
    }

    @Test
    default void a_line_just_below_the_limit_is_given() {
        assertThat(run("head -c 1048576 /dev/zero | tr '\\0' x; echo").out())
                .singleElement()
                .satisfies(line -> assertThat(line).hasSize(1 << 20));
    }

    @Test
    default void nothing_can_be_sent_to_a_command_that_ended() {
        Running running = remote().start("exit 0", new Collected());
        status(running);

        assertThat(running.send("late")).isFalse();
    }

    @Test
    default void two_commands_run_side_by_side() {
        Collected first = new Collected();
        Collected second = new Collected();
        Running one = remote().start("cat", first);
        Running two = remote().start("cat", second);
        one.send("a");
        two.send("b");
        await().atMost(DEADLINE)
                .until(() -> first.out().equals(List.of("a")) && second.out().equals(List.of("b")));
        one.closeInput();
        two.closeInput();

        assertThat(status(one) + status(two)).isZero();
    }

    @Test
    default void a_command_that_is_let_go_of_ends() {
        Collected lines = new Collected();
        Running running = remote().start("echo $$; exec cat", lines);
        await().atMost(DEADLINE).until(() -> lines.out().size() == 1);

        running.close();

        assertThat(failure(running.exit()))
                .isInstanceOfSatisfying(
                        TransportException.class,
                        lost -> assertThat(lost.kind()).isEqualTo(Kind.LOST));
        await().atMost(DEADLINE)
                .until(() -> Files.notExists(Path.of("/proc", lines.out().get(0))));
    }

    @Test
    default void closing_the_connection_ends_what_runs_over_it() {
        Collected lines = new Collected();
        Remote remote = remote();
        Running running = remote.start("echo $$; exec cat", lines);
        await().atMost(DEADLINE).until(() -> lines.out().size() == 1);

        remote.close();

        assertThat(failure(running.exit()))
                .isInstanceOfSatisfying(
                        TransportException.class,
                        lost -> assertThat(lost.kind()).isEqualTo(Kind.LOST));
        await().atMost(DEADLINE)
                .until(() -> Files.notExists(Path.of("/proc", lines.out().get(0))));
    }

    @Test
    default void a_command_on_a_closed_connection_fails() {
        Remote remote = remote();
        remote.close();

        assertThat(failure(remote.start("true", new Collected()).exit()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("host " + remote.host());
    }

    @Test
    default void a_receiver_that_throws_fails_its_command_and_no_other() {
        Lines broken = new Lines() {
            @Override
            public void out(String line) {
                throw new IllegalStateException("receiver broke");
            }

            @Override
            public void err(String line) {}
        };

        assertThat(failure(remote().start("echo x; exec cat", broken).exit())).hasMessageContaining("receiver broke");
        assertThat(run("echo still").out()).containsExactly("still");
    }

    @Test
    default void a_binary_file_comes_back_as_it_went() {
        byte[] content = bytes(3_000_000);
        String path = folder().resolve("probe").toString();

        join(remote().upload(content, path, 0700));

        assertThat(join(remote().download(path, content.length))).isEqualTo(content);
    }

    @Test
    default void an_empty_file_is_written() throws IOException {
        Path path = folder().resolve("empty");

        join(remote().upload(new byte[0], path.toString(), 0600));

        assertThat(Files.size(path)).isZero();
    }

    @Test
    default void odd_path_names_are_taken_as_they_are() {
        Stream.of("it's", "a b", "$HOME", "`id`", "\"q\"", "-n", "a\nb", "*", "\u20ac", "\\")
                .map(name -> folder().resolve(name))
                .forEach(path -> {
                    join(remote().upload(new byte[] {1, 2, 3}, path.toString(), 0600));
                    assertThat(path).hasBinaryContent(new byte[] {1, 2, 3});
                    assertThat(join(remote().download(path.toString(), 10))).hasSize(3);
                });
    }

    @Test
    default void a_file_gets_its_mode_and_leaves_nothing_beside_it() throws IOException {
        Path folder = folder();
        join(remote().upload(bytes(100), folder.resolve("file").toString(), 0750));

        assertThat(run("stat -c %a " + folder + "/file").out()).containsExactly("750");
        assertThat(Files.list(folder)).hasSize(1);
    }

    @Test
    default void a_file_is_replaced() {
        Path path = folder().resolve("file");
        join(remote().upload(bytes(5000), path.toString(), 0600));

        join(remote().upload(bytes(10), path.toString(), 0600));

        assertThat(path).hasBinaryContent(bytes(10));
    }

    @Test
    default void a_large_file_onto_a_folder_fails_at_once_and_changes_nothing() throws IOException {
        Path folder = folder();
        Path target = Files.createDirectory(folder.resolve("taken"));

        assertThat(failure(remote().upload(bytes(8_000_000), target.toString(), 0600)))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("could not write " + target)
                .hasMessageContaining("is a directory");
        assertThat(Files.list(folder)).containsExactly(target);
        assertThat(Files.list(target)).isEmpty();
    }

    @Test
    default void a_file_above_the_limit_is_not_read() {
        String path = folder().resolve("file").toString();
        join(remote().upload(bytes(1001), path, 0600));

        assertThat(failure(remote().download(path, 1000))).hasMessageContaining("larger than the 1000 B");
        assertThat(join(remote().download(path, 1001))).hasSize(1001);
    }

    @Test
    default void a_missing_file_is_named() {
        String path = folder().resolve("absent").toString();

        assertThat(failure(remote().download(path, 10)))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("could not read " + path);
    }

    @Test
    default void a_relative_path_is_refused() {
        assertThat(failure(remote().upload(bytes(1), "file", 0600)))
                .isInstanceOfSatisfying(
                        TransportException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(Kind.REFUSED_PATH));
    }

    private Collected run(String command) {
        Collected lines = new Collected();
        Running running = remote().start(command, lines);
        running.closeInput();
        lines.endedWith(status(running));
        return lines;
    }

    private static int status(Running running) {
        return join(running.exit());
    }

    private static <T> T join(CompletableFuture<T> future) {
        return future.orTimeout(DEADLINE.toSeconds(), java.util.concurrent.TimeUnit.SECONDS)
                .join();
    }

    /** Return what a future failed with, without the wrapper that {@code join} adds. */
    static Throwable failure(CompletableFuture<?> future) {
        Throwable failure = catchThrowable(() -> join(future));
        return failure instanceof CompletionException ? failure.getCause() : failure;
    }

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }
}
