package io.seatrial.archive;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A file of JSON lines that is only appended to. Each line is on the disk before {@link #append} returns. What a crash cut off is left out when
 * reading and cut away before the next append, so that it cannot spoil its successor.
 */
final class LineFile {
    private final Path path;
    private final ObjectMapper json;
    private final LineForm form;
    private final Disk disk;
    /** Up to where the file is known to be whole: looked up once, then each append knows where the next one goes. */
    private long end;

    /** How bytes come to the disk, from the place on where the file stands. */
    @FunctionalInterface
    interface Disk {
        Disk REAL = (file, bytes) -> {
            file.write(bytes);
            file.getFD().sync();
        };

        void write(RandomAccessFile file, byte[] bytes) throws IOException;
    }

    LineFile(Path path, ObjectMapper json, LineForm form) {
        this(path, json, form, Disk.REAL);
    }

    LineFile(Path path, ObjectMapper json, LineForm form, Disk disk) {
        this.path = path;
        this.json = json;
        this.form = form;
        this.disk = disk;
    }

    void append(Object line) {
        appendAll(List.of(line));
    }

    /**
     * Append lines that are on the disk together when this returns.
     *
     * @throws DiskException if the disk does not take them; the lines before stay as they are
     */
    synchronized void appendAll(Collection<?> lines) {
        // no FileChannel: an interrupt that is meant for a sampler would close it in the middle of a line
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            byte[] bytes = form.encoded(text(lines));
            end = whole(file);
            cut(file);
            file.seek(end);
            write(file, bytes);
            end += bytes.length;
        } catch (LineForm.DamagedException e) {
            throw damaged(e.getMessage(), e);
        } catch (IOException e) {
            throw new DiskException(path, e);
        }
    }

    private void write(RandomAccessFile file, byte[] bytes) throws IOException {
        try {
            disk.write(file, bytes);
        } catch (IOException e) {
            cut(file); // a full disk takes a part of it; that room is given back
            throw e;
        }
    }

    private void cut(RandomAccessFile file) throws IOException {
        if (file.length() > end) {
            file.setLength(end);
        }
    }

    private byte[] text(Collection<?> lines) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (Object line : lines) {
            text.write(json.writeValueAsBytes(line));
            text.write('\n');
        }
        return text.toByteArray();
    }

    /** Return up to where the file is whole; what somebody else appended meanwhile counts too. */
    private long whole(RandomAccessFile file) throws IOException {
        long length = file.length();
        if (length == end) {
            return end;
        }
        long known = length > end ? end : 0;
        try (InputStream in = Files.newInputStream(path)) {
            in.skipNBytes(known);
            LineForm.Blocks blocks = form.blocks(new BufferedInputStream(in));
            while (blocks.next() != null) {
                // only the place after the last one is asked
            }
            return known + blocks.end();
        }
    }

    <T> List<T> read(Class<T> type) {
        List<T> all = new ArrayList<>();
        forEach(type, all::add);
        return List.copyOf(all);
    }

    /**
     * Give each line to a consumer: for files that are too large to be held as objects.
     *
     * @throws ArchiveException if a line is not as it was written
     */
    <T> void forEach(Class<T> type, Consumer<T> each) {
        if (!Files.exists(path)) {
            return;
        }
        int number = 0;
        try (InputStream in = Files.newInputStream(path)) {
            LineForm.Blocks blocks = form.blocks(in);
            for (byte[] lines = blocks.next(); lines != null; lines = blocks.next()) {
                for (int from = 0, to = lineEnd(lines, 0);
                        from < lines.length;
                        from = to + 1, to = lineEnd(lines, from)) {
                    each.accept(parse(lines, from, to, type, ++number));
                }
            }
        } catch (LineForm.DamagedException e) {
            throw damaged("after line " + number + " " + e.getMessage(), e);
        } catch (IOException e) {
            throw new ArchiveException("cannot read " + path + ": expected lines of JSON in UTF-8 (" + e + ")", e);
        }
    }

    private ArchiveException damaged(String what, Exception cause) {
        return new ArchiveException(
                path + ": " + what
                        + "; every append was whole when the run wrote it, so take the file from a copy of the run",
                cause);
    }

    private static int lineEnd(byte[] lines, int from) {
        int to = from;
        while (to < lines.length && lines[to] != '\n') {
            to++;
        }
        return to;
    }

    private <T> T parse(byte[] lines, int from, int to, Class<T> type, int number) {
        try {
            return Objects.requireNonNull(json.readValue(lines, from, to - from, type), "null");
        } catch (IOException | RuntimeException e) {
            throw new ArchiveException(
                    path + ":" + number + ": expected a line of JSON for " + type.getSimpleName() + " ("
                            + ArchiveJson.reason(e) + "); every line was whole when the run wrote it",
                    e);
        }
    }
}
