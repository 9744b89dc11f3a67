package io.seatrial.inventory;

import static io.seatrial.inventory.WrittenClusters.VALID;
import static io.seatrial.inventory.WrittenClusters.problems;
import static io.seatrial.inventory.WrittenClusters.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterFileErrorsTest {
    @TempDir
    Path folder;

    @Test
    void the_valid_file_has_no_problem() {
        assertThat(problems(folder, VALID)).isEmpty();
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvFileSource(resources = "/inventory/mistakes.csv", delimiter = '|', quoteCharacter = '`')
    void a_mistake_is_named_with_its_place_and_what_was_expected(String old, String replacement, String problem) {
        String wrong = with(old.replace("\\n", "\n"), replacement == null ? "" : replacement.replace("\\n", "\n"));

        assertThat(problems(folder, wrong)).containsExactly(problem.split(" && "));
    }

    @Test
    void every_problem_is_found_in_one_go_and_in_the_order_of_the_file() {
        String wrong = VALID.replace("format: 1", "format: 2")
                .replace("gpus: 8", "gpu: 8")
                .replace("leaf-2/Ethernet{n}", "leaf-3/Ethernet{n}")
                .replace("rate: 800Gb/s", "rate: 800");

        assertThat(problems(folder, wrong))
                .containsExactly(
                        "cluster.yaml:1:9: found format '2'; expected format 1",
                        "cluster.yaml:13:5: found unknown key 'gpu'; expected one of names, address, ports, gpus, ssh in a group of hosts; did you mean 'gpus'?",
                        "cluster.yaml:16:73: found unknown switch 'leaf-3'; expected a switch of this file; did you mean 'leaf-1'?",
                        "cluster.yaml:18:72: found rate '800'; expected a rate with its unit, for example 400Gb/s (units: b/s, kb/s, Mb/s, Gb/s, Tb/s)");
    }

    @Test
    void a_mistake_among_the_switches_brings_no_false_alarms_about_the_links() {
        String wrong = VALID.replace("role: spine", "role: spin");

        assertThat(problems(folder, wrong))
                .containsExactly(
                        "cluster.yaml:9:28: found role 'spin'; expected leaf, spine, core; did you mean 'spine'?");
    }

    @Test
    void one_entry_that_stands_for_many_ports_does_not_flood_the_list() {
        String wrong = with("gpu-[01-02]", "gpu-[01-40]").replace("leaf-2/Ethernet{n}", "leaf-{n+2}/Ethernet{n}");

        assertThat(problems(folder, wrong))
                .filteredOn(problem -> problem.startsWith("cluster.yaml:16:"))
                .containsExactly(
                        "cluster.yaml:16:73: found unknown switch 'leaf-3'; expected a switch of this file; did you mean 'leaf-1'?",
                        "cluster.yaml:16:73: found unknown switch 'leaf-4'; expected a switch of this file; did you mean 'leaf-1'?",
                        "cluster.yaml:16:73: found unknown switch 'leaf-5'; expected a switch of this file; did you mean 'leaf-1'?",
                        "cluster.yaml:16:73: found 37 more problems from the same entry; expected those above to be put right first");
    }

    @Test
    void the_message_shows_twenty_problems_and_counts_the_rest() throws IOException {
        String keys =
                IntStream.range(0, 30).mapToObj(i -> "wrong" + i + ": 1\n").collect(Collectors.joining());
        Files.writeString(folder.resolve("cluster.yaml"), VALID + keys);

        assertThatThrownBy(() -> ClusterFile.read(folder)).isInstanceOfSatisfying(InventoryException.class, e -> {
            assertThat(e.problems()).hasSize(30);
            assertThat(e.getMessage().lines()).hasSize(21).last().isEqualTo("... and 10 more");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"password", "Password", "passphrase", "PASSWD", "secret", "token", "private_key"})
    void secrets_are_refused_wherever_they_stand_and_never_shown(String key) {
        String wrong = with("    gpus: 8\n", "    gpus: 8\n    ssh: {" + key + ": hunter2}\n");

        assertThat(problems(folder, wrong))
                .containsExactly(
                        "cluster.yaml:14:11: found the key '" + key + "'; expected no secret in this file: name a key "
                                + "file (keys), the agent (agent: true) or an environment variable (passphrase-env); of switches also password-file or password-env");
    }

    @Test
    void an_unknown_switch_system_is_refused_with_the_nearest() {
        assertThat(problems(folder, with("role: leaf}", "role: leaf, address: \"192.0.2.10{n}\", system: sonics}")))
                .containsExactly(
                        "cluster.yaml:8:73: found system 'sonics'; expected sonic, eos, nvue, nxos, junos, linux; did you mean 'sonic'?");
    }

    @Test
    void switches_that_are_asked_need_a_login_name() {
        String wrong = with("role: leaf}", "role: leaf, address: \"192.0.2.10{n}\", system: eos}")
                .replace("ssh: {user: root}\n", "")
                .replace("    gpus: 8\n", "    gpus: 8\n    ssh: {user: root}\n");

        assertThat(problems(folder, wrong))
                .containsExactly(
                        "cluster.yaml:7:5: found switches without a login name; expected 'ssh: {user: ...}' here or at the top");
    }

    @Test
    void a_password_has_one_place() {
        assertThat(problems(folder, with("role: leaf}", "role: leaf, ssh: {password-env: P, password-file: p}}")))
                .containsExactly(
                        "cluster.yaml:8:59: found a second place of the password; expected password-file or password-env");
    }

    @ParameterizedTest
    @ValueSource(strings = {"password-env: hunter 2", "password-file: ~hunter2"})
    void what_may_be_the_password_itself_is_not_shown(String entry) {
        assertThat(problems(folder, with("role: leaf}", "role: leaf, ssh: {" + entry + "}}")))
                .singleElement()
                .asString()
                .contains("found a text")
                .doesNotContain("hunter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"password-env: P", "password-file: p"})
    void only_switches_have_passwords(String entry) {
        assertThat(problems(folder, with("ssh: {user: root}", "ssh: {user: root, " + entry + "}")))
                .singleElement()
                .asString()
                .contains("found unknown key 'password-");
        assertThat(problems(folder, with("    gpus: 8\n", "    gpus: 8\n    ssh: {" + entry + "}\n")))
                .singleElement()
                .asString()
                .contains("found unknown key 'password-");
    }

    @Test
    void secrets_are_found_below_unknown_keys_too() {
        assertThat(problems(folder, VALID + "vendor: {nested: [{password: hunter2}]}\n"))
                .hasSize(2)
                .anyMatch(problem -> problem.contains("19:20: found the key 'password'"))
                .noneMatch(problem -> problem.contains("hunter2"));
    }

    @Test
    void a_private_key_in_the_file_is_refused_and_not_shown() {
        String wrong = with(
                "ssh: {user: root}",
                "ssh:\n  user: root\n  keys:\n    - |\n      -----BEGIN OPENSSH PRIVATE KEY-----\n      b3BlbnNzaC1rZXk\n");

        assertThat(problems(folder, wrong))
                .singleElement()
                .asString()
                .startsWith("cluster.yaml:6:7: found a private key;")
                .doesNotContain("b3Blb");
    }

    @Test
    void a_password_in_the_bastion_is_refused_and_not_shown() {
        assertThat(problems(folder, with("user: root", "user: root, bastion: \"me:hunter2@jump\"")))
                .containsExactly(
                        "cluster.yaml:3:28: found a bastion with ':' before '@'; expected user@host:port, user@host, host or none, without a password");
    }

    @Test
    void a_passphrase_in_place_of_a_variable_is_refused_and_not_shown() {
        assertThat(problems(folder, with("user: root", "user: root, passphrase-env: \"correct horse\"")))
                .containsExactly(
                        "cluster.yaml:3:35: found a text that is no name of a variable; expected the name of an environment variable");
    }

    @Test
    void a_missing_folder_is_named() {
        Path missing = folder.resolve("nowhere");

        assertThatThrownBy(() -> ClusterFile.read(missing))
                .hasMessage(missing + ": found nothing; expected a cluster folder that holds cluster.yaml");
    }

    @Test
    void a_file_in_place_of_the_folder_is_named() throws IOException {
        Path file = Files.writeString(folder.resolve("cluster.yaml"), VALID);

        assertThatThrownBy(() -> ClusterFile.read(file))
                .hasMessage(file + ": found a file; expected a cluster folder that holds cluster.yaml");
    }

    @Test
    void a_folder_without_the_file_is_named() {
        assertThatThrownBy(() -> ClusterFile.read(folder))
                .hasMessage(folder.resolve("cluster.yaml")
                        + ": found no such file; expected the description of the cluster");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "# only a remark\n"})
    void an_empty_file_is_refused(String empty) {
        assertThat(problems(folder, empty))
                .containsExactly(
                        "cluster.yaml:1:1: found an empty file; expected 'format: 1' and the keys of a cluster");
    }

    @Test
    void a_tab_is_refused_with_its_line() {
        assertThat(problems(folder, "format: 1\nssh:\n\tuser: root\n"))
                .containsExactly("cluster.yaml:3:1: found a tab; expected spaces for indentation");
    }

    @Test
    void a_syntax_error_is_refused_with_its_line() {
        assertThat(problems(folder, "format: 1\nhosts: [a, b\nname: x\n"))
                .singleElement()
                .asString()
                .startsWith("cluster.yaml:3:5: found YAML that does not parse: ");
    }

    @Test
    void a_template_without_quotes_inside_braces_gets_the_advice_to_quote() {
        assertThat(problems(folder, with("\"198.51.100.{n}\"", "198.51.100.{n}")))
                .singleElement()
                .asString()
                .startsWith("cluster.yaml:15:")
                .contains("in quotes inside { }");
    }

    @Test
    void bytes_that_are_not_utf_8_are_refused_with_their_line() throws IOException {
        Files.write(folder.resolve("cluster.yaml"), "format: 1\nname: \u00fc\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> ClusterFile.read(folder))
                .hasMessageEndingWith("cluster.yaml:2:1: found bytes that are not UTF-8; expected a text in UTF-8");
    }

    @Test
    void control_characters_are_refused_with_their_line() {
        assertThat(problems(folder, "format: 1\nname: a\u0007b\n"))
                .containsExactly("cluster.yaml:2:1: found the character U+0007; expected printable characters");
    }

    @Test
    void two_documents_in_one_file_are_refused() {
        assertThat(problems(folder, VALID + "---\n" + VALID))
                .singleElement()
                .asString()
                .startsWith("cluster.yaml:19:1: found");
    }

    @Test
    void more_aliases_than_any_cluster_needs_are_refused_with_the_line_where_they_pass_the_limit() {
        String bomb = "a: &a [x]\nb:\n" + "  - *a\n".repeat(Document.MOST_ALIASES + 1);

        assertThat(problems(folder, bomb))
                .containsExactly(
                        "cluster.yaml:10003:5: found too many aliases or levels; expected at most 10000 aliases and 50 levels");
    }

    @Test
    void an_alias_bomb_within_the_limit_is_walked_once() {
        StringBuilder bomb = new StringBuilder("l0: &l0 [x, x]\n");
        for (int i = 1; i < 60; i++) {
            bomb.append("l" + i + ": &l" + i + " [*l" + (i - 1) + ", *l" + (i - 1) + "]\n");
        }

        assertThat(problems(folder, bomb.toString()))
                .hasSize(64)
                .first()
                .asString()
                .contains("unknown key 'l0'");
    }

    @Test
    void a_list_that_holds_itself_is_walked_once() {
        assertThat(problems(folder, VALID + "x: &x [*x]\n"))
                .singleElement()
                .asString()
                .contains("unknown key 'x'");
    }

    @Test
    void nesting_beyond_the_limit_is_refused_with_its_line() {
        assertThat(problems(folder, "a: " + "[".repeat(60) + "]".repeat(60)))
                .singleElement()
                .asString()
                .startsWith("cluster.yaml:1:5")
                .contains("at most 10000 aliases and 50 levels");
    }

    @Test
    void ports_beyond_the_limit_are_refused_before_they_fill_the_memory() {
        String wrong = with("gpu-[01-02]", "\"gpu-[1-99999]\"").replace("device: mlx5_0", "device: \"mlx5_[0-9]\"");

        assertThat(problems(folder, wrong)).anyMatch(problem -> problem.contains("more than 200000 ports"));
    }
}
