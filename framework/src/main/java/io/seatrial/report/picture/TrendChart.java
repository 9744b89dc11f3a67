package io.seatrial.report.picture;

import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Quantities;
import io.seatrial.report.Texts;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Draws one series over runs, in equal steps from the oldest to the newest: a dot for the median of a run's rounds, a bar from the least to the
 * most of them, and what is usual as a dashed line. A run that asked and got nothing is hatched; no line crosses it. The axis does not begin
 * at 0, since a few per cent are what one looks for; its ends are written.
 */
public final class TrendChart {
    private static final String STYLE = """
            .st-m{stroke:var(--i);stroke-width:1.2;stroke-dasharray:6 3;fill:none}.st-n{stroke:var(--a);stroke-width:1;fill:none}
            .st-p{fill:var(--a)}.st-q{fill:var(--b)}
            """;

    private static final double WIDTH = 480;
    private static final double LEFT = 74;
    private static final double RIGHT = 12;
    private static final double HEAD = 32;
    private static final double PLOT = 120;
    private static final double FOOT = 24;
    private static final double NOTE = 15;
    private static final double CHARACTER = 5.9;
    private static final double DOT = 5;

    private final Story story;
    private final Axis y;
    private final ThemedSvg svg;

    /**
     * What a run gave.
     *
     * @param median over its rounds
     * @param least the least
     * @param most the most
     */
    public record Value(long median, long least, long most) {}

    /**
     * A run.
     *
     * @param name of the run, told when its dot is pointed at
     * @param day when it began, for the axis
     * @param asked whether it asked at all
     * @param value what it gave
     */
    public record Dot(String name, String day, boolean asked, Optional<Value> value) {
        public Dot {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(day, "day");
            Objects.requireNonNull(value, "value");
        }
    }

    /**
     * What the picture tells.
     *
     * @param title the subject
     * @param unit of the values
     * @param dots oldest first, at least one with a value
     * @param usual what earlier runs gave in the middle, empty where there are too few
     * @param notes below
     */
    public record Story(String title, Unit unit, List<Dot> dots, OptionalLong usual, List<String> notes) {
        public Story {
            Objects.requireNonNull(title, "title");
            Objects.requireNonNull(unit, "unit");
            Objects.requireNonNull(usual, "usual");
            dots = List.copyOf(dots);
            notes = List.copyOf(notes);
            if (dots.stream().noneMatch(dot -> dot.value().isPresent())) {
                throw new IllegalArgumentException("trend chart '" + title + "': expected at least one value");
            }
        }

        private List<Value> values() {
            return dots.stream().flatMap(dot -> dot.value().stream()).toList();
        }
    }

    private TrendChart(Story story) {
        this.story = story;
        this.y = axis(story);
        double height = HEAD + PLOT + FOOT + NOTE * story.notes().size() + 4;
        this.svg = new ThemedSvg(WIDTH, height, story.title(), description(), STYLE);
    }

    /** Return the picture. */
    public static String svg(Story story) {
        return new TrendChart(story).draw();
    }

    private static Axis axis(Story story) {
        long least = story.values().stream().mapToLong(Value::least).min().orElseThrow();
        long most = story.values().stream().mapToLong(Value::most).max().orElseThrow();
        long low = Math.min(least, story.usual().orElse(least));
        long high = Math.max(most, story.usual().orElse(most));
        long air = Math.max(1, (high - low) / 10);
        return new Axis(Math.max(0, low - air), high + air, false, HEAD + PLOT, HEAD);
    }

    private double x(int dot) {
        double step = (WIDTH - LEFT - RIGHT) / story.dots().size();
        return LEFT + step * (dot + 0.5);
    }

    private String draw() {
        svg.text(10, 17, "start", "st-i", shortened(story.title()), "font-size=\"13\" font-weight=\"bold\"");
        scale();
        story.usual().ifPresent(usual -> svg.line(LEFT, y.at(usual), WIDTH - RIGHT, y.at(usual), "st-m"));
        gaps();
        svg.path(line(), "st-a");
        for (int i = 0; i < story.dots().size(); i++) {
            dot(i, story.dots().get(i));
        }
        days();
        double at = HEAD + PLOT + FOOT + NOTE - 5;
        for (String note : story.notes()) {
            svg.text(10, at, "start", "st-s", shortened(note));
            at += NOTE;
        }
        return svg.finish();
    }

    private void scale() {
        List<Long> ends = List.of(y.low(), y.high());
        List<String> labels = y.labels(ends, story.unit());
        for (int i = 0; i < ends.size(); i++) {
            double at = y.at(ends.get(i));
            svg.line(LEFT, at, WIDTH - RIGHT, at, "st-l");
            svg.text(LEFT - 4, at + (i == 0 ? 0 : 8), "end", "st-s", labels.get(i));
        }
    }

    private void gaps() {
        double wide = (WIDTH - LEFT - RIGHT) / story.dots().size();
        for (int i = 0; i < story.dots().size(); i++) {
            if (story.dots().get(i).asked() && story.dots().get(i).value().isEmpty()) {
                svg.hatch(x(i) - wide / 2, HEAD, wide, PLOT);
            }
        }
    }

    private String line() {
        StringBuilder path = new StringBuilder();
        boolean open = false;
        for (int i = 0; i < story.dots().size(); i++) {
            Optional<Value> value = story.dots().get(i).value();
            if (value.isPresent()) {
                path.append(open ? "L" : "M").append(Svg.n(x(i))).append(' ');
                path.append(Svg.n(y.at(value.get().median())));
            }
            open = value.isPresent();
        }
        return path.toString();
    }

    private void dot(int number, Dot dot) {
        if (dot.value().isEmpty()) {
            return;
        }
        Value value = dot.value().get();
        double at = x(number);
        svg.line(at, y.at(value.least()), at, y.at(value.most()), "st-n");
        boolean last = number == story.dots().size() - 1;
        svg.rect(
                at - DOT / 2,
                y.at(value.median()) - DOT / 2,
                DOT,
                DOT,
                last ? "st-q" : "st-p",
                dot.name() + ": " + text(value.median()));
    }

    private void days() {
        double at = HEAD + PLOT + 15;
        List<Dot> dots = story.dots();
        svg.text(LEFT, at, "start", "st-s", dots.get(0).day());
        if (dots.size() > 1) {
            svg.text(WIDTH - RIGHT, at, "end", "st-s", dots.get(dots.size() - 1).day());
        }
    }

    private String description() {
        StringBuilder text = new StringBuilder();
        story.dots()
                .forEach(dot -> text.append(dot.name())
                        .append(' ')
                        .append(dot.value()
                                .map(value -> text(value.median()))
                                .orElseGet(() -> Texts.text(dot.asked() ? "picture.no-value" : "trends.not-asked")))
                        .append("; "));
        return text.toString().strip();
    }

    private String text(long value) {
        return Quantities.text(new Quantity(value, story.unit()));
    }

    private static String shortened(String text) {
        int fits = (int) ((WIDTH - 20) / CHARACTER);
        return text.length() <= fits ? text : text.substring(0, fits - 1) + "\u2026";
    }
}
