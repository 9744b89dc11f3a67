package io.seatrial.report.collectives;

import io.seatrial.criteria.collectives.CollectiveBound;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.report.Texts;
import io.seatrial.report.picture.SizeChart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Draws what groups gave over their sizes, against what bounds them and what is declared. */
public final class CurvePicture {
    /** Thin lines; of more groups so many are drawn, evenly taken from the worst to the best. */
    private static final int OTHERS = 24;

    private CurvePicture() {}

    /** Return the picture of an ask; empty where no group of it was measured. */
    public static Optional<String> of(AskCurves ask) {
        return of(ask.ask(), ask.drawn());
    }

    /**
     * Return a picture of groups.
     *
     * @param groups the worst first
     * @return empty where none of them was measured
     */
    public static Optional<String> of(String title, List<GroupCurve> groups) {
        List<GroupCurve> drawn =
                groups.stream().filter(group -> group.curve().isPresent()).toList();
        if (drawn.isEmpty()) {
            return Optional.empty();
        }
        int named = Math.min(SizeChart.NAMED, drawn.size());
        List<GroupCurve> others = spread(drawn.subList(named, drawn.size()));
        List<GroupCurve> shown = new ArrayList<>(drawn.subList(0, named));
        List<SizeChart.Line> lines = shown.stream().map(CurvePicture::line).toList();
        shown.addAll(others);
        return Optional.of(SizeChart.svg(new SizeChart.Story(
                title,
                lines,
                others.stream().map(CurvePicture::line).toList(),
                levels(shown),
                limits(shown),
                note(drawn.size(), named, others.size()))));
    }

    private static List<GroupCurve> spread(List<GroupCurve> groups) {
        if (groups.size() <= OTHERS) {
            return groups;
        }
        return IntStream.range(0, OTHERS)
                .mapToObj(i -> groups.get((int) ((long) i * (groups.size() - 1) / (OTHERS - 1))))
                .toList();
    }

    private static SizeChart.Line line(GroupCurve group) {
        SizeCurve curve = group.curve().orElseThrow();
        return new SizeChart.Line(
                group.group(),
                group.points().stream()
                        .map(point -> new SizeChart.Dot(
                                point.bytes(), curve.busBandwidth(point), isWrong(curve, point.bytes())))
                        .toList());
    }

    private static boolean isWrong(SizeCurve curve, long bytes) {
        return curve.points().stream()
                .anyMatch(point -> point.bytes() == bytes && point.wrong().orElse(0L) > 0);
    }

    /** Groups may differ in their bounds; each bound is drawn once. */
    private static List<SizeChart.Level> levels(List<GroupCurve> groups) {
        return groups.stream()
                .flatMap(group -> group.bound().stream())
                .map(CurvePicture::level)
                .distinct()
                .limit(SizeChart.NAMED)
                .toList();
    }

    private static SizeChart.Level level(CollectiveBound bound) {
        return new SizeChart.Level(
                bound.value(),
                Texts.sentence(Message.of(
                        "picture.bound.how",
                        "how",
                        bound.text(),
                        "grade",
                        bound.grade().name())));
    }

    private static List<SizeChart.Limit> limits(List<GroupCurve> groups) {
        return groups.stream()
                .flatMap(group -> group.edges().stream())
                .map(edge -> new SizeChart.Limit(edge.row().size(), edge.fail()))
                .distinct()
                .toList();
    }

    private static List<String> note(int groups, int named, int others) {
        return groups == named
                ? List.of()
                : List.of(Texts.sentence(Message.of(
                        "picture.groups", "named", (long) named, "others", (long) others, "groups", (long) groups)));
    }
}
