package io.seatrial.formats;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Where a cut text was read as more than, or other than, the whole one: every number must be the whole text's number at that place, or
 * missing; every text must be one that the whole record has; {@code complete} must not be true. Conclusions of a format may differ, but a
 * count among them may not be larger.
 */
final class Shortened {
    private final JsonNode whole;
    private final Set<String> conclusions;
    private final Set<String> texts = new HashSet<>();
    private final List<String> found = new ArrayList<>();

    private Shortened(JsonNode whole, Set<String> conclusions) {
        this.whole = whole;
        this.conclusions = conclusions;
        collect(whole);
    }

    static List<String> wrongIn(JsonNode cut, JsonNode whole, Set<String> conclusions) {
        Shortened shortened = new Shortened(whole, conclusions);
        if (!same(cut, whole)) {
            if (cut.path("complete").asBoolean()) {
                shortened.found.add("complete: true for a cut text that reads otherwise than the whole one");
            }
            shortened.compare(cut, whole, "");
        }
        return shortened.found;
    }

    private static boolean same(JsonNode a, JsonNode b) {
        return a.equals(b);
    }

    private void collect(JsonNode node) {
        if (node.isTextual()) {
            texts.add(node.textValue());
        }
        node.forEach(this::collect);
    }

    private void compare(JsonNode cut, JsonNode full, String path) {
        if (cut.isObject()) {
            cut.properties().forEach(e -> field(e.getKey(), e.getValue(), full.path(e.getKey()), path));
        } else if (cut.isArray()) {
            for (int i = 0; i < cut.size(); i++) {
                compare(cut.get(i), full.path(i), path + "[" + i + "]");
            }
        } else if (cut.isNumber() && !(full.isNumber() && cut.decimalValue().compareTo(full.decimalValue()) == 0)) {
            found.add(path + ": " + cut + " where the whole text has " + full);
        } else if (cut.isTextual() && !texts.contains(cut.textValue())) {
            found.add(path + ": " + cut + ", which the whole text does not have");
        }
    }

    private void field(String name, JsonNode cut, JsonNode full, String path) {
        if (!conclusions.contains(name)) {
            compare(cut, full, path + "." + name);
        } else if (cut.isIntegralNumber() && full.isIntegralNumber() && larger(cut, full)) {
            found.add(path + "." + name + ": " + cut + " counted in a part of what gives " + full);
        }
    }

    private static boolean larger(JsonNode cut, JsonNode full) {
        BigInteger part = cut.bigIntegerValue();
        return part.compareTo(full.bigIntegerValue()) > 0;
    }
}
