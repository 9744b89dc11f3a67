package io.seatrial.report.picture;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * Writes an 8-bit indexed PNG with the viridis palette (RFC 2083). The pixels are stored, not compressed: compressed bytes differ between the
 * zlib builds of different JVMs, and measured values hardly compress.
 */
final class IndexedPng {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final int STORED_BLOCK = 65535;

    private IndexedPng() {}

    /**
     * Return the picture in base64.
     *
     * @param indexes colour index per pixel, row by row
     */
    static String base64(int width, int height, byte[] indexes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(SIGNATURE);
        byte[] header = ByteBuffer.allocate(13)
                .putInt(width)
                .putInt(height)
                .put(new byte[] {8, 3, 0, 0, 0})
                .array();
        chunk(out, "IHDR", header);
        chunk(out, "PLTE", palette());
        chunk(out, "tRNS", transparency());
        chunk(out, "IDAT", stored(filtered(width, height, indexes)));
        chunk(out, "IEND", new byte[0]);
        return Base64.getEncoder().encodeToString(out.toByteArray());
    }

    private static byte[] palette() {
        byte[] palette = new byte[256 * 3];
        for (int i = 0; i < 256; i++) {
            int rgb = Viridis.rgb(i);
            palette[3 * i] = (byte) (rgb >> 16);
            palette[3 * i + 1] = (byte) (rgb >> 8);
            palette[3 * i + 2] = (byte) rgb;
        }
        return palette;
    }

    private static byte[] transparency() {
        byte[] alpha = new byte[256];
        java.util.Arrays.fill(alpha, (byte) 0xff);
        alpha[Viridis.NO_VALUE] = 0;
        return alpha;
    }

    /** Put the filter byte 0 (none) before each row. */
    private static byte[] filtered(int width, int height, byte[] indexes) {
        byte[] rows = new byte[height * (width + 1)];
        for (int row = 0; row < height; row++) {
            System.arraycopy(indexes, row * width, rows, row * (width + 1) + 1, width);
        }
        return rows;
    }

    /** Wrap bytes as a zlib stream of stored blocks (RFC 1950, RFC 1951 3.2.4). */
    private static byte[] stored(byte[] data) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {0x78, 0x01});
        for (int at = 0; at < data.length; at += STORED_BLOCK) {
            int length = Math.min(STORED_BLOCK, data.length - at);
            out.write(at + length == data.length ? 1 : 0);
            out.writeBytes(new byte[] {(byte) length, (byte) (length >> 8), (byte) ~length, (byte) (~length >> 8)});
            out.write(data, at, length);
        }
        Adler32 sum = new Adler32();
        sum.update(data);
        out.writeBytes(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
        return out.toByteArray();
    }

    private static void chunk(ByteArrayOutputStream out, String type, byte[] data) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 crc = new CRC32();
        crc.update(name);
        crc.update(data);
        out.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
        out.writeBytes(name);
        out.writeBytes(data);
        out.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }
}
