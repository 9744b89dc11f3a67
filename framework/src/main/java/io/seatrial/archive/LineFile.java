package io.seatrial.archive;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

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

    synchronized void append(Object line) {
        try (FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file.truncate(wholeLines(file));
            file.position(file.size());
            ByteBuffer bytes = ByteBuffer.wrap((json.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
            file.force(false);
        } catch (IOException e) {
            throw new ArchiveException("cannot append to " + path + ": " + e.getMessage(), e);
        }
    }

    /** Return the length up to and with the last line end. */
    private static long wholeLines(FileChannel file) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        long end = file.size();
        while (end > 0) {
            one.clear();
            file.read(one, end - 1);
            if (one.get(0) == '\n') {
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

    private <T> T parse(String line, Class<T> type, int number) {
        try {
            return json.readValue(line, type);
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new ArchiveException(
                    path + ":" + number + ": expected a line of JSON for " + type.getSimpleName() + " ("
                            + ArchiveJson.reason(e) + "); every line was whole when the run wrote it",
                    e);
        }
    }
}
