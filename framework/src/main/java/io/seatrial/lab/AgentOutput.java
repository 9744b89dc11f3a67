package io.seatrial.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * Standard output of a command on its way to the controller. A {@code ready} event of an agent gets the port of an entrance to the fabric in
 * place of its own, so that probes connect through the fabric without knowing it. Everything else passes as it is, byte for byte; only lines
 * that begin with a brace are held until they are whole.
 */
final class AgentOutput implements AutoCloseable {
    /** Longest line of the wire format, bytes: a longer one is no event and passes. */
    private static final int LONGEST_LINE = 4096;

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** The entrances that one agent's requests have opened. */
    interface Entrances {
        /** Open an entrance that leads to a port, empty where the address is not this host's. */
        OptionalInt open(long id, String address, int port) throws IOException;

        void close(long id);
    }

    private enum At {
        LINE_START,
        EVENT,
        OTHER_LINE
    }

    private final OutputStream out;
    private final Entrances entrances;
    private final boolean garbage;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private At at = At.LINE_START;
    private boolean torn;

    AgentOutput(OutputStream out, Entrances entrances, boolean garbage) {
        this.out = out;
        this.entrances = entrances;
        this.garbage = garbage;
    }

    /** Take a piece of output, pass on what can be passed on, and flush. */
    void write(byte[] bytes, int length) throws IOException {
        int from = 0;
        while (from < length) {
            int end = endOfLine(bytes, from, length);
            take(bytes, from, end, bytes[end - 1] == '\n');
            from = end;
        }
        out.flush();
    }

    private static int endOfLine(byte[] bytes, int from, int length) {
        int end = from;
        while (end < length && bytes[end] != '\n') {
            end++;
        }
        return Math.min(end + 1, length);
    }

    private void take(byte[] bytes, int from, int end, boolean whole) throws IOException {
        if (at == At.LINE_START) {
            at = bytes[from] == '{' ? At.EVENT : At.OTHER_LINE;
        }
        if (at == At.EVENT) {
            held.write(bytes, from, end - from);
            settle(whole);
        } else {
            out.write(bytes, from, end - from);
        }
        at = whole ? At.LINE_START : at;
    }

    private void settle(boolean whole) throws IOException {
        if (whole) {
            byte[] line = held.toByteArray();
            held.reset();
            out.write(passed(line));
        } else if (held.size() > LONGEST_LINE) {
            held.writeTo(out);
            held.reset();
            at = At.OTHER_LINE;
        }
    }

    private byte[] passed(byte[] line) throws IOException {
        JsonNode json = parse(line);
        String event = json.path("ev").asText();
        if (torn) {
            return Garbage.of(line);
        }
        torn = garbage && event.equals("hello");
        if (event.equals("done") && json.path("id").isIntegralNumber()) {
            entrances.close(json.get("id").asLong());
        }
        return event.equals("ready") ? ready(json, line) : line;
    }

    private byte[] ready(JsonNode json, byte[] line) throws IOException {
        JsonNode port = json.path("port");
        if (!json.path("id").isIntegralNumber()
                || !json.path("address").isTextual()
                || !port.canConvertToInt()
                || !port.isIntegralNumber()) {
            return line;
        }
        OptionalInt entrance =
                entrances.open(json.get("id").asLong(), json.get("address").asText(), port.asInt());
        if (entrance.isEmpty()) {
            return line;
        }
        ((ObjectNode) json).put("port", entrance.getAsInt());
        return (JSON.writeValueAsString(json) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static JsonNode parse(byte[] line) {
        try {
            JsonNode json = JSON.readTree(new String(line, StandardCharsets.UTF_8));
            return json.isObject() ? json : JSON.missingNode();
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }

    /** Pass on what is still held: a last line without its end. */
    @Override
    public void close() throws IOException {
        held.writeTo(out);
        held.reset();
        out.flush();
    }
}
