package io.seatrial.formats.capture;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Ethernet frames with RoCEv2 in them, and capture files of such frames. */
final class Frames {
    static final String SENDER = "192.0.2.1";
    static final String RECEIVER = "192.0.2.2";
    static final int WRITE_ONLY = 0x0a;
    static final int READ_REQUEST = 0x0c;
    static final int READ_RESPONSE_MIDDLE = 0x0e;
    static final int READ_RESPONSE_ONLY = 0x10;
    static final int ACKNOWLEDGE = 0x11;
    static final int NOTIFICATION = 0x81;

    private static final byte[] ETHERNET_ADDRESSES = new byte[12];

    private Frames() {}

    /** What stands behind the UDP header: BTH, and the syndrome where one is given. */
    static byte[] transport(int opcode, int queuePair, int psn, int... syndrome) {
        ByteBuffer out = ByteBuffer.allocate(12 + 4 * syndrome.length);
        out.put((byte) opcode).put((byte) 0).putShort((short) 0xffff);
        out.putInt(queuePair).putInt(0x8000_0000 | psn);
        for (int one : syndrome) {
            out.putInt(one << 24 | 7);
        }
        return out.array();
    }

    static byte[] udp(int port, byte[] payload) {
        ByteBuffer out = ByteBuffer.allocate(8 + payload.length);
        return out.putShort((short) 49_152)
                .putShort((short) port)
                .putShort((short) (8 + payload.length))
                .putShort((short) 0)
                .put(payload)
                .array();
    }

    /** @param options bytes of IPv4 options, a multiple of 4 */
    static byte[] ipv4(String from, String to, int service, int fragment, int options, byte[] payload) {
        ByteBuffer out = ByteBuffer.allocate(20 + options + payload.length);
        out.put((byte) (0x40 | (20 + options) / 4)).put((byte) service).putShort((short) out.capacity());
        out.putShort((short) 0)
                .putShort((short) fragment)
                .put((byte) 64)
                .put((byte) 17)
                .putShort((short) 0);
        return out.put(address(from))
                .put(address(to))
                .put(new byte[options])
                .put(payload)
                .array();
    }

    static byte[] ipv6(int trafficClass, int next, byte[] payload) {
        ByteBuffer out = ByteBuffer.allocate(40 + payload.length);
        out.putInt(6 << 28 | trafficClass << 20 | 0x12345).putShort((short) payload.length);
        out.put((byte) next).put((byte) 64);
        return out.put(new byte[] {0x20, 1, 0xd, (byte) 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1})
                .put(new byte[] {0x20, 1, 0xd, (byte) 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2})
                .put(payload)
                .array();
    }

    private static byte[] address(String text) {
        byte[] bytes = new byte[4];
        String[] parts = text.split("\\.");
        for (int i = 0; i < 4; i++) {
            bytes[i] = (byte) Integer.parseInt(parts[i]);
        }
        return bytes;
    }

    /** @param types Ethernet types; before the last one they are those of VLAN tags */
    static byte[] ethernet(byte[] payload, int... types) {
        ByteBuffer out = ByteBuffer.allocate(12 + 4 * types.length - 2 + payload.length);
        out.put(ETHERNET_ADDRESSES);
        for (int i = 0; i < types.length; i++) {
            out.putShort((short) types[i]);
            if (i < types.length - 1) {
                out.putShort((short) (3 << 13 | 100));
            }
        }
        return out.put(payload).array();
    }

    /** A packet of the flow's data. */
    static byte[] data(int ecn, int opcode, int queuePair, int psn) {
        return ethernet(
                ipv4(SENDER, RECEIVER, 26 << 2 | ecn, 0x4000, 0, udp(4791, transport(opcode, queuePair, psn))), 0x0800);
    }

    /** A packet of the way back. */
    static byte[] back(int opcode, int queuePair, int psn, int... syndrome) {
        byte[] transport = transport(opcode, queuePair, psn, syndrome);
        return ethernet(ipv4(RECEIVER, SENDER, 26 << 2, 0x4000, 0, udp(4791, transport)), 0x0800);
    }

    static byte[] file(ByteOrder order, int magic, int linkType, List<byte[]> frames) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteBuffer head = ByteBuffer.allocate(24).order(order);
        head.putInt(magic)
                .putShort((short) 2)
                .putShort((short) 4)
                .putInt(0)
                .putInt(0)
                .putInt(96)
                .putInt(linkType);
        out.writeBytes(head.array());
        for (byte[] frame : frames) {
            ByteBuffer packet = ByteBuffer.allocate(16).order(order);
            packet.putInt(1_700_000_000).putInt(250_000).putInt(frame.length).putInt(frame.length + 1000);
            out.writeBytes(packet.array());
            out.writeBytes(frame);
        }
        return out.toByteArray();
    }

    static CaptureSummary summary(byte[]... frames) {
        return CaptureSummary.of(CaptureFile.read(file(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, 1, List.of(frames))));
    }
}
