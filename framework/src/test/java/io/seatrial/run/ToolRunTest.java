package io.seatrial.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.RunArchive;
import io.seatrial.criteria.CollectiveLog;
import io.seatrial.criteria.collectives.JobLog;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupRound;
import io.seatrial.plan.GroupShape;
import io.seatrial.probe.CollectiveProbe;
import io.seatrial.probe.CollectiveSettings;
import io.seatrial.probe.CollectiveSettings.Backend;
import io.seatrial.probe.CollectiveSettings.Placement;
import io.seatrial.probe.CollectiveSettings.Tool;
import io.seatrial.probe.Contact;
import io.seatrial.probe.Deployment;
import io.seatrial.probe.FlowRunner;
import io.seatrial.probe.GroupRunner;
import io.seatrial.probe.LocalHosts;
import io.seatrial.probe.ProbeProgram;
import io.seatrial.probe.VerbsSettings;
import io.seatrial.probe.collectives.Printed;
import io.seatrial.report.Texts;
import io.seatrial.transport.Journal;
import io.seatrial.transport.Remote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stand-in for mpirun, started beside real agents, prints what the test programs and the library print; a whole run keeps and judges it. */
@Timeout(120)
class ToolRunTest {
    private static final String ASK = "collective.all-reduce.all";
    private static final List<String> TWO = List.of("gpu-01", "gpu-02");
    private static final Cluster CLUSTER = LocalHosts.cluster(2, 2, 2);
    private static final Group ALL = new Group("all", GroupShape.ALL, CLUSTER.ports());
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    private final List<Remote> remotes = new ArrayList<>();
    private final Map<String, Contact> contacts = new HashMap<>();
    private LocalHosts hosts;
    private Journal journal;
    private RunArchive archive;

    @BeforeEach
    void open() throws IOException {
        Files.createDirectories(folder.resolve("bin"));
        install(Printed.run(TWO, 2), 0);
        archive = Runs.archive(folder.resolve("runs"), CLUSTER);
        hosts = new LocalHosts(
                folder.resolve("homes"),
                lines -> lines,
                host -> "unset SLURM_JOB_ID; export PATH=" + folder.resolve("bin") + ":$PATH; ");
        journal = Journal.open(archive.journal(), "run-1");
        Deployment deployment = new Deployment(ProbeProgram.packaged(), journal, "run-1", "run-1 of tests");
        CLUSTER.hosts().forEach(host -> {
            Remote remote = hosts.open(host).join();
            remotes.add(remote);
            contacts.put(host.name(), Contact.with(deployment.deploy(remote).join(), List.of()));
        });
    }

    @AfterEach
    void close() throws IOException {
        contacts.values().forEach(Contact::close);
        remotes.forEach(Remote::close);
        journal.close();
        hosts.close();
    }

