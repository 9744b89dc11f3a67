package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupShape;
import io.seatrial.plan.RankKind;
import io.seatrial.plan.Tenancy;
import io.seatrial.plan.Tenants;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The real program computes beside its reductions, and reduces beside a neighbour, on four hosts of loopback that share one machine. */
@Timeout(180)
class LocalSharesTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(4);
    private static final long BUCKET = 65_536;

    @TempDir
    static Path folder;

    private static LocalHosts hosts;
    private static Journal journal;
    private static final List<Remote> REMOTES = new ArrayList<>();
    private static final Map<String, Contact> CONTACTS = new HashMap<>();

    @BeforeAll
    static void deploy() {
        hosts = new LocalHosts(folder.resolve("homes"));
        journal = Journal.open(folder.resolve("journal"), "run-1");
        Deployment deployment = new Deployment(ProbeProgram.packaged(), journal, "run-1", "run-1 of tests");
        CLUSTER.hosts().forEach(host -> {
            Remote remote = hosts.open(host).join();
            REMOTES.add(remote);
            CONTACTS.put(host.name(), Contact.with(deployment.deploy(remote).join(), List.of()));
        });
    }

    @AfterAll
    static void close() throws IOException {
        CONTACTS.values().forEach(Contact::close);
        REMOTES.forEach(Remote::close);
        journal.close();
        hosts.close();
    }

    private static CollectiveSettings settings(long size) {
        return new CollectiveSettings(
                Backend.HOST,
                CollectiveSettings.TCP,
                Optional.empty(),
                List.of(size),
                5,
                1,
                Placement.OUT,
                OptionalLong.empty(),
                Duration.ofMillis(500),
                Duration.ofSeconds(20),
                VerbsSettings.DEFAULT,
                Map.of(),
                Tool.SEARCHED);
    }

    @Test
    void a_step_of_training_tells_how_much_of_it_waits_for_its_reductions() {
        TrainingStep step = new TrainingStep(3, BUCKET, Duration.ofMillis(2));
        CollectiveProbe probe =
                new CollectiveProbe("collective.overlap", Collective.ALL_REDUCE, settings(BUCKET), Optional.of(step));
        Measurement measured = new GroupRunner(CLUSTER, CONTACTS::get, "tcp")
                .run(probe, 0, 0, List.of(new Group("all", GroupShape.ALL, CLUSTER.ports())))
                .get(0);

        assertThat(measured.cause()).isEmpty();
        assertThat(measured.metric()).isEqualTo(CollectiveProbe.EXPOSED_SHARE);
        Map<String, Long> told = measured.details();
        assertThat(told.get("step.compute")).isGreaterThanOrEqualTo(1_000_000);
        assertThat(told.get("step.communication")).isPositive();
        assertThat(told.get("samples")).isEqualTo(5);
        assertThat(measured.value().orElseThrow())
                .isEqualTo(Math.max(0, told.get("step.together") - told.get("step.compute"))
                        * 1_000_000
                        / told.get("step.together"))
                .isBetween(0L, 999_999L);
        assertThat(measured.curve().orElseThrow().isChecked()).isTrue();
        assertThat(measured.conditions().values())
                .containsEntry("compute", "host threads")
                .containsEntry("buckets", "3")
                .containsEntry("bucket-bytes", "65536");
    }

    private static Tenancy tenancy() {
        return Tenants.IN_TURN.plan(CLUSTER, RankKind.NIC);
    }

    private static TenantProbe tenants(TenantLoad.Kind kind) {
        return new TenantProbe(
                new CollectiveProbe("tenants.isolation", Collective.ALL_REDUCE, settings(1 << 20)),
                new TenantLoad(kind, 131_072, 3, Tenants.IN_TURN));
    }

    @ParameterizedTest
    @EnumSource
    void what_a_collective_keeps_beside_a_neighbour_is_the_ratio_of_its_medians(TenantLoad.Kind kind) {
        List<TimeWindow> windows = new ArrayList<>();
        Measurement measured = new TenantRunner(
                        new FlowRunner(CONTACTS::get, "tcp"),
                        new GroupRunner(CLUSTER, CONTACTS::get, "tcp"),
                        CONTACTS::get)
                .run(tenants(kind), tenancy(), 0, () -> false, windows::add)
                .orElseThrow()
                .get(0);

        assertThat(measured.cause()).isEmpty();
        assertThat(measured.subject().name()).startsWith("tenant A");
        Map<String, Long> told = measured.details();
        assertThat(told).containsKeys("alone.0", "alone.2", "loaded.0", "loaded.2", "p99.ratio-ppm");
        assertThat(measured.value().orElseThrow())
                .isEqualTo(Math.round((double) told.get("loaded") * 1_000_000 / told.get("alone")));
        assertThat(told.get("samples")).isEqualTo(3);
        assertThat(told.get("load.rate")).isPositive();
        assertThat(windows).hasSizeGreaterThanOrEqualTo(3);
        assertThat(measured.conditions().values())
                .containsEntry("load", kind.text())
                .containsEntry("load-hosts", "2")
                .containsEntry("collective", "all-reduce");
    }

    @Test
    void a_neighbour_whose_host_is_gone_is_no_load_and_the_measurement_proves_nothing() {
        Map<String, Contact> some = new HashMap<>(CONTACTS);
        some.put("gpu-04", Contact.none("gpu-04", new IllegalStateException("switched off")));
        Measurement measured = new TenantRunner(
                        new FlowRunner(some::get, "tcp"), new GroupRunner(CLUSTER, some::get, "tcp"), some::get)
                .run(tenants(TenantLoad.Kind.INCAST), tenancy(), 0, () -> false, window -> {})
                .orElseThrow()
                .get(0);

        assertThat(measured.value()).isEmpty();
        assertThat(measured.cause().orElseThrow().key()).isEqualTo("tenants.no-load");
        assertThat(measured.cause().orElseThrow().values().get("cause").toString())
                .contains("gpu-04/")
                .contains("switched off");
    }

    @Test
    void a_run_that_is_interrupted_gives_nothing() {
        assertThat(new TenantRunner(
                                new FlowRunner(CONTACTS::get, "tcp"),
                                new GroupRunner(CLUSTER, CONTACTS::get, "tcp"),
                                CONTACTS::get)
                        .run(tenants(TenantLoad.Kind.INCAST), tenancy(), 0, () -> true, window -> {}))
                .isEmpty();
    }
}
