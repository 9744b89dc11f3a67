package io.seatrial.formats.capture;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The headers of one RoCEv2 packet: Ethernet (with VLAN tags, however many), IPv4 or IPv6 without extension headers, UDP to port 4791, the
 * base transport header (BTH) and, in acknowledgements, the acknowledge extended header (AETH). InfiniBand Architecture Specification
 * volume 1, 9.2 and 9.3.5 (BTH, AETH), table 38 (operation codes), 9.7.5 (syndromes), annex A17 (RoCEv2: UDP port, congestion notification
 * packet).
 *
 * <p>Not read, and so no RoCEv2 packet here: RoCEv1 and InfiniBand, fragments, IPv6 extension headers, and RoCE within a tunnel (VXLAN,
 * GRE, MPLS).
 *
 * @param from source address
 * @param to destination address
 * @param ecn congestion bits of the IP header (RFC 3168): 0 not capable, 1 and 2 capable, 3 Congestion Experienced
 * @param opcode operation code, transport in the upper three bits
 * @param queuePair destination queue pair; that of the packets back is another one
 * @param psn packet sequence number, 24 bits
 * @param syndrome of an AETH, where the packet has one
 */
record RocePacket(String from, String to, int ecn, int opcode, int queuePair, int psn, OptionalInt syndrome) {
    private static final int UDP_PORT = 4791;
    private static final int VLAN = 0x8100;
    private static final int SERVICE_VLAN = 0x88a8;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86dd;
    private static final int UDP = 17;
    private static final int ADDRESSES_OF_ETHERNET = 12;
    /** More fragments, or an offset: all of the field but "don't fragment" and the reserved bit. */
    private static final int FRAGMENT = 0x3fff;

    private static final int SMALLEST_IPV4 = 20;
    private static final int MASK_24 = 0xff_ffff;
    private static final int ECN = 0b11;

    private static final int CONGESTION_NOTIFICATION = 0x81;
    private static final int OPERATION = 0x1f;
    private static final int TRANSPORT = 0xe0;
    private static final int EXTENDED_RELIABLE = 0xa0;
    /** Operations of reliable transports: the first with an AETH is the first response, two of the range have none. */
    private static final int READ_RESPONSE_FIRST = 0x0d;

    private static final int READ_RESPONSE_MIDDLE = 0x0e;
    private static final int ATOMIC_ACKNOWLEDGE = 0x12;

    /** A packet that is none of RoCEv2, or one of which too little was kept. */
    enum Unread {
        OTHER,
        CUT
    }

    /** What became of a packet: read, or why not. */
    record Outcome(Optional<RocePacket> packet, Optional<Unread> unread) {
        static Outcome of(RocePacket packet) {
            return new Outcome(Optional.of(packet), Optional.empty());
        }

        static Outcome of(Unread unread) {
            return new Outcome(Optional.empty(), Optional.of(unread));
        }
    }

    /** Addresses and congestion bits of an IP header whose payload is UDP; the buffer stands behind it. */
    private record Ip(String from, String to, int ecn) {}

    /** Read the headers of an Ethernet frame. */
    static Outcome read(ByteBuffer frame) {
        ByteBuffer in = frame.duplicate();
        try {
            Optional<Ip> ip = ip(in, etherType(in));
            return ip.isPresent() && isRoce(in) ? Outcome.of(transport(in, ip.get())) : Outcome.of(Unread.OTHER);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            return Outcome.of(Unread.CUT); // positions beyond the end are refused as arguments
        }
    }

    private static int etherType(ByteBuffer in) {
        in.position(ADDRESSES_OF_ETHERNET);
        int type = unsigned16(in);
        while (type == VLAN || type == SERVICE_VLAN) {
            in.getShort();
            type = unsigned16(in);
        }
        return type;
    }

    private static Optional<Ip> ip(ByteBuffer in, int etherType) {
        return switch (etherType) {
            case IPV4 -> ipv4(in);
            case IPV6 -> ipv6(in);
            default -> Optional.empty();
        };
    }

    private static Optional<Ip> ipv4(ByteBuffer in) {
        int start = in.position();
        int header = (in.get() & 0x0f) * 4;
        int service = in.get();
        in.getInt(); // length, identification
        boolean isFragment = (in.getShort() & FRAGMENT) != 0;
        in.get(); // time to live
        int protocol = in.get() & 0xff;
        in.getShort(); // checksum
        String from = address(in, 4);
        String to = address(in, 4);
        if (protocol != UDP || isFragment || header < SMALLEST_IPV4) {
            return Optional.empty();
        }
        in.position(start + header);
        return Optional.of(new Ip(from, to, service & ECN));
    }

    /** Version 4 bits, traffic class 8 bits, flow label 20 bits (RFC 8200, 3). */
    private static Optional<Ip> ipv6(ByteBuffer in) {
        int trafficClass = in.getInt() >>> 20 & 0xff;
        in.getShort(); // length
        int next = in.get() & 0xff;
        in.get(); // hop limit
        String from = address(in, 16);
        String to = address(in, 16);
        return next == UDP ? Optional.of(new Ip(from, to, trafficClass & ECN)) : Optional.empty();
    }

    private static String address(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        try {
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + length + " B is none", e);
        }
    }

    private static boolean isRoce(ByteBuffer in) {
        in.getShort(); // the source port only spreads flows over paths
        int to = unsigned16(in);
        in.getInt(); // length, checksum
        return to == UDP_PORT;
    }

    private static RocePacket transport(ByteBuffer in, Ip ip) {
        int opcode = in.get() & 0xff;
        in.get(); // solicited, migration, pad count, version
        in.getShort(); // partition key
        int queuePair = in.getInt() & MASK_24;
        int psn = in.getInt() & MASK_24;
        OptionalInt syndrome = hasSyndrome(opcode) ? OptionalInt.of(in.get() & 0xff) : OptionalInt.empty();
        return new RocePacket(ip.from(), ip.to(), ip.ecn(), opcode, queuePair, psn, syndrome);
    }

    private static boolean isReliable(int opcode) {
        int transport = opcode & TRANSPORT;
        return transport == 0 || transport == EXTENDED_RELIABLE;
    }

    private static boolean isResponse(int opcode) {
        int operation = opcode & OPERATION;
        return isReliable(opcode) && operation >= READ_RESPONSE_FIRST && operation <= ATOMIC_ACKNOWLEDGE;
    }

    private static boolean hasSyndrome(int opcode) {
        return isResponse(opcode) && (opcode & OPERATION) != READ_RESPONSE_MIDDLE;
    }

    private static int unsigned16(ByteBuffer in) {
        return in.getShort() & 0xffff;
    }

    /** Tell whether it asks a sender to slow down. */
    boolean isCongestionNotification() {
        return opcode == CONGESTION_NOTIFICATION;
    }

    /** Tell whether it is a request over a reliable transport: such a one has a sequence number of its own, and is sent again when it is lost. */
    boolean isReliableRequest() {
        return isReliable(opcode) && !isResponse(opcode);
    }
}
