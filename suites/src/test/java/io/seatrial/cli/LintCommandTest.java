package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.lab.Fault;
import io.seatrial.lab.Lab;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code seatrial lint nccl} as people call it. */
@Timeout(120)
class LintCommandTest {
    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
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

    private static JsonNode json(CommandLineRun run) throws JsonProcessingException {
        return new ObjectMapper().readTree(String.join("\n", run.out()));
    }

    @Test
    void says_of_every_wrong_line_of_a_script_where_it_is_what_happens_and_what_was_meant() throws IOException {
        Path script = file(
                "train.sh",
                "#!/bin/sh\nexport NCCL_PROTO=Tree NCCL_OVERLAP=1\nmpirun -x NCCL_BUFFSIZE=16MB \\\n"
                        + "  -x NCCL_NUM_GANGS=4 ./train\n");
        CommandLineRun run = CommandLineRun.of("lint", "nccl", script.toString());
        assertThat(run.status()).isEqualTo(Status.DOES_NOT_HOLD);
        assertThat(run.out().subList(0, 4))
                .extracting(line -> line.substring(0, line.indexOf("=")))
                .containsExactly(
                        script + ":2: error: NCCL_PROTO",
                        script + ":2: error: NCCL_OVERLAP",
                        script + ":3: error: NCCL_BUFFSIZE",
                        script + ":4: error: NCCL_NUM_GANGS");
        assertThat(run.text()).contains("reads the number 16 (bytes)", "write NCCL_BUFFSIZE=16777216");
        assertThat(run.lastLine())
                .isEqualTo(
                        "4 errors, 0 warnings, 0 remarks in 4 settings of NCCL; judged for all releases from 2.3.5 to 2.30.7");
    }

    @Test
    void reads_standard_input_and_prints_json() throws IOException {
        CommandLineRun run = withInput(
                "PATH=/bin\nNCCL_IB_DISABLE=1\n", "lint", "nccl", "--json", "--sign-off", "--version", "2.21.5", "-");
        assertThat(run.status()).isEqualTo(Status.DOES_NOT_HOLD);
        JsonNode all = json(run);
        assertThat(all.path("release").asText()).isEqualTo("2.21.5");
        assertThat(all.at("/sources/0/form").asText()).isEqualTo("env");
        assertThat(all.at("/findings/0/severity").asText()).isEqualTo("error");
        assertThat(all.at("/findings/0/rule").asText()).isEqualTo("off.ib-disable");
        assertThat(all.at("/findings/0/line").asInt()).isEqualTo(2);
    }

    @Test
    void no_error_holds_and_a_line_that_cannot_be_judged_cannot_be_told() throws IOException {
        Path clean = file("clean.sh", "export NCCL_DEBUG=INFO\n");
        Path open = file("open.sh", "export NCCL_IB_HCA=$HCAS\n");
        assertThat(CommandLineRun.of("lint", "nccl", clean.toString()).status()).isEqualTo(Status.HOLDS);
        assertThat(CommandLineRun.of("lint", "nccl", open.toString()).status()).isEqualTo(Status.CANNOT_TELL);
    }

