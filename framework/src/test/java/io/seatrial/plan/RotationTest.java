package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.SubjectId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RotationTest {
    private static final Cluster CLUSTER = Fabrics.railOptimised(8, 8, 2, 2, 4, 0);
    private static final Duration ROUND = Duration.ofSeconds(30);
    private static final Instant FIRST_NIGHT = Instant.parse("2026-02-01T02:00:00Z");
    /** Two of its four rounds cross every link, once in each direction. */
    private static final List<Turn> ALONE = turns("bandwidth.alone", Patterns.eachLinkAlone());

    /** Each of its seven rounds crosses every link. */
    private static final List<Turn> PAIRS = turns("latency.within-rail", Patterns.everyPairWithinRail());

    private static List<Turn> turns(String ask, TrafficPattern pattern) {
        return pattern.rounds(CLUSTER).stream()
                .map(round -> Turn.of(ask, round, ROUND))
                .toList();
    }

    private static Night night(int rounds, Ages ages, List<Turn> turns) {
        return new Rotation(ROUND.multipliedBy(rounds), ages).choose(turns);
    }

    @Test
    void time_for_all_leaves_nothing_out() {
        Night night = night(PAIRS.size(), Ages.NONE, PAIRS);

        assertThat(night.chosen()).isEqualTo(PAIRS);
        assertThat(night.left()).isEmpty();
        assertThat(night.nights()).isEqualTo(1);
    }

    @Test
    void what_was_never_asked_comes_before_what_was() {
        Ages ages = Ages.NONE.and(new Night(ROUND, List.of(PAIRS.get(0), PAIRS.get(1)), List.of()), FIRST_NIGHT);

        Night night = night(5, ages, PAIRS);

        assertThat(night.chosen()).doesNotContain(PAIRS.get(0), PAIRS.get(1)).hasSize(5);
        assertThat(night.neverAsked(ages)).isZero();
        assertThat(night.oldestLeft(ages)).contains(FIRST_NIGHT);
    }

    @Test
    void then_comes_what_was_asked_the_longest_ago() {
        Ages ages = Ages.NONE;
        for (int i = 0; i < PAIRS.size(); i++) {
            Night one = new Night(ROUND, List.of(PAIRS.get(PAIRS.size() - 1 - i)), List.of());
            ages = ages.and(one, FIRST_NIGHT.plus(Duration.ofDays(i)));
        }

        assertThat(night(2, ages, PAIRS).chosen()).containsExactly(PAIRS.get(5), PAIRS.get(6));
    }

    @Test
    void links_come_before_pairs_that_cross_links_already_covered() {
        List<Turn> all = new ArrayList<>(PAIRS);
        all.addAll(ALONE);

        Night night = night(3, Ages.NONE, all);

        assertThat(Night.links(night.of("bandwidth.alone").chosen())).hasSize(16);
        assertThat(night.of("latency.within-rail").chosen()).hasSize(1);
        assertThat(Night.links(night.chosen())).hasSize(16);
    }

    @Test
    void every_link_has_its_turn_under_every_ask_and_every_pair_after_them() {
        List<Turn> all = new ArrayList<>(PAIRS);
        all.addAll(ALONE);
        Ages ages = Ages.NONE;
        Set<Turn> asked = new HashSet<>();

        for (int i = 0; i < PAIRS.size(); i++) {
            Night night = night(4, ages, all);
            asked.addAll(night.chosen());
            ages = ages.and(night, FIRST_NIGHT.plus(Duration.ofDays(i)));
        }

        assertThat(asked).hasSize(all.size());
        assertThat(night(4, Ages.NONE, all).nights()).isEqualTo(3);
    }

    @Test
    void the_nights_until_every_link_is_covered_are_counted() {
        List<Turn> all = new ArrayList<>(PAIRS);
        all.addAll(ALONE);

        assertThat(new Rotation(ROUND, Ages.NONE).nightsForLinks(all, FIRST_NIGHT, 60))
                .isEqualTo(3);
        assertThat(new Rotation(ROUND.multipliedBy(3), Ages.NONE).nightsForLinks(all, FIRST_NIGHT, 60))
                .isEqualTo(1);
        assertThat(new Rotation(Duration.ZERO, Ages.NONE).nightsForLinks(all, FIRST_NIGHT, 5))
                .isEqualTo(6);
    }

    @Test
    void a_host_that_is_never_heard_does_not_hold_the_same_rounds_every_night() {
        Ages ages = Ages.NONE;
        Set<Turn> asked = new HashSet<>();
        for (int i = 0; i < PAIRS.size(); i++) {
            Night night = night(1, ages, PAIRS);
            asked.addAll(night.chosen());
            Map<SubjectId, Instant> known =
                    new HashMap<>(ages.lastAsked().getOrDefault("latency.within-rail", Map.of()));
            Instant at = FIRST_NIGHT.plus(Duration.ofDays(i));
            night.chosen().get(0).links().keySet().stream()
                    .filter(flow -> !flow.name().contains("gpu-0003"))
                    .forEach(flow -> known.put(flow, at));
            ages = new Ages(Map.of("latency.within-rail", known));
        }

        assertThat(asked).hasSize(PAIRS.size());
    }

    @Test
    void a_round_that_is_longer_than_the_night_is_left_and_named() {
        Turn together = new Turn(
                "bandwidth.together", 0, Duration.ofHours(1), PAIRS.get(0).links());
        List<Turn> all = List.of(together, PAIRS.get(0));

        Night night = night(1, Ages.NONE, all);

        assertThat(night.chosen()).containsExactly(PAIRS.get(0));
        assertThat(night.tooLong()).containsExactly(together);
        assertThat(night.nights()).isEqualTo(1);
    }

    @Test
    void groups_take_turns_alike() {
        List<Turn> groups = Groups.pairsOfHosts().plan(CLUSTER, RankKind.NIC).rounds().stream()
                .map(round -> Turn.of("collective.all-reduce.pairs", round, ROUND))
                .toList();
        Night first = night(1, Ages.NONE, groups);
        Night second = night(1, Ages.NONE.and(first, FIRST_NIGHT), groups);

        assertThat(second.chosen()).doesNotContainAnyElementsOf(first.chosen()).hasSize(1);
        assertThat(Night.links(first.chosen())).isEmpty();
    }

    @Test
    void negative_times_are_refused() {
        assertThatThrownBy(() -> new Rotation(Duration.ofSeconds(-1), Ages.NONE))
                .hasMessageContaining("rotation: time: expected 0 or more");
    }
}
