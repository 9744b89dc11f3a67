package io.seatrial.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RankingTest {
    @Test
    void puts_failed_before_not_proven_before_waived_before_passed() {
        assertThat(Ranking.worst(SampleRun.ofLinks(8).findings(), 5))
                .extracting(finding -> Kind.of(finding.judgement().verdict()))
                .containsExactly(Kind.FAILED, Kind.NOT_PROVEN, Kind.WAIVED, Kind.WATCH, Kind.PASSED);
    }

    @Test
    void puts_the_farthest_beyond_its_limit_first() {
        assertThat(Ranking.worstFirst(List.of(failed("a", 6_000), failed("a", 9_000), failed("b", 7_000))))
                .extracting(finding -> finding.judgement()
                        .verdict()
                        .evidence()
                        .orElseThrow()
                        .seen()
                        .value())
                .containsExactly(9_000L, 7_000L, 6_000L);
    }

    @Test
    void shows_each_criterion_before_the_second_passed_result_of_one() {
        List<Finding> findings = List.of(passed("speed", 5_000), passed("speed", 4_999), passed("latency", 3_000));
        assertThat(Ranking.worst(findings, 2))
                .extracting(finding -> finding.judgement().criterion())
                .containsExactly("speed", "latency");
        assertThat(Ranking.worst(findings, 9)).hasSize(3);
    }

    @Test
    void does_not_depend_on_the_order_in_which_results_came() {
        List<Finding> findings = SampleRun.ofLinks(8).findings();
        List<Finding> reversed = new ArrayList<>(findings);
        Collections.reverse(reversed);
        assertThat(Ranking.worstFirst(reversed)).isEqualTo(Ranking.worstFirst(findings));
    }

    private static Finding failed(String criterion, long nanos) {
        return finding(criterion, new Verdict.Fail(Message.of("plain"), Optional.of(SampleRun.latency(nanos))));
    }

    private static Finding passed(String criterion, long nanos) {
        return finding(
                criterion,
                new Verdict.Pass(Message.of("plain"), Optional.of(SampleRun.latency(nanos)), Optional.empty()));
    }

    private static Finding finding(String criterion, Verdict verdict) {
        return new Finding(new Judgement(criterion, SampleRun.link(0).subject(), verdict), "f", Map.of());
    }
}
