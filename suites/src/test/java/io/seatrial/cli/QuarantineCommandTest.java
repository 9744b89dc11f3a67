package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.archive.Closing;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.diagnosis.Quarantine;
import io.seatrial.diagnosis.Suspect;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.SubjectId.Kind;
import io.seatrial.measurement.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is drained and who comes back, and what a scontrol is asked; Slurm itself is a script here. */
class QuarantineCommandTest {
    private static final Path CASE = Path.of("..", "inventory", "case-1024", "runs", "before");
    private static final String LIMIT = "bandwidth.alone.limit";

    @TempDir
    Path folder;

    private static Judgement result(String criterion, String link, boolean passed) {
        Message message = Message.of("plain", "text", "told");
        return new Judgement(
                criterion,
                new SubjectId(Kind.LINK, link),
                passed
                        ? new Verdict.Pass(message, Optional.empty(), Optional.empty())
                        : new Verdict.NotProven(message, Optional.empty()));
    }

    private static List<QuarantineList.Release> releases(Set<String> suspected, Judgement... results) {
        return new EarlierQuarantine(Map.of("gpu-02", List.of(LIMIT)))
                .releases("r2", Set.of("gpu-01", "gpu-02"), suspected, List.of(results));
    }

    @Test
    void a_host_that_passed_everything_that_failed_comes_back() {
        assertThat(releases(Set.of(), result(LIMIT, "gpu-02/a~leaf-1/e2", true)))
                .extracting(QuarantineList.Release::resumes)
                .containsExactly(true);
    }

    @Test
    void anything_less_leaves_it_drained_and_says_what_is_missing() {
        assertThat(releases(Set.of("gpu-02"), result(LIMIT, "gpu-02/a~leaf-1/e2", true)))
                .containsExactly(
                        new QuarantineList.Release("gpu-02", false, "run r2 suspects it again", List.of(LIMIT)));
        assertThat(releases(Set.of(), result("links.state.limit", "gpu-02/a~leaf-1/e2", true))
                        .get(0)
                        .why())
                .isEqualTo(LIMIT + " was not asked of it again in run r2");
        assertThat(releases(
                                Set.of(),
                                result(LIMIT, "gpu-02/a~leaf-1/e2", true),
                                result(LIMIT, "gpu-02/b~leaf-2/e2", false))
                        .get(0)
                        .why())
                .isEqualTo(LIMIT + " did not pass at gpu-02/b~leaf-2/e2 in run r2");
        assertThat(new EarlierQuarantine(Map.of("gpu-09", List.of(LIMIT)))
                        .releases("r2", Set.of("gpu-01"), Set.of(), List.of())
                        .get(0)
                        .why())
                .isEqualTo("it is not among the hosts of run r2");
    }

    @Test
    void a_change_is_quoted_so_that_a_shell_takes_nothing_of_it() {
        Scontrol.Change change =
                new Scontrol.Change("gpu-02", "DRAIN", "seatrial r1: a \"b\" $(reboot) `c` \\ d!\nEvil=1");

        assertThat(change.line())
                .isEqualTo("scontrol update NodeName=gpu-02 State=DRAIN"
                        + " Reason=\"seatrial r1: a b (reboot) c d Evil=1\"");
        assertThat(change.words())
                .containsExactly(
                        "update", "NodeName=gpu-02", "State=DRAIN", "Reason=seatrial r1: a b (reboot) c d Evil=1");
        assertThatThrownBy(() -> new Scontrol.Change("gpu-02;reboot", "DRAIN", ""))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("host 'gpu-02;reboot'");
    }

    @ParameterizedTest
    @CsvSource({
        "IDLE, false",
        "IDLE+DRAIN, true",
        "MIXED+DRAIN*, true",
        "DRAINED, true",
        "DRAINING, true",
        "DOWN*, false",
        "DOWN+DRAIN+NOT_RESPONDING, true"
    })
    void the_states_of_slurm_are_read(String state, boolean drained) {
        String text = "NodeName=gpu1 Arch=x86_64 CoresPerSocket=1\n   CPUAlloc=0 CPUTot=2 CPULoad=0.31\n   State="
                + state + " ThreadsPerCore=1\n   Reason=seatrial r1: slow [root@2026-11-29T12:00:00]\n";
        Scontrol.Node node = Scontrol.read(text).orElseThrow();

        assertThat(node.isDrained()).isEqualTo(drained);
        assertThat(node.reason()).isEqualTo("seatrial r1: slow");
        assertThat(Scontrol.read("Node gpu1 not found")).isEmpty();
    }

