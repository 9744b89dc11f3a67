package io.seatrial.report.picture;

import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Quantities;
import io.seatrial.report.Texts;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Draws what one port did over time, one small panel per quantity below each other on one time axis; the charts of several ports stand beside
 * each other and have equal axes. Narrow enough for a phone. A value holds for the time between two readings and is drawn so; where there is
 * no reading there is hatching, and no line crosses it.
 */
public final class TimeChart {
    private static final double WIDTH = 360;
    private static final double LEFT = 58;
    private static final double RIGHT = 12;
    private static final double HEAD = 24;
    private static final double NAMES = 15;
    private static final double PANEL_NAME = 22;
    private static final double PLOT = 58;
    private static final double NOTE = 14;
    private static final double CHARACTER = 5.9;
    private static final double LEGEND_CHARACTER = 5.3;

    private final TimeAxis x;
    private final Story story;
    private final ThemedSvg svg;

    /**
     * A value that holds over a stretch of time.
     *
     * @param from ns since the moment called 0
     * @param to ns, more than from
     * @param value in the unit of its panel
     */
    public record Step(long from, long to, long value) {
        public Step {
            if (to <= from) {
                throw new IllegalArgumentException("step: expected an end after " + from + " ns, got " + to);
            }
        }
    }

    /**
     * A named line.
     *
     * @param name for the legend
     * @param steps in the order of time; between two that do not touch nothing is known
     * @param resets moments at which the counter behind it began anew, ns
     * @param atMost whether its values are upper bounds: what lies below is not known, and hatched
     */
    public record Curve(String name, List<Step> steps, List<Long> resets, boolean atMost) {
        public Curve {
            Objects.requireNonNull(name, "name");
            steps = List.copyOf(steps);
            resets = List.copyOf(resets);
        }
    }

    /**
     * One quantity over time.
     *
     * @param name what it is
     * @param unit its unit
     * @param top value at the upper end of the axis, the same in the charts that stand beside each other
     * @param curves at most two, which can be told apart
     * @param nothing why there is no value at all, where there is none
     */
    public record Panel(String name, Unit unit, long top, List<Curve> curves, Optional<String> nothing) {
        public Panel {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(unit, "unit");
            Objects.requireNonNull(nothing, "nothing");
            curves = List.copyOf(curves);
            if (curves.size() > 2 || top <= 0) {
                throw new IllegalArgumentException("panel " + name
                        + ": expected at most 2 curves and a top above 0, got " + curves.size() + " and " + top);
            }
        }

        private Stream<Step> steps() {
            return curves.stream().flatMap(curve -> curve.steps().stream());
        }
    }

    /**
     * A window to be shaded.
     *
     * @param name what was done in it
     * @param from ns
     * @param to ns
     * @param main whether the picture is about it
     */
    public record Shade(String name, long from, long to, boolean main) {}

    /**
     * What the picture tells.
     *
     * @param title the port
     * @param from begin of the axis, ns since the moment called 0
     * @param to its end
     * @param shades windows, in the order of time
     * @param panels at least one
     * @param notes below: which source, how fine
     */
    public record Story(String title, long from, long to, List<Shade> shades, List<Panel> panels, List<String> notes) {
        public Story {
            Objects.requireNonNull(title, "title");
            shades = List.copyOf(shades);
            panels = List.copyOf(panels);
            notes = List.copyOf(notes);
            if (to <= from || panels.isEmpty()) {
                throw new IllegalArgumentException(
                        "time chart '" + title + "': expected a stretch of time and at least one panel");
            }
        }
    }

    private TimeChart(Story story) {
        this.story = story;
        this.x = new TimeAxis(story.from(), story.to(), LEFT, WIDTH - RIGHT);
        this.svg = new ThemedSvg(WIDTH, bottom() + 22 + NOTE * story.notes().size(), story.title(), description());
    }

    /** Return the picture. */
    public static String svg(Story story) {
        return new TimeChart(story).draw();
    }

