package io.seatrial.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.report.RunReport;
import io.seatrial.report.SampleCollectives;
import io.seatrial.report.SampleRun;
import io.seatrial.report.collectives.Collectives;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CollectivesSectionTest {
    private static final Pattern BARE_KEY = Pattern.compile("[>\\s](collectives|picture)\\.[a-z-]+[.<]");

    private static String section(int pairs) {
        return CollectivesSection.html(SampleRun.ofLinks(4).with(SampleCollectives.ofPairs(pairs)));
    }

    @Test
    void is_not_there_without_collectives() {
        RunReport report = SampleRun.ofLinks(4);
        String page = SummaryPage.html(report, Optional.empty());
        assertThat(page).doesNotContain("class=\"collectives\"");
        assertThat(SummaryPage.html(report.with(SampleCollectives.ofPairs(3)).with(Collectives.NONE), Optional.empty()))
                .isEqualTo(page);
    }

    @Test
    void adds_a_section_and_changes_nothing_else() {
        RunReport report = SampleRun.ofLinks(4);
        String page = SummaryPage.html(report.with(SampleCollectives.ofPairs(8)), Optional.empty());
        assertThat(page.replace(section(8), "")).isEqualTo(SummaryPage.html(report, Optional.empty()));
    }

    @Test
    void needs_no_script_and_leaves_no_key_without_a_text() {
        String section = section(8);
        assertThat(section)
                .doesNotContain("<script", "<link", "@import", "src=", "NaN")
                .doesNotContainPattern("\\{[a-z]+}");
        assertThat(BARE_KEY.matcher(section).results().map(r -> r.group())).isEmpty();
    }

    @Test
    void the_row_of_a_slow_group_has_size_bandwidth_limit_bound_share_and_slowest_rank() {
        assertThat(row(SampleCollectives.SLOW))
                .contains(
                        "\u2717 failed",
                        ">512 MiB<",
                        ">4.509 GB/s<",
                        ">40 GB/s [D]<",
                        ">50 GB/s<",
                        ">9 %<",
                        ">gpu-04/mlx5_0<",
                        ">2<");
    }

    @Test
    void the_worst_come_first_and_those_without_a_curve_say_why() {
        String section = section(8);
        String table = section.substring(section.indexOf("<tbody>"));
        assertThat(table.indexOf(SampleCollectives.name(SampleCollectives.SLOW)))
                .isLessThan(table.indexOf(SampleCollectives.name(SampleCollectives.WRONG)));
        assertThat(table.indexOf(SampleCollectives.name(SampleCollectives.UNKNOWN)))
                .isLessThan(table.indexOf(SampleCollectives.name(0)));
        assertThat(row(SampleCollectives.UNKNOWN))
                .contains("host gpu-06 was lost: &lt;connection reset&gt; &amp; closed");
        assertThat(section).contains("8 groups asked, 7 with a curve.");
    }

    @Test
    void a_wrong_result_is_counted_over_all_sizes_and_marked_in_the_picture() {
        assertThat(row(SampleCollectives.WRONG)).contains(">3<");
        assertThat(section(8)).contains(">wrong result</text>");
    }

    @Test
    void many_groups_are_folded_and_stay_small() {
        String section = section(60);
        assertThat(section)
                .contains(
                        "<summary>Other groups: 52</summary>", "Named are the worst 4 of 59 groups; 24 of the others");
        assertThat(section(3)).doesNotContain("<details>");
        assertThat(section(60)).isEqualTo(section);
    }

    private static String row(int pair) {
        String section = section(8);
        String table = section.substring(section.indexOf("<tbody>"));
        int name = table.indexOf("<td>" + SampleCollectives.name(pair) + "</td>");
        return table.substring(table.lastIndexOf("<tr", name), table.indexOf("</tr>", name));
    }
}
