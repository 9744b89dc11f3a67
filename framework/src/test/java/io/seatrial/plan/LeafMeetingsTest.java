package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class LeafMeetingsTest {
    private static final Cluster CLUSTER = ClusterFile.read(Path.of("..", "inventory", "virtual-collectives"));

    private static List<GroupRound> rounds(RankKind ranks) {
        return Groups.leafMeetings().plan(CLUSTER, ranks).rounds();
    }

    private static String leaves(Group group) {
        Paths paths = Paths.of(CLUSTER);
        Set<String> leaves = new TreeSet<>();
        group.ranks().forEach(port -> leaves.addAll(paths.leaves(port)));
        return String.join(" ", leaves);
    }

    @Test
    void every_leaf_meets_every_other_with_two_pairs_of_ports() {
        List<String> met = rounds(RankKind.NIC).stream()
                .flatMap(round -> round.groups().stream())
                .map(LeafMeetingsTest::leaves)
                .sorted()
                .toList();
        assertThat(met)
                .containsExactly(
                        "leaf-1 leaf-2", "leaf-1 leaf-2",
                        "leaf-1 leaf-3", "leaf-1 leaf-3",
                        "leaf-1 leaf-4", "leaf-1 leaf-4",
                        "leaf-2 leaf-3", "leaf-2 leaf-3",
                        "leaf-2 leaf-4", "leaf-2 leaf-4",
                        "leaf-3 leaf-4", "leaf-3 leaf-4");
    }

    @Test
    void no_port_is_in_two_meetings_of_a_round() {
        assertThat(rounds(RankKind.NIC)).hasSize(3).allSatisfy(round -> {
            List<String> ports = round.groups().stream()
                    .flatMap(group -> group.ranks().stream())
                    .map(port -> port.id())
                    .toList();
            assertThat(ports).doesNotHaveDuplicates().hasSize(8);
        });
    }

    @Test
    void gpus_meet_nobody_since_their_library_chooses_the_nic() {
        assertThat(rounds(RankKind.GPU)).isEmpty();
    }
}
