package io.seatrial.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Message;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalSummaryTest {
    private static final Path PAGE = Path.of("reports/runs/virtual/20260301-210000/summary.html");

    @Test
    void shows_the_worst_five_the_suspects_the_report_and_the_verdict() {
        assertThat(String.join("\n", TerminalSummary.lines(SampleRun.ofLinks(8), Optional.of(PAGE), 120)))
                .isEqualTo("""
                worst       criterion                  subject                             number       limit    baseline
                failed      latency.within-rail.limit  gpu-02/mlx5_0~leaf-1/Ethernet2     7.31 us     5.00 us     4.21 us
                not proven  latency.within-rail.limit  gpu-03/mlx5_0~leaf-1/Ethernet3           -           -           -
                waived      bandwidth.each-link.limit  gpu-03/mlx5_1~leaf-2/Ethernet3  361.2 Gb/s  380.0 Gb/s  392.0 Gb/s
                watch       bandwidth.each-link.limit  gpu-01/mlx5_1~leaf-2/Ethernet1    391 Gb/s    380 Gb/s    392 Gb/s
                passed      bandwidth.each-link.limit  gpu-03/mlx5_0~leaf-1/Ethernet3  385.6 Gb/s  380.0 Gb/s  392.0 Gb/s
                suspect 1  port gpu-02/mlx5_0: 3 of 3 flows through it fail, none of 12 beside it
                suspect 2  port gpu-03/mlx5_0: 3 of 3 flows through it fail, none of 12 beside it
                The fabric of this cluster is virtual: the numbers say nothing about hardware.
                failed 1, not proven 1, waived 1, watch 1, passed 12; criteria not asked 2
                report: reports/runs/virtual/20260301-210000/summary.html
                REJECTED""");
    }

    @ParameterizedTest
    @CsvSource({
        "ACCEPTED, ACCEPTED, 0",
        "REJECTED, REJECTED, 1",
        "NOT_PROVEN, NOT PROVEN, 3",
        "RUN_FAILED, RUN FAILED, 4"
    })
    void ends_with_the_word_alone(Outcome outcome, String word, int exit) {
        List<String> lines = TerminalSummary.lines(SampleRun.ofLinks(8, outcome), Optional.empty(), 100);
        assertThat(lines).last().isEqualTo(word);
        assertThat(outcome.exitStatus()).isEqualTo(exit);
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 100})
    void fits_the_width_without_cutting_a_number(int width) {
        List<String> lines = TerminalSummary.lines(SampleRun.ofLinks(8), Optional.empty(), width);
        assertThat(lines.subList(0, 6)).allMatch(line -> line.length() <= width);
        assertThat(lines.get(3)).contains("361.2 Gb/s  380.0 Gb/s  392.0 Gb/s");
    }

    @Test
    void says_so_where_nothing_was_judged() {
        RunReport empty = JUnitXmlTest.with(SampleRun.ofLinks(1, Outcome.RUN_FAILED), List.of());
        assertThat(TerminalSummary.lines(empty, Optional.empty(), 100)).startsWith("Nothing was judged.");
    }

    @Test
    void keeps_a_remark_of_a_host_from_steering_the_terminal() {
        RunReport report = SampleRun.ofLinks(1).with(Message.of("plain", "text", "bad\u001b[2J\u0007 host"));
        assertThat(TerminalSummary.lines(report, Optional.empty(), 100))
                .allMatch(line -> line.chars().noneMatch(Character::isISOControl))
                .contains("bad\uFFFD[2J\uFFFD host");
    }
}
