package io.seatrial.report;

import io.seatrial.measurement.Message;
import java.util.List;

/** Names a few of many. */
final class Few {
    private static final int NAMED = 3;

    private Few() {}

    /** Return the first names and how many more there are. */
    static String of(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
        return names.size() <= NAMED
                ? first
                : Texts.sentence(Message.of("compare.few", "names", first, "more", (long) names.size() - NAMED));
    }
}
