package io.seatrial.criteria;

/**
 * The share of a link's rate that RDMA payload can reach: message bytes over the bytes that the message takes on the wire. Packets carry
 * {@code m} bytes of payload and {@code o} bytes around it, so a message of M bytes takes {@code M + ceil(M/m) o + first}; {@code first}
 * is what only the first packet carries, the RETH of an RDMA write (16 B). Header sizes: InfiniBand Architecture Specification with its
 * RoCEv2 annex, IEEE 802.3; iWARP: RFC 5040, 5041, 5044. For TCP the bound is the rate itself.
 */
public final class WireEfficiency {
    private static final int RETH = 16;
    /** Of an IP packet: IPv4 20, TCP 20, MPA length 2, tagged DDP/RDMAP 14, CRC 4; no markers, no TCP timestamps. */
    private static final int IWARP_INSIDE = 60;
    /** Around an IP packet: Ethernet 14, preamble 8, FCS 4, gap 12. */
    private static final int ETHERNET = 38;

    private WireEfficiency() {}

    /** What is wrapped around the payload of every packet. */
    public enum Encapsulation {
        /** Preamble 8, Ethernet 14, GRH 40, BTH 12, ICRC 4, FCS 4, gap 12. */
        ROCE1(94, 0, RETH, "RoCEv1"),
        /** Preamble 8, Ethernet 14, IPv4 20, UDP 8, BTH 12, ICRC 4, FCS 4, gap 12. */
        ROCE_IPV4(82, 0, RETH, "RoCEv2 over IPv4"),
        /** The same with a VLAN tag. */
        ROCE_IPV4_VLAN(86, 0, RETH, "RoCEv2 over IPv4 with a VLAN tag"),
        /** With the IPv6 header in place of IPv4's. */
        ROCE_IPV6(102, 0, RETH, "RoCEv2 over IPv6"),
        /** LRH 8, BTH 12, ICRC 4, VCRC 2. */
        INFINIBAND(26, 0, RETH, "InfiniBand"),
        /** The same with a GRH. */
        INFINIBAND_GRH(66, 0, RETH, "InfiniBand with GRH"),
        /** Ethernet, IPv4 and TCP around MPA, DDP and RDMAP. Its MTU is the interface's: the headers inside count against it. */
        IWARP(ETHERNET + IWARP_INSIDE, IWARP_INSIDE, 0, "iWARP");

        private final int overhead;
        private final int insideMtu;
        private final int first;
        private final String text;

        Encapsulation(int overhead, int insideMtu, int first, String text) {
            this.overhead = overhead;
            this.insideMtu = insideMtu;
            this.first = first;
            this.text = text;
        }

        /** Return the name for people. */
        public String text() {
            return text;
        }

        private long payload(long mtu) {
            if (mtu <= insideMtu) {
                throw new IllegalArgumentException("wire efficiency: expected an mtu above " + insideMtu + " B for "
                        + text + ", got " + mtu + " B");
            }
            return mtu - insideMtu;
        }
    }

    /**
     * Return the bytes that a message takes on the wire.
     *
     * @param mtu bytes of payload in a full packet (the RDMA MTU); for iWARP the MTU of the interface
     * @param message message size, bytes
     */
    public static long wireBytes(long mtu, long message, Encapsulation encapsulation) {
        long payload = encapsulation.payload(mtu);
        if (message < 1) {
            throw new IllegalArgumentException("wire efficiency: expected a message above 0 B, got " + message + " B");
        }
        long packets = (message + payload - 1) / payload;
        // The last packet carries what is left, so the payload on the wire is the message itself.
        return message + packets * encapsulation.overhead + encapsulation.first;
    }
}
