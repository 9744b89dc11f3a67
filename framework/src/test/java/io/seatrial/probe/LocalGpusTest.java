package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.LogReading;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupShape;
import io.seatrial.probe.CollectiveSettings.Backend;
import io.seatrial.probe.CollectiveSettings.Placement;
import io.seatrial.probe.CollectiveSettings.Tool;
import io.seatrial.transport.Journal;
import io.seatrial.transport.Remote;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real program plays the ranks of two hosts over the libraries of native-probes/test/fake/gpu, which have eight GPUs and no fabric. What ends
 * here before its deadline was ended by another rank's failure, and not by waiting.
 */
@Timeout(120)
class LocalGpusTest {
    private static final Path NATIVE =
            Path.of("..", "native-probes").toAbsolutePath().normalize();
    private static final Path FAKES = NATIVE.resolve("target/test/gpu");
    private static final List<String> LIBRARIES = List.of("libcuda.so.1", "libnccl.so.2", "driver-only/libcuda.so.1");
    private static final List<Long> SIZES = List.of(4096L, 65_536L);

    @TempDir
    Path folder;

    private final List<Remote> remotes = new ArrayList<>();
    private final Map<String, Contact> contacts = new HashMap<>();
    private final Map<String, String> environments = new HashMap<>();
    private final List<LogKeeper.Logged> logs = new ArrayList<>();
    private LocalHosts hosts;
    private Journal journal;

    /** What the build's own check makes them with; where it has run there is nothing to do. */
    @BeforeAll
    static void makeFakes() throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("make", "-s", "-C", NATIVE.toString(), "O=target"));
        LIBRARIES.forEach(library -> words.add("target/test/gpu/" + library));
        Process make = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(make.getInputStream().readAllBytes());
        assertThat(make.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(make.exitValue()).as(said).isZero();
    }

    private void open(Cluster cluster) {
        hosts = new LocalHosts(folder.resolve("homes"), lines -> lines, this::environment);
        journal = Journal.open(folder.resolve("journal"), "run-1");
        Deployment deployment = new Deployment(ProbeProgram.packaged(), journal, "run-1", "run-1 of tests");
        cluster.hosts().forEach(host -> {
            Remote remote = hosts.open(host).join();
            remotes.add(remote);
            contacts.put(host.name(), Contact.with(deployment.deploy(remote).join(), List.of()));
        });
    }

    private String environment(String host) {
        return "export LD_LIBRARY_PATH=" + FAKES + "; " + environments.getOrDefault(host, "");
    }

    @AfterEach
    void close() throws IOException {
        contacts.values().forEach(Contact::close);
        remotes.forEach(Remote::close);
        journal.close();
        hosts.close();
    }

    private Measurement measure(int gpus, Collective collective) {
        Cluster cluster = LocalHosts.cluster(2, gpus, 1);
        open(cluster);
        CollectiveSettings settings = new CollectiveSettings(
                Backend.GPU,
                CollectiveSettings.VERBS,
                Optional.empty(),
                SIZES,
                4,
                1,
                Placement.OUT,
                OptionalLong.empty(),
                Duration.ofMillis(500),
                Duration.ofSeconds(10),
                VerbsSettings.DEFAULT,
                Map.of(),
                Tool.SEARCHED);
        return new GroupRunner(cluster, contacts::get, "tcp")
                .keeping(logged -> {
                    logs.add(logged);
                    return new LogReading("log", List.of());
                })
                .run(
                        new CollectiveProbe("collective.test", collective, settings),
                        0,
                        0,
                        List.of(new Group("all", GroupShape.ALL, cluster.ports())))
                .get(0);
    }

    /** The other host is healthy, was stopped and still answers. */
    private void fails(int gpus, String environment, String... words) {
        environments.put("gpu-02", environment);
        Measurement measured = measure(gpus, Collective.ALL_REDUCE);
        assertThat(measured.value()).isEmpty();
        String cause = measured.cause().orElseThrow().values().get("cause").toString();
        assertThat(cause).contains(words);
        assertThat(contacts.get("gpu-01")
                        .agent()
                        .ask(new Request.Info(), Duration.ofSeconds(20))
                        .join())
                .isNotEmpty();
    }

    @Test
    void sums_are_right_and_the_library_is_a_condition() {
        Measurement measured = measure(2, Collective.ALL_REDUCE);
        assertThat(measured.cause()).isEmpty();
        SizeCurve curve = measured.curve().orElseThrow();
        assertThat(curve.ranks()).isEqualTo(4);
        assertThat(curve.points()).hasSameSizeAs(SIZES);
        assertThat(curve.isChecked()).isTrue();
        assertThat(curve.firstWrong()).isEmpty();
        assertThat(measured.conditions().values())
                .containsEntry("backend", "gpu")
                .containsEntry("library", "nccl")
                .containsEntry("version", "2.23.4")
                .containsEntry("library-path", FAKES.resolve("libnccl.so.2").toString());
        assertThat(measured.log()).isEmpty(); // it printed nothing, of which nothing is kept
    }

    @Test
    void a_wrong_element_is_in_the_curve() {
        environments.put("gpu-02", "export FAKE_NCCL=wrong; ");
        Measurement measured = measure(2, Collective.ALL_REDUCE);
        assertThat(measured.cause()).isEmpty();
        assertThat(measured.curve().orElseThrow().firstWrong()).isPresent();
    }

    @Test
    void what_the_library_prints_is_kept_with_its_group() {
        environments.put("gpu-02", "export FAKE_NCCL=log; ");
        Measurement measured = measure(2, Collective.ALL_REDUCE);
        assertThat(measured.cause()).isEmpty();
        assertThat(measured.log().orElseThrow().file()).isEqualTo("log");
        assertThat(logs).hasSize(1);
        assertThat(logs.get(0).log().lines()).isNotEmpty();
        assertThat(logs.get(0).log().leftOut()).isEmpty();
        assertThat(logs.get(0).gpus()).containsEntry("gpu-01", List.of(0, 1)).containsEntry("gpu-02", List.of(0, 1));
    }

    @Test
    void another_release_is_named_with_host_and_rank_before_the_ranks_meet() {
        fails(
                2,
                "export FAKE_NCCL_VERSION=21805; ",
                "gpu-02, ranks 2 to 3",
                "rank 0 has nccl 2.23.4, rank 2 nccl 2.18.5");
    }

    @Test
    void a_host_with_seven_of_eight_gpus_is_named() {
        fails(8, "export FAKE_GPUS=7; ", "gpu-02, ranks 8 to 15", "GPU 7 was asked for; the driver shows 7 GPU");
    }

    @Test
    void a_host_without_the_library_is_named_with_the_places_that_were_looked_at() {
        fails(
                2,
                "export LD_LIBRARY_PATH=" + FAKES + "/driver-only; ",
                "gpu-02, ranks 2 to 3",
                "no libnccl.so.2: looked in the loader's path");
    }

    @Test
    void a_host_whose_driver_is_too_old_is_named() {
        fails(2, "export FAKE_NCCL=old-driver; ", "gpu-02, ranks 2 to 3", "the driver supports CUDA up to 12.4");
    }

    @Test
    void a_host_whose_driver_does_not_run_is_named() {
        fails(2, "export FAKE_GPU=no-driver; ", "gpu-02, ranks 2 to 3", "driver");
    }

    @Test
    void a_process_that_dies_is_named_with_its_signal() {
        fails(2, "export FAKE_NCCL=die@3; ", "gpu-02, ranks 2 to 3", "SIGSEGV");
    }
}