    private double top(int panel) {
        return HEAD + NAMES + panel * (PANEL_NAME + PLOT) + PANEL_NAME;
    }

    private double bottom() {
        return top(story.panels().size() - 1) + PLOT;
    }

    private String draw() {
        svg.text(10, 17, "start", "st-i", story.title(), "font-size=\"13\" font-weight=\"bold\"");
        shades();
        for (int i = 0; i < story.panels().size(); i++) {
            panel(story.panels().get(i), top(i));
        }
        times();
        double y = bottom() + 30;
        for (String note : story.notes()) {
            svg.text(10, y, "start", "st-s", shortened(note, WIDTH - 16));
            y += NOTE;
        }
        return svg.finish();
    }

    /** The names of windows stand in one line; one that has no room is told by pointing at its window. */
    private void shades() {
        double free = 0;
        for (Shade shade : mainFirst()) {
            double from = x.at(shade.from());
            double wide = Math.max(1, x.at(shade.to()) - from);
            svg.rect(from, HEAD, wide, bottom() - HEAD, shade.main() ? "st-w" : "st-v", shade.name());
            svg.line(from, HEAD, from, bottom(), "st-e").line(from + wide, HEAD, from + wide, bottom(), "st-e");
            if (shade.main()) {
                double room = WIDTH - RIGHT - from;
                free = from + CHARACTER * shade.name().length();
                svg.text(from + 3, HEAD + 11, "start", "st-i", shortened(shade.name(), room));
            } else if (from > free && wide > CHARACTER * 8) {
                svg.text(from + 3, HEAD + 11, "start", "st-s", shortened(shade.name(), wide));
            }
        }
    }

    private List<Shade> mainFirst() {
        return story.shades().stream()
                .filter(shade -> shade.to() >= story.from() && shade.from() <= story.to())
                .sorted(Comparator.comparing(Shade::main).reversed())
                .toList();
    }

    private void panel(Panel panel, double top) {
        Axis y = new Axis(0, panel.top(), false, top + PLOT, top);
        svg.text(10, top - 5, "start", "st-i", panel.name(), "font-weight=\"bold\"");
        scale(panel, y);
        if (panel.steps().findAny().isEmpty()) {
            nothing(panel, top);
            return;
        }
        legend(panel, top - 5);
        gaps(panel, top);
        for (int i = 0; i < panel.curves().size(); i++) {
            below(panel.curves().get(i), y);
            svg.path(line(panel.curves().get(i).steps(), y), i == 0 ? "st-a" : "st-b");
        }
        panel.curves().stream()
                .flatMap(curve -> curve.resets().stream())
                .distinct()
                .filter(x::holds)
                .forEach(reset -> reset(x.at(reset), top));
    }

    private void scale(Panel panel, Axis y) {
        List<Long> ticks = List.of(0L, panel.top() / 2, panel.top());
        List<String> labels = y.labels(ticks, panel.unit());
        for (int i = 0; i < ticks.size(); i++) {
            double at = y.at(ticks.get(i));
            svg.line(LEFT, at, WIDTH - RIGHT, at, "st-l");
            if (i != 1) {
                svg.text(LEFT - 4, at + (i == 0 ? 0 : 8), "end", "st-s", labels.get(i));
            }
        }
    }

    private void nothing(Panel panel, double top) {
        svg.hatch(LEFT, top, x.to() - LEFT, PLOT);
        String text = panel.nothing().orElseGet(() -> Texts.text("picture.no-value"));
        String shown = shortened(text, x.to() - LEFT - 16);
        svg.rect(LEFT + 6, top + PLOT / 2 - 10, CHARACTER * shown.length() + 8, 18, "st-g", text);
        svg.text(LEFT + 10, top + PLOT / 2 + 3, "start", "st-i", shown);
    }

