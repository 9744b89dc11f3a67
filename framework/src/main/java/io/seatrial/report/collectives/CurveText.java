package io.seatrial.report.collectives;

import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.measurement.SizeCurve.Point;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Quantities;
import io.seatrial.report.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Writes curves as tables of text, every attempt and both placements, with the numbers below each other. */
public final class CurveText {
    private static final String GAP = "  ";
    private static final List<String> HEAD = List.of(
            "collectives.text.size",
            "collectives.text.placement",
            "collectives.text.iterations",
            "collectives.text.time",
            "collectives.text.bus",
            "collectives.text.slowest",
            "collectives.text.wrong");

    private CurveText() {}

    /** Return the table of every attempt that has a curve; empty where none has. */
    public static Optional<String> of(List<Measurement> attempts) {
        List<String> lines = new ArrayList<>();
        for (Measurement attempt : attempts) {
            attempt.curve().ifPresent(curve -> {
                lines.add(title(attempt, curve));
                lines.addAll(table(curve));
                lines.add("");
            });
        }
        return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", lines));
    }

    private static String title(Measurement attempt, SizeCurve curve) {
        return Texts.sentence(Message.of(
                "collectives.text.title",
                "group",
                attempt.subject().name(),
                "collective",
                curve.collective().text(),
                "ranks",
                (long) curve.ranks(),
                "attempt",
                (long) attempt.provenance().attempt() + 1,
                "from",
                attempt.provenance().start().toString()));
    }

    private static List<String> table(SizeCurve curve) {
        List<List<String>> columns = new ArrayList<>();
        List<Point> points = curve.points();
        columns.add(cells(points, point -> Quantities.text(new Quantity(point.bytes(), Unit.BYTES))));
        columns.add(cells(points, point -> Texts.text(point.inPlace() ? "collectives.in-place" : "collectives.out")));
        columns.add(cells(points, point -> Long.toString(point.iterations())));
        columns.add(cells(points, point -> Quantities.text(new Quantity(point.nanos(), Unit.NANOSECONDS))));
        columns.add(cells(
                points, point -> Quantities.text(new Quantity(curve.busBandwidth(point), Unit.BYTES_PER_SECOND))));
        columns.add(cells(
                points,
                point -> point.slowest().isPresent()
                        ? Integer.toString(point.slowest().getAsInt())
                        : Texts.text("collectives.not-told")));
        columns.add(cells(
                points,
                point -> point.wrong().map(count -> Long.toString(count)).orElse(Texts.text("collectives.unchecked"))));
        return lines(columns, points.size());
    }

    private static List<String> cells(List<Point> points, Function<Point, String> cell) {
        return points.stream().map(cell).toList();
    }

    private static List<String> lines(List<List<String>> columns, int rows) {
        List<StringBuilder> lines = new ArrayList<>();
        for (int row = -1; row < rows; row++) {
            lines.add(new StringBuilder());
        }
        for (int column = 0; column < columns.size(); column++) {
            List<String> cells = new ArrayList<>(List.of(Texts.text(HEAD.get(column))));
            cells.addAll(columns.get(column));
            int width = cells.stream().mapToInt(String::length).max().orElse(0);
            for (int row = 0; row < cells.size(); row++) {
                String cell = cells.get(row);
                lines.get(row)
                        .append(column == 0 ? "" : GAP)
                        .append(" ".repeat(width - cell.length()))
                        .append(cell);
            }
        }
        return lines.stream().map(StringBuilder::toString).toList();
    }
}
