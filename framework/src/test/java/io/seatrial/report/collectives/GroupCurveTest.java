package io.seatrial.report.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.criteria.CollectiveLimit;
import io.seatrial.criteria.collectives.Algorithm;
import io.seatrial.criteria.collectives.Layout;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.measurement.SubjectId;
import io.seatrial.probe.CollectiveProbe;
import io.seatrial.report.SampleCollectives;
import io.seatrial.report.SampleRun;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class GroupCurveTest {
    private static final SubjectId PAIR = new SubjectId(SubjectId.Kind.GROUP, SampleCollectives.name(0));
    private static final long SOUND = 46_000_000_000L;
    private static final CollectiveLimit LIMIT = new CollectiveLimit(
            SampleCollectives.ASK,
            CollectiveProbe.BUS_BANDWIDTH,
            List.of(SampleCollectives.limit()),
            new SampleRules(1, 10_000_000, 1),
            Map.of(PAIR, Layout.ofNics(2, 400_000_000_000L)),
            Optional.of(Algorithm.RING));

    private static Measurement attempt(int number, SizeCurve curve) {
        return new Measurement(
                CollectiveProbe.BUS_BANDWIDTH,
                PAIR,
                OptionalLong.of(1),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                new Conditions(Map.of()),
                new Provenance(0, number, SampleRun.START, SampleRun.START.plusSeconds(1), "probe", ""),
                Optional.of(curve));
    }

    private static GroupCurve of(Measurement... attempts) {
        return GroupCurve.of(LIMIT, PAIR, List.of(attempts), Optional.empty(), List.of("a/0", "b/0"));
    }

    @Test
    void the_best_attempt_is_shown_as_limits_take_it() {
        SizeCurve good = SampleCollectives.curve(SOUND, 0);
        GroupCurve shown = of(attempt(0, SampleCollectives.curve(SOUND / 10, 0)), attempt(1, good));
        assertThat(shown.curve()).contains(good);
        assertThat(shown.attempts()).isEqualTo(2);
    }

    @Test
    void an_attempt_with_a_wrong_result_is_shown_however_good_the_others_are() {
        SizeCurve wrong = SampleCollectives.curve(SOUND / 10, 1);
        assertThat(of(attempt(0, wrong), attempt(1, SampleCollectives.curve(SOUND, 0)))
                        .curve())
                .contains(wrong);
    }

    @Test
    void the_slower_placement_stands_for_its_size() {
        GroupCurve shown = of(attempt(0, SampleCollectives.curve(SOUND, 0)));
        assertThat(shown.points()).hasSize(14).allMatch(SizeCurve.Point::inPlace);
    }

    @Test
    void it_stands_worst_at_the_size_with_a_limit_and_knows_its_slowest_rank_by_name() {
        GroupCurve shown = of(attempt(0, SampleCollectives.curve(SOUND, 0)));
        GroupCurve.Worst worst = shown.worst().orElseThrow();
        assertThat(worst.point().bytes()).isEqualTo(512 * SampleCollectives.MIB);
        assertThat(worst.edge().orElseThrow().fail()).isEqualTo(SampleCollectives.LIMIT);
        assertThat(shown.slowest(worst.point())).contains("b/0");
        assertThat(shown.bound().orElseThrow().value()).isEqualTo(50_000_000_000L);
    }

    @Test
    void what_was_not_measured_stands_worst_and_has_no_picture() {
        Measurement lost = Measurement.absent(
                CollectiveProbe.BUS_BANDWIDTH,
                PAIR,
                Message.of("plain", "text", "lost"),
                new Conditions(Map.of()),
                new Provenance(0, 0, SampleRun.START, SampleRun.START, "probe", ""));
        GroupCurve shown = of(lost);
        assertThat(shown.worst()).isEmpty();
        assertThat(shown.standing()).isZero();
        assertThat(CurvePicture.of("title", List.of(shown))).isEmpty();
        assertThat(CurveText.of(List.of(lost))).isEmpty();
    }

    @Test
    void the_text_has_every_attempt_placement_and_size_below_each_other() {
        SizeCurve curve = SampleCollectives.curve(SOUND, 3);
        String text =
                CurveText.of(List.of(attempt(0, curve), attempt(1, curve))).orElseThrow();
        List<String> lines = text.lines().filter(line -> !line.isEmpty()).toList();
        assertThat(lines).hasSize(2 * (2 + curve.points().size()));
        assertThat(lines.get(0)).contains("all-reduce of 2 ranks, attempt 1");
        assertThat(lines.get(1)).contains("bus bandwidth", "slowest rank", "wrong elements");
        assertThat(lines.subList(1, 30).stream().map(String::length).distinct()).hasSize(1);
        assertThat(lines.get(2)).contains("8 B", "out of place").endsWith(" 3");
    }
}
