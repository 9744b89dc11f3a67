package io.seatrial.report;

import io.seatrial.baseline.comparing.VerdictChange;
import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Results of one criterion that turned in the same way, together.
 *
 * @param criterion id of the criterion
 * @param before what they came to in the first run
 * @param after what they came to in the second run
 * @param subjects whose results
 */
public record TurnedVerdicts(String criterion, String before, String after, List<String> subjects) {
    public TurnedVerdicts {
        subjects = List.copyOf(subjects);
    }

    /** Gather, in the order in which they come. */
    public static List<TurnedVerdicts> of(List<VerdictChange> changes) {
        Map<List<String>, List<String>> turns = new LinkedHashMap<>();
        changes.forEach(change -> turns.computeIfAbsent(
                        List.of(change.criterion(), change.before(), change.after()), turn -> new ArrayList<>())
                .add(change.subject()));
        List<TurnedVerdicts> turned = new ArrayList<>();
        turns.forEach(
                (turn, subjects) -> turned.add(new TurnedVerdicts(turn.get(0), turn.get(1), turn.get(2), subjects)));
        return turned;
    }

    /** Say it in one line. */
    public String line() {
        return Texts.sentence(Message.of(
                "compare.verdict",
                "criterion",
                criterion,
                "before",
                Texts.text("word." + before),
                "after",
                Texts.text("word." + after),
                "subjects",
                Few.of(subjects)));
    }
}
