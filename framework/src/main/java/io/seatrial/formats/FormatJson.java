package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * The JSON of what was read: components of records in snake case ({@code tMinUs} becomes {@code t_min_us}), numbers exact and without
 * exponent, null written where the text does not tell.
 */
public final class FormatJson {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS))
            .build();

    private FormatJson() {}

    /** Return the record as one line. */
    public static String line(Object read) {
        return write(read, false);
    }

    /** Return the record on several lines, for people. */
    public static String pretty(Object read) {
        return write(read, true);
    }

    /** Return the record as a tree, for tables and tests. */
    public static JsonNode tree(Object read) {
        return MAPPER.valueToTree(read);
    }

    private static String write(Object read, boolean pretty) {
        try {
            return (pretty ? MAPPER.writerWithDefaultPrettyPrinter() : MAPPER.writer()).writeValueAsString(read);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    "no JSON for " + read.getClass().getName() + ": " + e.getOriginalMessage(), e);
        }
    }
}
