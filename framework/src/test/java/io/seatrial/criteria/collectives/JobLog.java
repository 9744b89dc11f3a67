package io.seatrial.criteria.collectives;

import io.seatrial.formats.NcclLog;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The log of a job of two hosts with two GPUs and two NICs each, four channels, as release 2.27 prints it; a test changes lines of it. */
public final class JobLog {
    private static final int HOSTS = 2;
    private static final int GPUS = 2;
    private static final int CHANNELS = 4;

    private final List<String> lines;

    private JobLog(List<String> lines) {
        this.lines = lines;
    }

    /** A log in which everything is as it must be. */
    public static JobLog sound() {
        List<String> lines = new ArrayList<>();
        for (int host = 0; host < HOSTS; host++) {
            for (int gpu = 0; gpu < GPUS; gpu++) {
                start(lines, host, gpu);
            }
        }
        line(
                lines,
                0,
                0,
                "4 coll channels, 4 collnet channels, 0 nvls channels, 4 p2p channels, 2 p2p channels per peer");
        for (int channel = 0; channel < CHANNELS; channel++) {
            channel(lines, channel);
        }
        for (int host = 0; host < HOSTS; host++) {
            for (int gpu = 0; gpu < GPUS; gpu++) {
                line(lines, host, gpu, "Connected all rings, use ring PXN 0 GDR 1");
                line(
                        lines,
                        host,
                        gpu,
                        "ncclCommInitRank comm 0x5" + host + gpu + " rank " + rank(host, gpu) + " nranks 4 cudaDev "
                                + gpu + " nvmlDev " + gpu + " busId 1b000 commId 0xc0 - Init COMPLETE");
            }
        }
        return new JobLog(lines);
    }

    private static void start(List<String> lines, int host, int gpu) {
        line(lines, host, gpu, "NCCL version 2.27.3+cuda12.9");
        line(
                lines,
                host,
                gpu,
                "NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE [RO]; OOB eth0:10.0.0." + host + "<0>");
        line(lines, host, gpu, "Using network IB");
        line(
                lines,
                host,
                gpu,
                "ncclCommInitRank comm 0x5" + host + gpu + " rank " + rank(host, gpu) + " nranks 4 cudaDev " + gpu
                        + " nvmlDev " + gpu + " busId 1b000 commId 0xc0 - Init START");
    }

    /** Channels of even number leave by the first NIC, the others by the second. */
    private static void channel(List<String> lines, int channel) {
        int nic = channel % GPUS;
        for (int host = 0; host < HOSTS; host++) {
            int other = 1 - host;
            line(lines, host, nic, path(channel, rank(other, nic), rank(host, nic), "receive", nic));
            line(lines, host, nic, path(channel, rank(host, nic), rank(other, nic), "send", nic));
            line(
                    lines,
                    host,
                    nic,
                    "Channel 0" + channel + "/0 : " + rank(host, 0) + "[0] -> " + rank(host, 1) + "[1] via P2P/CUMEM");
        }
    }

    private static String path(int channel, int from, int to, String direction, int nic) {
        return "Channel 0" + channel + "/0 : " + from + "[" + nic + "] -> " + to + "[" + nic + "] [" + direction
                + "] via NET/IB/" + nic + "/GDRDMA";
    }

    private static int rank(int host, int gpu) {
        return host * GPUS + gpu;
    }

    private static void line(List<String> lines, int host, int gpu, String text) {
        int pid = 100 * (host + 1) + gpu;
        lines.add("gpu-0" + (host + 1) + ":" + pid + ":" + (pid + 1000) + " [" + gpu + "] NCCL INFO " + text);
    }

    /** The same without some lines. */
    public JobLog without(Predicate<String> which) {
        return new JobLog(lines.stream().filter(which.negate()).toList());
    }

    /** The same with lines changed. */
    public JobLog with(UnaryOperator<String> change) {
        return new JobLog(lines.stream().map(change).toList());
    }

    JobLog and(String line) {
        List<String> more = new ArrayList<>(lines);
        more.add(line);
        return new JobLog(more);
    }

    /** Return it as one text. */
    public String text() {
        return String.join("\n", lines) + "\n";
    }

    NcclLog.Report report() {
        return read(text());
    }

    static NcclLog.Report read(String text) {
        try (Source source = Source.of(text)) {
            return new NcclLog().read(source);
        }
    }
}
