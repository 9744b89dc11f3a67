package io.seatrial.report.picture;

import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Quantities;
import io.seatrial.report.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Draws bus bandwidth over the size of an operation: the worst groups as named lines, others as thin ones, what bounds them, and a mark where
 * a limit is declared. Sizes have equal steps for equal ratios; the bandwidth starts at 0, so that a dip is as deep as it looks.
 */
public final class SizeChart {
    /** Named lines that can be told apart by colour and dash. */
    public static final int NAMED = 4;

    /** Green and purple of Okabe and Ito beside the blue and orange of every picture; bounds are ink, limits and wrong results vermilion. */
    private static final String STYLE = """
            .st{--p:#00795a;--q:#a8487f;--y:#b3390b}
            @media(prefers-color-scheme:dark){.st{--p:#4cc9a2;--q:#e0a0c8;--y:#ff9a73}}
            .st-p{stroke:var(--p);stroke-width:2;stroke-dasharray:2 2;fill:none}
            .st-q{stroke:var(--q);stroke-width:2;stroke-dasharray:9 3 2 3;fill:none}
            .st-u{stroke:var(--i);stroke-width:1.5;stroke-dasharray:10 4;fill:none}.st-y{stroke:var(--y);stroke-width:3;fill:none}
            """;

    private static final double WIDTH = 640;
    private static final double LEFT = 70;
    private static final double RIGHT = 16;
    private static final double HEAD = 34;
    private static final double PLOT = 220;
    private static final double AXIS = 34;
    private static final double ROW = 16;
    private static final double CHARACTER = 5.9;
    private static final double MARK = 9;
    private static final int TICKS = 9;
    private static final String[] LINES = {"st-a", "st-b", "st-p", "st-q"};

    private final Story story;
    private final Axis x;
    private final Axis y;
    private final ThemedSvg svg;

    /**
     * A size.
     *
     * @param bytes of one operation
     * @param value bus bandwidth, B/s
     * @param wrong whether its result was not what it must be
     */
    public record Dot(long bytes, long value, boolean wrong) {}

    /**
     * A group.
     *
     * @param name for the legend
     * @param dots by size, at least one
     */
    public record Line(String name, List<Dot> dots) {
        public Line {
            Objects.requireNonNull(name, "name");
            dots = List.copyOf(dots);
            if (dots.isEmpty()) {
                throw new IllegalArgumentException("size chart: expected at least one size of " + name);
            }
        }
    }

    /**
     * What cannot be exceeded.
     *
     * @param value bus bandwidth, B/s
     * @param name how it comes about
     */
    public record Level(long value, String name) {}

    /**
     * A declared limit.
     *
     * @param bytes for which size
     * @param value bus bandwidth, B/s
     */
    public record Limit(long bytes, long value) {}

    /**
     * What the picture tells.
     *
     * @param title of the picture
     * @param lines at most {@value #NAMED}, the worst first
     * @param others drawn thin, without names
     * @param levels bounds
     * @param limits declared limits
     * @param notes below
     */
    public record Story(
            String title,
            List<Line> lines,
            List<Line> others,
            List<Level> levels,
            List<Limit> limits,
            List<String> notes) {
        public Story {
            Objects.requireNonNull(title, "title");
            lines = List.copyOf(lines);
            others = List.copyOf(others);
            levels = List.copyOf(levels);
            limits = List.copyOf(limits);
            notes = List.copyOf(notes);
            if (lines.isEmpty() || lines.size() > NAMED) {
                throw new IllegalArgumentException(
                        "size chart '" + title + "': expected 1 to " + NAMED + " named lines, got " + lines.size());
            }
        }

        private Stream<Dot> dots() {
            return Stream.concat(lines.stream(), others.stream()).flatMap(line -> line.dots().stream());
        }
    }

    private SizeChart(Story story) {
        this.story = story;
        this.x = sizes(story);
        this.y = Axis.fromZero(largest(story), HEAD + PLOT, HEAD);
        int rows =
                story.lines().size() + story.levels().size() + (story.limits().isEmpty() ? 0 : 1);
        double height = HEAD + PLOT + AXIS + ROW * (rows + story.notes().size()) + 6;
        this.svg = new ThemedSvg(WIDTH, height, story.title(), description(), STYLE);
    }

    /** Return the picture. */
    public static String svg(Story story) {
        return new SizeChart(story).draw();
    }

    private static Axis sizes(Story story) {
        long least = sizesOf(story).min().orElse(1);
        long most = sizesOf(story).max().orElse(2);
        long low = Math.max(1, least);
        return new Axis(
                least == most ? Math.max(1, low / 2) : low,
                Math.max(low + 1, least == most ? most * 2 : most),
                true,
                LEFT + MARK,
                WIDTH - RIGHT - MARK);
    }

    private static LongStream sizesOf(Story story) {
        return LongStream.concat(
                story.dots().mapToLong(Dot::bytes), story.limits().stream().mapToLong(Limit::bytes));
    }

    private static long largest(Story story) {
        return Stream.of(
                        story.dots().map(Dot::value),
                        story.levels().stream().map(Level::value),
                        story.limits().stream().map(Limit::value))
                .flatMap(values -> values)
                .max(Long::compare)
                .orElse(1L);
    }

    private String draw() {
        svg.text(
                10, 17, "start", "st-i", shortened(story.title(), WIDTH - 20), "font-size=\"13\" font-weight=\"bold\"");
        scales();
        story.others().forEach(line -> svg.path(path(line), "st-e"));
        story.levels()
                .forEach(level -> svg.line(LEFT, y.at(level.value()), WIDTH - RIGHT, y.at(level.value()), "st-u"));
        for (int i = story.lines().size() - 1; i >= 0; i--) {
            line(story.lines().get(i), LINES[i]);
        }
        story.limits().forEach(this::limit);
        double at = HEAD + PLOT + AXIS + ROW - 4;
        for (String note : legend(at)) {
            svg.text(10, at + ROW * legendRows(), "start", "st-s", shortened(note, WIDTH - 20));
            at += ROW;
        }
        return svg.finish();
    }

