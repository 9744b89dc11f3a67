package io.seatrial.report.page;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SizeCurve.Point;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Kind;
import io.seatrial.report.Quantities;
import io.seatrial.report.RunReport;
import io.seatrial.report.Texts;
import io.seatrial.report.collectives.AskCurves;
import io.seatrial.report.collectives.CurvePicture;
import io.seatrial.report.collectives.GroupCurve;
import java.util.List;
import java.util.Optional;

/** What collectives gave: for each ask its curves over sizes and a table of its groups, the worst first. Nothing where none were asked. */
final class CollectivesSection {
    /** Groups that are seen without unfolding. */
    private static final int WORST = 8;

    private static final long PPM = 1_000_000;

    private static final List<String> NUMBERS = List.of(
            "collectives.size",
            "collectives.bus",
            "collectives.limit",
            "collectives.bound",
            "collectives.share",
            "collectives.slowest",
            "collectives.wrong",
            "collectives.attempts");

    private final Html html = new Html();

    private CollectivesSection() {}

    /** Return the section, empty where the run asked no collective: its style comes with it, so that other pages do not change. */
    static String html(RunReport report) {
        return report.collectives().isEmpty() ? "" : new CollectivesSection().section(report);
    }

    private String section(RunReport report) {
        html.open("section", "class", "collectives")
                .markup("<style>\n" + Templates.text("collectives.css") + "</style>\n");
        html.leaf("h2", Texts.text("collectives.title")).leaf("p", Texts.text("collectives.note"), "class", "note");
        report.collectives().asks().forEach(this::ask);
        return html.close().toString();
    }

    private void ask(AskCurves ask) {
        html.leaf("h3", ask.ask()).leaf("p", coverage(ask), "class", "note");
        CurvePicture.of(ask)
                .ifPresent(
                        svg -> html.open("figure", "class", "wide").markup(svg).close());
        List<GroupCurve> groups = ask.groups();
        table(groups.subList(0, Math.min(WORST, groups.size())), "collectives.group");
        if (groups.size() > WORST) {
            folded("collectives.others", groups.subList(WORST, groups.size()), "collectives.group");
        }
        if (!ask.steps().isEmpty()) {
            folded("collectives.steps", ask.steps(), "collectives.step");
        }
    }

    private static String coverage(AskCurves ask) {
        return Texts.sentence(
                Message.of("collectives.coverage", "groups", (long) ask.groups().size(), "measured", (long)
                        ask.drawn().size()));
    }

    private void folded(String key, List<GroupCurve> groups, String head) {
        html.open("details").leaf("summary", Texts.text(key) + " " + groups.size());
        table(groups, head);
        html.close();
    }

    private void table(List<GroupCurve> groups, String head) {
        html.open("div", "class", "wide").open("table");
        html.open("thead").open("tr").leaf("th", Texts.text("table.verdict")).leaf("th", Texts.text(head));
        NUMBERS.forEach(key -> html.leaf("th", Texts.text(key), "class", "number"));
        html.close().close().open("tbody");
        groups.forEach(this::row);
        html.close().close().close();
    }

    private void row(GroupCurve group) {
        Optional<Kind> kind = group.verdict().map(Kind::of);
        html.open("tr", "class", kind.map(Kind::css).orElse(""))
                .leaf("td", kind.map(k -> k.mark() + " " + k.word()).orElse("-"), "class", "kind")
                .leaf("td", group.group());
        group.worst().ifPresentOrElse(at -> numbers(group, at), () -> nothing(group));
        number(Integer.toString(group.attempts()));
        html.close();
    }

    private void numbers(GroupCurve group, GroupCurve.Worst at) {
        Point point = at.point();
        number(Quantities.text(new Quantity(point.bytes(), Unit.BYTES)));
        number(bandwidth(at.seen()));
        number(at.edge().map(CollectivesSection::limit).orElse("-"));
        number(group.bound().map(bound -> bandwidth(bound.value())).orElse("-"));
        number(group.bound().map(bound -> share(at.seen(), bound.value())).orElse("-"));
        number(group.slowest(point).orElse(Texts.text("collectives.not-told")));
        number(wrong(group));
    }

    /** The sentence of the verdict says why. */
    private void nothing(GroupCurve group) {
        html.leaf("td", group.verdict().map(Texts::sentence).orElse(Texts.text("picture.no-value")), "colspan", "7");
    }

    private void number(String text) {
        html.leaf("td", text, "class", "number");
    }

    private static String limit(GroupCurve.Edge edge) {
        boolean provisional =
                edge.row().grade().provisional() || edge.row().approval().isEmpty();
        return bandwidth(edge.fail()) + (provisional ? " [" + edge.row().grade().name() + "]" : "");
    }

    /** Of all sizes, since a single wrong result outranks every bandwidth. */
    private static String wrong(GroupCurve group) {
        if (!group.curve().orElseThrow().isChecked()) {
            return Texts.text("collectives.unchecked");
        }
        return Long.toString(group.curve().orElseThrow().points().stream()
                .mapToLong(point -> point.wrong().orElse(0L))
                .sum());
    }

    private static String share(long seen, long bound) {
        double share = Math.round((double) seen / bound * PPM / 1_000) * 1_000.0;
        return Quantities.text(new Quantity((long) share, Unit.PARTS_PER_MILLION));
    }

    private static String bandwidth(long value) {
        return Quantities.column(List.of(new Quantity(value, Unit.BYTES_PER_SECOND)))
                .get(0);
    }
}
