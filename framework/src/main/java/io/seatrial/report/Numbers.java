package io.seatrial.report;

import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Number, limit and baseline of a verdict in one scale, each with its unit; a dash where there is none.
 *
 * @param seen the judged value
 * @param limit the fail edge
 * @param baseline the learned reference
 * @param provisional the evidence grade of a limit that is only provisional, else empty
 */
public record Numbers(String seen, String limit, String baseline, String provisional) {
    private static final Numbers NONE = new Numbers("-", "-", "-", "");

    /** Return the numbers of a verdict. */
    public static Numbers of(Verdict verdict) {
        return verdict.evidence().map(Numbers::of).orElse(NONE);
    }

    private static Numbers of(Evidence evidence) {
        List<Quantity> present = new ArrayList<>(List.of(evidence.seen()));
        evidence.limit().ifPresent(present::add);
        evidence.baseline().ifPresent(present::add);
        List<String> texts = Quantities.together(present);
        return new Numbers(
                texts.get(0),
                shown(evidence.limit(), texts.get(Math.min(1, texts.size() - 1))),
                shown(evidence.baseline(), texts.get(texts.size() - 1)),
                evidence.provisional()
                        .map(why -> String.valueOf(why.values().get("grade")))
                        .orElse(""));
    }

    /** Return the limit with its mark, {@code 5.00 us [D]}, where it is only provisional. */
    public String markedLimit() {
        return provisional.isEmpty() ? limit : limit + " [" + provisional + "]";
    }

    private static String shown(Optional<Quantity> quantity, String text) {
        return quantity.isPresent() ? text : "-";
    }
}
