package io.seatrial.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.RunArchive;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.probe.FlowRunner;
import io.seatrial.probe.LocalHosts;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Settings on their way from hosts through the archive to a replay. */
@Timeout(60)
class SettingsOfHostsTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(4);
    private static final SettingQuestion RATE =
            new SettingQuestion("configuration.rate", SubjectId.Kind.PORT, Setting.RATE);
    private static final SettingQuestion PORTS =
            new SettingQuestion("configuration.rdma-devices", SubjectId.Kind.HOST, Setting.RDMA_PORTS);
    private static final SettingQuestion NOT_ASKED =
            new SettingQuestion("configuration.mtu", SubjectId.Kind.PORT, Setting.ACTIVE_MTU);

    @TempDir
    Path runs;

    private RunArchive archive;
    private FakeAgents agents;
    private PlanningTestbed planning;

    @BeforeEach
    void open() {
        archive = Runs.archive(runs, CLUSTER);
        agents = new FakeAgents(CLUSTER, (flow, earlier) -> 1_000L);
        planning = new PlanningTestbed(CLUSTER, Set.of(RATE.ask(), PORTS.ask())::contains, question -> Runs.PROBE);
    }

    private Measuring measuring() {
        return new Measuring(
                archive, new FlowRunner(agents::of, "tcp"), agents::of, Retests.NONE, Progress.SILENT, () -> false);
    }

    private static List<Survey> suite(Testbed testbed) {
        return List.of(testbed.read(RATE), testbed.read(PORTS), testbed.read(NOT_ASKED));
    }

    @Test
    void planning_knows_every_subject_and_reads_nothing() {
        List<Survey> planned = suite(planning);
        assertThat(planned.get(0).subjects().keySet())
                .extracting(SubjectId::toString)
                .containsExactly(
                        "port gpu-01/mlx5_0", "port gpu-02/mlx5_0", "port gpu-03/mlx5_0", "port gpu-04/mlx5_0");
        assertThat(planned.get(1).subjects()).hasSize(4);
        assertThat(planned.get(2).subjects()).isEmpty();
        assertThat(archive.rounds()).isEmpty();
    }

    @Test
    void a_live_run_and_its_replay_hold_the_same_settings() {
        List<Survey> live = suite(new LiveTestbed(planning, measuring()));
        assertThat(live.get(0).settings()).hasSize(4);
        assertThat(live.get(0).settingsOf(new SubjectId(SubjectId.Kind.PORT, "gpu-01/mlx5_0")))
                .singleElement()
                .satisfies(setting -> assertThat(setting.name()).isEqualTo(Setting.RATE));
        assertThat(suite(new ReplayTestbed(CLUSTER, RunArchive.open(archive.folder()), q -> Runs.PROBE.metric())))
                .isEqualTo(live);
    }

    @Test
    void a_host_without_contact_leaves_its_settings_unreadable_and_the_others_as_they_are() {
        agents.without("gpu-02", "no route to host");
        suite(new LiveTestbed(planning, measuring()));
        Survey replayed = new ReplayTestbed(CLUSTER, archive, q -> Runs.PROBE.metric()).read(PORTS);
        assertThat(replayed.settings()).hasSize(4);
        assertThat(replayed.settingsOf(new SubjectId(SubjectId.Kind.HOST, "gpu-02")))
                .singleElement()
                .satisfies(setting ->
                        assertThat(setting.cause().orElseThrow().values()).containsEntry("cause", "no route to host"));
    }

    @Test
    void a_resumed_run_does_not_read_again_what_it_holds() {
        suite(new LiveTestbed(planning, measuring()));
        agents.without("gpu-02", "gone since");
        List<Survey> resumed = suite(new LiveTestbed(planning, measuring()));
        assertThat(archive.rounds()).hasSize(2);
        assertThat(resumed.toString()).doesNotContain("gone since");
    }
}
