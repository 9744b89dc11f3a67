package io.seatrial.report;

import io.seatrial.baseline.comparing.Move;
import io.seatrial.baseline.comparing.Percent;
import io.seatrial.baseline.comparing.SubjectMove;
import io.seatrial.measurement.Quantity;
import java.util.List;
import java.util.Locale;

/** One subject that moved, as the cells of a table: what, where, before, after, by how much, its interval, its p, and what would have been seen. */
public final class MovedRow {
    private MovedRow() {}

    /** Return the titles of the columns. */
    static List<String> titles(String first) {
        return List.of(
                first,
                Texts.text("table.criterion"),
                Texts.text("table.subject"),
                Texts.text("compare.before"),
                Texts.text("compare.after"),
                Texts.text("compare.change"),
                Texts.text("compare.interval"),
                Texts.text("compare.p"),
                Texts.text("compare.seen-from"));
    }

    /** Return the cells of a subject that could be paired. */
    public static List<String> of(SubjectMove move) {
        Move by = move.move().orElseThrow();
        List<String> values = Quantities.together(List.of(
                new Quantity(move.before().value(), move.metric().unit()),
                new Quantity(move.after().value(), move.metric().unit())));
        return List.of(
                "",
                move.key().ask(),
                move.subject().name(),
                values.get(0),
                values.get(1),
                Percent.signed(by.change()),
                "[" + Percent.signed(by.low()) + ", " + Percent.signed(by.high()) + "]",
                p(by.p(move.metric().better())),
                Percent.of(by.detectable()));
    }

    /** Write a probability with two digits, small ones by their exponent. */
    static String p(double p) {
        return p >= 0.001 ? String.format(Locale.ROOT, "%.3f", p) : String.format(Locale.ROOT, "%.1e", p);
    }
}