    /** A scontrol that knows four nodes and writes down what it is told. */
    private Scontrol slurm() throws IOException {
        Path program = Files.writeString(folder.resolve("scontrol"), """
                #!/bin/sh
                if [ "$1" = show ]; then
                  case $3 in
                    gpu-01) echo "NodeName=gpu-01"; echo "   State=IDLE ThreadsPerCore=1" ;;
                    gpu-02) echo "NodeName=gpu-02"; echo "   State=IDLE+DRAIN"; echo "   Reason=disk [ann@2026]" ;;
                    gpu-03) echo "NodeName=gpu-03"; echo "   State=IDLE+DRAIN"; echo "   Reason=seatrial r1: slow [ann@2026]" ;;
                    gpu-04) echo "NodeName=gpu-04"; echo "   State=MIXED" ;;
                    *) echo "Node $3 not found"; exit 1 ;;
                  esac
                  exit 0
                fi
                for word; do printf '%s|' "$word"; done >> "$(dirname "$0")/told"
                echo >> "$(dirname "$0")/told"
                if [ "$2" = NodeName=gpu-04 ]; then
                  echo "slurm_update error: Access/permission denied"
                  exit 1
                fi
                """);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return Scontrol.on("/nowhere:" + folder);
    }

    private int apply(StringWriter said, Scontrol slurm, Scontrol.Change... changes) {
        return new Applied(slurm, new PrintWriter(said, true)).all(List.of(changes));
    }

    @Test
    void each_change_is_made_by_itself_and_reported() throws IOException {
        StringWriter said = new StringWriter();

        int status = apply(
                said,
                slurm(),
                new Scontrol.Change("gpu-01", "DRAIN", "seatrial r2: gpu-01/a fails x +1 more"),
                new Scontrol.Change("gpu-02", "DRAIN", "seatrial r2: b"),
                new Scontrol.Change("gpu-03", "RESUME", ""));

        assertThat(status).isZero();
        assertThat(said.toString().lines())
                .containsExactly(
                        "gpu-01: State=DRAIN was set",
                        "gpu-02: left as it is: it is drained already (disk)",
                        "gpu-03: State=RESUME was set",
                        "applied: 3 of 3 changes done or not needed, 0 refused");
        assertThat(Files.readAllLines(folder.resolve("told")))
                .containsExactly(
                        "update|NodeName=gpu-01|State=DRAIN|Reason=seatrial r2: gpu-01/a fails x +1 more|",
                        "update|NodeName=gpu-03|State=RESUME|");
    }

    @Test
    void what_somebody_else_drained_and_what_is_not_drained_is_not_resumed() throws IOException {
        StringWriter said = new StringWriter();

        int status = apply(
                said,
                slurm(),
                new Scontrol.Change("gpu-02", "RESUME", ""),
                new Scontrol.Change("gpu-01", "RESUME", ""));

        assertThat(status).isZero();
        assertThat(said.toString())
                .contains("gpu-02: left as it is: somebody else drained it (disk)")
                .contains("gpu-01: left as it is: it is not drained (IDLE)");
        assertThat(folder.resolve("told")).doesNotExist();
    }

    @Test
    void what_slurm_refuses_is_told_with_the_line_and_the_others_are_done_all_the_same() throws IOException {
        StringWriter said = new StringWriter();

        int status = apply(
                said,
                slurm(),
                new Scontrol.Change("gpu-04", "DRAIN", "seatrial r2: a"),
                new Scontrol.Change("gpu-77", "DRAIN", "seatrial r2: b"),
                new Scontrol.Change("gpu-01", "DRAIN", "seatrial r2: c"));

        assertThat(status).isEqualTo(Status.DOES_NOT_HOLD);
        assertThat(said.toString())
                .contains(
                        "gpu-04: refused: scontrol ended with 1: slurm_update error: Access/permission denied; by hand:"
                                + " scontrol update NodeName=gpu-04 State=DRAIN Reason=\"seatrial r2: a\"")
                .contains("gpu-77: refused: Slurm knows no such node")
                .contains("gpu-01: State=DRAIN was set")
                .contains("applied: 1 of 3 changes done or not needed, 2 refused");
    }

    @Test
    void without_a_scontrol_nothing_is_done_and_that_is_a_failure() {
        StringWriter said = new StringWriter();

        assertThat(apply(said, Scontrol.on("/nowhere"), new Scontrol.Change("gpu-01", "DRAIN", "x")))
                .isEqualTo(Status.FAILED);
        assertThat(said.toString()).contains("there is no scontrol on the PATH");
        assertThat(apply(said, Scontrol.on("/nowhere"))).isZero();
    }

    private CommandLineRun quarantine(String... more) {
        List<String> words = new java.util.ArrayList<>(List.of("quarantine", CASE.toString()));
        words.addAll(List.of(more));
        return CommandLineRun.of(words.toArray(String[]::new));
    }

    @Test
    void nothing_is_applied_after_a_run_that_measured_no_real_host() {
        CommandLineRun run = quarantine("--apply");

        assertThat(run.status()).isEqualTo(Status.USAGE);
        assertThat(run.err()).contains("--apply: run").contains("virtual or constructed");
    }

    @Test
    void the_list_is_the_same_each_time_and_names_run_and_cluster() throws IOException {
        Path file = folder.resolve("q.json");
        Path again = folder.resolve("again.json");
        CommandLineRun run = quarantine("--out", file.toString());
        quarantine("--out", again.toString(), "--slurm");

        assertThat(run.status()).as(run.text()).isIn(Status.DOES_NOT_HOLD, Status.CANNOT_TELL);
        assertThat(Files.readString(again))
                .isEqualTo(Files.readString(file))
                .contains("\"format\" : 1")
                .contains("\"cluster\" : \"case-1024\"");
    }

