package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Collective;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The real program plays the ranks of three hosts of loopback. */
@Timeout(120)
class LocalCollectivesTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(3);
    private static final Group ALL = new Group("all", GroupShape.ALL, CLUSTER.ports());
    private static final List<Long> SIZES = List.of(4L, 1000L, 65_536L, 1_048_576L);

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

    private static Measurement measure(Collective collective, Optional<String> algorithm) {
        CollectiveSettings settings = new CollectiveSettings(
                Backend.HOST,
                CollectiveSettings.TCP,
                algorithm,
                SIZES,
                5,
                1,
                Placement.BOTH,
                OptionalLong.empty(),
                Duration.ofMillis(500),
                Duration.ofSeconds(10),
                VerbsSettings.DEFAULT,
                Map.of(),
                Tool.SEARCHED);
        return new GroupRunner(CLUSTER, CONTACTS::get, "tcp")
                .run(new CollectiveProbe("collective.test", collective, settings), 0, 0, List.of(ALL))
                .get(0);
    }

    @ParameterizedTest
    @EnumSource
    void every_collective_gives_every_size_and_no_wrong_element(Collective collective) {
        Measurement measured = measure(collective, Optional.empty());
        assertThat(measured.cause()).isEmpty();
        SizeCurve curve = measured.curve().orElseThrow();
        assertThat(curve.points(false)).hasSameSizeAs(SIZES);
        assertThat(curve.points(true)).hasSameSizeAs(SIZES);
        assertThat(curve.isChecked()).isTrue();
        assertThat(curve.firstWrong()).isEmpty();
        assertThat(curve.points())
                .allSatisfy(point -> assertThat(point.iterations()).isBetween(3L, 5L));
        assertThat(measured.value().orElseThrow()).isPositive();
    }

    @Test
    void a_tree_gives_the_same_sums() {
        SizeCurve curve =
                measure(Collective.ALL_REDUCE, Optional.of("tree")).curve().orElseThrow();
        assertThat(curve.isChecked()).isTrue();
        assertThat(curve.firstWrong()).isEmpty();
    }
}
