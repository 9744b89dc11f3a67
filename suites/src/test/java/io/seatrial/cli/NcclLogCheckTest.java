package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NcclLogCheckTest {
    @TempDir
    Path folder;

    /** Two hosts of the virtual cluster, a rank and a NIC each, two channels. */
    private Path log(String direct) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            String who = "gpu-0" + (rank + 1) + ":7:8 [0] NCCL INFO ";
            lines.add(who + "NCCL version 2.27.3+cuda12.9");
            lines.add(who + "NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB eth0:10.0.0.1<0>");
            lines.add(who + "Using network IB");
            lines.add(who
                    + "2 coll channels, 2 collnet channels, 0 nvls channels, 2 p2p channels, 1 p2p channels per peer");
            for (int channel = 0; channel < 2; channel++) {
                String path = who + "Channel 0" + channel + "/0 : ";
                lines.add(path + (1 - rank) + "[0] -> " + rank + "[0] [receive] via NET/IB/0" + direct);
                lines.add(path + rank + "[0] -> " + (1 - rank) + "[0] [send] via NET/IB/0" + direct);
            }
            lines.add(who + "ncclCommInitRank comm 0x5 rank " + rank
                    + " nranks 2 cudaDev 0 nvmlDev 0 busId 1b000 commId 0xc0 - Init COMPLETE");
        }
        return Files.write(folder.resolve("job.log"), lines);
    }

    @Test
    void a_sound_log_holds() throws IOException {
        CommandLineRun run =
                CommandLineRun.of("check", "nccl-log", log("/GDRDMA").toString());
        assertThat(run.status()).as(run.text()).isZero();
        assertThat(run.out()).hasSize(10);
        assertThat(run.lastLine()).isEqualTo("nccl-log: holds (9 hold, 0 broken, 0 cannot be told)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-30T10:00:00.123456789Z stdout F ", "[2026-11-30 10:00:00,123] [rank0]: "})
    void what_a_container_or_python_puts_before_a_line_changes_nothing(String prefix) throws IOException {
        List<String> bare = Files.readAllLines(log("/GDRDMA"));
        Path file = Files.write(
                folder.resolve("prefixed"), bare.stream().map(prefix::concat).toList());
        CommandLineRun run = CommandLineRun.of("check", "nccl-log", file.toString());
        assertThat(run.lastLine())
                .as(run.text() + run.err())
                .isEqualTo("nccl-log: holds (9 hold, 0 broken, 0 cannot be told)");
    }

    @Test
    void a_minus_is_standard_input() throws IOException {
        InputStream before = System.in;
        try (InputStream log = Files.newInputStream(log("/GDRDMA"))) {
            System.setIn(log);
            assertThat(CommandLineRun.of("check", "nccl-log", "-").status()).isZero();
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void check_has_a_help() {
        CommandLineRun run = CommandLineRun.of("check", "--help");
        assertThat(run.status()).isZero();
        assertThat(run.text()).contains("nccl-log");
    }

    @Test
    void a_broken_assertion_is_status_1_and_says_where() throws IOException {
        CommandLineRun run = CommandLineRun.of("check", "nccl-log", log("").toString());
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.text())
                .containsPattern("gpu-direct +broken +gpu-01: rank 0 receives channel 0-1 from rank 1 by mlx5_0");
    }

    @Test
    void the_inventory_says_how_many_nics_a_host_has_and_which_hosts_there_are() throws IOException {
        String cluster = VirtualCopy.ORIGINAL.toString();
        String file = log("/GDRDMA").toString();
        CommandLineRun all = CommandLineRun.of("check", "nccl-log", "--cluster", cluster, file);
        assertThat(all.text()).contains("gpu-03: it is declared, and no line comes from it");
        CommandLineRun two =
                CommandLineRun.of("check", "nccl-log", "--cluster", cluster, "--hosts", "gpu-[01-02]", file);
        assertThat(two.status()).isEqualTo(1);
        assertThat(two.text())
                .contains("gpu-01: of 2 NICs these carry no channel: mlx5_1")
                .doesNotContain("gpu-03");
    }

    @Test
    void a_log_that_does_not_tell_is_status_3() throws IOException {
        Path file = Files.writeString(folder.resolve("short"), "gpu-01:7:8 [0] NCCL INFO Using network IB\n");
        CommandLineRun run = CommandLineRun.of("check", "nccl-log", file.toString());
        assertThat(run.status()).isEqualTo(3);
        assertThat(run.lastLine()).isEqualTo("nccl-log: cannot tell (0 hold, 0 broken, 9 cannot be told)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NCCL version 2.27.3+cuda12.9\n", "NCCL version 2.27.3+cuda12.9"})
    void a_log_of_the_release_alone_is_a_log_that_tells_too_little_and_every_declared_host_is_named(String text)
            throws IOException {
        Path file = Files.writeString(folder.resolve("release"), text);
        assertThat(CommandLineRun.of("check", "nccl-log", file.toString()).status())
                .isEqualTo(3);
        CommandLineRun declared =
                CommandLineRun.of("check", "nccl-log", "--cluster", VirtualCopy.ORIGINAL.toString(), file.toString());
        assertThat(declared.status()).isEqualTo(3);
        for (String host : List.of("gpu-01", "gpu-02", "gpu-03", "gpu-04")) {
            assertThat(declared.text()).contains(host + ": it is declared, and no line comes from it");
        }
    }

    @Test
    void what_is_missing_for_all_is_said_once_to_people_and_with_each_in_json() throws IOException {
        Path file = Files.writeString(folder.resolve("short"), "gpu-01:7:8 [0] NCCL INFO Using network IB\n");
        String people = CommandLineRun.of("check", "nccl-log", file.toString()).text();
        assertThat(people.split("No line says which ranks there are", -1)).hasSize(2);
        assertThat(people).containsPattern("warnings +cannot tell +for what is said above");
        String json = CommandLineRun.of("check", "nccl-log", "--json", file.toString())
                .text();
        assertThat(json.split("No line says which ranks there are", -1)).hasSize(10);
    }

    @Test
    void another_text_and_a_missing_file_are_status_2() throws IOException {
        Path other = Files.writeString(folder.resolve("other"), "Lorem ipsum\n");
        assertThat(CommandLineRun.of("check", "nccl-log", other.toString()))
                .satisfies(run -> assertThat(run.status()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("other: not an NCCL log", "expected lines"));
        assertThat(CommandLineRun.of("check", "nccl-log", "/none/here").status())
                .isEqualTo(2);
        assertThat(CommandLineRun.of("check", "nccl-log").status()).isEqualTo(2);
        assertThat(CommandLineRun.of("check", "nccl-log", "--hosts", "gpu-01", other.toString())
                        .err())
                .contains("--cluster DIR");
    }

    @Test
    void json_has_every_place_by_name() throws IOException {
        CommandLineRun run = CommandLineRun.of("check", "nccl-log", "--json", log("").toString());
        assertThat(run.status()).isEqualTo(1);
        JsonNode json = new ObjectMapper().readTree(String.join("\n", run.out()));
        assertThat(json.path("outcome").textValue()).isEqualTo("broken");
        JsonNode direct = json.path("assertions").path(2);
        assertThat(direct.path("assertion").textValue()).isEqualTo("gpu-direct");
        assertThat(direct.path("reasons")).hasSize(4);
        assertThat(direct.at("/reasons/0/values/nic").textValue()).isEqualTo("mlx5_0");
        assertThat(direct.at("/reasons/0/values/rank").intValue()).isZero();
    }
}
