package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.seatrial.archive.RunArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signs runs of the virtual cluster, of which only links are asked so that a run takes seconds, with the ssh-keygen of this machine. */
@Tag("services")
class SignoffTest {
    private static final String LINK = "gpu-01/mlx5_0~leaf-1/Ethernet1";
    private static final String CRITERIA = """
            version: 1
            asks:
              links.state:
                limit:
                  rows:
                    - {fail: 1, evidence: D, source: "a link is up", approved: {by: Ada, on: 2026-01-15}}
              links.speed:
                limit:
                  rows:
                    - {fail: 100%, evidence: B, source: "a link runs at its speed"}
            """;
    private static final String WAIVERS = """
            version: 1
            waivers:
              - {criterion: links.*, subject: "gpu-01/mlx5_0~*", owner: Bo, reason: spare on order, ticket: OPS-1, expires: %s}
            """;

    @TempDir
    static Path folder;

    private static Path runs;
    private static Path key;
    private static Path signers;
    private static String healthy;
    private static String faulty;
    private static String rack;

    @BeforeAll
    static void runAll() throws IOException, InterruptedException {
        runs = folder.resolve("runs");
        key = folder.resolve("key");
        assertThat(new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString())
                        .start()
                        .waitFor())
                .isZero();
        signers = Files.writeString(
                folder.resolve("signers"), "ada@example.com " + Files.readString(Path.of(key + ".pub")));
        Path cluster = cluster("signed", CRITERIA, "");
        rack = run(cluster, "--hosts", "gpu-[01-02]");
        faulty = run(cluster, "--fault", "dead-port:gpu-01/mlx5_0");
        healthy = run(cluster);
    }

    private static Path cluster(String name, String criteria, String waivers) throws IOException {
        Path cluster = Files.createDirectories(folder.resolve("cluster-" + name));
        String text = Files.readString(VirtualCopy.ORIGINAL.resolve("cluster.yaml"));
        // the folder makes the hash this test's own
        Files.writeString(
                cluster.resolve("cluster.yaml"), text.replace("name: virtual\n", "name: signed\n# " + folder + "\n"));
        Files.writeString(cluster.resolve("criteria.yaml"), criteria);
        if (!waivers.isEmpty()) {
            Files.writeString(cluster.resolve("waivers.yaml"), waivers);
        }
        return cluster;
    }

    private static String run(Path cluster, String... more) {
        List<String> words = new ArrayList<>(
                List.of("run", "--cluster", cluster.toString(), "--profile", "bringup", "--runs", runs.toString()));
        words.addAll(List.of(more));
        CommandLineRun run = CommandLineRun.of(words.toArray(String[]::new));
        assertThat(run.lastLine()).as(run.text()).isIn("ACCEPTED", "REJECTED");
        return RunArchive.open(RunArchive.find(runs, "latest")).header().run();
    }

    private static CommandLineRun sign(String out, String... words) {
        List<String> all = new ArrayList<>(List.of("signoff"));
        all.addAll(List.of(words));
        all.addAll(List.of("--runs", runs.toString(), "--key", key.toString(), "--signer", "ada@example.com"));
        all.addAll(List.of("--out", folder.resolve(out).toString()));
        return CommandLineRun.of(all.toArray(String[]::new));
    }

    private static CommandLineRun verify(String bundle, String... more) {
        List<String> all =
                new ArrayList<>(List.of("verify", folder.resolve(bundle).toString(), "--signers", signers.toString()));
        all.addAll(List.of(more));
        return CommandLineRun.of(all.toArray(String[]::new));
    }

    private static JsonNode record(String bundle) throws IOException {
        return new ObjectMapper()
                .readTree(folder.resolve(bundle).resolve("record.json").toFile());
    }

    private static List<String> kinds(JsonNode record) {
        return StreamSupport.stream(record.get("exceptions").spliterator(), false)
                .map(note -> note.get("kind").asText())
                .distinct()
                .toList();
    }

    @Test
    void a_healthy_run_is_signed_as_accepted_and_holds() throws IOException {
        CommandLineRun signed = sign("healthy", healthy);
        assertThat(signed.status()).as(signed.text()).isZero();
        assertThat(signed.lastLine()).isEqualTo("ACCEPTED");
        assertThat(signed.text())
                .contains("VIRTUAL: the fabric of this cluster is simulated")
                .contains("PROVISIONAL: 2 of 2 declared limits");
        assertThat(folder.resolve("healthy/index.html")).content().contains("<h1>ACCEPTED</h1>");
        assertThat(Files.readAllBytes(folder.resolve("healthy/record.pdf"))).startsWith('%', 'P', 'D', 'F');
        CommandLineRun verified = verify("healthy");
        assertThat(verified.status()).as(verified.text()).isZero();
        assertThat(verified.lastLine()).isEqualTo("HOLDS");
        assertThat(verified.text()).contains("Signed by ada@example.com").contains("first record of its chain");
        assertThat(record("healthy").at("/criteria/limits/0/approved").asText()).isEqualTo("Ada on 2026-01-15");
        assertThat(record("healthy").at("/criteria/limits/1/approved").asText()).isEqualTo("nobody");
    }

    @Test
    void a_failure_that_was_repaired_is_told_whatever_the_order_of_the_runs() throws IOException {
        CommandLineRun signed = sign("repaired", healthy, faulty);
        assertThat(signed.lastLine()).as(signed.text()).isEqualTo("ACCEPTED");
        assertThat(kinds(record("repaired"))).containsExactly("repaired");
        assertThat(signed.text()).contains("It failed in run " + faulty + "; the later run " + healthy + " counts.");
        assertThat(verify("repaired").status()).isZero();
    }

    @Test
    void a_rejected_cluster_can_be_signed_and_says_so() throws IOException {
        CommandLineRun signed = sign("rejected", rack, faulty);
        assertThat(signed.status()).as(signed.text()).isEqualTo(1);
        assertThat(signed.lastLine()).isEqualTo("REJECTED");
        assertThat(signed.text())
                .contains("This record does not accept the cluster: REJECTED.")
                .contains(LINK);
        assertThat(verify("rejected").text()).contains("verdict of the record: REJECTED");
        assertThat(verify("rejected").status()).isZero();
    }

    @Test
    void a_rack_alone_leaves_the_rest_not_covered() throws IOException {
        CommandLineRun signed = sign("rack", rack);
        assertThat(signed.status()).as(signed.text()).isEqualTo(3);
        JsonNode counts = record("rack").get("counts");
        assertThat(counts.get("passed").asInt()).isEqualTo(8);
        assertThat(counts.get("notCovered").asInt()).isEqualTo(8);
        assertThat(folder.resolve("rack/index.html")).content().contains("gpu-[01-02] (a part)");
    }

    @Test
    void a_waiver_covers_until_its_last_day_and_stands_in_the_record() throws IOException {
        String waiving = run(
                cluster("waiving", CRITERIA, WAIVERS.formatted("2999-01-01")), "--fault", "dead-port:gpu-01/mlx5_0");
        CommandLineRun signed = sign("waived", waiving);
        assertThat(signed.lastLine()).as(signed.text()).isEqualTo("ACCEPTED");
        JsonNode waiver = record("waived").at("/waivers/0");
        assertThat(waiver.get("owner").asText()).isEqualTo("Bo");
        assertThat(waiver.get("state").asText()).isEqualTo("applied");
        assertThat(waiver.get("subject").asText()).isEqualTo("gpu-01/mlx5_0~*");
        assertThat(kinds(record("waived"))).containsExactly("waived");
        assertThat(RunArchive.find(runs, waiving).resolve("summary.html"))
                .content()
                .contains("links.* on gpu-01/mlx5_0~*, Bo");
    }

    @Test
    void runs_of_other_criteria_are_refused_and_nothing_is_left() throws IOException {
        String other = run(cluster("other", CRITERIA.replace("a link is up", "it is up"), ""));
        CommandLineRun signed = sign("mixed", healthy, other);
        assertThat(signed.status()).isEqualTo(2);
        assertThat(signed.err()).contains("run " + healthy + " cannot be signed: it is of criteria.yaml with SHA-256 ");
        assertThat(folder.resolve("mixed")).doesNotExist();
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(Path::toString)).noneMatch(name -> name.contains("draft"));
        }
    }

    @Test
    void a_changed_run_is_refused() throws IOException {
        Path original = RunArchive.find(runs, faulty);
        Path copy = folder.resolve("copy").resolve(faulty);
        try (Stream<Path> all = Files.walk(original)) {
            for (Path path : all.toList()) {
                Path to = copy.resolve(original.relativize(path).toString());
                Files.createDirectories(to.getParent());
                Files.copy(path, to);
            }
        }
        Path closed = copy.resolve("closed.json");
        Files.writeString(closed, Files.readString(closed).replace("\"failed\"", "\"passed\""));
        CommandLineRun signed = sign("changed", copy.toString());
        assertThat(signed.status()).isEqualTo(2);
        assertThat(signed.err()).contains("closed.json differs from what the manifest lists");
        Files.delete(copy.resolve("manifest.sha256"));
        assertThat(sign("changed", copy.toString()).err()).contains("run --resume " + faulty);
        Files.delete(closed);
        assertThat(sign("changed", copy.toString()).err()).contains("it did not come to its end");
    }

    @Test
    void a_run_whose_own_verdict_was_edited_with_its_manifest_is_refused() throws IOException {
        Path original = RunArchive.find(runs, faulty);
        Path copy = folder.resolve("edited").resolve(faulty);
        try (Stream<Path> all = Files.walk(original)) {
            for (Path path : all.toList()) {
                Path to = copy.resolve(original.relativize(path).toString());
                Files.createDirectories(to.getParent());
                Files.copy(path, to);
            }
        }
        Path closed = copy.resolve("closed.json");
        Files.writeString(
                closed,
                Files.readString(closed)
                        .replace("\"REJECTED\"", "\"ACCEPTED\"")
                        .replace("\"status\" : 1", "\"status\" : 0"));
        Files.delete(copy.resolve("manifest.sha256"));
        RunArchive.open(copy).seal();
        CommandLineRun signed = sign("edited-record", copy.toString());
        assertThat(signed.status()).as(signed.text()).isEqualTo(2);
        assertThat(signed.err()).contains("says ACCEPTED (status 0").contains("make REJECTED (status 1");
    }

    @Test
    void a_record_names_the_one_before_it() {
        assertThat(sign("one", healthy).status()).isZero();
        CommandLineRun two =
                sign("two", healthy, "--previous", folder.resolve("one").toString());
        assertThat(two.status()).as(two.text()).isZero();
        CommandLineRun chained =
                verify("two", "--previous", folder.resolve("one").toString());
        assertThat(chained.status()).as(chained.text()).isZero();
        assertThat(chained.text()).contains("it holds too, and is the very one");
        assertThat(verify("two").text()).contains("it was not looked at");
        assertThat(verify("one", "--previous", folder.resolve("two").toString()).status())
                .isEqualTo(1);
    }

    @Test
    void a_changed_record_does_not_hold() throws IOException {
        assertThat(sign("tampered", healthy).status()).isZero();
        Path page = folder.resolve("tampered/index.html");
        Files.writeString(page, Files.readString(page).replace("VIRTUAL", "PHYSICAL"));
        CommandLineRun verified = verify("tampered");
        assertThat(verified.status()).isEqualTo(1);
        assertThat(verified.lastLine()).isEqualTo("DOES NOT HOLD");
        assertThat(verified.err()).contains("index.html was changed: expected SHA-256 ");
    }

    @Test
    void everything_of_a_run_goes_along_where_that_is_wanted() throws IOException {
        assertThat(sign("full", healthy, "--full").status()).isZero();
        assertThat(folder.resolve("full/runs/" + healthy + "/rounds.ndjson.gz")).exists();
        assertThat(verify("full").status()).isZero();
    }

    @Test
    void signers_that_are_not_there_are_wrong_input() {
        assertThat(sign("plain", healthy).status()).isZero();
        CommandLineRun verified = CommandLineRun.of(
                "verify",
                folder.resolve("plain").toString(),
                "--signers",
                folder.resolve("none").toString());
        assertThat(verified.status()).isEqualTo(2);
        assertThat(verified.err()).contains("expected an allowed_signers file");
        assertThat(CommandLineRun.of(
                                "verify",
                                folder.resolve("plain").toString(),
                                "--signers",
                                key + ".pub",
                                "--signer",
                                "x")
                        .status())
                .isEqualTo(2);
    }
}
