package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.criteria.Ask.ProbeSettings;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.CriteriaFile;
import io.seatrial.measurement.Conditions;
import io.seatrial.probe.FlowProbe;
import io.seatrial.probe.LatencyProbe;
import io.seatrial.probe.RatioProbe;
import io.seatrial.probe.VerbsLatencyProbe;
import io.seatrial.run.FlowQuestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProbesTest {
    @TempDir
    private Path folder;

    private FlowProbe probe(String ask, FlowQuestion.Kind kind, String settings) throws IOException {
        Files.writeString(
                folder.resolve(CriteriaFile.NAME),
                "version: 1\nasks:\n  " + ask + ":\n    probe: {" + settings
                        + "}\n    limit: {rows: [{fail: 50%, source: s, evidence: D}]}\n");
        Criteria criteria = CriteriaFile.read(folder);
        return new Probes(criteria).probe(new FlowQuestion(ask, kind));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "size: 1MiB"})
    void cpu_for_a_gigabyte_is_compared_at_one_message_size(String settings) throws IOException {
        RatioProbe ratio = (RatioProbe) probe("rdma.beside-tcp.cpu", FlowQuestion.Kind.CPU_BESIDE_TCP, settings);
        String rdma = ratio.first().probe().conditions().get(Conditions.MESSAGE_BYTES);
        assertThat(rdma).isEqualTo(settings.isEmpty() ? "65536" : "1048576");
        assertThat(ratio.second().probe().conditions().get(Conditions.MESSAGE_BYTES))
                .isEqualTo(rdma);
    }

    @Test
    void a_latency_without_a_count_takes_the_one_that_criteria_are_checked_against() throws IOException {
        RatioProbe ratio =
                (RatioProbe) probe("rdma.beside-tcp.latency", FlowQuestion.Kind.LATENCY_BESIDE_TCP, "size: 8B");
        assertThat(((VerbsLatencyProbe) ratio.first().probe()).count()).isEqualTo(ProbeSettings.defaultCount(true));
        assertThat(((LatencyProbe) ratio.second().probe()).count()).isEqualTo(ProbeSettings.defaultCount(false));
    }
}
