package io.seatrial.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class JUnitXmlTest {
    @TempDir
    Path folder;

    @Test
    void counts_each_verdict_as_jenkins_reads_it() throws Exception {
        Document xml = read(SampleRun.ofLinks(8));

        Element latency = suite(xml, "latency");
        assertThat(counts(latency)).isEqualTo("tests 8 failures 1 errors 1 skipped 0");
        assertThat(latency.getElementsByTagName("failure").getLength()).isEqualTo(1);
        assertThat(latency.getElementsByTagName("error").getLength()).isEqualTo(1);
        assertThat(counts(suite(xml, "bandwidth"))).isEqualTo("tests 8 failures 0 errors 0 skipped 1");
    }

    @Test
    void stays_well_formed_whatever_a_message_contains() throws Exception {
        String foul = "]]> <x> & \" ' \u0000\u0008\u001b[1m \uFFFF \uD800 end";
        Judgement judgement = new Judgement(
                "latency.x",
                SampleRun.link(0).subject(),
                new Verdict.Fail(Message.of("plain", "text", foul), Optional.empty()));
        Finding finding = new Finding(judgement, "<fam>&", Map.of());

        Document xml = read(with(SampleRun.ofLinks(1), List.of(finding)));

        Element failure = (Element) xml.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message"))
                .contains("]]> <x> & \" '")
                .endsWith(" end")
                .doesNotContain("\u001b");
        assertThat(failure.getTextContent()).contains("link gpu-01/mlx5_0~leaf-1/Ethernet1");
        assertThat(suite(xml, "<fam>&")).isNotNull();
    }

    @Test
    void is_an_error_where_the_run_failed_or_judged_nothing() throws Exception {
        Document failed = read(SampleRun.ofLinks(2, Outcome.RUN_FAILED).with(Message.of("plain", "text", "no lease")));
        assertThat(suite(failed, "run").getElementsByTagName("error").item(0).getTextContent())
                .isEqualTo("no lease");

        Document empty = read(with(SampleRun.ofLinks(1, Outcome.ACCEPTED), List.of()));
        assertThat(counts(suite(empty, "run"))).startsWith("tests 1 failures 0 errors 1");
    }

    @Test
    void names_class_and_case_after_cluster_family_criterion_and_subject() throws Exception {
        Element first = (Element) suite(read(SampleRun.ofLinks(1)), "latency")
                .getElementsByTagName("testcase")
                .item(0);
        assertThat(first.getAttribute("classname")).isEqualTo("seatrial.virtual.latency");
        assertThat(first.getAttribute("name"))
                .isEqualTo("latency.within-rail.limit link gpu-01/mlx5_0~leaf-1/Ethernet1");
    }

    private Document read(RunReport report) throws Exception {
        Path file = JUnitXml.write(folder, report);
        assertThat(file).hasFileName("TEST-seatrial.xml");
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    }

    private static Element suite(Document xml, String name) {
        var suites = xml.getElementsByTagName("testsuite");
        for (int i = 0; i < suites.getLength(); i++) {
            Element suite = (Element) suites.item(i);
            if (suite.getAttribute("name").equals(name)) {
                return suite;
            }
        }
        throw new AssertionError("no suite " + name);
    }

    private static String counts(Element suite) {
        StringBuilder text = new StringBuilder();
        for (String name : List.of("tests", "failures", "errors", "skipped")) {
            text.append(name).append(' ').append(suite.getAttribute(name)).append(' ');
        }
        return text.toString().strip();
    }

    static RunReport with(RunReport report, List<Finding> findings) {
        return new RunReport(
                report.run(),
                report.outcome(),
                report.environment(),
                findings,
                report.surveys(),
                report.links(),
                report.suspects(),
                report.coverage(),
                report.hosts(),
                report.waivers(),
                report.remarks());
    }
}
