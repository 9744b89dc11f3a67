package io.seatrial.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Verdict;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TextsTest {
    @Test
    void fills_in_values_once_and_only_once() {
        assertThat(Texts.sentence(Message.of("plain", "text", "a {text} $1 \\ b")))
                .isEqualTo("a {text} $1 \\ b");
    }

    @Test
    void shows_key_and_values_where_a_sentence_is_missing() {
        Message message =
                Message.of("no.such.key", "seen", SampleRun.nanos(7_310), "limit", SampleRun.nanos(5_000), "n", 3L);
        assertThat(Texts.sentence(message)).isEqualTo("no.such.key seen=7.31 us limit=5.00 us n=3");
        assertThat(Texts.text("no.such.word")).isEqualTo("no.such.word");
    }

    @Test
    void leaves_a_place_without_a_value_visible() {
        assertThat(Texts.sentence(Message.of("plain"))).isEqualTo("{text}");
    }

    @Test
    void lets_no_text_steer_the_terminal() {
        assertThat(Texts.sentence(Message.of("plain", "text", "a\u001b[31mb\rc\u202ed\ne")))
                .isEqualTo("a\uFFFD[31mb\uFFFDc\uFFFDd\ne");
    }

    @Test
    void explains_a_failure_with_numbers_below_each_other() {
        Verdict fail =
                new Verdict.Fail(Message.of("plain", "text", "too slow"), Optional.of(SampleRun.latency(17_310)));
        assertThat(Texts.explain(of(fail))).isEqualTo("""
                        too slow
                        expected at most :  5.00 us   (baseline 4.21 us)
                        but was          : 17.31 us
                        where            : link gpu-01/mlx5_0~leaf-1/Ethernet1
                        next             : see the suspects of this run; swap the first one, then retest this subject""");
    }

    @Test
    void names_the_side_of_the_limit() {
        Evidence rate = new Evidence(
                SampleRun.rate(97_400_000_000L),
                Optional.of(SampleRun.rate(380_000_000_000L)),
                Optional.empty(),
                Direction.HIGHER_IS_BETTER);
        assertThat(Texts.facts(of(new Verdict.Fail(Message.of("plain", "text", "x"), Optional.of(rate)))))
                .startsWith("expected at least : 380.0 Gb/s", "but was           :  97.4 Gb/s");
    }

    @Test
    void compares_with_the_baseline_where_there_is_no_limit() {
        Evidence evidence = new Evidence(
                SampleRun.nanos(7_310),
                Optional.empty(),
                Optional.of(SampleRun.nanos(4_200)),
                Direction.LOWER_IS_BETTER);
        assertThat(Texts.facts(of(new Verdict.Fail(Message.of("plain", "text", "x"), Optional.of(evidence)))))
                .startsWith("expected near : 4.20 us", "but was       : 7.31 us");
    }

    @Test
    void says_the_cause_where_nothing_was_measured() {
        Verdict notProven = new Verdict.NotProven(Message.of("plain", "text", "host lost\nexit 255"), Optional.empty());
        assertThat(Texts.facts(of(notProven)))
                .containsExactly(
                        "expected : a value to judge",
                        "but was  : host lost",
                        "           exit 255",
                        "where    : link gpu-01/mlx5_0~leaf-1/Ethernet1",
                        "next     : remove the cause, then run the same profile again");
    }

    private static Judgement of(Verdict verdict) {
        return new Judgement(SampleRun.LATENCY, SampleRun.link(0).subject(), verdict);
    }
}
