package io.seatrial.report;

import io.seatrial.baseline.comparing.ClassMove;
import io.seatrial.baseline.comparing.Effect;
import io.seatrial.baseline.comparing.Percent;
import io.seatrial.measurement.SeriesKey;
import java.util.List;
import java.util.stream.Collectors;

/** What a whole class did, as the cells of a table: what it came to, ask, conditions, subjects, by how much, and what would have been seen. */
public final class MovedClass {
    private MovedClass() {}

    /** Return the titles of the columns. */
    public static List<String> titles() {
        return List.of(
                Texts.text("compare.class"),
                Texts.text("table.criterion"),
                Texts.text("compare.conditions"),
                Texts.text("compare.subjects"),
                Texts.text("compare.shared"),
                Texts.text("compare.seen-from"));
    }

    /** Return the cells of a class. */
    public static List<String> of(ClassMove move) {
        return List.of(
                Texts.text(word(move.effect())),
                move.key().ask() + " " + move.metric().id(),
                conditions(move.key()),
                Integer.toString(move.subjects()),
                Percent.signed(move.common()),
                Percent.of(move.detectable()));
    }

    /** Return the key of the word for an effect. */
    static String word(Effect effect) {
        return switch (effect) {
            case WORSE -> "compare.worse";
            case BETTER -> "compare.better";
            case UNCHANGED -> "compare.class.same";
            case CANNOT_TELL -> "compare.cannot-tell";
        };
    }

    /** Return the conditions of a class as people read them. */
    static String conditions(SeriesKey key) {
        return key.conditions().values().entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
