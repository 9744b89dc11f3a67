package io.seatrial.lab;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * What an agent's output looks like when something else writes to the same pipe without asking: the first half of an event, a library's
 * warning over the rest of it, bytes that are no text, and the line end that belongs to the event.
 */
final class Garbage {
    private static final byte[] WARNING =
            "libibverbs: Warning: couldn't load driver 'mlx5': \u0000".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NO_TEXT = {(byte) 0xff, (byte) 0xfe, (byte) 0xc3, 0x28, '\n'};

    private Garbage() {}

    static byte[] of(byte[] line) {
        ByteArrayOutputStream torn = new ByteArrayOutputStream();
        torn.write(line, 0, line.length / 2);
        torn.writeBytes(WARNING);
        torn.writeBytes(NO_TEXT);
        return torn.toByteArray();
    }
}