    private void install(String printed, int status) throws IOException {
        Files.writeString(folder.resolve("printed"), printed);
        Path program = folder.resolve("bin/mpirun");
        Files.writeString(
                program,
                "#!/bin/sh\n[ \"$1\" = --version ] && { echo 'mpirun (Open MPI) 4.1.6'; exit 0; }\n"
                        + "printf '%s\\n' \"$@\" > " + folder.resolve("words") + "\ncat " + folder.resolve("printed")
                        + "\nexit " + status + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    private Measurement measure(Placement placement, Cluster cluster, Group group) {
        CollectiveSettings settings = new CollectiveSettings(
                Backend.NCCL_TESTS,
                CollectiveSettings.VERBS,
                Optional.of("ring"),
                List.of(MIB, 2 * MIB, 4 * MIB),
                20,
                5,
                placement,
                OptionalLong.empty(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                VerbsSettings.DEFAULT,
                Map.of("NCCL_IB_HCA", "=mlx5_0,mlx5_1"),
                new Tool(Optional.empty(), Optional.empty(), Optional.of("/opt/nccl-tests/build")));
        CollectiveProbe probe = new CollectiveProbe(ASK, Collective.ALL_REDUCE, settings);
        GroupRunner groups = new GroupRunner(cluster, contacts::get, "tcp").keeping(new KeptLogs(archive, ask -> 2));
        Measuring measuring = new Measuring(
                archive,
                new Runners(new FlowRunner(contacts::get, "tcp"), groups),
                contacts::get,
                Retests.NONE,
                Progress.SILENT,
                () -> false,
                ask -> Optional.empty(),
                () -> {});
        measuring.execute(new PlannedAsk.Groups(probe, List.of(new GroupRound(0, List.of(group))), List.of()));
        return survey().of(group.subject()).get(0);
    }

    private Measurement measure() {
        return measure(Placement.OUT, CLUSTER, ALL);
    }

    /** What stands in the archive is what reports judge. */
    private Survey survey() {
        return ReplayTestbed.surveys(RunArchive.open(archive.folder())).get(ASK);
    }

    private Verdict log() {
        return new CollectiveLog(ASK).judge(survey()).get(ALL.subject());
    }

    private static String cause(Measurement measurement) {
        return measurement.cause().orElseThrow().values().get("cause").toString();
    }

    @Test
    void the_programs_are_started_on_the_first_host_and_their_curve_is_measured() throws IOException {
        Measurement measured = measure();
        assertThat(measured.cause()).isEmpty();
        assertThat(measured.curve().orElseThrow().points()).hasSize(3).allMatch(point -> !point.inPlace());
        assertThat(measured.curve().orElseThrow().ranks()).isEqualTo(4);
        // 4 MiB in 405 us times 2(4-1)/4
        assertThat(measured.value()).hasValue(15_534_459_259L);
        assertThat(measured.details()).containsEntry("samples", 20L);
        assertThat(measured.provenance().probe()).isEqualTo("nccl-tests 2.17.6");
        assertThat(measured.conditions().values())
                .containsEntry("backend", "nccl-tests")
                .containsEntry("tool", "nccl-tests 2.17.6")
                .containsEntry("version", "2.27.3")
                .containsEntry("launcher", "mpirun")
                .containsEntry("algorithm", "ring")
                .containsEntry("ranks", "4");
        assertThat(measured.conditions().get("environment")).contains("NCCL_ALGO=Ring", "NCCL_IB_HCA==mlx5_0,mlx5_1");
        assertThat(Files.readAllLines(folder.resolve("words")))
                .containsSubsequence("-np", "4", "--host", "gpu-01:2,gpu-02:2")
                .contains("/opt/nccl-tests/build/all_reduce_perf", "NCCL_DEBUG=INFO")
                .contains("NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH,ENV,TUNING")
                .noneMatch(word -> word.startsWith("CUDA_VISIBLE_DEVICES"));
        assertThat(contacts.get("gpu-01").transcript()).anyMatch(line -> line.contains("beside the agent: mpirun"));
    }

    @Test
    void the_placement_that_is_asked_is_the_one_that_counts() {
        assertThat(measure(Placement.BOTH, CLUSTER, ALL).curve().orElseThrow().points())
                .hasSize(6);
    }

    @Test
    void of_a_rail_only_its_gpus_are_shown_to_the_programs() throws IOException {
        install(Printed.run(TWO, 1), 0);
        Group rail = new Group(
                "rail 1",
                GroupShape.RAIL,
                CLUSTER.ports().stream()
                        .filter(port -> port.name().equals("mlx5_1"))
                        .toList());
        assertThat(measure(Placement.OUT, CLUSTER, rail).cause()).isEmpty();
        assertThat(Files.readAllLines(folder.resolve("words"))).contains("CUDA_VISIBLE_DEVICES=1", "gpu-01:1,gpu-02:1");
    }

    @Test
    void a_run_that_is_not_the_one_that_was_asked_is_no_measurement() throws IOException {
        install(Printed.run(TWO, 1), 0);
        assertThat(cause(measure())).contains("host gpu-01", "2 ranks ran; expected 4 ranks");
        assertThat(log()).isInstanceOf(Verdict.NotProven.class);
    }

    @Test
    void the_log_of_a_sound_run_is_kept_and_holds() throws IOException {
        install(JobLog.sound().text() + Printed.run(TWO, 2), 0);
        Measurement measured = measure();
        assertThat(measured.cause()).isEmpty();
        Path kept = archive.folder().resolve(measured.log().orElseThrow().file());
        assertThat(kept.getFileName()).hasToString("collective.all-reduce.all-0-0-all.log");
        assertThat(Files.readString(kept)).isEqualTo(JobLog.sound().text());
        Verdict verdict = log();
        assertThat(Texts.sentence(verdict.message()))
                .contains("all 9 assertions hold", "nccl/collective.all-reduce.all-0-0-all.log");
        assertThat(verdict).isInstanceOf(Verdict.Pass.class);
    }

    @Test
    void a_run_over_sockets_fails_by_its_log_whatever_its_bandwidth() throws IOException {
        String sockets = JobLog.sound()
                .with(line ->
                        line.startsWith("gpu-02") ? line.replace("Using network IB", "Using network Socket") : line)
                .text();
        install(sockets + Printed.run(TWO, 2), 0);
        assertThat(measure().value()).isPresent();
        assertThat(log()).isInstanceOf(Verdict.Fail.class);
        assertThat(Texts.sentence(log().message())).contains("gpu-02: it runs over TCP sockets");
    }

    @Test
    void a_log_that_lacks_a_rank_proves_nothing() throws IOException {
        install(JobLog.sound().without(line -> line.startsWith("gpu-02:201:")).text() + Printed.run(TWO, 2), 0);
        assertThat(measure().value()).isPresent();
        assertThat(log()).isInstanceOf(Verdict.NotProven.class);
        assertThat(Texts.sentence(log().message())).contains("Of 4 ranks these are not seen to have come up: 3");
    }

    @Test
    void a_run_without_a_log_proves_nothing() {
        assertThat(measure().log()).isEmpty();
        assertThat(log()).isInstanceOf(Verdict.NotProven.class);
        assertThat(Texts.sentence(log().message())).contains("no log of the library was kept");
    }

    @Test
    void a_run_that_breaks_off_accuses_nobody_but_tells_the_request_that_failed() throws IOException {
        String error = "gpu-02:200:1200 [0] transport/net_ib.cc:2244 NCCL WARN NET/IB: Got completion from peer"
                + " 192.0.2.15<53908> with status=12 opcode=129 len=1048576 vendor err 129 (Recv)"
                + " localGid ::ffff:192.0.2.3 remoteGids::ffff:192.0.2.5 hca mlx5_1\n";
        String printed = Printed.run(TWO, 2);
        install(JobLog.sound().text() + printed.substring(0, printed.indexOf("     4194304")) + error, 3);
        assertThat(measure().value()).isEmpty();
        assertThat(log()).isInstanceOf(Verdict.NotProven.class);
        assertThat(Texts.sentence(log().message()))
                .contains("mlx5_1, from ::ffff:192.0.2.3 to ::ffff:192.0.2.5", "status 12");
    }
}
