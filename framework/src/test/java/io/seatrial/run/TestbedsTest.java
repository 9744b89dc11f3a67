package io.seatrial.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.archive.RunArchive;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Survey;
import io.seatrial.plan.Patterns;
import io.seatrial.probe.FlowProbe;
import io.seatrial.probe.FlowRunner;
import io.seatrial.probe.LatencyProbe;
import io.seatrial.probe.LinkReader;
import io.seatrial.probe.LocalHosts;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The three forms of a testbed, asked by the same small suite. */
@Timeout(60)
class TestbedsTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(4);
    private static final Set<String> ASKED = Set.of(Runs.ASK, "links.state");

    @TempDir
    Path runs;

    private RunArchive archive;
    private FakeAgents agents;
    private PlanningTestbed planning;
    private Measuring measuring;

    @BeforeEach
    void open() {
        archive = Runs.archive(runs, CLUSTER);
        agents = new FakeAgents(CLUSTER, (flow, earlier) -> 1_000L + earlier);
        planning = new PlanningTestbed(CLUSTER, ASKED::contains, TestbedsTest::probe);
        measuring = new Measuring(
                archive, new FlowRunner(agents::of, "tcp"), agents::of, Retests.NONE, Progress.SILENT, () -> false);
    }

    private static FlowProbe probe(FlowQuestion question) {
        return new LatencyProbe(question.ask(), 64, 10, 100, Runs.PROBE.duration(), Runs.PROBE.statistic());
    }

    private static Metric metric(FlowQuestion question) {
        return probe(question).metric();
    }

    private static FlowQuestion latency(String ask) {
        return new FlowQuestion(ask, FlowQuestion.Kind.LATENCY);
    }

    /** Two asks that the profile has, two that it has not. */
    private static List<Survey> suite(Testbed testbed) {
        return List.of(
                testbed.measure(latency(Runs.ASK)).over(Patterns.everyPairWithinRail()),
                testbed.read(new LinkQuestion("links.state", LinkReader.UP)),
                testbed.measure(latency("latency.across-leaves")).over(Patterns.everyPairWithinRail()),
                testbed.read(new LinkQuestion("links.speed", LinkReader.SPEED)));
    }

    private ReplayTestbed replay() {
        return new ReplayTestbed(CLUSTER, RunArchive.open(archive.folder()), TestbedsTest::metric);
    }

    @Test
    void planning_collects_and_measures_nothing() {
        List<Survey> planned = suite(planning);
        assertThat(planning.asks()).extracting(PlannedAsk::ask).containsExactly(Runs.ASK, "links.state");
        assertThat(agents.measured()).isEmpty();
        assertThat(planned.get(0).subjects())
                .hasSize(6)
                .allSatisfy((s, m) -> assertThat(m).isEmpty());
        assertThat(planned.get(1).subjects()).hasSize(4);
    }

    @Test
    void all_three_forms_answer_with_the_same_asks_metrics_and_subjects() {
        List<Survey> planned = suite(planning);
        planning.asks().forEach(measuring::execute);
        List<Survey> replayed = suite(replay());
        for (int i = 0; i < planned.size(); i++) {
            assertThat(replayed.get(i).ask()).isEqualTo(planned.get(i).ask());
            assertThat(replayed.get(i).metric()).isEqualTo(planned.get(i).metric());
            assertThat(replayed.get(i).subjects().keySet())
                    .isEqualTo(planned.get(i).subjects().keySet());
        }
    }

    @Test
    void a_live_run_and_its_replay_hold_the_same_measurements() {
        List<Survey> live = suite(new LiveTestbed(planning, measuring));
        assertThat(live.get(0).subjects())
                .hasSize(6)
                .allSatisfy((s, m) -> assertThat(m).hasSize(1));
        assertThat(suite(replay())).isEqualTo(live);
    }

    @Test
    void what_the_profile_does_not_ask_is_empty_in_every_form() {
        List<Survey> live = suite(new LiveTestbed(planning, measuring));
        for (List<Survey> surveys : List.of(live, suite(replay()))) {
            assertThat(surveys.get(2).subjects()).isEmpty();
            assertThat(surveys.get(3).subjects()).isEmpty();
            assertThat(surveys.get(3).metric()).isEqualTo(LinkReader.SPEED);
        }
        assertThat(replay().surveys()).containsOnlyKeys(Runs.ASK, "links.state");
    }

    @Test
    void a_subject_that_was_asked_and_never_measured_stays_visible_in_the_replay() {
        suite(planning);
        archive.append(planning.asks().get(0).record());
        assertThat(suite(replay()).get(0).subjects())
                .hasSize(6)
                .allSatisfy((s, m) -> assertThat(m).isEmpty());
    }

    @Test
    void the_same_ask_of_two_suites_is_measured_once_and_answers_both() {
        LiveTestbed live = new LiveTestbed(planning, measuring);
        List<Survey> first = suite(live);
        List<Survey> second = suite(live);
        assertThat(second).isEqualTo(first);
        assertThat(agents.measured()).hasSize(6);
        assertThat(planning.asks()).hasSize(2);
    }

    @Test
    void the_same_ask_over_other_flows_is_refused() {
        suite(planning);
        assertThatThrownBy(() -> planning.measure(latency(Runs.ASK)).over(Patterns.eachLinkAlone()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(Runs.ASK)
                .hasMessageContaining("twice over different flows; expected another id");
    }
}
