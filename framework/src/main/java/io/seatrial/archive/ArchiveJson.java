package io.seatrial.archive;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The JSON of archive files: records by their component names, subjects as {@code "flow a>b"}, quantities with their unit's symbol. */
public final class ArchiveJson {
    /** How the library names a place within its own sentence. */
    private static final Pattern PLACE = Pattern.compile("\\[Source: [^\\]]*?(line: \\d+, column: \\d+)]");

    private ArchiveJson() {}

    /** Return a mapper for the files of an archive; numbers and times do not depend on the locale. */
    public static ObjectMapper mapper() {
        return JsonMapper.builder()
                .addModule(new Jdk8Module())
                .addModule(new JavaTimeModule())
                .addModule(words())
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
                .build();
    }

    /** Return a mapper that passes over what is large in measurements and is no single value. */
    static ObjectMapper ofValues() {
        return mapper().addMixIn(Measurement.class, OfValues.class);
    }

    @JsonIgnoreProperties({"histogram", "noise", "curve", "log"})
    private interface OfValues {}

    /** Return why JSON could not be read, in one line, without the library's own way to name a place. */
    public static String reason(Exception failure) {
        String said = failure instanceof JsonProcessingException json
                ? json.getOriginalMessage()
                : String.valueOf(failure.getMessage());
        return PLACE.matcher(said).replaceAll("$1");
    }

    private static SimpleModule words() {
        return new SimpleModule()
                .addSerializer(SubjectId.class, new SubjectWriter())
                .addDeserializer(SubjectId.class, new SubjectReader())
                .addSerializer(Quantity.class, new QuantityWriter())
                .addDeserializer(Message.class, new MessageReader())
                .addKeySerializer(Counter.class, new CounterWriter())
                .addDeserializer(CounterReading.class, new CounterReadingReader());
    }

    private static final class SubjectWriter extends StdSerializer<SubjectId> {
        private static final long serialVersionUID = 1;

        SubjectWriter() {
            super(SubjectId.class);
        }

        @Override
        public void serialize(SubjectId subject, JsonGenerator out, SerializerProvider p) throws IOException {
            out.writeString(subject.toString());
        }
    }

    private static final class SubjectReader extends StdDeserializer<SubjectId> {
        private static final long serialVersionUID = 1;

        SubjectReader() {
            super(SubjectId.class);
        }

        @Override
        public SubjectId deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return subject(in.getValueAsString());
        }
    }

    /** Read {@code "flow a>b"}. */
    static SubjectId subject(String text) {
        int space = text.indexOf(' ');
        if (space < 0) {
            throw new IllegalArgumentException("subject: expected 'kind name', got '" + text + "'");
        }
        SubjectId.Kind kind = SubjectId.Kind.valueOf(text.substring(0, space).toUpperCase(Locale.ROOT));
        return new SubjectId(kind, text.substring(space + 1));
    }

    private static final class QuantityWriter extends StdSerializer<Quantity> {
        private static final long serialVersionUID = 1;

        QuantityWriter() {
            super(Quantity.class);
        }

        @Override
        public void serialize(Quantity quantity, JsonGenerator out, SerializerProvider p) throws IOException {
            out.writeStartObject();
            out.writeNumberField("value", quantity.value());
            out.writeStringField("unit", quantity.unit().symbol());
            out.writeEndObject();
        }
    }

    private static final class CounterWriter extends StdSerializer<Counter> {
        private static final long serialVersionUID = 1;

        CounterWriter() {
            super(Counter.class);
        }

        @Override
        public void serialize(Counter counter, JsonGenerator out, SerializerProvider p) throws IOException {
            out.writeFieldName(counter.text());
        }
    }

    /** Counters that this version does not know are left out; a later version wrote them. */
    private static final class CounterReadingReader extends StdDeserializer<CounterReading> {
        private static final long serialVersionUID = 1;

        CounterReadingReader() {
            super(CounterReading.class);
        }

        @Override
        public CounterReading deserialize(JsonParser in, DeserializationContext context) throws IOException {
            JsonNode node = in.readValueAsTree();
            SortedMap<Counter, Long> values = new TreeMap<>();
            node.path("values")
                    .properties()
                    .forEach(e -> Counter.of(e.getKey())
                            .ifPresent(counter -> values.put(counter, number(e.getKey(), e.getValue()))));
            return new CounterReading(
                    subject(node.path("port").asText()),
                    node.path("source").asText(),
                    Instant.parse(node.path("at").asText()),
                    uncertainty(node.path("uncertainty"), context),
                    node.path("full").asBoolean(),
                    values);
        }
    }

    /** Readings of older archives, and of sources that are equally sure of all, do not tell it. */
    private static Optional<Duration> uncertainty(JsonNode node, DeserializationContext context) throws IOException {
        return node.isMissingNode() ? Optional.empty() : Optional.of(context.readTreeAsValue(node, Duration.class));
    }

    /** Counters are whole; anything else was not written by a sampler. */
    private static long number(String counter, JsonNode value) {
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new IllegalArgumentException(counter + ": expected a whole number of 64 bit, got " + value);
        }
        return value.longValue();
    }

    private static final class MessageReader extends StdDeserializer<Message> {
        private static final long serialVersionUID = 1;

        MessageReader() {
            super(Message.class);
        }

        @Override
        public Message deserialize(JsonParser in, DeserializationContext context) throws IOException {
            JsonNode node = in.readValueAsTree();
            Map<String, Object> values = new LinkedHashMap<>();
            node.path("values").properties().forEach(e -> values.put(e.getKey(), value(e.getValue())));
            return new Message(node.path("key").asText(), values);
        }

        private static Object value(JsonNode node) {
            if (node.isObject()) {
                return new Quantity(
                        node.path("value").longValue(),
                        Unit.ofSymbol(node.path("unit").asText()));
            }
            return node.isIntegralNumber() ? (Object) node.longValue() : node.asText();
        }
    }
}
