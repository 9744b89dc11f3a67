package io.seatrial.formats.capture;

import io.seatrial.formats.text.FormatException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A capture as {@code tcpdump -w} writes it: the classic pcap container (pcap-savefile(5) of libpcap), either byte order, microseconds or
 * nanoseconds, of Ethernet frames.
 *
 * @param packets in the order of the file
 * @param snapLength most bytes of a packet that were kept
 * @param isComplete whether the file ends with a whole packet; a capture that was broken off may not
 */
public record CaptureFile(List<Packet> packets, int snapLength, boolean isComplete) {
    private static final int FILE_HEADER = 24;
    private static final int PACKET_HEADER = 16;
    private static final int MICROSECONDS = 0xa1b2c3d4;
    private static final int NANOSECONDS = 0xa1b23c4d;
    private static final int NEXT_GENERATION = 0x0a0d0d0a;
    private static final int ETHERNET = 1;
    /** The upper bits of the link type tell of a frame check sequence (libpcap's LT_LINKTYPE). */
    private static final int LINK_TYPE = 0x03ff_ffff;

    private static final int VERSION = 2;
    private static final int THOUSAND = 1000;
    /** libpcap's own bound, MAXIMUM_SNAPLEN: beyond it the file is damaged. */
    private static final int LONGEST = 262_144;

    /**
     * A packet.
     *
     * @param at when it was captured, by the clock of the host that did
     * @param length on the wire, bytes
     * @param bytes what was kept of it, from the first byte on
     */
    public record Packet(Instant at, int length, ByteBuffer bytes) {
        public Packet {
            bytes = bytes.asReadOnlyBuffer();
        }
    }

    public CaptureFile {
        packets = List.copyOf(packets);
    }

    /**
     * Read a capture.
     *
     * @throws FormatException if it is none, or one of something else than Ethernet
     */
    public static CaptureFile read(byte[] file) {
        if (file.length < FILE_HEADER) {
            throw FormatException.missing(
                    "a capture as tcpdump -w writes it, " + FILE_HEADER + " B and more; got " + file.length + " B");
        }
        ByteBuffer in = ByteBuffer.wrap(file);
        int magic = magic(in);
        int version = in.getShort();
        in.position(in.position() + 2 + 4 + 4); // minor version, and two fields that are always 0
        int snapLength = in.getInt();
        int linkType = in.getInt() & LINK_TYPE;
        if (version != VERSION || linkType != ETHERNET) {
            throw FormatException.inDocument(
                    "the capture",
                    "version " + version + " of link type " + linkType,
                    "version 2 of link type 1, Ethernet: capture at an interface, not at 'any'");
        }
        return packets(in, magic == NANOSECONDS, snapLength);
    }

    /** The file is written in the byte order of the host that captured. */
    private static int magic(ByteBuffer in) {
        int magic = in.getInt();
        if (magic == Integer.reverseBytes(MICROSECONDS) || magic == Integer.reverseBytes(NANOSECONDS)) {
            in.order(ByteOrder.LITTLE_ENDIAN);
            magic = Integer.reverseBytes(magic);
        }
        if (magic != MICROSECONDS && magic != NANOSECONDS) {
            String found = magic == NEXT_GENERATION ? "pcapng" : String.format("%08x", magic);
            throw FormatException.inDocument(
                    "the capture",
                    found,
                    "a classic pcap file, as tcpdump -w writes it (pcapng: convert it with editcap -F pcap)");
        }
        return magic;
    }

    private static CaptureFile packets(ByteBuffer in, boolean hasNanoseconds, int snapLength) {
        List<Packet> packets = new ArrayList<>();
        while (in.remaining() >= PACKET_HEADER) {
            long seconds = Integer.toUnsignedLong(in.getInt());
            long fraction = Integer.toUnsignedLong(in.getInt());
            int kept = in.getInt();
            int length = in.getInt();
            if (kept < 0 || kept > LONGEST || length < kept) {
                throw FormatException.inDocument(
                        "packet " + (packets.size() + 1),
                        kept + " B kept of " + length + " B",
                        "at most " + LONGEST + " B, and not more than the packet had");
            }
            if (in.remaining() < kept) {
                return new CaptureFile(packets, snapLength, false);
            }
            Instant at = Instant.ofEpochSecond(seconds, hasNanoseconds ? fraction : fraction * THOUSAND);
            packets.add(new Packet(at, length, in.slice(in.position(), kept)));
            in.position(in.position() + kept);
        }
        return new CaptureFile(packets, snapLength, !in.hasRemaining());
    }
}
