package io.seatrial.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.SubjectId;
import io.seatrial.plan.GroupPattern;
import io.seatrial.plan.Groups;
import io.seatrial.plan.RankKind;
import io.seatrial.probe.CollectiveProbe;
import io.seatrial.probe.CollectiveSettings;
import io.seatrial.probe.CollectiveSettings.Backend;
import io.seatrial.probe.CollectiveSettings.Placement;
import io.seatrial.probe.CollectiveSettings.Tool;
import io.seatrial.probe.GroupRunner;
import io.seatrial.probe.VerbsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which groups are run again, and what is taken apart; the agents give no results, since only who was asked matters here. */
@Timeout(60)
class GroupMeasuringTest {
    private static final Cluster CLUSTER = ClusterFile.read(Path.of("..", "inventory", "virtual-collectives"));
    private static final CollectiveSettings SETTINGS = new CollectiveSettings(
            Backend.HOST,
            CollectiveSettings.TCP,
            Optional.empty(),
            List.of(1024L, 4096L),
            3,
            1,
            Placement.OUT,
            OptionalLong.empty(),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            VerbsSettings.DEFAULT,
            Map.of(),
            Tool.SEARCHED);

    @TempDir
    Path runs;

    /** Run the groups of a pattern, and again those that are doubtful; return who was asked the second time. */
    private List<RoundRecord> again(String ask, GroupPattern pattern, String doubtful) {
        RunArchive archive = Runs.archive(runs, CLUSTER);
        PlannedAsk.Groups planned = new PlannedAsk.Groups(
                new CollectiveProbe(ask, Collective.ALL_REDUCE, SETTINGS),
                pattern.plan(CLUSTER, RankKind.NIC).rounds(),
                Groups.leafMeetings().plan(CLUSTER, RankKind.NIC).rounds());
        FakeAgents agents = new FakeAgents(CLUSTER, (flow, earlier) -> 0L);
        GroupMeasuring measuring = new GroupMeasuring(
                archive,
                new GroupRunner(CLUSTER, agents::of, "tcp"),
                Progress.SILENT,
                planned,
                (round, attempt) -> true);
        measuring.first();
        measuring.again(Set.of(new SubjectId(SubjectId.Kind.GROUP, doubtful)));
        return archive.rounds().stream().filter(round -> round.attempt() == 1).toList();
    }

    private static List<String> subjects(RoundRecord round) {
        return round.measurements().stream().map(one -> one.subject().name()).toList();
    }

    @Test
    void a_ring_that_is_doubtful_runs_again_then_its_steps_and_then_leaves_meet() {
        List<RoundRecord> rounds = again("collective.all-reduce.rail", Groups.eachRail(), "rail 0");
        assertThat(rounds).extracting(RoundRecord::round).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(subjects(rounds.get(0))).containsExactly("rail 0");
        assertThat(subjects(rounds.get(1)))
                .containsExactly("gpu-01/mlx5_0+gpu-02/mlx5_0", "gpu-03/mlx5_0+gpu-04/mlx5_0");
        assertThat(subjects(rounds.get(2)))
                .containsExactly("gpu-02/mlx5_0+gpu-03/mlx5_0", "gpu-04/mlx5_0+gpu-01/mlx5_0");
        assertThat(rounds.subList(3, 6))
                .allSatisfy(round -> assertThat(subjects(round)).hasSize(4));
        assertThat(rounds.subList(1, 6))
                .flatExtracting(RoundRecord::measurements)
                .allSatisfy(step -> assertThat(step.conditions().get(CollectiveProbe.COLLECTIVE))
                        .isEqualTo("send-recv"));
    }

    @Test
    void a_pair_that_is_doubtful_runs_again_with_its_round_and_then_leaves_meet() {
        List<RoundRecord> rounds = again("collective.all-reduce.pairs", Groups.pairsOfHosts(), "gpu-01+gpu-03 rail 0");
        assertThat(subjects(rounds.get(0))).contains("gpu-01+gpu-03 rail 0");
        assertThat(rounds).hasSize(4);
    }

    @Test
    void two_ports_that_are_doubtful_tell_too_little_of_leaves() {
        List<RoundRecord> rounds = again("collective.send-recv.halves", Groups.halves(), "gpu-01/mlx5_0+gpu-03/mlx5_0");
        assertThat(rounds).hasSize(1);
        assertThat(subjects(rounds.get(0))).contains("gpu-01/mlx5_0+gpu-03/mlx5_0");
    }

    @Test
    void where_nothing_is_doubtful_nothing_runs_again() {
        assertThat(again("collective.all-reduce.rail", Groups.eachRail(), "rail 7"))
                .isEmpty();
    }
}