    private void legend(Panel panel, double y) {
        double right = WIDTH - RIGHT;
        for (int i = panel.curves().size() - 1; i >= 0; i--) {
            boolean nothing = panel.curves().get(i).steps().isEmpty();
            String name = panel.curves().get(i).name() + (nothing ? ": " + Texts.text("picture.no-value") : "");
            svg.text(right, y, "end", "st-s", name);
            double left = right - LEGEND_CHARACTER * name.length() - 6;
            if (!nothing) {
                svg.line(left - 18, y - 4, left, y - 4, i == 0 ? "st-a" : "st-b");
            }
            right = left - (nothing ? 8 : 28);
        }
    }

    /** Hatch every stretch of the axis of which no curve knows anything. */
    private void gaps(Panel panel, double top) {
        long known = story.from();
        for (Step step :
                panel.steps().sorted(Comparator.comparingLong(Step::from)).toList()) {
            gap(known, Math.min(step.from(), story.to()), top);
            known = Math.max(known, step.to());
        }
        gap(known, story.to(), top);
    }

    private void gap(long from, long to, double top) {
        double wide = x.at(to) - x.at(from);
        if (to > from && wide >= 1) {
            svg.hatch(x.at(from), top, wide, PLOT);
        }
    }

    private void below(Curve curve, Axis y) {
        if (curve.atMost()) {
            curve.steps().stream()
                    .filter(step -> step.value() > 0 && step.to() > story.from() && step.from() < story.to())
                    .forEach(step -> svg.hatch(
                            x.at(step.from()),
                            y.at(step.value()),
                            x.at(step.to()) - x.at(step.from()),
                            y.at(0) - y.at(step.value())));
        }
    }

    private String line(List<Step> steps, Axis y) {
        StringBuilder path = new StringBuilder();
        long end = Long.MIN_VALUE;
        for (Step step : steps) {
            if (step.to() <= story.from() || step.from() >= story.to()) {
                continue;
            }
            String height = Svg.n(y.at(step.value()));
            path.append(step.from() == end ? "V" + height : "M" + Svg.n(x.at(step.from())) + " " + height);
            path.append('H').append(Svg.n(x.at(step.to())));
            end = step.to();
        }
        return path.toString();
    }

    private void reset(double at, double top) {
        svg.line(at, top, at, top + PLOT, "st-r");
        boolean left = at > WIDTH - 60;
        svg.text(at + (left ? -4 : 4), top + 10, left ? "end" : "start", "st-i", Texts.text("picture.reset"));
    }

    private void times() {
        List<Long> ticks = x.ticks();
        List<String> labels = x.labels();
        for (int i = 0; i < ticks.size(); i++) {
            double at = x.at(ticks.get(i));
            svg.line(at, bottom(), at, bottom() + 4, "st-l");
            svg.text(at, bottom() + 15, at > WIDTH - 30 ? "end" : "middle", "st-s", labels.get(i));
        }
    }

    private String description() {
        StringBuilder text = new StringBuilder();
        for (Panel panel : story.panels()) {
            text.append(panel.name()).append(':');
            if (panel.steps().findAny().isEmpty()) {
                text.append(' ').append(panel.nothing().orElseGet(() -> Texts.text("picture.no-value")));
            }
            panel.curves().forEach(curve -> text.append(said(curve, panel.unit())));
            text.append(". ");
        }
        return text.toString().strip();
    }

    private static String said(Curve curve, Unit unit) {
        Optional<String> most = curve.steps().stream()
                .map(Step::value)
                .max(Long::compare)
                .map(value -> " " + curve.name() + " at most " + Quantities.text(new Quantity(value, unit)));
        String resets = curve.resets().isEmpty() ? "" : ", " + curve.resets().size() + " resets";
        return most.map(text -> text + resets + ";").orElse("");
    }

    private static String shortened(String text, double room) {
        int fits = Math.max(1, (int) (room / CHARACTER));
        return text.length() <= fits ? text : text.substring(0, fits - 1) + "\u2026";
    }
}
