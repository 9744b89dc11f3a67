package io.seatrial.report;

import io.seatrial.baseline.comparing.SubjectMove;
import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What cannot be told for one reason, together: a class that was measured too seldom is one line and not a thousand.
 *
 * @param ask id of the ask
 * @param why the reason as the first of them has it
 * @param subjects their names
 */
public record Untold(String ask, Message why, List<String> subjects) {
    public Untold {
        subjects = List.copyOf(subjects);
    }

    private record Reason(String ask, String metric, String key) {}

    /** Gather by ask and reason, in the order in which they come. */
    public static List<Untold> of(List<SubjectMove> moves) {
        Map<Reason, List<SubjectMove>> byReason = new LinkedHashMap<>();
        moves.forEach(move -> byReason.computeIfAbsent(
                        new Reason(
                                move.key().ask(),
                                move.key().metric(),
                                move.why().orElseThrow().key()),
                        reason -> new ArrayList<>())
                .add(move));
        return byReason.entrySet().stream()
                .map(entry -> new Untold(
                        entry.getKey().ask(),
                        entry.getValue().get(0).why().orElseThrow(),
                        entry.getValue().stream()
                                .map(move -> move.subject().name())
                                .distinct()
                                .toList()))
                .toList();
    }

    /** Say it in one line. */
    public String line() {
        return ask + ": " + Texts.sentence(why) + ": " + Few.of(subjects);
    }
}
