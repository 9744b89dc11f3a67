package io.seatrial.report.page;

import io.seatrial.archive.signoff.PreviousRecord;
import io.seatrial.archive.signoff.SignOffRecord;
import io.seatrial.report.Outcome;
import io.seatrial.report.Texts;
import io.seatrial.report.signoff.SignOffText;
import java.util.Arrays;

/**
 * The page of a signed record: what is accepted or not, by which runs, against what, and all that is not simply passed. One file that loads
 * nothing, well-formed for the printer too.
 */
public final class SignOffPage {
    private final SignOffRecord record;
    private final PreviousRecord previous;
    private final Html html = new Html();

    private SignOffPage(SignOffRecord record, PreviousRecord previous) {
        this.record = record;
        this.previous = previous;
    }

    /** Return the page. */
    public static String html(SignOffRecord record, PreviousRecord previous) {
        String body = new SignOffPage(record, previous).body();
        String title = record.verdict() + " - " + record.cluster().name() + " - " + record.id();
        return Templates.filled(
                "signoff.html", "title", Html.escaped(title), "style", Templates.text("signoff.css"), "body", body);
    }

    private String body() {
        SignOffTables tables = new SignOffTables(record);
        head();
        section("signoff.page.runs", tables.runs());
        section("signoff.page.results", tables.criteria());
        section("signoff.page.exceptions", tables.exceptions());
        section("signoff.page.waivers", tables.waivers());
        section("signoff.page.limits", tables.limits());
        section("signoff.page.proofs", tables.proofs());
        section("signoff.page.not-asked", tables.notAsked());
        check();
        return html.toString();
    }

    private void head() {
        html.open("div", "class", "head " + css());
        html.leaf("h1", record.verdict());
        SignOffText.warnings(record).forEach(warning -> html.leaf("p", warning, "class", "warning"));
        html.leaf("p", SignOffText.what(record), "class", "what");
        html.open("ul", "class", "counts");
        SignOffRecord.Counts counts = record.counts();
        count("failed", counts.failed());
        count("not-proven", counts.notProven());
        count(SignOffRecord.NOT_COVERED, counts.notCovered());
        count("waived", counts.waived());
        count("watch", counts.watch());
        count("passed", counts.passed());
        html.close().close();
    }

    private void count(String kind, int count) {
        html.open("li", "class", count == 0 ? "none" : kind)
                .leaf("b", Integer.toString(count))
                .text(" " + SignOffText.kind(kind))
                .close();
    }

    private String css() {
        return Arrays.stream(Outcome.values())
                .filter(outcome -> outcome.word().equals(record.verdict()))
                .findFirst()
                .map(SummaryPage::css)
                .orElse("not-proven");
    }

    private void check() {
        html.leaf("h2", Texts.text("signoff.page.check"))
                .leaf("p", SignOffText.chain(previous, false))
                .leaf("p", Texts.text("signoff.page.how"))
                .leaf("pre", "seatrial verify DIR --signers allowed_signers");
        html.open("dl");
        fact("cluster.yaml", record.cluster().hash());
        fact("criteria.yaml", record.criteria().sha256());
        fact("seatrial", record.version());
        html.close();
    }

    private void fact(String name, String value) {
        html.leaf("dt", name).leaf("dd", value);
    }

    private void section(String titleKey, String content) {
        html.leaf("h2", Texts.text(titleKey)).markup(content);
    }
}
