package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.criteria.SmallFabric;
import io.seatrial.inventory.Cluster;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Four hosts with a port on each of two leaves: every port is to be overloaded once by the three others of its leaf. */
class IncastTest {
    private final Cluster cluster = SmallFabric.cluster();

    private static Map<String, Integer> sendersByReceiver(Round round) {
        Map<String, Integer> senders = new HashMap<>();
        round.flows().forEach(flow -> senders.merge(flow.to().id(), 1, Integer::sum));
        return senders;
    }

    @Test
    void every_port_receives_once_from_all_others_of_its_leaf_up_to_the_number_asked() {
        Plan plan = Patterns.incast(4).plan(cluster);
        Set<String> receivers = new HashSet<>();
        for (Round round : plan.rounds()) {
            sendersByReceiver(round).forEach((receiver, senders) -> {
                assertThat(senders).as(receiver).isEqualTo(3);
                assertThat(receivers.add(receiver)).as("once").isTrue();
            });
        }
        assertThat(receivers).hasSize(cluster.ports().size());
        assertThat(plan.notes()).isEmpty();
    }

    @Test
    void receivers_of_a_round_have_different_leaves_and_no_host_sends_to_itself() {
        for (Round round : Patterns.incast(2).plan(cluster).rounds()) {
            assertThat(sendersByReceiver(round)).hasSize(2);
            assertThat(sendersByReceiver(round).values()).containsOnly(2);
            round.flows()
                    .forEach(flow -> assertThat(flow.from().host())
                            .isNotEqualTo(flow.to().host()));
            assertThat(round.flows().stream().map(flow -> flow.to().rail()).distinct())
                    .hasSize(2);
        }
    }

    @Test
    void one_sender_is_refused_because_it_overloads_nothing() {
        assertThatThrownBy(() -> Patterns.incast(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("overloads nothing");
    }

    @Test
    void the_same_cluster_gives_the_same_rounds() {
        List<Round> once = Patterns.incast(4).rounds(cluster);
        assertThat(Patterns.incast(4).rounds(cluster)).isEqualTo(once);
    }
}
