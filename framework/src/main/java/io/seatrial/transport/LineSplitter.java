package io.seatrial.transport;

import io.seatrial.transport.TransportException.Kind;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Cuts one stream of bytes at line feeds; bytes are decoded only once a line is whole, so a character may come in two pieces. */
final class LineSplitter {
    private final String host;
    private final String stream;
    private final Consumer<String> lines;
    private final int longest;
    private final ByteArrayOutputStream rest = new ByteArrayOutputStream();

    LineSplitter(String host, String stream, Consumer<String> lines, int longest) {
        this.host = host;
        this.stream = stream;
        this.lines = lines;
        this.longest = longest;
    }

    void accept(byte[] bytes, int offset, int length) {
        int start = offset;
        int end = offset + length;
        for (int i = offset; i < end; i++) {
            if (bytes[i] == '\n') {
                keep(bytes, start, i - start);
                give();
                start = i + 1;
            }
        }
        keep(bytes, start, end - start);
    }

    void end() {
        if (rest.size() > 0) {
            give();
        }
    }

    private void keep(byte[] bytes, int offset, int length) {
        if (rest.size() + length > longest) {
            throw new TransportException(
                    host,
                    Kind.FAILED_COMMAND,
                    "the command printed more than " + longest + " B without a line end on " + stream
                            + "; expected text in lines; run it by hand to see what it prints",
                    null);
        }
        rest.write(bytes, offset, length);
    }

    private void give() {
        String line = rest.toString(StandardCharsets.UTF_8);
        rest.reset();
        try {
            lines.accept(line);
        } catch (RuntimeException e) {
            throw new TransportException(
                    host, Kind.FAILED_COMMAND, "a line of " + stream + " could not be taken: " + e.getMessage(), e);
        }
    }
}
