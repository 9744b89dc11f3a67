package io.seatrial.plan;

/**
 * The UDP source port of RoCEv2, which decides the path under ECMP: a queue pair keeps one port and so one path. Formulas: Linux,
 * {@code rdma_flow_label_to_udp_sport()} and {@code rdma_calc_flow_label()} in {@code include/rdma/ib_verbs.h}.
 */
public final class SourcePort {
    /** Largest flow label, 20 bit. */
    public static final int LARGEST_LABEL = 0xfffff;

    private static final int FIRST = 0xc000;
    private static final int LOW_BITS = 0x3fff;
    /** The six bits of a label above the low fourteen. */
    private static final int HIGH_BITS = 0x3f;

    private SourcePort() {}

    /**
     * Return the source port of a flow label, 49152..65535.
     *
     * @param label 0..0xfffff
     */
    public static int ofLabel(int label) {
        if (label < 0 || label > LARGEST_LABEL) {
            throw new IllegalArgumentException("flow label: expected 0.." + LARGEST_LABEL + ", got " + label);
        }
        return FIRST | ((label & LOW_BITS) ^ (label >> 14 & HIGH_BITS));
    }

    /**
     * Return the flow label that stands in where none is set.
     *
     * @param local number of the own queue pair, 24 bit
     * @param remote number of the other side's
     */
    public static int labelOfPair(long local, long remote) {
        long mixed = local * remote;
        mixed ^= mixed >>> 20;
        mixed ^= mixed >>> 40;
        return (int) (mixed & LARGEST_LABEL);
    }

    /**
     * Return a flow label whose source port is none of those taken, for measuring a pair again over other paths.
     *
     * @param number which of them, from 0: each gives another port
     */
    public static int otherLabel(int taken, int number) {
        if (number < 0 || number >= LOW_BITS) {
            throw new IllegalArgumentException("other source port: expected 0.." + (LOW_BITS - 1) + ", got " + number);
        }
        // a label below 2^14 is its port's low bits, so counting on from the taken port never meets it
        return (ofLabel(taken) + 1 + number) & LOW_BITS;
    }
}
