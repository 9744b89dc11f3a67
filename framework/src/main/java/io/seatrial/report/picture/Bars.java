package io.seatrial.report.picture;

import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Quantities;
import io.seatrial.report.Texts;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Draws one bar per subject with the lines of limit and baseline; a subject without a value is hatched over the whole length. */
public final class Bars {
    private static final int WIDTH = 760;
    private static final int TOP = 48;
    private static final int ROW = 18;
    private static final int PROFILE = 260;
    /** Above this many bars names no longer fit: the bars stand upright without them. */
    private static final int NAMED = 40;

    private static final double CHARACTER = 6.4;
    private static final String FILL = "#56B4E9";
    private static final String NOTHING = "url(#no-value)";

    private final List<Bar> bars;
    private final Unit unit;
    private final Mark mark;
    private final Direction better;

    /**
     * A named value.
     *
     * @param name of the subject
     * @param value in base units, empty where there is none
     */
    public record Bar(String name, OptionalLong value) {}

    private Bars(List<Bar> bars, Unit unit, Mark mark, Direction better) {
        this.bars = bars;
        this.unit = unit;
        this.mark = mark;
        this.better = better;
    }

    /**
     * Return the picture; the bars keep their order.
     *
     * @param bars at least one
     * @param better the good direction: bars on the worse side of the limit have another colour
     */
    public static String svg(String title, List<Bar> bars, Unit unit, Mark mark, Direction better) {
        if (bars.isEmpty()) {
            throw new IllegalArgumentException("bars '" + title + "': expected at least one");
        }
        Bars picture = new Bars(bars, unit, mark, better);
        return bars.size() <= NAMED ? picture.named(title) : picture.profile(title);
    }

    private String named(String title) {
        double left = 24
                + CHARACTER
                        * bars.stream()
                                .mapToInt(bar -> bar.name().length())
                                .max()
                                .orElse(0);
        double bottom = TOP + ROW * bars.size();
        double width = Math.max(WIDTH, left + 360);
        Axis x = Axis.fromZero(most(), left, width - 100);
        Svg svg = new Svg((int) width, (int) bottom + 60, title, description());
        ticks(svg, x, bottom);
        List<String> texts = texts();
        for (int i = 0; i < bars.size(); i++) {
            bar(svg, x, TOP + ROW * i, bars.get(i), texts.get(i));
        }
        mark.baseline().ifPresent(v -> svg.line(x.at(v.value()), TOP, x.at(v.value()), bottom, Stroke.BASELINE));
        mark.limit().ifPresent(v -> svg.line(x.at(v.value()), TOP, x.at(v.value()), bottom, Stroke.LIMIT));
        legend(svg, left, bottom + 44);
        return svg.finish();
    }

    private void ticks(Svg svg, Axis x, double bottom) {
        List<Long> ticks = x.ticks();
        List<String> labels = x.labels(ticks, unit);
        for (int i = 0; i < ticks.size(); i++) {
            svg.line(x.at(ticks.get(i)), TOP, x.at(ticks.get(i)), bottom, Stroke.GRID);
            svg.text(x.at(ticks.get(i)), bottom + 18, "middle", Svg.SOFT, labels.get(i));
        }
    }

    private void bar(Svg svg, Axis x, double y, Bar bar, String text) {
        svg.text(x.from() - 8, y + 13, "end", Svg.INK, bar.name());
        double end = bar.value().isPresent() ? x.at(bar.value().getAsLong()) : x.to();
        svg.rect(x.from(), y + 3, end - x.from(), ROW - 6, fill(bar));
        svg.text(x.to() + 92, y + 13, "end", Svg.INK, text);
    }

    private String fill(Bar bar) {
        if (bar.value().isEmpty()) {
            return NOTHING;
        }
        boolean worse = mark.limit().isPresent()
                && better.isWorse(bar.value().getAsLong(), mark.limit().get().value());
        return worse ? Stroke.LIMIT.colour() : FILL;
    }

