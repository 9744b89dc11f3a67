package io.seatrial.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import io.seatrial.report.page.SummaryPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a limit is founded on and what a value was measured on can be seen in every report. */
class ProvisionalAndFabricTest {
    private static final Metric WRITE =
            new Metric("rdma.write-latency.p50", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
    private static final String ASK = "rdma.write-latency.within-rail";

    private static SubjectId flow(int host) {
        return new SubjectId(SubjectId.Kind.FLOW, "gpu-01/mlx5_0>gpu-0" + host + "/mlx5_0");
    }

    private static Finding finding(int host, long nanos, Optional<Message> provisional, String fabric) {
        Optional<Evidence> evidence = Optional.of(new Evidence(
                SampleRun.nanos(nanos),
                Optional.of(SampleRun.nanos(2_500)),
                Optional.empty(),
                Direction.LOWER_IS_BETTER,
                provisional));
        Message said = Message.of("plain", "text", "seen");
        Verdict verdict =
                nanos > 2_500 ? new Verdict.Fail(said, evidence) : new Verdict.Pass(said, evidence, Optional.empty());
        return new Finding(new Judgement(ASK + ".limit", flow(host), verdict), "rdma", Map.of(Finding.FABRIC, fabric));
    }

    private static Survey survey(String fabric) {
        Measurement one = new Measurement(
                WRITE,
                flow(2),
                OptionalLong.of(2_600),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                new Conditions(Map.of(Conditions.FABRIC, fabric)),
                new Provenance(0, 0, SampleRun.START, SampleRun.START, "probe", ""));
        return Survey.of(ASK, WRITE, new TreeSet<>(), List.of(one));
    }

    private static RunReport report(String... fabrics) {
        RunReport base = SampleRun.ofLinks(1);
        List<Survey> surveys = new ArrayList<>();
        for (String fabric : fabrics) {
            surveys.add(survey(fabric));
        }
        Optional<Message> weak = Optional.of(Message.of("limit.weakly-founded", "grade", "D"));
        return new RunReport(
                new RunFacts("run-1", "lab", "bringup", SampleRun.START, SampleRun.START.plusSeconds(1), false),
                Outcome.REJECTED,
                base.environment(),
                List.of(finding(2, 2_600, weak, "soft-roce"), finding(3, 2_400, Optional.empty(), "soft-roce")),
                surveys,
                List.of(),
                List.of(),
                base.coverage(),
                List.of(),
                List.of(),
                List.of());
    }

    @Test
    void the_terminal_marks_a_provisional_limit_with_its_grade_and_keeps_numbers_below_each_other() {
        List<String> lines = TerminalSummary.lines(report("soft-roce"), Optional.empty(), 160);
        String failed = lines.get(1);
        String passed = lines.get(2);
        assertThat(failed).contains("2.5 us [D]");
        assertThat(passed).contains("2.5 us    ").doesNotContain("[");
        assertThat(failed.indexOf(" us [D]")).isEqualTo(passed.lastIndexOf(" us    "));
        assertThat(String.join(" ", lines)).contains("at a limit: it is provisional");
    }

    @Test
    void the_page_marks_a_provisional_limit_and_the_fabric_of_every_value() {
        String html = SummaryPage.html(report("soft-roce"), Optional.empty());
        assertThat(html).contains("<span class=\"provisional\"> provisional D</span>");
        assertThat(html.split("class=\"provisional\"", -1)).hasSize(2);
        assertThat(html.split("<span class=\"fabric\"> soft-roce</span>", -1)).hasSize(3);
    }

    @Test
    void the_facts_of_a_result_say_why_a_limit_is_provisional() {
        Judgement judgement = report("soft-roce").findings().get(0).judgement();
        assertThat(Texts.facts(judgement).get(0)).endsWith("2.5 us   (provisional, evidence D)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "soft-roce | measured on soft-roce. Its RDMA devices are made by the kernel in software",
                "soft-iwarp | measured on soft-iwarp. Its RDMA devices are made by the kernel in software",
                "roce2 | measured on roce2",
                "tcp | measured on tcp"
            })
    void terminal_and_page_say_what_the_run_was_measured_on(String fabric, String line) {
        assertThat(TerminalSummary.lines(report(fabric), Optional.empty(), 200))
                .anyMatch(text -> text.startsWith(line));
        assertThat(SummaryPage.html(report(fabric), Optional.empty())).contains(line);
    }

    @Test
    void several_fabrics_are_all_named_and_a_run_without_values_names_none() {
        assertThat(MeasuredFabrics.line(report("tcp", "roce2"))).isEqualTo("measured on roce2, tcp");
        assertThat(MeasuredFabrics.line(report())).isEmpty();
    }
}
