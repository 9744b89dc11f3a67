package io.seatrial.criteria.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Collective;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bounds against the numbers of the domain notes, upper bound of busbw. */
class CollectiveBoundTest {
    private static final long GB = 1_000_000_000;
    private static final long G400 = 400 * GB;

    private static Layout h100(int nodes) {
        return Layout.ofGpus(nodes, 8, 8, G400);
    }

    private static CollectiveBound bound(Collective collective, Layout layout, Algorithm algorithm) {
        return CollectiveBound.of(collective, layout, Optional.ofNullable(algorithm))
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "a100-4x200g,  2,  8,  4, 200, 300, 100",
        "a100-8x100g,  2,  8,  8, 100, 300, 100",
        "a100-8x200g,  2,  8,  8, 200, 300, 200",
        "a100-16x100g, 2,  8, 16, 100, 300, 200",
        "h100,         2,  8,  8, 400, 450, 400",
        "h100,        12,  8,  8, 400, 450, 400",
        "h200,       248,  8,  8, 400, 450, 400",
        "mi300x,       2,  8,  8, 400, 448, 400",
        "gb200,       20, 72, 72, 400, 900, 900",
    })
    void a_ring_is_bound_by_the_nics_of_a_node_or_by_nvlink(
            String platform, int nodes, int gpus, int nics, long rate, long nvlink, long expected) {
        Layout layout = Layout.ofGpus(nodes, gpus, nics, rate * GB).withNvlink(nvlink * GB);
        CollectiveBound bound = bound(Collective.ALL_REDUCE, layout, Algorithm.RING);
        assertThat(bound.value()).isEqualTo(expected * GB);
        assertThat(bound.rule()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"300", "450", "900"})
    void a_ring_within_one_node_is_bound_by_nvlink_alone(long nvlink) {
        Layout node = h100(1).withNvlink(nvlink * GB);
        assertThat(bound(Collective.ALL_REDUCE, node, Algorithm.RING).value()).isEqualTo(nvlink * GB);
    }

    @Test
    void a_rack_of_72_gpus_has_3600_gigabytes_of_nics_so_that_nvlink_binds() {
        Layout racks = Layout.ofGpus(20, 72, 72, G400);
        assertThat(bound(Collective.ALL_REDUCE, racks, Algorithm.RING).value()).isEqualTo(3600 * GB);
        assertThat(bound(Collective.ALL_REDUCE, racks.withNvlink(900 * GB), Algorithm.RING)
                        .text())
                .contains("NVLink of 900 GB/s");
    }

    @Test
    void a_rack_alone_is_bound_by_nvlink_whatever_its_nics_are() {
        Layout rack = Layout.ofGpus(1, 72, 72, G400).withNvlink(900 * GB);
        assertThat(bound(Collective.ALL_REDUCE, rack, Algorithm.RING).value()).isEqualTo(900 * GB);
    }

    @Test
    void switches_that_add_nearly_double_the_ring() {
        CollectiveBound bound = bound(Collective.ALL_REDUCE, h100(12), Algorithm.SHARP);
        assertThat(bound.value()).isEqualTo(791_666_666_667L);
        assertThat(Math.round(bound.value() / 1e9)).isEqualTo(792);
        assertThat(bound.rule()).isEqualTo(5);
    }

    @Test
    void two_nodes_may_exceed_their_nics_with_a_tree_up_to_twice_but_the_own_part() {
        CollectiveBound bound = bound(Collective.ALL_REDUCE, h100(2), Algorithm.TREE);
        assertThat(bound.value()).isEqualTo(750 * GB);
        assertThat(bound.rule()).isEqualTo(3);
        assertThat(bound(Collective.ALL_REDUCE, h100(2), Algorithm.NVLS_TREE).value())
                .isEqualTo(750 * GB);
    }

    /** Observed values of H100 lie below what their algorithm allows, and 464 to 471 above the ring: that is what the rule is for. */
    @Test
    void what_was_observed_on_two_nodes_fits_the_default_and_not_the_ring() {
        Layout two = h100(2).withNvlink(450 * GB);
        assertThat(bound(Collective.ALL_REDUCE, two, null).isBelow(471 * GB)).isFalse();
        assertThat(bound(Collective.ALL_REDUCE, two, Algorithm.RING).isBelow(464 * GB))
                .isTrue();
    }

    @Test
    void nvls_within_a_node_exceeds_the_line_rate_as_480_of_450_does() {
        CollectiveBound bound = bound(Collective.ALL_REDUCE, h100(1).withNvlink(450 * GB), Algorithm.NVLS);
        assertThat(bound.value()).isEqualTo(787_500_000_000L);
        assertThat(bound.rule()).isEqualTo(4);
        assertThat(bound.isBelow(480 * GB)).isFalse();
    }

    /** A tree moves more through its busiest node than a ring does from four nodes on. */
    @ParameterizedTest
    @CsvSource({"2, 750000000000", "3, 511111111111", "4, 387500000000", "128, 399609375000"})
    void a_double_tree_gains_bandwidth_on_two_and_three_nodes_only(int nodes, long expected) {
        assertThat(bound(Collective.ALL_REDUCE, h100(nodes), Algorithm.TREE).value())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"2, 93.75", "4, 64.58", "16, 52.92", "128, 50.34"})
    void all_to_all_is_bound_by_what_leaves_a_node(int nodes, String expected) {
        CollectiveBound bound = bound(Collective.ALL_TO_ALL, h100(nodes), null);
        assertThat(BigDecimal.valueOf(bound.value(), 9).setScale(2, java.math.RoundingMode.HALF_UP))
                .isEqualTo(new BigDecimal(expected));
        assertThat(bound.rule()).isEqualTo(6);
    }

    @Test
    void all_to_all_of_many_nodes_comes_near_one_nic_for_each_gpu() {
        assertThat(bound(Collective.ALL_TO_ALL, h100(100_000), null).value()).isBetween(50 * GB, 50 * GB + GB / 1000);
    }

    @Test
    void without_a_declared_algorithm_the_largest_bound_holds() {
        assertThat(bound(Collective.ALL_REDUCE, h100(12), null).value())
                .isEqualTo(
                        bound(Collective.ALL_REDUCE, h100(12), Algorithm.SHARP).value());
    }

    @Test
    void where_switches_cannot_add_they_bound_nothing() {
        Layout ethernet = h100(12).withoutReduction();
        assertThat(bound(Collective.ALL_REDUCE, ethernet, null).value()).isEqualTo(400 * GB);
        assertThat(bound(Collective.ALL_REDUCE, ethernet, Algorithm.SHARP).value())
                .as("the library takes another")
                .isEqualTo(400 * GB);
    }

    @ParameterizedTest
    @CsvSource({"ALL_GATHER", "REDUCE_SCATTER", "BROADCAST", "SEND_RECV"})
    void what_passes_through_a_ring_leaves_a_node_by_its_nics(Collective collective) {
        assertThat(bound(collective, h100(4), Algorithm.RING).value()).isEqualTo(400 * GB);
    }

    @Test
    void copying_switches_send_each_part_into_a_node_once() {
        assertThat(bound(Collective.ALL_GATHER, h100(2), Algorithm.NVLS).value())
                .isEqualTo(750 * GB);
    }

    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE",
        "ALL_GATHER",
        "REDUCE_SCATTER",
        "ALL_TO_ALL",
        "BROADCAST",
        "SEND_RECV",
    })
    void a_rank_for_each_nic_is_bound_by_its_port(Collective collective) {
        CollectiveBound bound = bound(collective, Layout.ofNics(8, 100 * GB), null);
        assertThat(bound.value()).isEqualTo(12_500_000_000L);
        assertThat(bound.text()).contains("one NIC of 100 Gb/s for each rank");
    }

    /** Of a binary tree the busiest rank sends its sum up and the result down twice. */
    @ParameterizedTest
    @CsvSource({"2, 12500000000", "3, 8333333333", "4, 9375000000", "5, 6666666667", "8, 7291666667"})
    void a_binary_tree_of_nics_is_bound_by_its_busiest_rank(int ranks, long expected) {
        assertThat(bound(Collective.ALL_REDUCE, Layout.ofNics(ranks, 100 * GB), Algorithm.TREE)
                        .value())
                .isEqualTo(expected);
    }

    @Test
    void the_slowest_node_bounds_everybody() {
        Layout mixed = new Layout(
                io.seatrial.plan.RankKind.GPU,
                List.of(new Layout.Node(8, 8, 400 * GB), new Layout.Node(8, 7, 350 * GB)),
                java.util.OptionalLong.empty(),
                false,
                List.of(),
                List.of());
        CollectiveBound bound = bound(Collective.ALL_REDUCE, mixed, Algorithm.RING);
        assertThat(bound.value()).isEqualTo(350 * GB);
        assertThat(bound.text()).contains("350 GB/s of the node with the least NICs");
    }

    @Test
    void an_oversubscribed_tier_takes_its_part_and_is_named() {
        List<Cut> half = List.of(new Cut("leaf-spine", BigDecimal.valueOf(2), BigDecimal.ONE));
        CollectiveBound bound = bound(Collective.ALL_REDUCE, h100(4).across(half, half), Algorithm.RING);
        assertThat(bound.value()).isEqualTo(200 * GB);
        assertThat(bound.text()).contains("tier leaf-spine (2:1, 100 % goes up) lets 50 % through");
    }

    @Test
    void a_single_node_without_declared_nvlink_has_no_bound() {
        assertThat(CollectiveBound.of(Collective.ALL_REDUCE, h100(1), Optional.empty()))
                .isEmpty();
    }

    /** A public sample asks 300 GB/s of 4 x 100 Gb/s and 800 of 8 x 400: the first is refused whatever the algorithm. */
    @Test
    void a_limit_is_remarked_on_above_the_bound_and_refused_above_five_quarters_of_it() {
        CollectiveBound ring = bound(Collective.ALL_REDUCE, h100(4), Algorithm.RING);
        assertThat(ring.isBelow(400 * GB)).isFalse();
        assertThat(ring.isBelow(400 * GB + 1)).isTrue();
        assertThat(ring.refuses(500 * GB)).isFalse();
        assertThat(ring.refuses(500 * GB + 1)).isTrue();
        assertThat(ring.refuses(800 * GB)).isTrue();
        assertThat(bound(Collective.ALL_REDUCE, Layout.ofGpus(4, 8, 4, 100 * GB), null)
                        .refuses(300 * GB))
                .isTrue();
    }

    @Test
    void a_share_of_the_bound_is_rounded_to_the_stricter_side() {
        CollectiveBound bound = bound(Collective.ALL_REDUCE, Layout.ofNics(3, 8), Algorithm.RING);
        assertThat(bound.share(900_000)).isEqualTo(1);
        assertThat(bound(Collective.ALL_REDUCE, h100(4), Algorithm.RING).share(900_000))
                .isEqualTo(360 * GB);
    }

    @Test
    void names_of_nccl_are_understood() {
        assertThat(Algorithm.named("NVLSTree")).contains(Algorithm.NVLS_TREE);
        assertThat(Algorithm.named("CollnetDirect")).contains(Algorithm.SHARP);
        assertThat(Algorithm.named("RING")).contains(Algorithm.RING);
        assertThat(Algorithm.named("pat")).contains(Algorithm.PAT);
    }
}
