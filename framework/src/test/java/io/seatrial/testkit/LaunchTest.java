package io.seatrial.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.seatrial.inventory.Cluster;
import io.seatrial.probe.LatencyProbe;
import io.seatrial.probe.LocalHosts;
import io.seatrial.run.PlannedAsk;
import io.seatrial.run.PlanningTestbed;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Launching to learn what suites ask. */
class LaunchTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(4);
    private static final List<Class<?>> BOTH = List.of(SmallSuites.PerLink.class, SmallSuites.PerFlow.class);

    private static PlanningTestbed planning() {
        return new PlanningTestbed(
                CLUSTER,
                ask -> true,
                question -> new LatencyProbe(question.ask(), 64, 10, 100, Duration.ofSeconds(1), "p50"));
    }

    private static List<String> asks(List<Class<?>> suites, String... tags) {
        return new Launch(suites, List.of(tags))
                .plan(planning()).stream().map(PlannedAsk::ask).toList();
    }

    @Test
    void what_all_suites_ask_is_collected() {
        assertThat(asks(BOTH)).containsExactlyInAnyOrder("latency.within-rail", "latency.across-leaves");
    }

    @Test
    void tags_choose_suites() {
        assertThat(asks(BOTH, "flows")).containsExactly("latency.across-leaves");
        assertThat(asks(BOTH, "flows", "links")).hasSize(2);
    }

    @Test
    void a_tag_that_no_suite_has_is_an_error_that_names_it() {
        assertThatThrownBy(() -> asks(BOTH, "latencies"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no suite has a tag of latencies");
    }

    @Test
    void no_suite_at_all_is_an_error() {
        assertThatThrownBy(() -> asks(List.of())).hasMessageContaining("there is no suite at all");
    }

    @Test
    void a_suite_that_fails_while_asking_ends_the_plan_whatever_it_throws() {
        assertThatThrownBy(() -> asks(List.of(SmallSuites.ThrowsBeforeAll.class)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("suites failed while asking: ")
                .hasMessageContaining("cannot ask");
        assertThatThrownBy(() -> asks(List.of(SmallSuites.FailsBeforeAll.class)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot ask");
    }

    @Test
    void planning_runs_no_test() {
        assertThat(asks(List.of(SmallSuites.AssertsNothing.class, SmallSuites.FailsBeforeItsVerdict.class)))
                .isEmpty();
    }

    @Test
    void a_suite_without_a_launch_says_how_to_run_it() {
        List<String> failures = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(SmallSuites.PerLink.class))
                .execute()
                .allEvents()
                .failed()
                .stream()
                .map(Event::toString)
                .toList();
        assertThat(failures)
                .singleElement()
                .asString()
                .contains("an @AcceptanceTest was started without a cluster; expected the command line");
    }
}
