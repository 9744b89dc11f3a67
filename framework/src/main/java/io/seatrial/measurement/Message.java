package io.seatrial.measurement;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What is to be said, as a key and values; the sentence is made from a message bundle where it is shown.
 *
 * @param key a key of the bundle {@code io/seatrial/report/messages}
 * @param values by name, each a {@link String}, {@link Long} or {@link Quantity}, in the order in which they were given
 */
public record Message(String key, Map<String, Object> values) {
    /** Name of a value that says of how many rounds what was seen is the median; texts tell it after the sentence. */
    public static final String ROUNDS = "over-rounds";

    public Message {
        Objects.requireNonNull(key, "key");
        values.forEach(Message::requireKnownType);
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * Make a message from alternating names and values.
     *
     * @throws IllegalArgumentException if a value has no name, or a type that texts cannot show
     */
    public static Message of(String key, Object... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("message " + key + ": names and values must alternate");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return new Message(key, values);
    }

    private static void requireKnownType(String name, Object value) {
        if (!(value instanceof String || value instanceof Long || value instanceof Quantity)) {
            throw new IllegalArgumentException(
                    "message value " + name + ": expected a String, Long or Quantity, got " + value);
        }
    }
}
