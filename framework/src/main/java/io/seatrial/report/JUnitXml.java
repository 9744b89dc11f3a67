package io.seatrial.report;

import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes the judgements of a run in the shape that Jenkins reads: one suite per family, one case per criterion and subject; failed = failure,
 * not proven = error, waived = skipped. A run that failed itself is an error of its own, so that an empty file never looks green.
 */
public final class JUnitXml {
    /** Name of the file that Jenkins' pattern {@code TEST-*.xml} finds. */
    public static final String FILE = "TEST-seatrial.xml";

    private JUnitXml() {}

    /**
     * Write {@value #FILE} into a folder and return its path.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public static Path write(Path folder, RunReport report) {
        Path file = folder.resolve(FILE);
        try {
            Files.createDirectories(folder);
            try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
                new Document(XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out), report).write();
            }
        } catch (XMLStreamException e) {
            throw new IllegalStateException("JUnit XML " + file + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("JUnit XML " + file + ": cannot be written", e);
        }
        return file;
    }

    private record Document(XMLStreamWriter xml, RunReport report) {
        void write() throws XMLStreamException {
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuites");
            attribute(
                    "name",
                    "seatrial " + report.run().cluster() + " " + report.run().profile());
            Map<String, List<Finding>> families = report.findings().stream()
                    .collect(Collectors.groupingBy(Finding::family, TreeMap::new, Collectors.toList()));
            for (Map.Entry<String, List<Finding>> family : families.entrySet()) {
                suite(family.getKey(), family.getValue());
            }
            if (report.outcome() == Outcome.RUN_FAILED || report.findings().isEmpty()) {
                runItself();
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.flush();
        }

        private void suite(String family, List<Finding> findings) throws XMLStreamException {
            startSuite(family, findings.size(), count(findings, Kind.FAILED), count(findings, Kind.NOT_PROVEN));
            attribute("skipped", Long.toString(count(findings, Kind.WAIVED)));
            for (Finding finding : findings) {
                testCase(family, finding.judgement());
            }
            xml.writeEndElement();
        }

        private void startSuite(String name, long tests, long failures, long errors) throws XMLStreamException {
            xml.writeStartElement("testsuite");
            attribute("name", name);
            attribute("tests", Long.toString(tests));
            attribute("failures", Long.toString(failures));
            attribute("errors", Long.toString(errors));
            attribute(
                    "time",
                    String.format(Locale.ROOT, "%.3f", report.run().length().toMillis() / 1000.0));
            attribute(
                    "timestamp",
                    report.run()
                            .start()
                            .truncatedTo(ChronoUnit.SECONDS)
                            .toString()
                            .replace("Z", ""));
        }

        private void testCase(String family, Judgement judgement) throws XMLStreamException {
            startCase(family, judgement.criterion() + " " + judgement.subject());
            Verdict verdict = judgement.verdict();
            if (verdict instanceof Verdict.Fail) {
                problem("failure", "failed", judgement);
            } else if (verdict instanceof Verdict.NotProven) {
                problem("error", "not proven", judgement);
            } else if (verdict instanceof Verdict.Waived waived) {
                problem("skipped", "waived by " + waived.ticket() + " until " + waived.expires(), judgement);
            }
            xml.writeEndElement();
        }

        private void startCase(String family, String name) throws XMLStreamException {
            xml.writeStartElement("testcase");
            attribute("classname", "seatrial." + report.run().cluster() + "." + family);
            attribute("name", name);
            attribute("time", "0");
        }

        private void problem(String element, String type, Judgement judgement) throws XMLStreamException {
            xml.writeStartElement(element);
            attribute("type", type);
            attribute("message", Texts.sentence(judgement.verdict()));
            xml.writeCharacters(legal(String.join("\n", Texts.facts(judgement))));
            xml.writeEndElement();
        }

        private void runItself() throws XMLStreamException {
            startSuite("run", 1, 0, 1);
            attribute("skipped", "0");
            startCase("run", report.run().id());
            xml.writeStartElement("error");
            attribute("type", report.outcome().word());
            attribute("message", Texts.text("junit.run"));
            String remarks = report.remarks().stream().map(Texts::sentence).collect(Collectors.joining("\n"));
            xml.writeCharacters(legal(remarks));
            xml.writeEndElement();
            xml.writeEndElement();
            xml.writeEndElement();
        }

        private void attribute(String name, String value) throws XMLStreamException {
            xml.writeAttribute(name, legal(value));
        }

        private static long count(List<Finding> findings, Kind kind) {
            return findings.stream()
                    .filter(finding -> Kind.of(finding.judgement().verdict()) == kind)
                    .count();
        }
    }

    /** Replace what XML 1.0 cannot hold at all, not even as a reference: control characters and lone surrogates. */
    static String legal(String text) {
        StringBuilder result = new StringBuilder();
        text.codePoints().forEach(c -> result.appendCodePoint(isLegal(c) ? c : 0xFFFD));
        return result.toString();
    }

    private static boolean isLegal(int c) {
        return c == '\n' || c == '\t' || c >= 0x20 && c <= 0xD7FF || c >= 0xE000 && c <= 0xFFFD || c >= 0x10000;
    }
}
