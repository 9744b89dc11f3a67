package io.seatrial.formats;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Where what was read differs from what a case expects: in any field, in either direction, word by word. Only null may be left out, and
 * numbers are compared by value (5 and 5.0).
 */
final class Difference {
    private Difference() {}

    static List<String> between(JsonNode want, JsonNode got, String path) {
        List<String> found = new ArrayList<>();
        compare(want, got, path, found);
        return found;
    }

    private static void compare(JsonNode want, JsonNode got, String path, List<String> found) {
        if (isNothing(want) && isNothing(got)) {
            return;
        }
        if (want.isObject() && got.isObject()) {
            want.properties().forEach(e -> compare(e.getValue(), got.path(e.getKey()), path + "." + e.getKey(), found));
            got.properties().stream()
                    .filter(e -> !want.has(e.getKey()))
                    .forEach(e -> compare(want.path(e.getKey()), e.getValue(), path + "." + e.getKey(), found));
        } else if (want.isArray() && got.isArray() && want.size() == got.size()) {
            for (int i = 0; i < want.size(); i++) {
                compare(want.get(i), got.get(i), path + "[" + i + "]", found);
            }
        } else if (!isSame(want, got)) {
            found.add(path + ": expected " + shown(want) + ", got " + shown(got));
        }
    }

    private static boolean isNothing(JsonNode node) {
        return node.isMissingNode() || node.isNull();
    }

    private static boolean isSame(JsonNode want, JsonNode got) {
        return want.isNumber() && got.isNumber()
                ? want.decimalValue().compareTo(got.decimalValue()) == 0
                : want.equals(got);
    }

    private static String shown(JsonNode node) {
        return node.isMissingNode() ? "nothing" : node.toString();
    }
}
