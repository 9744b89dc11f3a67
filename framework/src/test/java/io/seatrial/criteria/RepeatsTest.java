package io.seatrial.criteria;

import static io.seatrial.criteria.Samples.FLOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import io.seatrial.report.Texts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several rounds of one subject are one first attempt: their median. */
class RepeatsTest {
    private static final Criterion AT_MOST_14 = new DeclaredLimit(
            "latency.within-rail", Samples.LATENCY, List.of(Samples.limit("14ms")), Samples.RULES, Samples.speeds());

    @TempDir
    private Path folder;

    private static long ms(long millis) {
        return millis * 1_000_000;
    }

    private static Message watch(Verdict verdict) {
        return ((Verdict.Pass) verdict).watch().orElseThrow();
    }

    @Test
    void one_bad_round_of_three_accuses_nobody_and_is_told() {
        Verdict verdict = Samples.latency().rounds(FLOW, ms(8), ms(40), ms(9)).verdict(AT_MOST_14);

        assertThat(verdict).isInstanceOf(Verdict.Pass.class);
        assertThat(verdict.evidence().orElseThrow().seen().value()).isEqualTo(ms(9));
        assertThat(watch(verdict).key()).isEqualTo("watch.rounds-beyond");
        assertThat(Texts.sentence(watch(verdict))).contains("1 of 3 rounds were beyond 14 ms, the worst at 40 ms");
    }

    @Test
    void one_good_round_of_three_clears_nobody() {
        Verdict verdict = Samples.latency().rounds(FLOW, ms(40), ms(8), ms(41)).verdict(AT_MOST_14);

        assertThat(verdict).isInstanceOf(Verdict.Fail.class);
        assertThat(verdict.evidence().orElseThrow().seen().value()).isEqualTo(ms(40));
        assertThat(verdict.message().values()).containsEntry("attempts", 1L).containsEntry(Message.ROUNDS, 3L);
    }

    @Test
    void of_an_even_number_the_worse_of_the_middle_two_counts() {
        assertThat(Samples.latency()
                        .rounds(FLOW, ms(8), ms(9), ms(20), ms(21))
                        .verdict(AT_MOST_14)
                        .evidence()
                        .orElseThrow()
                        .seen()
                        .value())
                .isEqualTo(ms(20));
        Attempts rates = Attempts.of(
                Samples.goodput().rounds(FLOW, 100, 300, 400, 200).survey().of(FLOW), Samples.RULES);
        assertThat(rates.first()).isEqualTo(200);
        assertThat(rates.best(Direction.HIGHER_IS_BETTER)).isEqualTo(200);
    }

    @Test
    void a_retest_that_keeps_the_limit_clears_the_median() {
        Verdict verdict = Samples.latency()
                .rounds(FLOW, ms(40), ms(8), ms(41))
                .retest(FLOW, ms(9))
                .verdict(AT_MOST_14);

        assertThat(watch(verdict).key()).isEqualTo("watch.kept-on-retest");
        assertThat(watch(verdict).values()).containsEntry("first", new Quantity(ms(40), Unit.NANOSECONDS));
        assertThat(verdict.message().values()).containsEntry("attempts", 2L);
    }

    @Test
    void a_retest_that_does_not_count_leaves_the_median_unconfirmed() {
        Verdict verdict = Samples.latency()
                .rounds(FLOW, ms(40), ms(41), ms(42))
                .count(1)
                .retest(FLOW, ms(8))
                .verdict(AT_MOST_14);

        assertThat(verdict).isInstanceOf(Verdict.NotProven.class);
        assertThat(verdict.message().key()).isEqualTo("evidence.too-few-samples");
    }

    @Test
    void less_than_half_of_the_rounds_prove_nothing_however_good_they_are() {
        Verdict verdict = Samples.latency()
                .rounds(FLOW, ms(8))
                .lostRound(FLOW)
                .lostRound(FLOW)
                .verdict(AT_MOST_14);

        assertThat(verdict).isInstanceOf(Verdict.NotProven.class);
        assertThat(verdict.message())
                .isEqualTo(Message.of("evidence.too-few-rounds", "subject", FLOW.name(), "counted", 1L, "rounds", 3L));
    }