    private CommandLineRun quarantineOf(RunArchive archive, String... more) {
        List<String> words =
                new java.util.ArrayList<>(List.of("quarantine", archive.folder().toString()));
        words.addAll(List.of(more));
        return CommandLineRun.of(words.toArray(String[]::new));
    }

    private RunArchive emptyRun() {
        Cluster cluster = ClusterFile.read(VirtualCopy.ORIGINAL);
        RunHeader header = new RunHeader(
                RunHeader.FORMAT,
                "r1",
                cluster.name(),
                cluster.hash(),
                "bringup",
                1,
                Instant.EPOCH,
                cluster.hosts().stream().map(host -> host.name()).toList(),
                Map.of(),
                "0");
        return RunArchive.create(folder.resolve("runs"), header, VirtualCopy.ORIGINAL);
    }

    @Test
    void a_run_that_did_not_end_or_was_changed_drains_nobody_and_says_why() throws IOException {
        RunArchive archive = emptyRun();
        CommandLineRun open = quarantineOf(archive);
        assertThat(open.status()).as(open.text()).isEqualTo(Status.CANNOT_TELL);
        assertThat(open.out().get(0)).startsWith("run r1 did not come to its end");
        archive.close(new Closing("NOT PROVEN", 3, Instant.EPOCH, false, List.of()));
        Files.writeString(archive.folder().resolve("more.txt"), "more");
        CommandLineRun changed = quarantineOf(archive, "--slurm");
        assertThat(changed.status()).isEqualTo(Status.CANNOT_TELL);
        assertThat(changed.out()).isEmpty();
        assertThat(changed.err()).contains("run r1 was changed after it was closed: more.txt is there and not listed");
    }

    @Test
    void nobody_suspected_after_a_run_that_proved_too_little_is_not_sound() {
        RunArchive archive = emptyRun();
        archive.close(new Closing("NOT PROVEN", 3, Instant.EPOCH, false, List.of()));
        CommandLineRun run = quarantineOf(archive);
        assertThat(run.status()).as(run.text()).isEqualTo(Status.CANNOT_TELL);
        assertThat(run.out().get(0)).startsWith("nothing is suspected, but not everything is sound");
    }

    private static Quarantine.Isolation drained() {
        SubjectId host = new SubjectId(Kind.HOST, "gpu-02");
        return new Quarantine.Isolation(
                new Suspect(1, host, List.of(), 1, Message.of("plain", "text", "slow"), Optional.empty(), List.of()),
                Optional.of("gpu-02"),
                Quarantine.Action.DRAIN,
                Quarantine.Confidence.HIGH,
                List.of(result(LIMIT, "gpu-02/a~leaf-1/e2", false)));
    }

    @Test
    void a_list_in_doubt_takes_nobody_out_and_lets_nobody_in() {
        QuarantineList sound = new QuarantineList(
                emptyRun().header(),
                "REJECTED",
                List.of(drained()),
                List.of(new QuarantineList.Release("gpu-03", true, "run r1", List.of(LIMIT))),
                List.of());
        assertThat(sound.status()).isEqualTo(Status.DOES_NOT_HOLD);
        assertThat(sound.changes()).hasSize(2);
        QuarantineList doubted = sound.inDoubt("run r1 was changed");
        assertThat(doubted.status()).isEqualTo(Status.CANNOT_TELL);
        assertThat(doubted.changes()).isEmpty();
        assertThat(doubted.lines().get(0)).isEqualTo("run r1 was changed");
        assertThat(doubted.json().path("stays_drained").path(0).path("why").asText())
                .isEqualTo("run r1 was changed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{|not JSON",
                "{}|expected a list that seatrial quarantine --out wrote",
                "{\"format\": 2, \"drain\": []}|format 1",
                "{\"format\": 1, \"drain\": [], \"cluster\": \"other\"}|is about cluster other",
                "{\"format\": 1, \"drain\": [], \"cluster\": \"case-1024\"}|started: expected when the run began",
                "{\"format\": 1, \"drain\": [], \"cluster\": \"case-1024\", \"started\": \"2999-01-01T00:00:00Z\"}|began after"
            })
    void an_earlier_list_that_is_none_is_refused(String text, String why) throws IOException {
        Path file = Files.writeString(folder.resolve("q.json"), text);
        CommandLineRun run = quarantine("--previous", file.toString());

        assertThat(run.status()).isEqualTo(Status.USAGE);
        assertThat(run.err()).contains("--previous: ").contains(why);
    }

    @Test
    void a_file_that_cannot_be_written_is_told_in_one_sentence() {
        CommandLineRun run =
                quarantine("--out", folder.resolve("no/such/q.json").toString());

        assertThat(run.status()).isEqualTo(Status.USAGE);
        assertThat(run.err()).contains("--out: cannot write").contains("expected a file in a folder that is there");
    }
}
