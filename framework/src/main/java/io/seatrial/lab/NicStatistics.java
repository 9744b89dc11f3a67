package io.seatrial.lab;

import io.seatrial.lab.PauseMeter.Paused;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * What the NIC of one port counts, by mlx5's names: ethtool statistics as the kernel's document {@code mellanox/mlx5/counters.rst} describes
 * them, and RDMA counters as {@code drivers/infiniband/hw/mlx5/counters.c} names them. Names that stand still here are there all the same,
 * because nothing brings them about in the lab.
 *
 * @param out link directions that the port sends on
 * @param in link directions that it receives from
 * @param rate of the port, bit/s
 * @param pauses whether PFC is on: without, mlx5 has no counters of pauses
 * @param start when the lab began, by {@link System#nanoTime()}
 */
record NicStatistics(List<LinkSide> out, List<LinkSide> in, long rate, boolean pauses, long start) {
    private static final List<String> IDLE_ETHTOOL =
            List.of("rx_discards_phy", "tx_discards_phy", "rx_out_of_buffer", "rx_pause_ctrl_phy", "tx_pause_ctrl_phy");
    private static final List<String> IDLE_PORT = List.of(
            "link_error_recovery",
            "local_link_integrity_errors",
            "excessive_buffer_overrun_errors",
            "port_rcv_remote_physical_errors",
            "port_rcv_constraint_errors",
            "port_xmit_constraint_errors",
            "port_xmit_discards",
            "VL15_dropped");
    private static final List<String> IDLE_HARDWARE = List.of(
            "rp_cnp_ignored",
            "local_ack_timeout_err",
            "implied_nak_seq_err",
            "duplicate_request",
            "rnr_nak_retry_err",
            "out_of_buffer",
            "rx_icrc_encapsulated",
            "roce_adp_retrans_to",
            "roce_slow_restart");
    /** Bits that FEC corrects for one that arrives, at a raw error ratio of 1e-8: every PAM4 link has some. */
    static final long BITS_FOR_ONE_CORRECTED = 100_000_000;

    private static final int CLASSES = 8;
    private static final int DATA_WORD = 4;

    NicStatistics {
        out = List.copyOf(out);
        in = List.copyOf(in);
    }

    /** Return what {@code ethtool -S} prints; pause durations are microseconds. */
    Map<String, Long> ethtool(long now) {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("tx_packets_phy", sum(out, LinkSide::packets));
        all.put("rx_packets_phy", sum(in, LinkSide::packets));
        all.put("rx_crc_errors_phy", sum(in, LinkSide::damaged));
        all.put("tx_bytes_phy", sum(out, LinkSide::bytes));
        all.put("rx_bytes_phy", sum(in, LinkSide::bytes));
        IDLE_ETHTOOL.forEach(name -> all.put(name, 0L));
        physical(all, now);
        for (int priority = 0; priority < CLASSES; priority++) {
            priority(all, priority);
        }
        if (pauses) {
            pauses(all, now);
        }
        return all;
    }

    /** Bits are those that the port's receiver saw, idle ones included. */
    private void physical(Map<String, Long> all, long now) {
        long bits = (long) ((now - start) / 1e9 * rate);
        all.put("rx_symbol_err_phy", sum(in, LinkSide::damaged));
        all.put("rx_pcs_symbol_err_phy", sum(in, LinkSide::damaged));
        all.put("rx_corrected_bits_phy", bits / BITS_FOR_ONE_CORRECTED);
        all.put("rx_bits_phy", bits);
        all.put("link_down_events_phy", sum(in, side -> side.outages(now)));
    }

    private void priority(Map<String, Long> all, int priority) {
        all.put("rx_prio" + priority + "_bytes", sum(in, side -> side.counts().bytes(priority)));
        all.put("rx_prio" + priority + "_packets", sum(in, side -> side.counts().packets(priority)));
        all.put("rx_prio" + priority + "_discards", 0L);
        all.put("tx_prio" + priority + "_bytes", sum(out, side -> side.counts().bytes(priority)));
        all.put(
                "tx_prio" + priority + "_packets",
                sum(out, side -> side.counts().packets(priority)));
    }

    private void pauses(Map<String, Long> all, long now) {
        Paused heard = total(out, side -> side.paused(now));
        Paused said = total(in, side -> side.paused(now));
        String lossless = "_prio" + LinkSide.LOSSLESS + "_pause";
        all.put("rx" + lossless, heard.frames());
        all.put("rx" + lossless + "_duration", TimeUnit.NANOSECONDS.toMicros(heard.nanos()));
        all.put("tx" + lossless, said.frames());
        all.put("tx" + lossless + "_duration", TimeUnit.NANOSECONDS.toMicros(said.nanos()));
        all.put("rx" + lossless + "_transition", heard.transitions());
        all.put("tx_pause_storm_warning_events", sum(in, side -> side.stalls(now)));
        all.put("tx_pause_storm_error_events", 0L);
    }

    /** Return the files of {@code counters/}. */
    Map<String, Long> counters(long now) {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("port_xmit_data", sum(out, LinkSide::bytes) / DATA_WORD);
        all.put("port_rcv_data", sum(in, LinkSide::bytes) / DATA_WORD);
        all.put("port_xmit_packets", sum(out, LinkSide::packets));
        all.put("port_rcv_packets", sum(in, LinkSide::packets));
        all.put("port_rcv_errors", sum(in, LinkSide::damaged));
        all.put("symbol_error", sum(in, LinkSide::damaged));
        all.put("link_downed", sum(in, side -> side.outages(now)));
        IDLE_PORT.forEach(name -> all.put(name, 0L));
        return all;
    }

    /** Return the files of {@code hw_counters/}. */
    Map<String, Long> hardware() {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("np_ecn_marked_roce_packets", sum(in, side -> side.events().marked()));
        all.put("np_cnp_sent", sum(in, side -> side.events().notifications()));
        all.put("rp_cnp_handled", sum(out, side -> side.events().notifications()));
        all.put("out_of_sequence", sum(in, side -> side.events().lost()));
        all.put("packet_seq_err", sum(out, side -> side.events().lost()));
        all.put("roce_adp_retrans", sum(out, side -> side.events().lost()));
        IDLE_HARDWARE.forEach(name -> all.put(name, 0L));
        return all;
    }

    private static long sum(List<LinkSide> sides, ToLongFunction<LinkSide> value) {
        return sides.stream().mapToLong(value).sum();
    }

    private static Paused total(List<LinkSide> sides, Function<LinkSide, Paused> value) {
        return sides.stream().map(value).reduce(Paused.NEVER, Paused::plus);
    }
}
