package io.seatrial.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.criteria.StaysSteady;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Round;
import io.seatrial.probe.FlowRunner;
import io.seatrial.probe.GroupRunner;
import io.seatrial.probe.LatencyProbe;
import io.seatrial.probe.LocalHosts;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Time passes where a measurement takes it: 10 s each. */
@Timeout(60)
class EnduranceTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(4);
    private static final Duration EACH = Duration.ofSeconds(10);
    private static final BooleanSupplier NEVER = () -> false;

    @TempDir
    Path runs;

    private RunArchive archive;
    private FakeAgents agents;
    private Instant now = Instant.parse("2026-11-29T10:00:00Z");
    private Duration tick = Duration.ZERO;

    @BeforeEach
    void open() {
        archive = Runs.archive(runs, CLUSTER);
        agents = agents(1_000);
    }

    private FakeAgents agents(long value) {
        FakeAgents fresh = new FakeAgents(CLUSTER, (flow, earlier) -> value + earlier % 10);
        fresh.before(() -> now = now.plus(EACH));
        return fresh;
    }

    private static PlannedAsk ask(String name, int from, int to) {
        Flow flow = LocalHosts.flow(CLUSTER, from, to);
        return new PlannedAsk.Flows(
                new LatencyProbe(Endurance.ASKS + name, 64, 10, 100, Duration.ofSeconds(1), "p50"),
                List.of(new Round(0, List.of(flow))));
    }

    private void endure(BooleanSupplier interrupted, Duration lasts, PlannedAsk... asks) {
        Runners runners = new Runners(new FlowRunner(agents::of, "tcp"), new GroupRunner(CLUSTER, agents::of, "tcp"));
        InstantSource clock = () -> now = now.plus(tick);
        new Endurance(archive, runners, Progress.SILENT, interrupted, clock).run(List.of(asks), ask -> lasts);
    }

    private List<RoundRecord> rounds(String name) {
        return archive.rounds().stream()
                .filter(round -> round.ask().equals(Endurance.ASKS + name))
                .toList();
    }

    @Test
    void asks_take_turns_until_their_time_is_over() {
        endure(NEVER, Duration.ofMinutes(2), ask("a", 1, 2), ask("b", 3, 4));
        assertThat(agents.measured()).hasSize(12).startsWith("gpu-01>gpu-02", "gpu-03>gpu-04", "gpu-01>gpu-02");
        assertThat(rounds("a")).extracting(RoundRecord::round).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(rounds("b")).hasSize(6);
        assertThat(archive.asks()).hasSize(2);
    }

    @Test
    void every_round_has_the_window_of_its_traffic() {
        endure(NEVER, Duration.ofSeconds(30), ask("a", 1, 2));
        assertThat(rounds("a"))
                .extracting(round -> round.window().orElseThrow())
                .extracting(TimeWindow::length)
                .containsExactly(EACH, EACH, EACH);
    }

    @Test
    void what_was_measured_before_an_interruption_is_kept_and_its_time_counts() {
        endure(() -> agents.measured().size() >= 7, Duration.ofMinutes(2), ask("a", 1, 2), ask("b", 3, 4));
        assertThat(archive.rounds()).hasSize(7);
        now = now.plus(Duration.ofHours(5)); // nothing ran meanwhile
        archive = RunArchive.open(archive.folder());
        agents = agents(2_000);

        endure(NEVER, Duration.ofMinutes(2), ask("a", 1, 2), ask("b", 3, 4));

        assertThat(agents.measured()).hasSize(5);
        assertThat(rounds("a"))
                .extracting(RoundRecord::round)
                .doesNotHaveDuplicates()
                .hasSizeBetween(6, 7);
        assertThat(rounds("a")).extracting(RoundRecord::round).isSorted();
    }

    @Test
    void a_run_that_was_long_enough_is_not_begun_anew() {
        endure(NEVER, Duration.ofMinutes(1), ask("a", 1, 2));
        agents = agents(2_000);
        endure(NEVER, Duration.ofMinutes(1), ask("a", 1, 2));
        assertThat(agents.measured()).isEmpty();
    }

    @Test
    void hours_keep_a_bounded_number_of_rounds_that_tell_their_worst() {
        endure(NEVER, Duration.ofHours(6), ask("a", 1, 2));
        assertThat(agents.measured()).hasSize(6 * 360);
        List<RoundRecord> kept = rounds("a");
        assertThat(kept).hasSize(Endurance.MOST_ROUNDS);
        Measurement first = kept.get(0).measurements().get(0);
        assertThat(first.value()).hasValue(1_001); // of 1000, 1001 and 1002
        assertThat(first.details())
                .containsEntry(StaysSteady.WORST, 1_002L)
                .containsEntry(RoundFold.FOLDED, 3L)
                .doesNotContainKey(StaysSteady.LOST);
        assertThat(kept.get(0).window().orElseThrow().length()).isEqualTo(EACH.multipliedBy(3));
    }

    @Test
    void many_subjects_get_fewer_rounds_and_never_too_few() {
        Duration day = Duration.ofHours(24);
        assertThat(day.dividedBy(Endurance.grain(day, 8))).isEqualTo(Endurance.MOST_ROUNDS);
        assertThat(day.dividedBy(Endurance.grain(day, 1_024))).isBetween(97L, 98L);
        assertThat(day.dividedBy(Endurance.grain(day, 10_000))).isEqualTo(Endurance.LEAST_ROUNDS);
    }

    @Test
    void when_nothing_gives_a_value_any_more_it_is_given_up_and_the_causes_are_kept() {
        agents.before(() -> now = now.plus(EACH));
        tick = Duration.ofMillis(100); // a round that fails at once takes time as well
        endure(this::lost, Duration.ofHours(24), ask("a", 1, 2));

        List<RoundRecord> kept = rounds("a");
        long silent = kept.stream()
                .filter(round -> round.measurements().get(0).cause().isPresent())
                .count();
        assertThat(agents.measured()).hasSize(40);
        assertThat(silent).isEqualTo(Endurance.MOST_SILENT);
        assertThat(kept).extracting(RoundRecord::round).doesNotHaveDuplicates().isSorted();
        assertThat(kept.get(kept.size() - 1)
                        .measurements()
                        .get(0)
                        .cause()
                        .orElseThrow()
                        .toString())
                .contains("it broke");
    }

    private boolean lost() {
        if (agents.measured().size() == 40) {
            agents.without("gpu-02", "it broke");
        }
        return false;
    }
}