    private List<String> texts() {
        List<Quantity> values = bars.stream()
                .flatMap(bar -> bar.value().stream().boxed())
                .map(value -> new Quantity(value, unit))
                .toList();
        Iterator<String> texts = Quantities.column(values).iterator();
        return bars.stream()
                .map(bar -> bar.value().isPresent() ? texts.next().strip() : Texts.text("picture.no-value"))
                .toList();
    }

    private String shown(Bar bar) {
        return bar.value().isPresent()
                ? Quantities.text(new Quantity(bar.value().getAsLong(), unit))
                : Texts.text("picture.no-value");
    }

    private String profile(String title) {
        double bottom = TOP + PROFILE;
        double left = 90;
        Axis y = Axis.fromZero(most(), bottom, TOP);
        Svg svg = new Svg(WIDTH, (int) bottom + 60, title, description());
        List<Long> ticks = y.ticks();
        List<String> labels = y.labels(ticks, unit);
        for (int i = 0; i < ticks.size(); i++) {
            svg.line(left, y.at(ticks.get(i)), WIDTH - 24, y.at(ticks.get(i)), Stroke.GRID);
            svg.text(left - 8, y.at(ticks.get(i)) + 4, "end", Svg.SOFT, labels.get(i));
        }
        double step = (WIDTH - 24 - left) / bars.size();
        for (int i = 0; i < bars.size(); i++) {
            upright(svg, y, left + step * i, step, bars.get(i));
        }
        mark.baseline().ifPresent(v -> svg.line(left, y.at(v.value()), WIDTH - 24, y.at(v.value()), Stroke.BASELINE));
        mark.limit().ifPresent(v -> svg.line(left, y.at(v.value()), WIDTH - 24, y.at(v.value()), Stroke.LIMIT));
        svg.text(left, bottom + 18, "start", Svg.SOFT, bars.get(0).name());
        svg.text(
                WIDTH - 24,
                bottom + 18,
                "end",
                Svg.SOFT,
                bars.get(bars.size() - 1).name());
        legend(svg, left, bottom + 44);
        return svg.finish();
    }

    private void upright(Svg svg, Axis y, double x, double step, Bar bar) {
        double top = bar.value().isPresent() ? y.at(bar.value().getAsLong()) : y.to();
        // One bad bar among thousands must still be seen.
        double least = fill(bar).equals(FILL) ? 0.4 : 2;
        svg.rect(x, top, Math.max(least, step * 0.9), y.from() - top, fill(bar));
    }

    private void legend(Svg svg, double left, double y) {
        double x = left;
        if (mark.limit().isPresent()) {
            svg.line(x, y - 4, x + 36, y - 4, Stroke.LIMIT);
            svg.text(
                    x + 44,
                    y,
                    "start",
                    Svg.INK,
                    Texts.text("table.limit") + " "
                            + Quantities.text(mark.limit().get()));
            x += 200;
        }
        if (mark.baseline().isPresent()) {
            svg.line(x, y - 4, x + 36, y - 4, Stroke.BASELINE);
            svg.text(
                    x + 44,
                    y,
                    "start",
                    Svg.INK,
                    Texts.text("table.baseline") + " "
                            + Quantities.text(mark.baseline().get()));
        }
    }

    private long most() {
        Stream<Long> values = bars.stream().flatMap(bar -> bar.value().stream().boxed());
        Stream<Long> marks =
                Stream.concat(mark.limit().stream(), mark.baseline().stream()).map(Quantity::value);
        return Stream.concat(values, marks).mapToLong(Long::longValue).max().orElse(1);
    }

    private String description() {
        long with = bars.stream().filter(bar -> bar.value().isPresent()).count();
        StringBuilder text = new StringBuilder(bars.size() + " bars, " + (bars.size() - with) + " without a value.");
        bars.stream()
                .filter(bar -> bar.value().isPresent())
                .min(java.util.Comparator.comparingLong(bar -> bar.value().getAsLong()))
                .ifPresent(bar -> text.append(" Least: ")
                        .append(bar.name())
                        .append(' ')
                        .append(shown(bar))
                        .append('.'));
        return text.toString();
    }
}
