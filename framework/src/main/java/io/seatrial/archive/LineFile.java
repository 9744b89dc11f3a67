package io.seatrial.archive;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A file of JSON lines that is only appended to. Each line is on the disk before {@link #append} returns. A line that a crash cut off has no
 * line end: it is left out when reading and cut away before the next append, so that it cannot spoil its successor.
 */
final class LineFile {
    private final Path path;
    private final ObjectMapper json;

    LineFile(Path path, ObjectMapper json) {
        this.path = path;
        this.json = json;
    }

    void append(Object line) {
        appendAll(List.of(line));
    }

    /** Append lines that are on the disk together when this returns. */
    synchronized void appendAll(Collection<?> lines) {
        // no FileChannel: an interrupt that is meant for a sampler would close it in the middle of a line
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(wholeLines(file));
            file.seek(file.length());
            file.write(text(lines).getBytes(StandardCharsets.UTF_8));
            file.getFD().sync();
        } catch (IOException e) {
            throw new ArchiveException("cannot append to " + path + ": " + e.getMessage(), e);
        }
    }

    private String text(Collection<?> lines) throws JsonProcessingException {
        StringBuilder text = new StringBuilder();
        for (Object line : lines) {
            text.append(json.writeValueAsString(line)).append('\n');
        }
        return text.toString();
    }

    /** Return the length up to and with the last line end. */
    private static long wholeLines(RandomAccessFile file) throws IOException {
        long end = file.length();
        while (end > 0) {
            file.seek(end - 1);
            if (file.read() == '\n') {
                return end;
            }
            end--;
        }
        return 0;
    }

    <T> List<T> read(Class<T> type) {
        if (!Files.exists(path)) {
            return List.of();
        }
        try {
            String text = Files.readString(path);
            List<T> all = new ArrayList<>();
            int number = 0;
            for (int from = 0, to = text.indexOf('\n'); to >= 0; from = to + 1, to = text.indexOf('\n', from)) {
                all.add(parse(text.substring(from, to), type, ++number));
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }

    /** Give each line to a consumer: for files that are too large to be held as objects. */
    <T> void forEach(Class<T> type, Consumer<T> each) {
        if (!Files.exists(path)) {
            return;
        }
        try (BufferedReader lines = Files.newBufferedReader(path)) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                boolean last = !lines.ready();
                if (!last || endsWithLine()) {
                    each.accept(parse(line, type, ++number));
                }
            }
        } catch (IOException e) {
            throw new ArchiveException("cannot read " + path + ": expected lines of JSON in UTF-8 (" + e + ")", e);
        }
    }

    private boolean endsWithLine() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            return wholeLines(file) == file.length();
        }
    }

    private <T> T parse(String line, Class<T> type, int number) {
        try {
            return Objects.requireNonNull(json.readValue(line, type), "null");
        } catch (JsonProcessingException | RuntimeException e) {
            throw new ArchiveException(
                    path + ":" + number + ": expected a line of JSON for " + type.getSimpleName() + " ("
                            + ArchiveJson.reason(e) + "); every line was whole when the run wrote it",
                    e);
        }
    }
}
