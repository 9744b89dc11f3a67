package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.seatrial.formats.Formats;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadCommandTest {
    private static final String PAIRS =
            "n1,n2  49.36\nn3,n4  88.36\nn2,n5  86.81\nn1,n3  49.30\nn6,n7  49.28  # crossing TOR\n";

    @TempDir
    Path folder;

    private Path pairs;

    @BeforeEach
    void write() throws IOException {
        pairs = Files.writeString(folder.resolve("pairs.txt"), PAIRS);
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }

    private static CommandLineRun withInput(String input, String... arguments) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            return CommandLineRun.of(arguments);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void prints_one_json_object_with_what_follows_from_the_pairs() {
        CommandLineRun run = CommandLineRun.of("read", "pairwise-results", pairs.toString());
        assertThat(run.status()).isZero();
        JsonNode read = json(String.join("\n", run.out()));
        assertThat(read.path("pairs")).hasSize(5);
        assertThat(read.at("/pairs/0/slow").booleanValue()).isTrue();
        assertThat(read.at("/pairs/4/crosses_tor").booleanValue()).isTrue();
        assertThat(read.path("blamed_nodes").toString()).isEqualTo("[\"n1\"]");
        assertThat(read.path("undecided_pairs").toString()).isEqualTo("[[\"n6\",\"n7\"]]");
        assertThat(read.path("cleared_nodes").toString()).isEqualTo("[\"n3\",\"n4\",\"n2\",\"n5\"]");
    }

    @Test
    void reads_standard_input_and_finds_the_format_by_itself() {
        CommandLineRun named =
                withInput("t=0 rx_prio3_pause: 1\nt=2 rx_prio3_pause: 4\n", "read", "counter-delta", "-");
        CommandLineRun found = withInput("t=0 rx_prio3_pause: 1\nt=2 rx_prio3_pause: 4\n", "read", "auto", "-");
        assertThat(named.status()).isZero();
        assertThat(json(String.join("\n", named.out()))
                        .at("/delta/rx_pause_frames")
                        .intValue())
                .isEqualTo(3);
        assertThat(found.out()).isEqualTo(named.out());
    }

    @Test
    void lists_the_formats_one_a_line() {
        CommandLineRun run = CommandLineRun.of("read", "--list");
        assertThat(run.status()).isZero();
        assertThat(run.out()).hasSameSizeAs(Formats.all()).anyMatch(line -> line.startsWith("perftest-bw "));
    }

    @Test
    void prints_tables_for_people() {
        CommandLineRun run = CommandLineRun.of("read", "--table", "pairwise-results", pairs.toString());
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .contains("blamed_nodes     n1")
                .contains("a   b   busbw_gb_per_s  slow   crosses_tor")
                .contains("n1  n2           49.36  true   -");
    }

    @Test
    void reads_many_files_in_one_start_and_says_of_each_what_is_wrong() {
        String jobs = "pairwise-results\t" + pairs + "\ncounter-delta\t" + pairs + "\nauto\t/nowhere\nno tab\n";
        CommandLineRun run = withInput(jobs, "read", "--batch");
        assertThat(run.status()).isEqualTo(Status.USAGE);
        assertThat(run.out()).hasSize(4);
        assertThat(json(run.out().get(0)).path("pairs")).hasSize(5);
        assertThat(json(run.out().get(1)).path("error").asText())
                .contains("line 1, column 1")
                .contains("n1,n2  49.36");
        assertThat(json(run.out().get(2)).path("error").asText()).contains("/nowhere");
        assertThat(json(run.out().get(3)).path("error").asText()).contains("expected FORMAT, a tab, FILE");
    }

    @Test
    void a_file_that_opens_but_cannot_be_read_gets_its_answer_and_the_next_is_read() {
        String jobs =
                "ethtool-stats\t/proc/self/mem\nauto\t/proc/self/mem\npairwise-results\t" + pairs + "\nauto\ta\0b\n";
        CommandLineRun run = withInput(jobs, "read", "--batch");
        assertThat(run.status()).isEqualTo(Status.USAGE);
        assertThat(run.out()).hasSize(4);
        assertThat(json(run.out().get(0)).path("error").asText()).startsWith("/proc/self/mem: cannot be read: ");
        assertThat(json(run.out().get(1)).path("error").asText()).startsWith("/proc/self/mem: cannot be read: ");
        assertThat(json(run.out().get(2)).path("pairs")).hasSize(5);
        assertThat(json(run.out().get(3)).path("error").asText()).contains("no name of a file");
        CommandLineRun single = CommandLineRun.of("read", "ethtool-stats", "/proc/self/mem");
        assertThat(single.status()).isEqualTo(Status.USAGE);
        assertThat(single.err()).contains("/proc/self/mem: cannot be read: ");
    }

    @Test
    void a_text_of_another_format_is_refused_with_file_line_and_what_was_expected() {
        CommandLineRun run = CommandLineRun.of("read", "counter-delta", pairs.toString());
        assertThat(run.status()).isEqualTo(Status.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains(
                        pairs
                                + ": not counter-delta: line 1, column 1: found 'n1,n2  49.36'; expected 't=SECONDS NAME: VALUE'");
    }

    @Test
    void what_cannot_be_read_is_refused_with_what_to_do() {
        assertThat(CommandLineRun.of("read", "perftest-bv", pairs.toString()).err())
                .contains("no format 'perftest-bv'")
                .contains("read --list");
        assertThat(CommandLineRun.of("read", "perftest-bw", folder.toString()).status())
                .isEqualTo(Status.USAGE);
        assertThat(CommandLineRun.of("read", "perftest-bw").status()).isEqualTo(Status.USAGE);
        CommandLineRun unknown = withInput("Lorem ipsum\n", "read", "auto", "-");
        assertThat(unknown.status()).isEqualTo(Status.USAGE);
        assertThat(unknown.err()).contains("standard input: no format is recognised");
    }

    @Test
    void help_of_any_command_still_shows_its_options() {
        assertThat(CommandLineRun.of("help", "read").text()).contains("--batch").contains("--table");
        assertThat(CommandLineRun.of("read", "--help").text()).contains("--batch");
    }
}
