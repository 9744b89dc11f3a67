package io.seatrial.probe.collectives;

import io.seatrial.measurement.Collective;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What all_reduce_perf of 2.17 prints for a run, numbers that fit together; a test changes lines of it. */
public final class Printed {
    static final long LEAST = 1 << 20;
    static final int SIZES = 3;
    private static final double GIGA = 1e9;
    private static final double MICROS = 1e-6;

    private Printed() {}

    /** What a sound run prints. */
    public static String run(List<String> hosts, int gpus) {
        return run("all_reduce_perf", hosts, gpus, 0);
    }

    /** @param wrong elements at the largest size, out of place */
    static String run(String program, List<String> hosts, int gpus, int wrong) {
        int ranks = hosts.size() * gpus;
        List<String> lines = new ArrayList<>(List.of(
                "# nccl-tests version 2.17.6 nccl-headers=22703 nccl-library=22703",
                "# Collective test starting: " + program,
                "# nThread 1 nGpus 1 minBytes 1048576 maxBytes 4194304 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1"
                        + " validation: 1 graph: 0",
                "#",
                "# Using devices"));
        for (int rank = 0; rank < ranks; rank++) {
            lines.add(String.format(
                    "#  Rank %2d Group  0 Pid %6d on %10s device %2d [0000:1b:00] NVIDIA H100 80GB HBM3",
                    rank, 4000 + rank, hosts.get(rank / gpus), rank % gpus));
        }
        lines.add("#");
        lines.add(
                "#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong ");
        double factor = Collective.ALL_REDUCE.busFactor(ranks).doubleValue();
        double sum = 0;
        for (int i = 0; i < SIZES; i++) {
            long size = LEAST << i;
            double micros = 100.0 * (1 << i) + 5;
            double algbw = size / (micros * MICROS) / GIGA;
            sum += algbw * factor;
            lines.add(String.format(
                    Locale.ROOT,
                    "%12d  %12d     float     sum      -1  %7.2f  %6.2f  %6.2f  %6d  %7.2f  %6.2f  %6.2f  %6d",
                    size,
                    size / 4,
                    micros,
                    algbw,
                    algbw * factor,
                    i == SIZES - 1 ? wrong : 0,
                    micros,
                    algbw,
                    algbw * factor,
                    0));
        }
        lines.add("# Out of bounds values : " + wrong + (wrong == 0 ? " OK" : " FAILED"));
        lines.add(String.format(Locale.ROOT, "# Avg bus bandwidth    : %.4f ", sum / SIZES));
        lines.add("#");
        lines.add("# Collective test concluded: " + program);
        return String.join("\n", lines) + "\n";
    }
}
