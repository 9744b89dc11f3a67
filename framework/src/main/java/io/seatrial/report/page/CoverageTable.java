package io.seatrial.report.page;

import io.seatrial.measurement.Message;
import io.seatrial.report.Coverage;
import io.seatrial.report.RunReport;
import io.seatrial.report.Texts;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** What was asked and measured, criterion by criterion and tier by tier, with the reason for every gap. */
public final class CoverageTable {
    private static final Comparator<Coverage> ORDER = Comparator.comparing(Coverage::family)
            .thenComparing(Coverage::criterion)
            .thenComparing(Coverage::tier);

    private CoverageTable() {}

    /** Return the table as a fragment of a page; it needs no style to be read. */
    public static String html(RunReport report) {
        if (report.coverage().isEmpty()) {
            return new Html().leaf("p", Texts.text("page.coverage.none")).toString();
        }
        Html html = new Html().leaf("p", sentence(report.coverage())).open("div", "class", "wide");
        html.open("table", "class", "coverage").open("thead").open("tr");
        for (String key : List.of("table.criterion", "table.tier", "table.state", "table.measured", "table.why")) {
            html.leaf("th", Texts.text(key));
        }
        html.close().close().open("tbody");
        report.coverage().stream().sorted(ORDER).forEach(row -> row(html, row));
        return html.close().close().close().toString();
    }

    /** Return one sentence: how many subjects of how many were measured, how many criteria were not asked. */
    public static String sentence(List<Coverage> rows) {
        long asked = rows.stream()
                .filter(Coverage::asked)
                .mapToLong(Coverage::subjects)
                .sum();
        long measured = rows.stream().mapToLong(Coverage::measured).sum();
        long notAsked = rows.stream()
                .filter(row -> !row.asked())
                .map(Coverage::criterion)
                .distinct()
                .count();
        return Texts.sentence(Message.of(
                "page.coverage.sentence",
                "asked",
                asked,
                "measured",
                measured,
                "missing",
                asked - measured,
                "notAsked",
                notAsked));
    }

    private static void row(Html html, Coverage row) {
        html.open("tr", "class", css(row))
                .leaf("td", row.criterion())
                .leaf("td", row.tier())
                .leaf("td", Texts.text(stateKey(row)), "class", "kind")
                .open("td", "class", "measured")
                .markup(bar(row))
                .close()
                .leaf("td", reasons(row))
                .close();
    }

    private static String bar(Coverage row) {
        if (!row.asked()) {
            return Html.escaped("- / " + row.subjects());
        }
        return new Html()
                .text(row.measured() + " / " + row.subjects() + " ")
                .open("meter", "max", Integer.toString(Math.max(1, row.subjects())), "value", "" + row.measured())
                .close()
                .toString();
    }

    private static String reasons(Coverage row) {
        return row.reasons().stream().map(Texts::sentence).distinct().collect(Collectors.joining("; "));
    }

    private static String stateKey(Coverage row) {
        if (!row.asked()) {
            return "page.state.not-asked";
        }
        return row.missing() == 0 && row.subjects() > 0 ? "page.state.measured" : "page.state.not-measured";
    }

    private static String css(Coverage row) {
        if (!row.asked()) {
            return "not-asked";
        }
        return row.missing() == 0 && row.subjects() > 0 ? "passed" : "not-proven";
    }
}
