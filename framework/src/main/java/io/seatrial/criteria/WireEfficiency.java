package io.seatrial.criteria;

/**
 * The share of a link's rate that RDMA writes can reach: {@code M / (ceil(M/m) (m + o) + 16)} for a message of M bytes, payload m per
 * packet and overhead o per packet; the 16 bytes are the RETH of the first packet (domain notes, fraction of line rate). For TCP the
 * bound is the rate itself.
 */
public final class WireEfficiency {
    private static final int RETH = 16;

    private WireEfficiency() {}

    /** What is wrapped around the payload of every packet. */
    public enum Encapsulation {
        /** Preamble 8, Ethernet 14, IPv4 20, UDP 8, BTH 12, ICRC 4, FCS 4, gap 12. */
        ROCE_IPV4(82),
        /** The same with a VLAN tag. */
        ROCE_IPV4_VLAN(86),
        /** With the IPv6 header in place of IPv4's. */
        ROCE_IPV6(102),
        /** LRH 8, BTH 12, ICRC 4, VCRC 2. */
        INFINIBAND(26),
        /** The same with a GRH. */
        INFINIBAND_GRH(66);

        private final int overhead;

        Encapsulation(int overhead) {
            this.overhead = overhead;
        }
    }

    /**
     * Return the share for messages of a size, between 0 and 1.
     *
     * @param mtu RDMA MTU, bytes of payload in a full packet
     * @param message message size, bytes
     */
    public static double ofMessage(long mtu, long message, Encapsulation encapsulation) {
        if (mtu < 1 || message < 1) {
            throw new IllegalArgumentException(
                    "wire efficiency: expected mtu and message above 0, got " + mtu + " B and " + message + " B");
        }
        long packets = (message + mtu - 1) / mtu;
        // The last packet carries what is left, so the payload on the wire is the message itself.
        double wire = message + (double) packets * encapsulation.overhead + RETH;
        return message / wire;
    }

    /** Return the share for messages so large that the first packet does not matter, between 0 and 1. */
    public static double ofFullPackets(long mtu, Encapsulation encapsulation) {
        if (mtu < 1) {
            throw new IllegalArgumentException("wire efficiency: expected mtu above 0, got " + mtu + " B");
        }
        return mtu / (double) (mtu + encapsulation.overhead);
    }
}
