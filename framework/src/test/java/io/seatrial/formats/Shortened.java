package io.seatrial.formats;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Where a cut text was read as more than, or other than, the whole one: every number and every yes or no must be the whole text's at that
 * place, or missing; every text must be one that the whole record has; {@code complete} must not be true. Conclusions of a format may differ
 * where the reader cannot see the cut; but a number below one is no larger than the whole text's or one that its record has, and where the
 * reader sees the cut a yes or no holds for the whole text too.
 */
final class Shortened {
    /** Fields that speak of the text itself: where it ends, and which of two tables it has. */
    private static final Set<String> OF_THE_CUT =
            Set.of("complete", "truncated", "hca_list_truncated", "tx_header_cut", "tx_present");

    private final Set<String> conclusions;
    private final boolean isSeen;
    private final Set<String> texts = new HashSet<>();
    private final Set<BigDecimal> numbers = new HashSet<>();
    private final List<String> found = new ArrayList<>();

    private Shortened(JsonNode cut, JsonNode whole, Set<String> conclusions) {
        this.conclusions = conclusions;
        this.isSeen = cut.path("complete").isBoolean();
        collect(whole);
    }

    static List<String> wrongIn(JsonNode cut, JsonNode whole, Set<String> conclusions) {
        Shortened shortened = new Shortened(cut, whole, conclusions);
        if (!cut.equals(whole)) {
            if (cut.path("complete").asBoolean()) {
                shortened.found.add("complete: true for a cut text that reads otherwise than the whole one");
            }
            shortened.compare(cut, whole, "", false);
        }
        return shortened.found;
    }

    private void collect(JsonNode node) {
        if (node.isTextual()) {
            texts.add(node.textValue());
        } else if (node.isNumber()) {
            numbers.add(node.decimalValue().stripTrailingZeros());
        }
        node.forEach(this::collect);
    }

    private void compare(JsonNode cut, JsonNode full, String path, boolean concludes) {
        if (cut.isObject()) {
            cut.properties().forEach(e -> field(e.getKey(), e.getValue(), full.path(e.getKey()), path, concludes));
        } else if (cut.isArray()) {
            for (int i = 0; i < cut.size(); i++) {
                compare(cut.get(i), full.path(i), path + "[" + i + "]", concludes);
            }
        } else if (concludes) {
            conclusion(cut, full, path);
        } else if (cut.isTextual()) {
            judge(texts.contains(cut.textValue()), path, cut, full);
        } else if (!cut.isNull()) {
            judge(isSame(cut, full), path, cut, full);
        }
    }

    private void field(String name, JsonNode cut, JsonNode full, String path, boolean concludes) {
        if (!OF_THE_CUT.contains(name)) {
            compare(cut, full, path + "." + name, concludes || conclusions.contains(name));
        }
    }

    private void conclusion(JsonNode cut, JsonNode full, String path) {
        if (cut.isNumber() && full.isNumber()) {
            boolean isRead = numbers.contains(cut.decimalValue().stripTrailingZeros());
            judge(isRead || cut.decimalValue().compareTo(full.decimalValue()) <= 0, path, cut, full);
        } else if (cut.isBoolean() && isSeen) {
            judge(cut.equals(full), path, cut, full);
        }
    }

    private static boolean isSame(JsonNode cut, JsonNode full) {
        return cut.isNumber()
                ? full.isNumber() && cut.decimalValue().compareTo(full.decimalValue()) == 0
                : cut.equals(full);
    }

    private void judge(boolean holds, String path, JsonNode cut, JsonNode full) {
        if (!holds) {
            found.add(path + ": " + cut + " where the whole text has " + full);
        }
    }
}
