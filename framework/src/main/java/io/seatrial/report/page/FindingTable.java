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
                .open("td")
                .text(finding.judgement().criterion())
                .markup(fabric(finding))
                .close()
                .leaf("td", finding.judgement().subject().name());
        html.leaf("td", numbers.seen(), "class", "number");
        html.open("td", "class", "number").text(numbers.limit());
        if (!numbers.provisional().isEmpty()) {
            html.leaf(
                    "span", " " + Texts.text("page.provisional") + " " + numbers.provisional(), "class", "provisional");
        }
        html.close().leaf("td", numbers.baseline(), "class", "number").close();
        html.open("tr", "class", "sentence")
                .open("td")
                .close()
                .leaf("td", Texts.sentence(finding.judgement().verdict()), "colspan", "5")
                .close();
    }

    private static String fabric(Finding finding) {
        String fabric = finding.labels().getOrDefault(Finding.FABRIC, "");
        return fabric.isEmpty()
                ? ""
                : new Html().leaf("span", " " + fabric, "class", "fabric").toString();
    }
}