    @Test
    void several_files_are_one_job_in_which_the_environment_wins() throws IOException {
        Path conf = file("nccl.conf", "NCCL_DEBUG=WARN\n");
        Path script = file("train.sh", "export NCCL_DEBUG=INFO\n");
        CommandLineRun run = CommandLineRun.of("lint", "nccl", conf.toString(), script.toString());
        assertThat(run.out().get(0)).startsWith(conf + ":1: info: ").contains("set again at " + script + ":1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "pod.json | {\"env\": {\"NCCL_DEBUG\": \"INFO\"}} | 1",
                "train.py | import os;os.environ[\"NCCL_DEBUG\"] = \"INFO\" | 2",
                "b.conf | # site;NCCL_DEBUG INFO | 2"
            })
    void a_text_that_speaks_of_nccl_and_from_which_nothing_was_read_cannot_be_told(String name, String text, int line)
            throws IOException {
        Path file = file(name, text.replace(';', '\n') + "\n");
        CommandLineRun run = CommandLineRun.of("lint", "nccl", file.toString());
        assertThat(run.status()).isEqualTo(Status.CANNOT_TELL);
        assertThat(run.out().get(0))
                .startsWith(file + ":" + line + ": cannot tell: ")
                .contains("no setting was read");
    }

    @Test
    void a_text_without_nccl_says_that_nothing_is_set() throws IOException {
        for (String text : List.of("", "PATH=/opt/NCCL_2\n", "#!/bin/sh\n# NCCL_DEBUG=INFO\nls\n")) {
            Path file = file("some", text);
            CommandLineRun run = CommandLineRun.of("lint", "nccl", file.toString());
            assertThat(run.status()).as(text).isEqualTo(Status.HOLDS);
            assertThat(run.out().get(0)).endsWith("; nothing is set for NCCL here");
        }
    }

    @Test
    void broken_yaml_is_refused_at_its_line_and_a_template_is_read() throws IOException {
        Path broken = file("pod.yaml", "env:\n  - name: NCCL_DEBUG\n    value: \"INFO\n");
        CommandLineRun run = CommandLineRun.of("lint", "nccl", broken.toString());
        assertThat(run.status()).isEqualTo(Status.USAGE);
        assertThat(run.err()).contains(broken + ":4: expected YAML, got: found unexpected end of stream");
        Path template = file("chart.yaml", "{{- if .x }}\nenv:\n  NCCL_DEBUG: WARN\n{{- end }}\n");
        assertThat(CommandLineRun.of("lint", "nccl", template.toString()).status())
                .isEqualTo(Status.HOLDS);
    }

    @Test
    void says_in_what_form_a_file_was_read_and_takes_every_conf_for_one_of_nccl() throws IOException {
        Path conf = file("b.conf", "NCCL_IB_HCA=\"mlx5_0\"\n");
        CommandLineRun run = CommandLineRun.of("lint", "nccl", conf.toString());
        assertThat(run.status()).isEqualTo(Status.DOES_NOT_HOLD);
        assertThat(run.out()).contains(conf + ": read as: nccl.conf");
        assertThat(run.lastLine()).startsWith("1 error, 0 warnings, 0 remarks in 1 setting of NCCL;");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                " | expected either FILE or --cluster DIR",
                "/nowhere | /nowhere: no file that can be read: no such file",
                "/proc/self/mem | /proc/self/mem: no file that can be read",
                "--version 3 - | expected a release of NCCL such as 2.21",
                "--as toml - | expected one of env, conf, environ, script, yaml, got 'toml'",
                "--cluster x y | expected either FILE or --cluster DIR",
                "--cluster /nowhere | cluster.yaml"
            })
    void wrong_input_is_refused_with_what_was_expected(String arguments, String said) {
        String all = "lint nccl" + (arguments == null ? "" : " " + arguments);
        CommandLineRun run = CommandLineRun.of(all.split(" "));
        assertThat(run.status()).isEqualTo(Status.USAGE);
        assertThat(run.err()).contains(said);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void an_empty_name_and_a_closed_standard_input_are_refused() {
        CommandLineRun empty = CommandLineRun.of("lint", "nccl", "");
        assertThat(empty.status()).isEqualTo(Status.USAGE);
        assertThat(empty.err()).contains("empty name of a file");
        InputStream before = System.in;
        System.setIn(new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("Bad file descriptor");
            }
        });
        try {
            CommandLineRun closed = CommandLineRun.of("lint", "nccl", "-");
            assertThat(closed.status()).isEqualTo(Status.USAGE);
            assertThat(closed.err()).contains("standard input: closed or not to be read: Bad file descriptor");
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void says_its_own_version_beside_that_of_nccl() {
        CommandLineRun run = CommandLineRun.of("lint", "nccl", "-V");
        assertThat(run.status()).isEqualTo(Status.HOLDS);
        assertThat(run.lastLine()).startsWith("seatrial ");
    }

    @Test
    void binary_and_empty_input_get_an_answer() throws IOException {
        Path binary = Files.write(folder.resolve("a.out"), new byte[] {0x7f, 'E', 'L', 'F', 0, 0, 1});
        assertThat(CommandLineRun.of("lint", "nccl", binary.toString()).err()).contains("found zero bytes");
        CommandLineRun empty = withInput("", "lint", "nccl", "-");
        assertThat(empty.status()).isEqualTo(Status.HOLDS);
        assertThat(empty.lastLine()).contains("in 0 settings of NCCL");
    }

    @Test
    void reads_every_host_of_a_cluster_and_says_how_they_differ_and_who_did_not_answer() throws IOException {
        Path copy = VirtualCopy.in(folder);
        Cluster cluster = ClusterFile.read(copy);
        Path standing = LabFolders.standing(cluster);
        List<Fault> faults =
                FaultOptions.of(List.of("dead-host:gpu-04"), cluster).faults();
        try (Lab lab = Lab.start(cluster, faults, standing)) {
            for (String host : List.of("gpu-01", "gpu-02")) {
                Path etc = Files.createDirectories(
                        standing.resolve("hosts").resolve(host).resolve("root/etc"));
                Files.writeString(etc.resolve("nccl.conf"), "# site\nNCCL_BUFFSIZE=16MB\nSECRET=1\n");
            }
            Path home = standing.resolve("hosts").resolve("gpu-02").resolve("home");
            Files.writeString(home.resolve(".profile"), "export NCCL_DEBUG=INFO TOKEN=secret\n");
            CommandLineRun run = CommandLineRun.of("lint", "nccl", "--cluster", copy.toString());
            assertThat(run.status()).as(run.text()).isEqualTo(Status.DOES_NOT_HOLD);
            assertThat(run.out())
                    .anyMatch(line -> line.startsWith("gpu-01:/etc/nccl.conf:2: error: NCCL_BUFFSIZE=16MB: "))
                    .anyMatch(line -> line.startsWith("gpu-04: cannot tell: "))
                    .contains(
                            "differs: /etc/nccl.conf: NCCL_BUFFSIZE=16MB is on 2 of 3 hosts, not on gpu-03",
                            "differs: environment: NCCL_DEBUG=INFO is on 1 of 3 hosts, on gpu-02");
            CommandLineRun told = CommandLineRun.of("lint", "nccl", "--json", "--cluster", copy.toString());
            assertThat(json(told).path("hosts")).hasSize(4);
            assertThat(told.text()).doesNotContain("SECRET", "secret");
        }
    }
}
