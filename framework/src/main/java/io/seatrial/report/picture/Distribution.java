package io.seatrial.report.picture;

import io.seatrial.measurement.Histogram;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Quantities;
import io.seatrial.report.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Draws latency distributions: the share of values at or below a latency, on an axis of nines (90 %, 99 %, 99.9 % ... at equal distances), so
 * that the tail can be read.
 */
public final class Distribution {
    private static final int WIDTH = 760;
    private static final int LEFT = 72;
    private static final int RIGHT = 24;
    private static final int TOP = 44;
    private static final int PLOT = 300;
    private static final int LEGEND_LINE = 18;

    private final List<Curve> curves;
    private final Mark mark;
    private final Axis x;
    private final double nines;
    private final Svg svg;

    /**
     * A named distribution.
     *
     * @param name for the legend
     * @param histogram at least one value
     */
    public record Curve(String name, Histogram histogram) {
        public Curve {
            if (histogram.count() == 0) {
                throw new IllegalArgumentException("curve " + name + ": expected at least one value");
            }
        }
    }

    private Distribution(String title, List<Curve> curves, Mark mark) {
        this.curves = curves;
        this.mark = mark;
        List<Long> values = Stream.concat(curves.stream().flatMap(Distribution::ends), marks(mark))
                .sorted()
                .toList();
        this.x = Axis.around(values.get(0), values.get(values.size() - 1), LEFT, WIDTH - RIGHT);
        long most = curves.stream().mapToLong(c -> c.histogram().count()).max().orElse(1);
        this.nines = Math.max(1, Math.log10(most)) + 0.3;
        int height = TOP + PLOT + 50 + LEGEND_LINE * (curves.size() + 1);
        this.svg = new Svg(WIDTH, height, title, description(curves, mark));
    }

    /**
     * Return the picture.
     *
     * @param curves at least one; six can be told apart
     * @throws IllegalArgumentException if there is no curve
     */
    public static String svg(String title, List<Curve> curves, Mark mark) {
        if (curves.isEmpty()) {
            throw new IllegalArgumentException("distribution '" + title + "': expected at least one curve");
        }
        return new Distribution(title, curves, mark).draw();
    }

    private String draw() {
        grid();
        mark.baseline().ifPresent(value -> vertical(value, Stroke.BASELINE));
        mark.limit().ifPresent(value -> vertical(value, Stroke.LIMIT));
        for (int i = 0; i < curves.size(); i++) {
            svg.path(steps(curves.get(i).histogram()), Stroke.ofCurve(i));
        }
        legend();
        return svg.finish();
    }

    private void grid() {
        List<Long> ticks = x.ticks();
        List<String> labels = x.labels(ticks, Unit.NANOSECONDS);
        for (int i = 0; i < ticks.size(); i++) {
            double at = x.at(ticks.get(i));
            svg.line(at, TOP, at, TOP + PLOT, Stroke.GRID);
            svg.text(at, TOP + PLOT + 18, "middle", Svg.SOFT, labels.get(i));
        }
        for (Map.Entry<String, Double> share : shares()) {
            double at = y(share.getValue());
            svg.line(LEFT, at, WIDTH - RIGHT, at, Stroke.GRID);
            svg.text(LEFT - 8, at + 4, "end", Svg.SOFT, share.getKey());
        }
        svg.line(LEFT, TOP, LEFT, TOP + PLOT, Stroke.AXIS);
        svg.line(LEFT, TOP + PLOT, WIDTH - RIGHT, TOP + PLOT, Stroke.AXIS);
    }

    private List<Map.Entry<String, Double>> shares() {
        List<Map.Entry<String, Double>> shares = new ArrayList<>();
        shares.add(Map.entry("0 %", 0.0));
        shares.add(Map.entry("50 %", Math.log10(2)));
        for (int i = 1; i <= nines; i++) {
            shares.add(Map.entry((i == 1 ? "90" : i == 2 ? "99" : "99." + "9".repeat(i - 2)) + " %", (double) i));
        }
        return shares;
    }

    private void vertical(Quantity value, Stroke stroke) {
        double at = x.at(value.value());
        svg.line(at, TOP, at, TOP + PLOT, stroke);
    }

    private String steps(Histogram histogram) {
        double count = histogram.count();
        long seen = 0;
        StringBuilder path = new StringBuilder();
        for (Map.Entry<Integer, Long> bucket : histogram.buckets().entrySet()) {
            String at = Svg.n(x.at(Histogram.highestOf(bucket.getKey())));
            path.append(path.isEmpty() ? "M" + at + " " + Svg.n(y(0)) : "H" + at);
            seen += bucket.getValue();
            path.append("V").append(Svg.n(y(seen >= count ? nines : -Math.log10(1 - seen / count))));
        }
        return path.toString();
    }

    private double y(double value) {
        return TOP + PLOT - PLOT * Math.min(value, nines) / nines;
    }

    private void legend() {
        double y = TOP + PLOT + 46;
        for (int i = 0; i < curves.size(); i++, y += LEGEND_LINE) {
            entry(LEFT, y, Stroke.ofCurve(i), curves.get(i).name());
        }
        double left = LEFT;
        if (mark.limit().isPresent()) {
            entry(
                    left,
                    y,
                    Stroke.LIMIT,
                    Texts.text("table.limit") + " "
                            + Quantities.text(mark.limit().get()));
            left += 200;
        }
        if (mark.baseline().isPresent()) {
            entry(
                    left,
                    y,
                    Stroke.BASELINE,
                    Texts.text("table.baseline") + " "
                            + Quantities.text(mark.baseline().get()));
        }
    }

    private void entry(double left, double y, Stroke stroke, String text) {
        svg.line(left, y - 4, left + 44, y - 4, stroke);
        svg.text(left + 52, y, "start", Svg.INK, text);
    }

    private static Stream<Long> ends(Curve curve) {
        return Stream.of(
                Histogram.highestOf(curve.histogram().buckets().firstKey()),
                Histogram.highestOf(curve.histogram().buckets().lastKey()));
    }

    private static Stream<Long> marks(Mark mark) {
        return Stream.concat(mark.limit().stream(), mark.baseline().stream()).map(Quantity::value);
    }

    private static String description(List<Curve> curves, Mark mark) {
        StringBuilder text = new StringBuilder();
        for (Curve curve : curves) {
            Histogram histogram = curve.histogram();
            text.append(curve.name()).append(": ").append(histogram.count()).append(" values, p50 ");
            text.append(nanos(histogram.quantile(0.5))).append(", p99 ").append(nanos(histogram.quantile(0.99)));
            text.append(", max ").append(nanos(histogram.quantile(1))).append(". ");
        }
        mark.limit()
                .ifPresent(limit ->
                        text.append("Limit ").append(Quantities.text(limit)).append(". "));
        mark.baseline()
                .ifPresent(base ->
                        text.append("Baseline ").append(Quantities.text(base)).append(". "));
        return text.toString().strip();
    }

    private static String nanos(long value) {
        return Quantities.text(new Quantity(value, Unit.NANOSECONDS));
    }
}
