package io.seatrial.report.allure;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.report.Outcome;
import io.seatrial.report.RunReport;
import io.seatrial.report.SampleRun;
import io.seatrial.report.Texts;
import io.seatrial.report.allure.HtmlReport.Pages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
    private static final Pattern DATA = Pattern.compile("data:(text/[a-z]+);base64,([A-Za-z0-9+/=]+)");
    private static final Pattern LOADED = Pattern.compile(
            "(?i)(?:src|href|action|poster|data)\\s*=\\s*[\"']?\\s*(?:https?:)?//|url\\(\\s*[\"']?(?:https?:)?//|@import\\s+[\"']?http");
    private static final List<PastRun> NO_HISTORY = List.of();

    @TempDir
    Path folder;

    @AfterEach
    void forget_the_generator() {
        System.clearProperty(Generator.PROPERTY);
    }

    @Test
    void makes_one_page_that_loads_nothing_and_shows_verdict_and_coverage() throws IOException {
        RunReport report = SampleRun.ofLinks(8);
        Path results = results(report);

        Pages pages = HtmlReport.write(folder, results, report, NO_HISTORY, HtmlReport.DEADLINE);

        assertThat(pages.remark()).isEmpty();
        assertThat(pages.details()).hasValue(folder.resolve("index.html"));
        String page = unpacked(Files.readString(folder.resolve("index.html")));
        assertThat(page).contains("allure.api.addTab('coverage'").contains("criteria not asked");
        assertThat(LOADED.matcher(page).results().map(r -> around(page, r.start())))
                .as("loads from the network")
                .isEmpty();
        assertThat(page).doesNotContain("googletagmanager");
        assertThat(folder).isDirectoryNotContaining("glob:**/.allure-*");
        assertThat(Files.readString(pages.summary())).contains("href=\"index.html\"");
    }

    @Test
    void sees_a_load_where_there_is_one() {
        assertThat(LOADED.matcher("<script src=\"https://x.example/a.js\">").find())
                .isTrue();
        assertThat(LOADED.matcher("background: url(//x.example/a.png)").find()).isTrue();
    }

    @Test
    void ends_with_summary_and_remark_when_the_generator_is_missing() throws IOException {
        System.setProperty(Generator.PROPERTY, folder.resolve("nowhere").toString());
        RunReport report = SampleRun.ofLinks(8);

        Pages pages = HtmlReport.write(folder, folder.resolve("results"), report, NO_HISTORY, HtmlReport.DEADLINE);

        assertThat(pages.details()).isEmpty();
        assertThat(Texts.sentence(pages.remark().orElseThrow())).contains("-Dseatrial.allure.home=FOLDER");
        assertThat(Files.readString(pages.summary()))
                .contains("There is no Allure page")
                .doesNotContain("href=\"index.html\"");
    }

    @Test
    void keeps_what_a_failing_generator_said() throws IOException {
        Path home = Files.createDirectories(folder.resolve("home"));
        Files.createDirectories(home.resolve("lib"));
        for (String plugin : List.of("behaviors-plugin", "packages-plugin")) {
            Files.createDirectories(home.resolve("plugins").resolve(plugin));
        }
        System.setProperty(Generator.PROPERTY, home.toString());

        Pages pages = HtmlReport.write(
                folder, folder.resolve("results"), SampleRun.ofLinks(8), NO_HISTORY, HtmlReport.DEADLINE);

        assertThat(pages.details()).isEmpty();
        assertThat(Texts.sentence(pages.remark().orElseThrow()))
                .contains("exit 1")
                .contains("CommandLine");
        assertThat(folder).isDirectoryNotContaining("glob:**/.allure-*");
    }

    @Test
    void stops_a_generator_that_does_not_end() {
        RunReport report = SampleRun.ofLinks(8);
        Path results = results(report);

        Pages pages = HtmlReport.write(folder, results, report, NO_HISTORY, Duration.ofMillis(1));

        assertThat(Texts.sentence(pages.remark().orElseThrow())).contains("no end after");
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void replaces_the_page_of_an_earlier_call_and_what_one_left_that_was_killed() throws IOException {
        RunReport report = SampleRun.ofLinks(8, Outcome.REJECTED);
        Path results = results(report);
        Files.writeString(folder.resolve("index.html"), "old");
        Path left = Files.createDirectories(folder.resolve(".allure-123").resolve("home"));
        Files.writeString(left.resolve("half"), "of a page");

        HtmlReport.write(folder, results, report, NO_HISTORY, HtmlReport.DEADLINE);

        assertThat(folder.resolve("index.html")).isRegularFile().isNotEmptyFile();
        assertThat(Files.size(folder.resolve("index.html"))).isGreaterThan(1_000_000);
        assertThat(folder.resolve(".allure-123")).doesNotExist();
    }

    private Path results(RunReport report) {
        Path results = folder.resolve("results");
        try (AllureSession session = AllureSession.open(results)) {
            SampleSuite.run(session, report.findings());
        }
        return results;
    }

    /** The generator packs scripts, styles and data as data URIs: what is looked for must be looked for inside them. */
    private static String unpacked(String page) {
        StringBuilder all = new StringBuilder();
        Matcher data = DATA.matcher(page);
        while (data.find()) {
            all.append(new String(Base64.getDecoder().decode(data.group(2)), StandardCharsets.UTF_8))
                    .append('\n');
        }
        return all.append(data.replaceAll("")).toString();
    }

    private static String around(String text, int at) {
        return text.substring(Math.max(0, at - 60), Math.min(text.length(), at + 80));
    }
}
