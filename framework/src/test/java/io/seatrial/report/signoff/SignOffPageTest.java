package io.seatrial.report.signoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.signoff.PreviousRecord;
import io.seatrial.archive.signoff.SignOffRecord;
import io.seatrial.report.page.SignOffPage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;

class SignOffPageTest {
    private static final Instant DAY = Instant.parse("2026-03-02T10:00:00Z");
    private static final String LINK = "link a/x~leaf<1>/E1";

    private static SignOffRecord record(String verdict, boolean virtual, int provisional, String reason) {
        SignOffRecord.Run run = new SignOffRecord.Run(
                "run-1",
                DAY,
                DAY,
                "REJECTED",
                "a".repeat(64),
                "0".repeat(64),
                List.of("gpu-01", "gpu-02"),
                false,
                "1",
                Optional.of("a spreadsheet"));
        List<String> many =
                IntStream.range(0, 60).mapToObj(i -> "link many~" + i).toList();
        return new SignOffRecord(
                1,
                "c-1",
                DAY,
                Optional.of("ada@example.com"),
                "1",
                new SignOffRecord.Accepted("c & d", "0".repeat(64), "", virtual, 2, 1, 2),
                "bringup",
                verdict,
                new SignOffRecord.Counts(1, 0, 0, 1, 0, 60, provisional),
                List.of(run),
                new SignOffRecord.Declared(
                        "b".repeat(64),
                        provisional,
                        List.of(new SignOffRecord.Limit(
                                "links.state", "links.state: 1", "D", "Bo on 2026-01-15", true))),
                List.of(
                        new SignOffRecord.Result("links.state.limit", "failed", Optional.of("run-1"), List.of(LINK)),
                        new SignOffRecord.Result("links.speed.limit", "passed", Optional.of("run-1"), List.of(LINK)),
                        new SignOffRecord.Result("links.speed.limit", "not-covered", Optional.empty(), many)),
                List.of(new SignOffRecord.Note(
                        "failed", "links.state.limit", LINK, Optional.of("run-1"), "It is down.")),
                List.of(new SignOffRecord.Waived(
                        "T-1",
                        "links.*",
                        "a/*",
                        "Ada",
                        reason,
                        LocalDate.of(2026, 5, 1),
                        true,
                        "expired",
                        0,
                        List.of("run-1"))),
                List.of(new SignOffRecord.NotAsked("bandwidth.alone.limit", "no such link")),
                false);
    }

    private static String page(SignOffRecord record) {
        return SignOffPage.html(record, PreviousRecord.NONE);
    }

    private static String printed(String page) throws Exception {
        try (PDDocument pdf = Loader.loadPDF(PrintedPage.pdf(page))) {
            return new PDFTextStripper().getText(pdf).replaceAll("\\s+", " ");
        }
    }

    @Test
    void says_in_its_head_what_nobody_may_miss() {
        String page = page(record("REJECTED", true, 1, "why"));
        String head = page.substring(page.indexOf("<body>"), page.indexOf("<h2>"));
        assertThat(head)
                .contains("<h1>REJECTED</h1>")
                .contains("This record does not accept the cluster: REJECTED.")
                .contains("VIRTUAL: the fabric of this cluster is simulated")
                .contains("run run-1: it is constructed from a spreadsheet")
                .contains("PROVISIONAL: 1 of 1 declared limits")
                .contains("<b>60</b> not covered");
    }

    @Test
    void warns_of_nothing_where_there_is_nothing() {
        assertThat(SignOffText.warnings(record("ACCEPTED", false, 0, "why"))).hasSize(1); // the constructed run
    }

    @Test
    void names_proofs_exceptions_waivers_and_approvals() {
        assertThat(page(record("REJECTED", false, 1, "a < b")))
                .contains("<td>It is down.</td>")
                .contains("<td>gpu-[01-02] (a part)</td>")
                .contains("<td>Bo on 2026-01-15</td>")
                .contains("<td>links.* | a/* (missing evidence too)</td><td>Ada</td><td>a &lt; b</td>")
                .contains("<td>expired (0)</td>")
                .contains("No run asked this of 60 subjects")
                .contains("link many~47 ... and 12 more, in record.json")
                .contains("This is the first record of its chain.");
    }

    @Test
    void is_well_formed_and_loads_nothing() throws Exception {
        String page = page(record("REJECTED", true, 1, "<script>alert(1)</script> \u0007"));
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.newDocumentBuilder().parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
        assertThat(page)
                .doesNotContain("<script")
                .doesNotContain("src=")
                .doesNotContain("url(")
                .doesNotContain("@import");
    }

    @Test
    void prints_the_same_words() throws Exception {
        assertThat(printed(page(record("REJECTED", true, 1, "Zinc \u00fcber \u03b1\u0436"))))
                .contains("REJECTED")
                .contains("VIRTUAL: the fabric")
                .contains("leaf<1>/E1")
                .contains("Zinc \u00fcber \u03b1\u0436")
                .doesNotContain("question marks");
    }

    @Test
    void says_in_print_that_letters_are_missing() throws Exception {
        String page = page(record("REJECTED", true, 1, "\u6f22\u5b57"));
        assertThat(page).contains("\u6f22\u5b57");
        assertThat(printed(page)).contains("??").contains("2 characters are not in the font of this print");
    }

    @Test
    void prints_with_letters_that_are_in_the_file() throws Exception {
        try (PDDocument pdf = Loader.loadPDF(PrintedPage.pdf(page(record("REJECTED", true, 1, "why"))))) {
            PDResources of = pdf.getPage(0).getResources();
            for (COSName name : of.getFontNames()) {
                assertThat(of.getFont(name).isEmbedded()).as(name.getName()).isTrue();
            }
        }
    }

    @Test
    void ends_the_terminal_with_warnings_and_counts() {
        assertThat(SignOffText.lines(record("REJECTED", true, 1, "why")))
                .contains("  failed  links.state.limit  " + LINK + ": It is down.")
                .endsWith("failed 1, not proven 0, not covered 60, waived 0, watch 0, passed 1; criteria not asked 1");
    }
}
