package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Four racks of four hosts; each leaf has one uplink to each of two spines. */
class GroupPackingTest {
    private static final Cluster RACKS = Fabrics.racks(16, 4, 1, 2, 1);

    private final Paths paths = Paths.of(RACKS);
    private final GroupPacking packing = new GroupPacking(paths);

    private void add(int first, int second) {
        RdmaPort a = Fabrics.port(RACKS, String.format("gpu-%04d/mlx5_0", first));
        RdmaPort b = Fabrics.port(RACKS, String.format("gpu-%04d/mlx5_0", second));
        Group pair = new Group(first + "+" + second, GroupShape.PAIRS, List.of(a, b));
        packing.add(List.of(pair), List.of(paths.flow(a, b)));
    }

    private List<List<String>> rounds() {
        return packing.rounds().stream()
                .map(groups -> groups.stream().map(Group::name).toList())
                .toList();
    }

    @Test
    void two_uplinks_carry_two_pairs_at_once_whichever_of_them_comes_first_by_name() {
        add(1, 5);
        add(6, 2);
        add(3, 9);

        assertThat(rounds()).containsExactly(List.of("1+5", "6+2"), List.of("3+9"));
    }

    @Test
    void a_pair_that_finds_no_room_takes_none_of_it() {
        add(1, 5);
        add(2, 6);
        add(3, 9);
        add(10, 13);
        add(11, 14);

        assertThat(rounds()).containsExactly(List.of("1+5", "2+6", "10+13", "11+14"), List.of("3+9"));
    }

    @Test
    void pairs_within_a_leaf_always_have_room() {
        add(1, 5);
        add(2, 6);
        add(3, 4);

        assertThat(rounds()).containsExactly(List.of("1+5", "2+6", "3+4"));
    }
}
