package io.seatrial.softrdma;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.cli.CommandLineRun;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A whole run over a switch that marks: what the report shows of both ends of the link behind it. */
@Tag("soft-rdma")
@ExtendWith(SoftRdmaLabExtension.class)
class MarksInTheReportTest {
    private static final String BANDWIDTH = "rdma.write-bandwidth.alone";
    private static final String LINK = "soft-2/rxe1~leaf-1/eth2";
    private static final String MARKS_ASKED = """
              congestion.ecn-ratio:
                during: [rdma.write-bandwidth.alone]
                minimum-packets: 200
                limit:
                  rows:
                    - {fail: 1%, evidence: D, source: "lab: a port of 4 Mb/s marks most of what it sends", approved: {by: seatrial, on: 2026-11-30}}

            """;
    /** The two numbers of the row: what the host counts, what the switch counts. */
    private static final Pattern ROW =
            Pattern.compile("ECN marks</th><td[^>]*>([0-9\\u202f]+)</td><td[^>]*>([0-9\\u202f]+)</td>");

    @TempDir
    Path folder;

    @Test
    void the_marks_of_the_switch_port_equal_those_that_arrived(SoftRdmaLab lab) {
        LabCluster cluster = LabCluster.routed(lab, folder)
                .asking(BANDWIDTH)
                .criteria(text -> text.replace("depth: 8", "depth: 8, traffic-class: 2")
                        .replace("duration: 2s", "duration: 5s")
                        .replaceFirst("(?m)^  congestion\\.\\*: .*\\n", "")
                        .replace("not-asked:", MARKS_ASKED + "not-asked:"));
        // room for all that is under way: RED drops what is beyond its limit even after it has marked it
        try (RoutedWay routed = RoutedWay.open(lab, "switch 4mbit 2000000")) {
            CommandLineRun run = cluster.run();
            assertThat(run.status())
                    .as(() -> cluster.measured(BANDWIDTH) + "\n" + run.text())
                    .isEqualTo(1);
            assertThat(run.text()).contains("congestion.ecn-ratio");
            Matcher row = marks(cluster.page());
            SoftRdmaLab.say("report: " + row.group(1) + " packets arrived marked, the switch marked " + row.group(2));
            assertThat(number(row.group(2))).isPositive();
            assertThat(number(row.group(1))).isEqualTo(number(row.group(2)));
        }
    }

    private static long number(String grouped) {
        return Long.parseLong(grouped.replace("\u202f", ""));
    }

    private static Matcher marks(String page) {
        int link = page.indexOf("<b>" + LINK + "</b>");
        assertThat(link).as("the link in the page").isPositive();
        String own = page.substring(link, page.indexOf("</table>", link));
        Matcher row = ROW.matcher(own);
        assertThat(row.find()).as(own).isTrue();
        return row;
    }
}
