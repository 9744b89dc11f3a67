package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import java.util.List;
import org.junit.jupiter.api.Test;

/** 10,000 GPUs: 1,250 hosts with 8 NICs in pods of 32, with cores above. */
class LargePlanTest {
    private static final Cluster LARGE = Fabrics.railOptimised(1250, 32, 8, 4, 8, 8);

    @Test
    void each_link_alone_measures_ten_thousand_ports_in_both_directions_in_about_two_rounds_per_rail() {
        List<Round> rounds = Patterns.eachLinkAlone().rounds(LARGE);

        assertThat(RoundRules.ids(rounds)).hasSize(10_000).doesNotHaveDuplicates();
        assertThat(rounds).hasSize(16);
    }

    @Test
    void all_together_is_one_round_of_ten_thousand_flows() {
        assertThat(Patterns.allTogether().rounds(LARGE))
                .singleElement()
                .satisfies(round -> assertThat(round.flows()).hasSize(10_000));
    }

    @Test
    void a_limit_of_rounds_keeps_the_rules() {
        Plan plan = Patterns.everyPairWithinRail().atMost(8).seed(3).plan(LARGE);

        new RoundRules(LARGE).check(plan.rounds());
        assertThat(plan.rounds()).hasSizeLessThanOrEqualTo(8);
        assertThat(plan.flows()).isGreaterThanOrEqualTo(5_000);
        assertThat(plan.notes()).hasSize(1);
    }

    @Test
    void all_pairs_of_all_rails_are_refused_before_they_fill_the_memory() {
        assertThatThrownBy(() -> Patterns.everyPairWithinRail().rounds(LARGE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "every pair within a rail of this cluster has more than 1000000 flows; expected a limit of rounds (atMost) or a selection of hosts");
    }

    @Test
    void all_pairs_of_one_rail_come_once() {
        List<Round> rounds = Patterns.everyPairWithinRail().rounds(Fabrics.railOptimised(1250, 1250, 1, 1, 1, 0));

        assertThat(rounds).hasSize(1249).allMatch(round -> round.flows().size() == 625);
    }
}
