package io.seatrial.report.page;

import io.seatrial.archive.history.Mover;
import io.seatrial.archive.history.Movers;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.RunReport;
import io.seatrial.report.Texts;
import io.seatrial.report.trends.TrendPicture;
import io.seatrial.report.trends.Trends;
import java.util.List;
import java.util.Locale;

/** What moved since earlier runs: the worst few with their series. Nothing where no history is kept. */
final class TrendsSection {
    /** Names of silent series that are written out. */
    private static final int SILENT = 10;

    private static final long PPM = 1_000_000;

    private final Html html = new Html();

    private TrendsSection() {}

    /** Return the section, empty where there is no history. */
    static String html(RunReport report) {
        return report.trends().isEmpty() ? "" : new TrendsSection().section(report.trends());
    }

    private String section(Trends trends) {
        html.open("section", "class", "trends").leaf("h2", Texts.text("trends.title"));
        html.leaf(
                "p",
                Texts.sentence(Message.of(
                        "trends.note",
                        "series",
                        (long) trends.series(),
                        "runs",
                        (long) trends.runs() - 1,
                        "screen",
                        decimal(Movers.SCREEN))),
                "class",
                "note");
        if (trends.shown().isEmpty()) {
            html.leaf("p", Texts.text("trends.nothing"));
        }
        trends.shown().forEach(this::shown);
        silent(trends.silent());
        return html.close().toString();
    }

    private void shown(Trends.Shown shown) {
        html.leaf("p", Texts.sentence(sentence(shown.mover())));
        html.open("figure").markup(TrendPicture.of(shown.trend())).close();
    }

    private static Message sentence(Mover mover) {
        Unit unit = mover.of().metric().unit();
        return Message.of(
                "trends.mover",
                "subject",
                mover.subject().toString(),
                "ask",
                mover.of().ask(),
                "seen",
                new Quantity(mover.seen(), unit),
                "usual",
                new Quantity(mover.usual(), unit),
                "worse",
                share(mover.worse()),
                "scatter",
                share(mover.spread()),
                "score",
                decimal(mover.score()));
    }

    private void silent(List<String> names) {
        if (!names.isEmpty()) {
            html.leaf(
                    "p",
                    Texts.sentence(Message.of(
                            "trends.silent",
                            "count",
                            (long) names.size(),
                            "first",
                            String.join(", ", names.subList(0, Math.min(SILENT, names.size()))))));
        }
    }

    private static Quantity share(double share) {
        return new Quantity(Math.round(share * PPM), Unit.PARTS_PER_MILLION);
    }

    private static String decimal(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }
}
