package io.seatrial.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** What {@code sonic-db-dump} prints of a database: every hash with its type and its time to live, all values as texts. */
final class SonicDump {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Redis says so of what does not expire, in seconds. */
    private static final double NO_EXPIRY = -0.001;

    private SonicDump() {}

    static String of(Map<String, Map<String, Object>> tables) {
        ObjectNode root = JSON.createObjectNode();
        tables.forEach((name, values) -> {
            ObjectNode hash = root.putObject(name);
            hash.put("type", "hash").put("ttl", NO_EXPIRY);
            ObjectNode fields = hash.putObject("value");
            values.forEach((field, value) -> fields.put(field, value.toString()));
        });
        return text(root);
    }

    static String text(ObjectNode root) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
