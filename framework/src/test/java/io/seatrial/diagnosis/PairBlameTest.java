package io.seatrial.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.diagnosis.PairBlame.Pair;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairBlameTest {
    private static Pair pair(String a, String b, String value) {
        return new Pair(a, b, value == null ? null : new BigDecimal(value));
    }

    @Test
    void a_third_host_tells_which_end_of_slow_pairs_is_bad() {
        PairBlame blame = PairBlame.of(List.of(pair("a", "b", "49"), pair("a", "c", "50"), pair("b", "c", "98")));
        assertThat(blame.slow()).containsExactly(true, true, false);
        assertThat(blame.blamed()).containsExactly("a");
        assertThat(blame.cleared()).containsExactly("b", "c");
        assertThat(blame.undecided()).isEmpty();
    }

    @Test
    void a_slow_pair_without_a_third_host_stays_undecided() {
        PairBlame blame = PairBlame.of(List.of(pair("a", "b", "49"), pair("c", "d", "98")));
        assertThat(blame.blamed()).isEmpty();
        assertThat(blame.undecided()).containsExactly(pair("a", "b", "49"));
        assertThat(blame.cleared()).containsExactly("c", "d");
    }

    @Test
    void a_slow_pair_between_hosts_that_do_well_elsewhere_blames_neither() {
        PairBlame blame = PairBlame.of(
                List.of(pair("a", "b", "40"), pair("a", "c", "98"), pair("b", "c", "97"), pair("a", "d", "41")));
        assertThat(blame.blamed()).isEmpty();
        assertThat(blame.undecided()).hasSize(2);
    }

    @Test
    void a_pair_without_a_value_is_neither_slow_nor_good() {
        PairBlame blame = PairBlame.of(List.of(pair("a", "b", null), pair("a", "c", "98"), pair("c", "d", "0")));
        assertThat(blame.slow()).containsExactly(null, false, true);
        assertThat(blame.cleared()).containsExactly("a", "c");
    }

    @Test
    void two_bad_hosts_that_met_each_other_are_both_found() {
        PairBlame blame = PairBlame.of(
                List.of(pair("x", "y", "20"), pair("x", "a", "50"), pair("y", "b", "50"), pair("a", "b", "98")));
        assertThat(blame.blamed()).containsExactly("x", "y");
        assertThat(blame.undecided()).isEmpty();
    }

    @Test
    void no_pairs_blame_nobody() {
        assertThat(PairBlame.of(List.of()).blamed()).isEmpty();
    }
}
