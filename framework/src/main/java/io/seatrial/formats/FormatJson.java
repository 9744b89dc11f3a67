package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The JSON of what was read: components of records in snake case ({@code tMinUs} becomes {@code t_min_us}) or as {@code @JsonProperty} says,
 * keys of maps as they are, numbers exact and without exponent. Null is written, for the text does not tell, unless the component or its
 * record is marked {@code @JsonInclude(NON_NULL)}. The components of a record marked {@code @JsonUnwrapped} stand beside the others.
 *
 * <p>Written by hand because a mapper of Jackson takes longer to set up than a small text takes to read.
 */
public final class FormatJson {
    private static final int INDENT = 2;

    private final StringBuilder out = new StringBuilder();
    private final Map<Class<?>, List<Field>> fields = new HashMap<>();
    private final boolean pretty;
    private int depth;

    private record Field(String name, RecordComponent component, boolean isLeftOutIfNull, boolean isUnwrapped) {}

    private record Member(String name, Object value) {}

    private FormatJson(boolean pretty) {
        this.pretty = pretty;
    }

    /** Return what was read as one line. */
    public static String line(Object read) {
        return write(read, false);
    }

    /** Return what was read on several lines, for people. */
    public static String pretty(Object read) {
        return write(read, true);
    }

    /** Return what was read as a tree, for tables and tests. */
    public static JsonNode tree(Object read) {
        try {
            return JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build()
                    .readTree(line(read));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("wrote what is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static String write(Object read, boolean pretty) {
        FormatJson json = new FormatJson(pretty);
        json.value(read);
        return json.out.toString();
    }

    private void value(Object value) {
        if (value == null || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof BigDecimal decimal) {
            out.append(decimal.toPlainString());
        } else if (value instanceof Double || value instanceof Float) {
            throw new IllegalArgumentException(
                    "inexact number " + value + "; expected a BigDecimal in a record of a format");
        } else if (value instanceof Number) {
            out.append(value);
        } else if (value instanceof Collection<?> list) {
            list(list);
        } else if (value instanceof Map<?, ?> map) {
            object(members(map));
        } else if (value instanceof Record part) {
            object(members(part));
        } else {
            quoted(value.toString());
        }
    }

    private void quoted(String text) {
        out.append('"')
                .append(JsonStringEncoder.getInstance().quoteAsString(text))
                .append('"');
    }

    private static List<Member> members(Map<?, ?> map) {
        List<Member> members = new ArrayList<>();
        map.forEach((name, value) -> members.add(new Member(name.toString(), value)));
        return members;
    }

    private List<Member> members(Record part) {
        List<Member> members = new ArrayList<>();
        for (Field field : fields.computeIfAbsent(part.getClass(), FormatJson::fields)) {
            Object value = valueOf(field.component(), part);
            if (field.isUnwrapped() && value instanceof Record inner) {
                members.addAll(members(inner));
            } else if (value != null || !field.isLeftOutIfNull()) {
                members.add(new Member(field.name(), value));
            }
        }
        return members;
    }

    private static List<Field> fields(Class<?> type) {
        JsonInclude whole = type.getAnnotation(JsonInclude.class);
        List<Field> fields = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            component.getAccessor().setAccessible(true); // records of a reader may be private to it
            JsonInclude own = component.getAccessor().getAnnotation(JsonInclude.class);
            JsonInclude include = own != null ? own : whole;
            boolean leftOut = include != null && include.value() == JsonInclude.Include.NON_NULL;
            JsonProperty property = component.getAccessor().getAnnotation(JsonProperty.class);
            boolean unwrapped = component.getAccessor().isAnnotationPresent(JsonUnwrapped.class);
            String name = property != null ? property.value() : snake(component.getName());
            fields.add(new Field(name, component, leftOut, unwrapped));
        }
        return fields;
    }

    private static Object valueOf(RecordComponent component, Record part) {
        try {
            return component.getAccessor().invoke(part);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }

    private static String snake(String name) {
        StringBuilder snake = new StringBuilder();
        for (char c : name.toCharArray()) {
            if (Character.isUpperCase(c)) {
                snake.append('_');
            }
            snake.append(Character.toLowerCase(c));
        }
        return snake.toString();
    }

    private void object(List<Member> members) {
        open('{');
        for (int i = 0; i < members.size(); i++) {
            next(i);
            quoted(members.get(i).name());
            out.append(pretty ? ": " : ":");
            value(members.get(i).value());
        }
        close('}', members.isEmpty());
    }

    private void list(Collection<?> list) {
        open('[');
        int i = 0;
        for (Object entry : list) {
            next(i++);
            value(entry);
        }
        close(']', list.isEmpty());
    }

    private void open(char bracket) {
        out.append(bracket);
        depth++;
    }

    private void next(int index) {
        out.append(index > 0 ? "," : "");
        newLine();
    }

    private void close(char bracket, boolean isEmpty) {
        depth--;
        if (!isEmpty) {
            newLine();
        }
        out.append(bracket);
    }

    private void newLine() {
        if (pretty) {
            out.append('\n').append(" ".repeat(INDENT * depth));
        }
    }
}
