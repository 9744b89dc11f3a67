package io.seatrial.formats;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Where what was read differs from what a case expects. A field that the case leaves out is not judged, null may be left out, lists keep
 * their order and length, sentences need some words only, rates that were converted may differ by 0.1 percent.
 */
final class Difference {
    private static final Set<String> WORDS = Set.of(
            "finding", "note", "meaning", "status_meaning", "message", "warnings", "unit_meaning", "findings", "notes");

    private Difference() {}

    static List<String> between(JsonNode want, JsonNode got, String path) {
        List<String> found = new ArrayList<>();
        String name = path.replaceAll("\\[\\d+\\]$", "").replaceAll(".*\\.", "");
        if (want.isNull()) {
            check(got.isMissingNode() || got.isNull(), path, want, got, found);
        } else if (WORDS.contains(name)) {
            check(
                    !got.isNull() && (got.isValueNode() ? !got.asText().isEmpty() : !got.isEmpty()),
                    path,
                    want,
                    got,
                    found);
        } else if (want.isObject()) {
            want.properties()
                    .forEach(e -> found.addAll(between(e.getValue(), got.path(e.getKey()), path + "." + e.getKey())));
        } else if (want.isArray()) {
            check(got.isArray() && got.size() == want.size(), path, want, got, found);
            for (int i = 0; i < Math.min(want.size(), got.size()); i++) {
                found.addAll(between(want.get(i), got.get(i), path + "[" + i + "]"));
            }
        } else if (want.isNumber() && got.isNumber()) {
            check(sameNumber(name, want.decimalValue(), got.decimalValue()), path, want, got, found);
        } else {
            check(want.equals(got), path, want, got, found);
        }
        return found;
    }

    private static boolean sameNumber(String name, BigDecimal want, BigDecimal got) {
        boolean converted = name.startsWith("mean_") || name.startsWith("derived_") || name.endsWith("_gbit_per_s");
        BigDecimal away = want.subtract(got).abs();
        return away.signum() == 0 || converted && away.compareTo(want.abs().movePointLeft(3)) <= 0;
    }

    private static void check(boolean holds, String path, JsonNode want, JsonNode got, List<String> found) {
        if (!holds) {
            found.add(path + ": expected " + want + ", got " + (got.isMissingNode() ? "nothing" : got));
        }
    }
}
