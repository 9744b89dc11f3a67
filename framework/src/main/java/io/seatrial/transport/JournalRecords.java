package io.seatrial.transport;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The lines of a journal as changes, by sequence. Thread-safe. */
final class JournalRecords {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<Long, Change> pending = new TreeMap<>();
    private long lastSequence;
    private long wholeBytes;

    private JournalRecords() {}

    /** Read a journal; what follows the last line end is torn and left out, any other line that is wrong is refused with its number. */
    static JournalRecords read(Path file) throws IOException {
        JournalRecords records = new JournalRecords();
        byte[] bytes = Files.readAllBytes(file);
        int start = 0;
        int number = 1;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                records.take(file, number++, new String(bytes, start, i - start, StandardCharsets.UTF_8));
                start = i + 1;
            }
        }
        records.wholeBytes = start;
        return records;
    }

    static String line(Change change) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("event", "change");
        node.put("sequence", change.sequence());
        node.put("at", change.at().toString());
        node.put("host", change.host());
        node.put("kind", change.kind().name());
        node.put("target", change.target());
        node.put("run", change.run());
        node.put("before", change.before().name());
        return node.toString();
    }

    static String undoneLine(long sequence, Instant at) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("event", "undone");
        node.put("sequence", sequence);
        node.put("at", at.toString());
        return node.toString();
    }

    synchronized void add(Change change) {
        pending.put(change.sequence(), change);
        lastSequence = Math.max(lastSequence, change.sequence());
    }

    synchronized void undone(long sequence) {
        pending.remove(sequence);
    }

    /** Return what is not undone, oldest first. */
    synchronized List<Change> pending() {
        return List.copyOf(pending.values());
    }

    long lastSequence() {
        return lastSequence;
    }

    /** Return the size of the whole lines, bytes. */
    long wholeBytes() {
        return wholeBytes;
    }

    private void take(Path file, int number, String line) throws IOException {
        try {
            JsonNode node = JSON.readTree(line);
            String event = text(node, "event");
            switch (event) {
                case "change" -> add(change(node));
                case "undone" -> undone(node.required("sequence").longValue());
                default -> throw new IllegalArgumentException("event: expected change or undone, got " + event);
            }
        } catch (JsonProcessingException | IllegalArgumentException | DateTimeParseException e) {
            throw new IOException(
                    file + ":" + number + ": expected a line that the journal wrote: " + e.getMessage()
                            + "; take the line out by hand once it is clear what it stood for",
                    e);
        }
    }

    private static Change change(JsonNode node) {
        return new Change(
                node.required("sequence").longValue(),
                Instant.parse(text(node, "at")),
                text(node, "host"),
                Change.Kind.valueOf(text(node, "kind")),
                text(node, "target"),
                text(node, "run"),
                Change.Before.valueOf(text(node, "before")));
    }

    private static String text(JsonNode node, String field) {
        return node.required(field).textValue();
    }
}
