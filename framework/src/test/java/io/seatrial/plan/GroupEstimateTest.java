package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Collective;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupEstimateTest {
    private static final long GIGABYTE_PER_SECOND = 8_000_000_000L;

    private static GroupEstimate estimate(Collective collective, long rate, long... sizes) {
        return new GroupEstimate(
                collective, java.util.Arrays.stream(sizes).boxed().toList(), 1, rate, Duration.ZERO);
    }

    /** The table of domain notes 1.4: 700 GB in one all-reduce of 1,024 ranks. */
    @ParameterizedTest
    @CsvSource({"12500, 111891", "20800, 67242", "25000, 55945", "100000, 13986", "200000, 6993", "400000, 3497"})
    void an_all_reduce_takes_its_bytes_by_the_bus_bandwidth(long megabytes, long millis) {
        Estimate.Cost cost = estimate(Collective.ALL_REDUCE, megabytes * GIGABYTE_PER_SECOND / 1000, 700_000_000_000L)
                .cost(1024);

        assertThat(Math.round(cost.duration().toNanos() / 1e6)).isEqualTo(millis);
        // 1398.6 GB from each rank
        assertThat(cost.bytes()).isEqualTo(2 * 1023 * 700_000_000_000L);
    }

    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE, 6000, 1500",
        "ALL_GATHER, 3000, 750",
        "REDUCE_SCATTER, 3000, 750",
        "ALL_TO_ALL, 3000, 750",
        "BROADCAST, 3000, 1000",
        "SEND_RECV, 4000, 1000"
    })
    void four_ranks_move_what_the_collective_has_to_move(Collective collective, long bytes, long nanos) {
        Estimate.Cost cost = estimate(collective, GIGABYTE_PER_SECOND, 1000).cost(4);

        assertThat(cost.bytes()).isEqualTo(bytes);
        assertThat(cost.duration()).isEqualTo(Duration.ofNanos(nanos));
    }

    @Test
    void all_sizes_and_iterations_count_and_small_ones_take_the_steps_of_the_ring() {
        GroupEstimate estimate = new GroupEstimate(
                Collective.ALL_REDUCE, List.of(8L, 800L), 10, GIGABYTE_PER_SECOND, Duration.ofNanos(5000));

        // 128 ranks: 254 steps (domain notes 1.3), 2 sizes, 10 times; and 808 bytes x 2 x 127/128
        assertThat(estimate.cost(128).duration()).isEqualTo(Duration.ofNanos(2 * 10 * 254 * 5000 + 16034));
        assertThat(estimate.cost(128).bytes()).isEqualTo(10 * 254 * 808);
    }

    @Test
    void groups_of_a_round_run_at_the_same_moment_and_rounds_one_after_the_other() {
        Cluster cluster = Fabrics.railOptimised(4, 4, 2, 1, 1, 0);
        GroupEstimate estimate = estimate(Collective.SEND_RECV, GIGABYTE_PER_SECOND, 1000);

        assertThat(estimate.of(
                        Groups.everybody().plan(cluster, RankKind.NIC).rounds(),
                        GroupEstimate.ranks(cluster, RankKind.NIC)))
                .isEqualTo(new Estimate(Duration.ofNanos(1000), 8000, 1, 8));
        assertThat(estimate.of(
                        Groups.eachRail().plan(cluster, RankKind.NIC).rounds(),
                        GroupEstimate.ranks(cluster, RankKind.NIC)))
                .isEqualTo(new Estimate(Duration.ofNanos(2000), 8000, 2, 8));
    }

    @Test
    void a_group_of_gpus_has_all_gpus_of_its_hosts_and_a_rail_one_for_each_port() {
        Cluster cluster = Fabrics.railOptimised(4, 4, 2, 1, 1, 0);

        assertThat(GroupRulesTest.groups(Groups.everybody().plan(cluster, RankKind.GPU)))
                .extracting(GroupEstimate.ranks(cluster, RankKind.GPU)::applyAsInt)
                .containsExactly(32);
        assertThat(GroupRulesTest.groups(Groups.eachRail().plan(cluster, RankKind.GPU)))
                .extracting(GroupEstimate.ranks(cluster, RankKind.GPU)::applyAsInt)
                .containsExactly(4, 4);
    }

    @Test
    void nothing_to_run_is_refused() {
        assertThatThrownBy(() -> estimate(Collective.ALL_REDUCE, 1)).hasMessageContaining("got []");
        assertThatThrownBy(() -> estimate(Collective.ALL_REDUCE, 0, 8)).hasMessageContaining("got 1, 0, PT0S");
        assertThatThrownBy(() -> estimate(Collective.ALL_REDUCE, 1, 0)).hasMessageContaining("got [0]");
    }
}