    private int legendRows() {
        return story.lines().size() + story.levels().size() + (story.limits().isEmpty() ? 0 : 1);
    }

    private void scales() {
        List<Long> ticks = y.ticks();
        List<String> labels = y.labels(ticks, Unit.BYTES_PER_SECOND);
        for (int i = 0; i < ticks.size(); i++) {
            double at = y.at(ticks.get(i));
            svg.line(LEFT, at, WIDTH - RIGHT, at, "st-l");
            svg.text(LEFT - 4, at + 4, "end", "st-s", labels.get(i));
        }
        for (long bytes : sizeTicks()) {
            svg.line(x.at(bytes), HEAD + PLOT, x.at(bytes), HEAD + PLOT + 4, "st-l");
            svg.text(x.at(bytes), HEAD + PLOT + 16, "middle", "st-s", size(bytes));
        }
        svg.text(WIDTH - RIGHT, HEAD + PLOT + 29, "end", "st-s", Texts.text("picture.size"));
    }

    /** Powers of two, so many apart that their names have room; sizes themselves where there are few. */
    private List<Long> sizeTicks() {
        List<Long> sizes = sizesOf(story).distinct().sorted().boxed().toList();
        if (sizes.size() <= TICKS && apart(sizes)) {
            return sizes;
        }
        int doublings = Math.max(1, (int) Math.ceil(Math.log((double) x.high() / x.low()) / Math.log(2) / TICKS));
        List<Long> ticks = new ArrayList<>();
        long first = Long.highestOneBit(x.low()) < x.low() ? Long.highestOneBit(x.low()) * 2 : x.low();
        for (long tick = first; tick <= x.high() && tick > 0; tick <<= doublings) {
            ticks.add(tick);
        }
        return ticks;
    }

    private boolean apart(List<Long> sizes) {
        for (int i = 1; i < sizes.size(); i++) {
            if (x.at(sizes.get(i)) - x.at(sizes.get(i - 1)) < CHARACTER * 9) {
                return false;
            }
        }
        return true;
    }

    private void line(Line line, String css) {
        svg.path(path(line), css);
        line.dots().stream().filter(Dot::wrong).forEach(this::wrong);
    }

    /** A single size has no line: a short stroke stands for it. */
    private String path(Line line) {
        StringBuilder path = new StringBuilder();
        for (Dot dot : line.dots()) {
            path.append(path.isEmpty() ? "M" : "L")
                    .append(Svg.n(x.at(dot.bytes())))
                    .append(' ')
                    .append(Svg.n(y.at(dot.value())));
        }
        return line.dots().size() > 1 ? path.toString() : path + "h" + Svg.n(MARK);
    }

    private void wrong(Dot dot) {
        double across = x.at(dot.bytes());
        double up = y.at(dot.value());
        svg.line(across - 5, up - 5, across + 5, up + 5, "st-y").line(across - 5, up + 5, across + 5, up - 5, "st-y");
        svg.text(across - 8, up - 6, "end", "st-i", Texts.text("picture.wrong"));
    }

    private void limit(Limit limit) {
        double across = x.at(limit.bytes());
        double up = y.at(limit.value());
        svg.line(across - MARK, up, across + MARK, up, "st-y");
    }

    /** One line each for the named groups, the bounds and the limits; returns the notes that follow. */
    private List<String> legend(double at) {
        double row = at;
        for (int i = 0; i < story.lines().size(); i++) {
            row = entry(row, LINES[i], named(story.lines().get(i)));
        }
        for (Level level : story.levels()) {
            row = entry(row, "st-u", bound(level));
        }
        if (!story.limits().isEmpty()) {
            entry(row, "st-y", Texts.text("picture.limits") + " " + limits());
        }
        return story.notes();
    }

    private double entry(double at, String css, String text) {
        svg.line(10, at - 4, 38, at - 4, css);
        svg.text(44, at, "start", "st-i", shortened(text, WIDTH - 54));
        return at + ROW;
    }

    private static String named(Line line) {
        Dot last = line.dots().get(line.dots().size() - 1);
        return line.name() + ": " + text(last.value()) + " " + Texts.text("picture.at") + " " + size(last.bytes());
    }

    private static String bound(Level level) {
        return Texts.text("picture.bound") + " " + text(level.value()) + ": " + level.name();
    }

    private String limits() {
        return story.limits().stream()
                .map(limit -> text(limit.value()) + " " + Texts.text("picture.at") + " " + size(limit.bytes()))
                .distinct()
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }

    private String description() {
        StringBuilder text = new StringBuilder();
        story.lines().forEach(line -> text.append(named(line)).append("; "));
        story.levels().forEach(level -> text.append(bound(level)).append("; "));
        return text.append(Texts.text("picture.limits"))
                .append(' ')
                .append(limits())
                .append('.')
                .toString();
    }

    private static String text(long bandwidth) {
        return Quantities.text(new Quantity(bandwidth, Unit.BYTES_PER_SECOND));
    }

    private static String size(long bytes) {
        return Quantities.text(new Quantity(bytes, Unit.BYTES));
    }

    private static String shortened(String text, double room) {
        int fits = Math.max(1, (int) (room / CHARACTER));
        return text.length() <= fits ? text : text.substring(0, fits - 1) + "\u2026";
    }
}
