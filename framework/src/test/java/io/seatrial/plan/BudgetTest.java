package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static final Cluster CLUSTER = Fabrics.railOptimised(16, 16, 2, 2, 8, 0);
    private static final Estimate.Cost COST = new Estimate.Cost(Duration.ofSeconds(30), 1_000);
    private static final List<Round> ROUNDS = Patterns.everyPairWithinRail().rounds(CLUSTER);
    private static final Function<Flow, Estimate.Cost> EQUAL = flow -> COST;

    @Test
    void sixteen_hosts_at_thirty_seconds_a_round_take_seven_and_a_half_minutes() {
        Estimate estimate = Estimate.of(ROUNDS, COST);

        assertThat(estimate).isEqualTo(new Estimate(Duration.ofSeconds(450), 240_000, 15, 240));
    }

    @Test
    void a_round_takes_as_long_as_its_longest_flow() {
        Estimate estimate = Estimate.of(
                ROUNDS,
                flow -> new Estimate.Cost(
                        Duration.ofSeconds(flow.from().device().equals("mlx5_1") ? 2 : 1), 1));

        assertThat(estimate).isEqualTo(new Estimate(Duration.ofSeconds(30), 240, 15, 240));
    }

    @Test
    void nothing_costs_nothing() {
        assertThat(Estimate.of(List.of(), COST)).isEqualTo(new Estimate(Duration.ZERO, 0, 0, 0));
    }

    @Test
    void a_budget_that_is_just_enough_drops_nothing() {
        Budget.Cut cut = new Budget(Duration.ofSeconds(450)).fit(ROUNDS, EQUAL);

        assertThat(cut.kept()).isEqualTo(ROUNDS);
        assertThat(cut.dropped()).isEmpty();
        assertThat(cut.note()).isEmpty();
    }

    @Test
    void a_budget_that_is_just_too_small_says_what_it_drops() {
        Budget.Cut cut = new Budget(Duration.ofSeconds(449)).fit(ROUNDS, EQUAL);

        assertThat(cut.kept()).hasSize(14);
        assertThat(cut.dropped()).containsExactly(ROUNDS.get(14));
        assertThat(cut.keptCost().duration()).isEqualTo(Duration.ofSeconds(420));
        assertThat(cut.note())
                .contains("budget: 1 of 15 rounds dropped (30 s, 16 flows); every port is still measured");
    }

    @Test
    void ports_that_are_not_measured_at_all_are_named() {
        List<Round> rounds = Patterns.eachLinkAlone().rounds(Fabrics.railOptimised(4, 4, 2, 2, 1, 0));

        Budget.Cut cut = new Budget(Duration.ofSeconds(60)).fit(rounds, EQUAL);

        assertThat(cut.unmeasured())
                .containsExactly("gpu-0001/mlx5_1", "gpu-0002/mlx5_1", "gpu-0003/mlx5_1", "gpu-0004/mlx5_1");
        assertThat(cut.note().orElseThrow())
                .startsWith(
                        "budget: 2 of 4 rounds dropped (60 s, 4 flows); 4 ports are not measured at all: gpu-0001/mlx5_1");
    }

    @Test
    void no_time_keeps_nothing_and_names_every_port() {
        Budget.Cut cut = new Budget(Duration.ZERO).fit(ROUNDS, EQUAL);

        assertThat(cut.kept()).isEmpty();
        assertThat(cut.unmeasured()).hasSize(32);
    }

    @Test
    void negative_times_and_costs_are_refused() {
        assertThatThrownBy(() -> new Budget(Duration.ofSeconds(-1))).hasMessageContaining("budget: expected 0 or more");
        assertThatThrownBy(() -> new Estimate.Cost(Duration.ofSeconds(1), -1)).hasMessageContaining("-1 B");
    }
}
