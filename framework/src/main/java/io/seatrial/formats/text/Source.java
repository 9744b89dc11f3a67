package io.seatrial.formats.text;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text to read, once, from its beginning; UTF-8, where what is not valid becomes the replacement character. */
public final class Source implements AutoCloseable {
    private static final int HEAD_BYTES = 64 * 1024;

    private final BufferedInputStream bytes;

    private Source(InputStream bytes) {
        this.bytes = new BufferedInputStream(bytes, HEAD_BYTES);
    }

    /** Read a text that is in memory. */
    public static Source of(String text) {
        return new Source(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Read a stream; {@link #close} closes it. */
    public static Source of(InputStream bytes) {
        return new Source(bytes);
    }

    /**
     * Read a file.
     *
     * @throws IOException if there is none that can be opened
     */
    public static Source of(Path file) throws IOException {
        return new Source(Files.newInputStream(file));
    }

    /** Return the beginning (64 KiB at most) without reading on. */
    public Head head() {
        try {
            bytes.mark(HEAD_BYTES);
            byte[] start = bytes.readNBytes(HEAD_BYTES - 1);
            bytes.reset();
            return Head.of(new Lines(new ByteArrayInputStream(start)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Return the lines as a terminal shows them. */
    public Lines lines() {
        return new Lines(bytes);
    }

    /** Read the text as one strict JSON document. */
    public JsonText json() {
        return JsonText.strict(lines());
    }

    @Override
    public void close() {
        try {
            bytes.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
