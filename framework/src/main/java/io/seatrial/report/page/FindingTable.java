package io.seatrial.report.page;

import io.seatrial.report.Finding;
import io.seatrial.report.Kind;
import io.seatrial.report.Numbers;
import io.seatrial.report.Texts;
import java.util.List;

/** A table of findings: verdict, criterion, subject, number, limit, baseline. */
final class FindingTable {
    private FindingTable() {}

    static String html(List<Finding> findings) {
        Html html = new Html().open("div", "class", "wide").open("table");
        html.open("thead").open("tr");
        for (String key : List.of("table.verdict", "table.criterion", "table.subject")) {
            html.leaf("th", Texts.text(key));
        }
        for (String key : List.of("table.seen", "table.limit", "table.baseline")) {
            html.leaf("th", Texts.text(key), "class", "number");
        }
        html.close().close().open("tbody");
        findings.forEach(finding -> row(html, finding));
        return html.close().close().close().toString();
    }

    private static void row(Html html, Finding finding) {
        Kind kind = Kind.of(finding.judgement().verdict());
        Numbers numbers = Numbers.of(finding.judgement().verdict());
        html.open("tr", "class", kind.css())
                .leaf("td", kind.mark() + " " + kind.word(), "class", "kind")
                .leaf("td", finding.judgement().criterion())
                .leaf("td", finding.judgement().subject().name());
        for (String number : List.of(numbers.seen(), numbers.limit(), numbers.baseline())) {
            html.leaf("td", number, "class", "number");
        }
        html.close();
        html.open("tr", "class", "sentence")
                .open("td")
                .close()
                .leaf("td", Texts.sentence(finding.judgement().verdict()), "colspan", "5")
                .close();
    }
}
