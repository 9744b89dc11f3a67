package io.seatrial.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Verdict;
import io.seatrial.report.Coverage;
import io.seatrial.report.Finding;
import io.seatrial.report.Outcome;
import io.seatrial.report.RunReport;
import io.seatrial.report.SampleRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SummaryPageTest {
    private static final Pattern BARE_KEY =
            Pattern.compile("[>\\s](page|table|word|facts|terminal|picture)\\.[a-z-]+[.<]");
    private static final Optional<Path> NO_DETAILS = Optional.empty();

    @Test
    void shows_what_a_signature_needs() {
        String page = SummaryPage.html(SampleRun.ofLinks(8), Optional.of(Path.of("x/index.html")));
        assertThat(page)
                .contains(
                        "<h1>REJECTED</h1>",
                        "virtual \u00b7 bringup",
                        "20260301-210000 \u00b7 2026-03-01 21:00:00 UTC \u00b7 0 min 52 s")
                .contains("The fabric of this cluster is virtual")
                .contains("<b>port gpu-02/mlx5_0</b>", "next: swap the cable, then retest")
                .contains("15 of 16 asked results have evidence, 1 have none; criteria not asked: 2.")
                .contains("profile bringup asks no baseline")
                .contains("<b>gpu-03</b> not known to be as found: connection lost before the end")
                .contains("keeps its limit; needed a retest", "waived (OPS-17, until 2026-04-01)")
                .contains("sha256 1f2e3d")
                .contains("href=\"index.html\"");
    }

    @Test
    void needs_no_script_and_loads_nothing() {
        String page = SummaryPage.html(SampleRun.ofLinks(8), NO_DETAILS);
        assertThat(page).doesNotContain("<script", "<link", "@import", "src=", "onload");
        assertThat(Pattern.compile("(?i)(href|url)\\s*[=(]\\s*[\"']?(https?:)?//")
                        .matcher(page)
                        .find())
                .isFalse();
    }

    @Test
    void leaves_no_key_without_a_text() {
        String page = SummaryPage.html(SampleRun.ofLinks(8), NO_DETAILS);
        assertThat(BARE_KEY.matcher("<h2>page.wrong<").find()).isTrue();
        assertThat(BARE_KEY.matcher(page).results().map(r -> r.group())).isEmpty();
    }

    @Test
    void escapes_what_others_said() {
        String foul = "</style><script>alert(1)</script><img src=x onerror=alert(2)>{{title}}\u0007";
        Link link = new Link(new End("<b>h", "d\"'"), new End("leaf", "<i>1"), "<tier>", 1, "c");
        Verdict fail = new Verdict.Fail(Message.of("plain", "text", foul), Optional.empty());
        Finding finding =
                new Finding(SampleRun.judgement("x.y", link.subject(), fail), "<family>", Map.of("tier", "<tier>"));
        Coverage gap = new Coverage("x.y", "f", "<tier>", true, 1, 0, List.of(Message.of("plain", "text", foul)));

        String page = SummaryPage.html(with(List.of(finding), List.of(link), List.of(gap), foul), NO_DETAILS);

        assertThat(page)
                .doesNotContain("<script", "<img", "<b>h", "<i>1", "<tier>", "\u0007")
                .contains("&lt;script&gt;");
        assertThat(page).contains("{{title}}");
    }

    @Test
    void keeps_a_link_without_any_verdict_visible_and_first_after_the_failed() {
        RunReport report = SampleRun.ofLinks(8);
        List<Link> links = new ArrayList<>(report.links());
        Link forgotten = new Link(new End("gpu-99", "mlx5_0"), new End("leaf-1", "Ethernet99"), "host-leaf", 1, "c");
        links.add(forgotten);

        String table = LinkTable.html(with(report.findings(), links, report.coverage(), "v"));

        List<String> rows =
                table.lines().filter(line -> line.contains("<tr><td>")).toList();
        assertThat(rows).hasSize(9);
        assertThat(rows.get(0)).contains("gpu-02/mlx5_0").contains("7.310 us \u2717");
        assertThat(rows.subList(1, 3)).anyMatch(row -> row.contains(forgotten.id()));
    }

    @Test
    void counts_nothing_as_measured_that_was_not() {
        Coverage none = new Coverage("a.b", "a", "t", true, 0, 0, List.of());
        assertThat(CoverageTable.html(with(List.of(), List.of(), List.of(none), "v")))
                .contains("not measured")
                .doesNotContain("class=\"passed\"");
        assertThat(CoverageTable.html(with(List.of(), List.of(), List.of(), "v")))
                .contains("No coverage was recorded");
    }

    @Test
    void folds_a_long_table_and_stays_small() {
        String page = SummaryPage.html(SampleRun.ofLinks(1_000), NO_DETAILS);
        assertThat(page).contains("<summary>All links: 1000</summary>");
        assertThat(page.length()).isLessThan(1_000_000);
    }

    @Test
    void shows_a_run_without_any_result() {
        RunReport empty = with(List.of(), List.of(), List.of(), "v");
        assertThat(SummaryPage.html(empty, NO_DETAILS)).contains("Nothing was judged.", "Nothing is suspected.");
    }

    @Test
    void gives_the_same_bytes_for_the_same_run() {
        assertThat(SummaryPage.html(SampleRun.ofLinks(8), NO_DETAILS))
                .isEqualTo(SummaryPage.html(SampleRun.ofLinks(8), NO_DETAILS));
    }

    private static RunReport with(
            List<Finding> findings, List<Link> links, List<Coverage> coverage, String environment) {
        RunReport sample = SampleRun.ofLinks(1, Outcome.REJECTED);
        return new RunReport(
                sample.run(),
                sample.outcome(),
                Map.of("Value", environment),
                findings,
                List.of(),
                links,
                List.of(),
                coverage,
                List.of(),
                List.of(),
                List.of());
    }
}
