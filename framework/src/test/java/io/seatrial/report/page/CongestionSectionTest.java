package io.seatrial.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.report.RunReport;
import io.seatrial.report.SampleCongestion;
import io.seatrial.report.SampleRun;
import io.seatrial.report.congestion.Congestion;
import io.seatrial.report.congestion.LinkCounters;
import io.seatrial.report.congestion.PortCounters;
import io.seatrial.report.congestion.RoundCounters;
import io.seatrial.report.congestion.RoundPicture;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CongestionSectionTest {
    private static final Pattern BARE_KEY = Pattern.compile("[>\\s]congestion\\.[a-z-]+[.<]");
    private static final int LINKS = 10;
    private static final Congestion SAMPLE = SampleCongestion.ofLinks(LINKS, 2);

    @Test
    void is_not_there_without_counters() {
        RunReport report = SampleRun.ofLinks(8);
        String page = SummaryPage.html(report, Optional.empty());
        assertThat(page).doesNotContain("class=\"congestion\"", ".congestion {", "<h2>Congestion</h2>");
        assertThat(SummaryPage.html(report.with(SAMPLE).with(Congestion.NONE), Optional.empty()))
                .isEqualTo(page);
    }

    @Test
    void adds_a_section_and_changes_nothing_else() {
        RunReport report = SampleRun.ofLinks(LINKS);
        String section = section(report);
        String page = SummaryPage.html(report.with(SAMPLE), Optional.empty());
        assertThat(page.replace(section, "")).isEqualTo(SummaryPage.html(report, Optional.empty()));
    }

    @Test
    void needs_no_script_and_leaves_no_key_without_a_text() {
        String section = section(SampleRun.ofLinks(LINKS));
        assertThat(section).doesNotContain("<script", "<link", "@import", "src=", "onload", "NaN");
        assertThat(BARE_KEY.matcher(section).results().map(r -> r.group())).isEmpty();
    }

    @Test
    void shows_the_worst_links_open_and_folds_the_others() {
        String section = section(SampleRun.ofLinks(LINKS));
        String links = section.substring(section.indexOf("Both ends of each link"));
        assertThat(links).contains("<summary>Other links: 7</summary>");
        assertThat(links.split("class=\"link\" open=\"open\"", -1)).hasSize(4);
        assertThat(links.indexOf(
                        "<b>" + SampleRun.link(SampleCongestion.STOPPING).id()))
                .as("paused for 28 % of the time")
                .isBetween(0, links.indexOf("Other links"));
        assertThat(links).contains("11.2 s (28 %)", "ends differ in 2", "156\u202f800");
    }

    @Test
    void shows_a_missing_end_with_its_cause_in_picture_map_and_table() {
        String section = section(SampleRun.ofLinks(LINKS));
        String port = SampleRun.link(SampleCongestion.UNREAD).b().toString();
        assertThat(section)
                .contains("<title>" + port + ": no value: leaf-1: no answer within 10 s</title>")
                .contains("unknown<small>leaf-1: no answer within 10 s</small>");
        RoundCounters round = SampleCongestion.round(SampleCongestion.UNREAD, 1, 2);
        List<RoundPicture.Chart> charts = new RoundPicture(round, SAMPLE.windows()).charts(2);
        assertThat(charts.get(0).port())
                .as("nothing known comes before nothing wrong")
                .isEqualTo(port);
        assertThat(charts.get(0).svg())
                .contains("leaf-1: no answer within 10 s", "class=\"st-h\"")
                .doesNotContain("class=\"st-a\"", "class=\"st-b\"");
    }

    @Test
    void shows_a_gap_and_a_reset_in_the_pictures_of_their_ports() {
        RoundCounters reset = SampleCongestion.round(SampleCongestion.RESET, 1, 2);
        assertThat(chart(reset, SampleRun.link(SampleCongestion.RESET).b())).contains(">reset</text>");
        assertThat(chart(reset, SampleRun.link(SampleCongestion.RESET).a())).doesNotContain(">reset</text>");
        RoundCounters silent = SampleCongestion.round(SampleCongestion.SILENT, 1, 2);
        RoundCounters spoke = SampleCongestion.round(SampleCongestion.INCAST, 1, 2);
        assertThat(hatched(chart(silent, SampleRun.link(SampleCongestion.SILENT).a())))
                .as("three panels with a hole more than a port that never was silent")
                .isEqualTo(hatched(chart(
                                spoke, SampleRun.link(SampleCongestion.INCAST).a()))
                        + 3);
    }

    /** The one that began anew, the one that nobody read, and two whose switch ports count frames only. */
    @Test
    void counts_the_links_of_which_an_end_is_missing() {
        assertThat(section(SampleRun.ofLinks(LINKS)))
                .contains("10 links. Ends that contradict each other: 1.", "cannot tell: 4;");
    }

    @Test
    void gives_a_result_the_charts_of_both_ends_of_its_link() {
        Link link = SampleRun.link(SampleCongestion.STOPPING);
        List<RoundPicture.Chart> charts = SAMPLE.charts(link.subject());
        assertThat(charts)
                .extracting(RoundPicture.Chart::port)
                .containsExactlyInAnyOrder(link.a().toString(), link.b().toString());
        assertThat(charts).allMatch(chart -> chart.svg().contains(">congestion.incast #1</text>"));
        assertThat(SAMPLE.charts(SampleRun.link(LINKS).subject())).isEmpty();
    }

    @Test
    void keeps_a_wired_port_visible_that_nobody_read() {
        RunReport report = SampleRun.ofLinks(LINKS + 1).with(SAMPLE);
        String unread = SampleRun.link(LINKS).b().toString();
        assertThat(CongestionSection.html(report)).contains("<title>" + unread + ": no value: it was not read</title>");
    }

    @Test
    void escapes_what_others_said() {
        String foul = "</style><script>alert(1)</script>\u0007";
        Link link = new Link(new End("<b>h", "d\"'"), new End("leaf", "<i>1"), Link.HOST_LEAF, 1, "c");
        Message cause = Message.of("plain", "text", foul);
        PortCounters a = PortCounters.missing(new SubjectId(SubjectId.Kind.PORT, "<b>h/d"), link, cause);
        PortCounters b = PortCounters.missing(new SubjectId(SubjectId.Kind.PORT, "leaf/<i>1"), link, cause);
        Congestion foulOnes = new Congestion(
                List.of(new RoundCounters(SampleCongestion.window(0), List.of(a, b))),
                List.of(a, b),
                List.of(LinkCounters.of(link, a, b, SampleCongestion.window(0))));
        assertThat(CongestionSection.html(SampleRun.ofLinks(2).with(foulOnes)))
                .doesNotContain("<script", "<b>h", "<i>1", "\u0007")
                .contains("&lt;script&gt;");
    }

    @Test
    void gives_the_same_bytes_for_the_same_run() {
        assertThat(section(SampleRun.ofLinks(LINKS))).isEqualTo(section(SampleRun.ofLinks(LINKS)));
    }

    @Test
    void stays_small_with_a_thousand_links() {
        Congestion all = SampleCongestion.ofLinks(2, 1);
        List<LinkCounters> thousand =
                java.util.Collections.nCopies(1_000, all.links().get(0));
        assertThat(EndsTable.html(thousand).length()).isLessThan(3_500_000);
    }

    private static String section(RunReport report) {
        return CongestionSection.html(report.with(SAMPLE));
    }

    private static String chart(RoundCounters round, End end) {
        return new RoundPicture(round, SAMPLE.windows())
                .charts(2).stream()
                        .filter(chart -> chart.port().equals(end.toString()))
                        .findFirst()
                        .orElseThrow()
                        .svg();
    }

    private static long hatched(String svg) {
        return svg.split("class=\"st-h\"", -1).length - 1L;
    }
}
