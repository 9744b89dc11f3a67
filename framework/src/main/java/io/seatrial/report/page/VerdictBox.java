package io.seatrial.report.page;

import io.seatrial.report.Kind;
import io.seatrial.report.RunReport;
import io.seatrial.report.Texts;

/** The verdict of a run and the numbers of its results, as a small fragment of a page. */
public final class VerdictBox {
    private VerdictBox() {}

    /** Return the fragment. */
    public static String html(RunReport report) {
        Html html = new Html().open("div", "class", SummaryPage.css(report.outcome()));
        html.leaf("h1", report.outcome().word()).open("p");
        for (Kind kind : Kind.values()) {
            html.text(kind.word() + " " + Counts.of(report.findings(), kind) + " \u00b7 ");
        }
        html.text(Texts.text("page.not-asked.criteria") + " " + Counts.notAsked(report))
                .close();
        if (report.run().virtual()) {
            html.leaf("p", Texts.text("terminal.virtual"));
        }
        report.suspects().stream()
                .findFirst()
                .ifPresent(first -> html.leaf(
                        "p",
                        Texts.text("page.first-suspect") + " " + first.subject() + ": "
                                + Texts.sentence(first.reason())));
        return html.close().toString();
    }
}
