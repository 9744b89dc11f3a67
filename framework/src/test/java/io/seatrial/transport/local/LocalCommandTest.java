package io.seatrial.transport.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalCommandTest {
    @TempDir
    private Path folder;

    private static LocalCommand.Ended run(Duration deadline, String... words) throws IOException {
        return new LocalCommand(List.of(words), Map.of("WORD", "x y"), deadline).run(Optional.of(Path.of("/dev/null")));
    }

    @Test
    void gives_status_output_and_complaints_apart() throws IOException {
        LocalCommand.Ended ended = run(Duration.ofMinutes(1), "/bin/sh", "-c", "echo \"$WORD\"; echo no >&2; exit 3");
        assertThat(ended).isEqualTo(new LocalCommand.Ended(LocalCommand.How.ENDED, 3, "x y\n", "no\n"));
        assertThat(ended.good()).isFalse();
    }

    @Test
    void reads_its_input_from_a_file_and_takes_arguments_as_they_are() throws IOException {
        Path input = Files.writeString(folder.resolve("in"), "given\n");
        LocalCommand cat = new LocalCommand(List.of("cat", "-"), Map.of(), Duration.ofMinutes(1));
        assertThat(cat.run(Optional.of(input)).out()).isEqualTo("given\n");
        assertThat(run(Duration.ofMinutes(1), "echo", "$WORD; false").out()).isEqualTo("$WORD; false\n");
    }

    @Test
    void ends_what_is_late_with_all_that_it_started() throws IOException {
        LocalCommand.Ended ended = run(Duration.ofMillis(300), "/bin/sh", "-c", "tail -f /dev/null & wait");
        assertThat(ended.how()).isEqualTo(LocalCommand.How.LATE);
        assertThat(ended.good()).isFalse();
    }

    @Test
    void says_what_cannot_be_started() throws IOException {
        LocalCommand.Ended ended = run(Duration.ofMinutes(1), "/no/such/program");
        assertThat(ended.how()).isEqualTo(LocalCommand.How.NOT_STARTED);
        assertThat(ended.err()).contains("/no/such/program");
    }

    @Test
    void refuses_no_program_and_no_time() {
        assertThatThrownBy(() -> new LocalCommand(List.of(), Map.of(), Duration.ofSeconds(1)))
                .hasMessageContaining("expected a program and a deadline above 0");
        assertThatThrownBy(() -> run(Duration.ZERO, "true")).hasMessageContaining("got PT0S");
    }
}
