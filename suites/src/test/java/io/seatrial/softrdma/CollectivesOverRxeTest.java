package io.seatrial.softrdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.seatrial.cli.CommandLineRun;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.SizeCurve;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Sums over the kernel's own queue pairs: every collective that the probe runs in host memory, and what is said where it cannot. */
@Tag("soft-rdma")
@ExtendWith(SoftRdmaLabExtension.class)
class CollectivesOverRxeTest {
    private static final String RING = "collective.all-reduce.all";
    /** One rail is everybody here, so the same ranks run the tree. */
    private static final String TREE = "collective.all-reduce.rail";

    private static final String ASK = """
              %s:
                probe: {backend: host, over: verbs, algorithm: %s, sizes: [8B, 1000B, 32KiB], chunk: 4KiB, iterations: 3, warmup: 1, placement: both, budget: 1s, stall: 15s}
                retests: 1
                gap-max: 2s
                limit:
                  rows:
                    - {size: 32KiB, fail: 1kB/s, evidence: D, source: "lab: that it comes to an end", approved: {by: seatrial, on: 2026-11-30}}

            """;
    private static final int SIZES_AND_PLACEMENTS = 6;

    @TempDir
    Path folder;

    @Test
    void every_collective_gives_the_right_sums_over_rxe_by_ring_and_by_tree(SoftRdmaLab lab) {
        Map<String, String> algorithms = new LinkedHashMap<>();
        Arrays.stream(Collective.values())
                .forEach(each -> algorithms.put("collective." + each.text() + ".all", "ring"));
        algorithms.put(TREE, "tree");
        LabCluster cluster = LabCluster.rxe(lab, folder).asking(RING).criteria(text -> asks(text, algorithms));
        CommandLineRun run = cluster.run();
        assertThat(run.status()).as(run.text()).isZero();
        algorithms.forEach((ask, algorithm) -> right(ask, algorithm, cluster));
    }

    private static String asks(String text, Map<String, String> algorithms) {
        String own = text.replaceFirst("(?s)asks:\n.*(?=not-asked:\n)", "asks:\n");
        StringBuilder asks = new StringBuilder();
        for (Map.Entry<String, String> one : algorithms.entrySet()) {
            asks.append(ASK.formatted(one.getKey(), one.getValue()));
            own = own.replaceFirst("(?m)^  " + one.getKey() + ": \".*\"\n", "");
        }
        return own.replace("not-asked:\n", asks + "not-asked:\n");
    }

    private static void right(String ask, String algorithm, LabCluster cluster) {
        Map<String, Measurement> groups = cluster.measured(ask);
        assertThat(groups).as(ask).hasSize(1);
        Measurement one = groups.values().iterator().next();
        SizeCurve curve = one.curve().orElseThrow();
        assertThat(curve.ranks()).as(ask).isEqualTo(SoftRdmaLab.GUESTS);
        assertThat(curve.points())
                .as(ask)
                .hasSize(SIZES_AND_PLACEMENTS)
                .allSatisfy(point -> assertThat(point.wrong()).contains(0L));
        assertThat(one.conditions().get("fabric")).as(ask).isEqualTo("soft-roce");
        assertThat(one.conditions().get("algorithm")).as(ask).isEqualTo(algorithm);
        for (int rank = 0; rank < SoftRdmaLab.GUESTS; rank++) {
            String counter = "rank." + rank + ".counter.";
            assertThat(one.details())
                    .as(ask)
                    .containsKeys(
                            counter + "completer_retry_err",
                            counter + "duplicate_request",
                            counter + "rcvd_seq_err",
                            counter + "out_of_seq_request");
        }
        SoftRdmaLab.say(ask + " " + algorithm + ": " + one.value().getAsLong() / 1000 + " kB/s, "
                + curve.points().size() + " sizes and placements right, sent again "
                + sum(one, "rcvd_seq_err") + " times for a gap, " + sum(one, "completer_retry_err") + " for silence");
    }

    private static long sum(Measurement one, String counter) {
        return one.details().entrySet().stream()
                .filter(number -> number.getKey().endsWith(".counter." + counter))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    @Test
    void over_iwarp_it_is_not_proven_and_the_device_is_named(SoftRdmaLab lab) {
        assumeTrue(SoftRdmaLab.hasIwarp(), "not built, not measured: -Dsoft-rdma.siw=skip");
        LabCluster cluster = LabCluster.siw(lab, folder).asking(RING);
        CommandLineRun run = cluster.run();
        assertThat(run.status()).as(run.text()).isEqualTo(3);
        Measurement one = cluster.measured(RING).values().iterator().next();
        String cause = one.cause().orElseThrow().values().get("cause").toString();
        assertThat(cause)
                .containsPattern("soft-[1-3], rank [0-2]: ")
                .contains("siw0 is iWARP: collectives connect their queue pairs by exchange, which iWARP cannot");
        SoftRdmaLab.say(RING + " over siw: " + cause);
    }
}
