package io.seatrial.baseline.comparing;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.baseline.Tolerance;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.RoundValues;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class ComparingTest {
    private static final String ASK = "bandwidth.alone";
    private static final Metric RATE =
            new Metric("bandwidth.goodput", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER);
    private static final Conditions AS_EVER = new Conditions(Map.of("path-class", "within-leaf", "mtu", "4096"));
    private static final double LEVEL = 100e9;
    private static final Rules FIVE_PERCENT = new Rules(ask -> new Tolerance(50_000, 0), Rules.Q);
    private static final int SUBJECTS = 40;
    private static final int ROUNDS = 5;
    private static final double NOISE = 0.004;

    private static SubjectId flow(int index) {
        return new SubjectId(SubjectId.Kind.FLOW, String.format("gpu-%02d/x>gpu-99/x", index));
    }

    /** Every round of every subject around a level, with a factor by subject. */
    private static SortedMap<SubjectId, List<Long>> rounds(long seed, int count, IntToDoubleFunction factor) {
        Random random = new Random(seed);
        SortedMap<SubjectId, List<Long>> rounds = new TreeMap<>();
        for (int i = 0; i < SUBJECTS; i++) {
            List<Long> of = new ArrayList<>();
            for (int round = 0; round < count; round++) {
                of.add(Math.round(LEVEL * factor.applyAsDouble(i) * (1 + NOISE * random.nextGaussian())));
            }
            rounds.put(flow(i), of);
        }
        return rounds;
    }

    private static Side side(Conditions conditions, SortedMap<SubjectId, List<Long>> rounds) {
        SortedMap<SeriesKey, RoundValues.OfClass> classes = new TreeMap<>();
        classes.put(new SeriesKey(ASK, RATE.id(), conditions), new RoundValues.OfClass(RATE, rounds));
        return new Side(new RoundValues(classes), new TreeMap<>(Map.of(ASK, new Side.Asked(RATE, rounds.keySet()))));
    }

    private static Side side(long seed, IntToDoubleFunction factor) {
        return side(AS_EVER, rounds(seed, ROUNDS, factor));
    }

    private static SubjectMove only(BeforeAfter numbers, Effect effect) {
        assertThat(numbers.subjects(effect)).hasSize(1);
        return numbers.subjects(effect).get(0);
    }

    private static String why(SubjectMove move) {
        return move.why().map(Message::key).orElse("");
    }

    @Test
    void one_slow_link_is_worse_and_nothing_else_is() {
        BeforeAfter numbers = Comparing.of(side(1, i -> 1), side(2, i -> i == 7 ? 0.9 : 1), FIVE_PERCENT);
        SubjectMove slow = only(numbers, Effect.WORSE);
        assertThat(slow.subject()).isEqualTo(flow(7));
        assertThat(slow.move().orElseThrow().change()).isBetween(-0.11, -0.09);
        assertThat(slow.move().orElseThrow().low())
                .isLessThan(slow.move().orElseThrow().change());
        assertThat(numbers.subjects(Effect.UNCHANGED)).hasSize(SUBJECTS - 1);
        assertThat(numbers.tests()).isEqualTo(SUBJECTS);
    }

    @Test
    void one_link_that_was_repaired_is_better() {
        BeforeAfter numbers = Comparing.of(side(1, i -> i == 3 ? 0.8 : 1), side(2, i -> 1), FIVE_PERCENT);
        assertThat(only(numbers, Effect.BETTER).subject()).isEqualTo(flow(3));
        assertThat(numbers.has(Effect.WORSE)).isFalse();
    }

    @Test
    void what_chance_does_not_do_and_nobody_minds_is_unchanged() {
        Side before = side(AS_EVER, rounds(1, 10, i -> 1));
        Side after = side(AS_EVER, rounds(2, 10, i -> i == 7 ? 0.97 : 1));
        assertThat(Comparing.of(before, after, FIVE_PERCENT).subjects(Effect.UNCHANGED))
                .hasSize(SUBJECTS);
        Rules strict = new Rules(ask -> new Tolerance(10_000, 0), Rules.Q);
        assertThat(only(Comparing.of(before, after, strict), Effect.WORSE).subject())
                .isEqualTo(flow(7));
    }

    @Test
    void what_scatters_too_much_cannot_be_told_and_says_what_would_have_been_seen() {
        IntToDoubleFunction wild = i -> 1 + 0.05 * Math.sin(1.7 * i * i);
        BeforeAfter numbers =
                Comparing.of(side(AS_EVER, rounds(1, 1, i -> 1)), side(AS_EVER, rounds(2, 1, wild)), FIVE_PERCENT);
        assertThat(numbers.has(Effect.WORSE)).isFalse();
        assertThat(numbers.has(Effect.CANNOT_TELL)).isTrue();
        SubjectMove open = numbers.subjects(Effect.CANNOT_TELL).get(0);
        assertThat(why(open)).isEqualTo("compare.why.too-few");
        assertThat(open.move().orElseThrow().detectable()).isGreaterThan(0.05);
    }

    @Test
    void where_not_even_a_loss_of_everything_would_be_found_that_is_said() {
        IntToDoubleFunction wild = i -> 1 + 0.9 * Math.sin(1.7 * i * i);
        BeforeAfter numbers =
                Comparing.of(side(AS_EVER, rounds(1, 1, i -> 1)), side(AS_EVER, rounds(2, 1, wild)), FIVE_PERCENT);
        SubjectMove open = numbers.subjects(Effect.CANNOT_TELL).get(0);
        assertThat(open.move().orElseThrow().detectable()).isGreaterThan(1);
        assertThat(why(open)).isEqualTo("compare.why.blind");
    }

    @Test
    void a_class_that_moved_as_a_whole_is_said_once_and_not_of_each_of_its_links() {
        BeforeAfter numbers = Comparing.of(side(1, i -> 1), side(2, i -> 0.9), FIVE_PERCENT);
        ClassMove whole = numbers.classes().get(0);
        assertThat(whole.effect()).isEqualTo(Effect.WORSE);
        assertThat(whole.common()).isBetween(-0.105, -0.095);
        assertThat(numbers.subjects(Effect.WORSE)).hasSize(SUBJECTS);
        assertThat(numbers.onTheirOwn(Effect.WORSE)).isEmpty();
    }

    @Test
    void a_link_that_lost_more_than_its_class_stands_for_itself_and_comes_first() {
        BeforeAfter numbers = Comparing.of(side(1, i -> 1), side(2, i -> i == 7 ? 0.7 : 0.9), FIVE_PERCENT);
        assertThat(numbers.onTheirOwn(Effect.WORSE))
                .extracting(SubjectMove::subject)
                .containsExactly(flow(7));
        assertThat(numbers.subjects().get(0).subject()).isEqualTo(flow(7));
    }

    @Test
    void the_same_run_again_moved_nothing() {
        BeforeAfter numbers = Comparing.of(side(1, i -> 1), side(1, i -> 1), FIVE_PERCENT);
        assertThat(numbers.subjects(Effect.UNCHANGED)).hasSize(SUBJECTS);
        assertThat(numbers.classes().get(0).effect()).isEqualTo(Effect.UNCHANGED);
    }

    @Test
    void a_link_without_a_partner_is_never_passed_over() {
        SortedMap<SubjectId, List<Long>> later = rounds(2, ROUNDS, i -> 1);
        later.remove(flow(1));
        Side asked = side(1, i -> 1);
        Side after = new Side(side(AS_EVER, later).values(), asked.asked());
        assertThat(why(only(Comparing.of(asked, after, FIVE_PERCENT), Effect.CANNOT_TELL)))
                .isEqualTo("compare.why.no-value-after");
        assertThat(why(only(Comparing.of(after, asked, FIVE_PERCENT), Effect.CANNOT_TELL)))
                .isEqualTo("compare.why.no-value-before");
        assertThat(why(only(Comparing.of(asked, side(AS_EVER, later), FIVE_PERCENT), Effect.CANNOT_TELL)))
                .isEqualTo("compare.why.not-asked-after");
    }

    @Test
    void a_link_that_neither_run_could_measure_stays_visible() {
        SortedMap<SubjectId, List<Long>> without = rounds(2, ROUNDS, i -> 1);
        without.remove(flow(1));
        Side both = new Side(side(AS_EVER, without).values(), side(1, i -> 1).asked());
        SubjectMove silent = only(Comparing.of(both, both, FIVE_PERCENT), Effect.CANNOT_TELL);
        assertThat(why(silent)).isEqualTo("compare.why.no-value");
        assertThat(silent.subject()).isEqualTo(flow(1));
    }

    @Test
    void other_conditions_are_named_and_never_compared() {
        Side later = side(AS_EVER.with("mtu", "1024"), rounds(2, ROUNDS, i -> 1));
        BeforeAfter numbers = Comparing.of(side(1, i -> 1), later, FIVE_PERCENT);
        assertThat(numbers.tests()).isZero();
        assertThat(numbers.subjects(Effect.CANNOT_TELL))
                .hasSize(SUBJECTS)
                .allSatisfy(move -> assertThat(move.why().orElseThrow())
                        .isEqualTo(Message.of("compare.why.conditions", "before", "mtu 4096", "after", "mtu 1024")));
    }

    @Test
    void nothing_has_no_share_by_which_it_could_move() {
        BeforeAfter numbers = Comparing.of(side(1, i -> i == 5 ? 0 : 1), side(2, i -> 1), FIVE_PERCENT);
        assertThat(why(only(numbers, Effect.CANNOT_TELL))).isEqualTo("compare.why.zero");
    }

    @Test
    void a_floor_tolerates_what_a_share_of_little_would_not() {
        Rules floored = new Rules(ask -> new Tolerance(50_000, 30_000_000_000L), Rules.Q);
        BeforeAfter numbers = Comparing.of(side(1, i -> 1), side(2, i -> i == 7 ? 0.8 : 1), floored);
        assertThat(numbers.has(Effect.WORSE)).isFalse();
    }
}
