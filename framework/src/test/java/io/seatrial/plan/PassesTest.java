package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import java.util.List;
import org.junit.jupiter.api.Test;

class PassesTest {
    private static final Cluster CLUSTER = Fabrics.railOptimised(4, 4, 2, 2, 1, 0);
    private static final List<Round> ROUNDS = Patterns.everyPairWithinRail().rounds(CLUSTER);

    @Test
    void all_rounds_run_once_before_any_runs_again() {
        List<Round> all = Passes.of(ROUNDS, 3);

        assertThat(ROUNDS).hasSize(3);
        assertThat(all).extracting(Round::number).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(all.subList(3, 6)).extracting(Round::flows).isEqualTo(flows(ROUNDS));
        assertThat(all.subList(6, 9)).extracting(Round::flows).isEqualTo(flows(ROUNDS));
    }

    private static List<List<Flow>> flows(List<Round> rounds) {
        return rounds.stream().map(Round::flows).toList();
    }

    @Test
    void one_pass_is_what_it_was() {
        assertThat(Passes.of(ROUNDS, 1)).isEqualTo(ROUNDS);
        assertThat(Passes.of(List.of(), 3)).isEmpty();
    }

    @Test
    void some_of_the_rounds_keep_their_numbers_and_no_two_share_one() {
        List<Round> all = Passes.of(List.of(ROUNDS.get(2), ROUNDS.get(0)), 2);

        assertThat(all).extracting(Round::number).containsExactly(2, 0, 5, 3);
    }

    @Test
    void groups_are_repeated_alike() {
        List<GroupRound> once =
                Groups.pairsOfHosts().plan(CLUSTER, RankKind.NIC).rounds();

        List<GroupRound> all = Passes.ofGroups(once, 2);

        assertThat(all).hasSize(2 * once.size());
        assertThat(all.get(once.size()).groups()).isEqualTo(once.get(0).groups());
        assertThat(all.get(once.size()).number()).isEqualTo(once.size());
    }

    @Test
    void less_than_one_pass_is_refused() {
        assertThatThrownBy(() -> Passes.of(ROUNDS, 0)).hasMessage("passes: expected 1 or more, got 0");
    }
}