    @Test
    void a_round_that_is_lost_is_told_beside_the_pass() {
        Verdict verdict =
                Samples.latency().rounds(FLOW, ms(8), ms(9)).lostRound(FLOW).verdict(AT_MOST_14);

        assertThat(watch(verdict)).isEqualTo(Message.of("watch.rounds-lost", "lost", 1L, "rounds", 3L));
        assertThat(Texts.sentence(verdict.message())).endsWith("Measured in 2 rounds; their median counts.");
    }

    @Test
    void one_round_says_nothing_of_rounds() {
        Verdict verdict = Samples.latency().saw(FLOW, ms(8)).verdict(AT_MOST_14);

        assertThat(verdict.message().values()).doesNotContainKey(Message.ROUNDS);
        assertThat(((Verdict.Pass) verdict).watch()).isEmpty();
    }

    private Criteria criteria(String ask, String keys) throws Exception {
        Files.writeString(folder.resolve(CriteriaFile.NAME), "version: 1\nasks:\n  " + ask + ":\n    " + keys + "\n");
        return CriteriaFile.read(folder);
    }

    private Repeats repeats(String ask, String keys) throws Exception {
        return criteria(ask, keys).ask(ask).orElseThrow().samples().repeats();
    }

    @Test
    void a_number_holds_in_every_profile_and_a_map_in_those_that_it_names() throws Exception {
        assertThat(repeats("latency.within-rail", "{class: , repeats: 3}")).isEqualTo(Repeats.always(3));
        Repeats named = repeats("bandwidth.alone", "{class: , repeats: {nightly: 3, pre: 5}}");
        assertThat(named).isEqualTo(new Repeats(Map.of(Profile.NIGHTLY, 3, Profile.PRE, 5)));
        assertThat(named.in(Profile.BRINGUP)).isEqualTo(1);
        assertThat(named.in(Profile.PRE)).isEqualTo(5);
        assertThat(repeats("latency.within-rail", "class:")).isEqualTo(Repeats.ONCE);
        assertThat(repeats("collective.all-reduce.rail", "{class: , repeats: 2}"))
                .isEqualTo(Repeats.always(2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "latency.within-rail|{class: , repeats: 0}|expected 1..100, got '0'",
                "latency.within-rail|{class: , repeats: 101}|expected 1..100, got '101'",
                "latency.within-rail|{class: , repeats: }|expected one value",
                "latency.within-rail|{class: , repeats: {}}|expected a number, or one for each of some profiles",
                "latency.within-rail|{class: , repeats: {nightly: 0}}|repeats.nightly: expected 1..100, got '0'",
                "latency.within-rail|{class: , repeats: {nigthly: 3}}|repeats.nigthly",
                "links.state|{limit: {rows: [{fail: 1, source: s, evidence: D}]}, repeats: 3}|what is read is read once",
                "tenants.isolation|{limit: {rows: [{fail: 90%, source: s, evidence: D}]}, repeats: 3}|tenants.isolation.repeats"
            })
    void what_cannot_be_repeated_so_is_refused(String ask, String keys, String message) {
        assertThatThrownBy(() -> criteria(ask, keys))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void a_class_is_made_of_medians() {
        Samples samples = Samples.latency();
        for (int other = 2; other <= 4; other++) {
            samples.rounds(SmallFabric.within(1, other, 0).subject(), ms(8), ms(90), ms(8));
        }
        samples.rounds(SmallFabric.within(2, 3, 0).subject(), ms(8), ms(8), ms(8));
        samples.rounds(SmallFabric.within(2, 4, 0).subject(), ms(8), ms(8), ms(8));
        samples.rounds(SmallFabric.within(3, 4, 0).subject(), ms(50), ms(50), ms(8));
        Criterion outlier = new ClassOutlier(
                "latency.within-rail",
                Samples.LATENCY,
                new Ask.OutlierRule(java.util.OptionalLong.of(ms(5)), 0, 5, 6),
                Samples.RULES,
                Samples.speeds());

        Map<?, Verdict> verdicts = outlier.judge(samples.survey());

        assertThat(verdicts.values().stream().filter(Verdict.Fail.class::isInstance))
                .hasSize(1);
        assertThat(verdicts.get(SmallFabric.within(3, 4, 0).subject()).evidence())
                .map(evidence -> evidence.seen().value())
                .isEqualTo(Optional.of(ms(50)));
    }
}
