package io.seatrial.report.page;

import io.seatrial.measurement.Message;
import io.seatrial.report.Accused;
import io.seatrial.report.Finding;
import io.seatrial.report.HostState;
import io.seatrial.report.Kind;
import io.seatrial.report.MeasuredFabrics;
import io.seatrial.report.Outcome;
import io.seatrial.report.Ranking;
import io.seatrial.report.RunFacts;
import io.seatrial.report.RunReport;
import io.seatrial.report.Texts;
import io.seatrial.report.WaiverNote;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The page that is read first: verdict, worst five, suspects, coverage, every link, hosts, waivers, environment. One file without scripts
 * and without anything to load.
 */
public final class SummaryPage {
    /** Name of the file in the folder of the run. */
    public static final String FILE = "summary.html";

    private static final int WORST = 5;
    static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final RunReport report;
    private final Html html = new Html();

    private SummaryPage(RunReport report) {
        this.report = report;
    }

    /**
     * Write {@value #FILE} into a folder and return its path.
     *
     * @param details the Allure file beside it, where there is one
     * @throws UncheckedIOException if it cannot be written
     */
    public static Path write(Path folder, RunReport report, Optional<Path> details) {
        Path file = folder.resolve(FILE);
        try {
            Files.createDirectories(folder);
            Files.writeString(file, html(report, details), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("summary page " + file + ": cannot be written", e);
        }
        return file;
    }

    /** Return the page. */
    public static String html(RunReport report, Optional<Path> details) {
        String body = new SummaryPage(report).body(details);
        RunFacts run = report.run();
        String title = report.outcome().word() + " - " + run.cluster() + " " + run.profile() + " " + run.id();
        return Templates.filled(
                "summary.html", "title", Html.escaped(title), "style", Templates.text("summary.css"), "body", body);
    }

    private String body(Optional<Path> details) {
        head(details);
        html.open("main");
        remarks();
        worst();
        suspects();
        html.markup(TrendsSection.html(report));
        html.markup(CollectivesSection.html(report));
        html.markup(CongestionSection.html(report));
        section("page.coverage", () -> html.markup(CoverageTable.html(report)));
        section("page.links", () -> html.markup(LinkTable.html(report)));
        pictures();
        hosts();
        waivers();
        environment();
        return html.close().toString();
    }

    private void head(Optional<Path> details) {
        html.open("header", "class", "verdict " + css(report.outcome()));
        html.leaf("h1", report.outcome().word());
        html.leaf("p", report.run().cluster() + " \u00b7 " + report.run().profile(), "class", "what");
        html.leaf("p", when(), "class", "when");
        if (report.run().virtual()) {
            html.leaf("p", Texts.text("terminal.virtual"), "class", "virtual");
        }
        String fabrics = MeasuredFabrics.line(report);
        if (!fabrics.isEmpty()) {
            html.leaf("p", fabrics, "class", "fabrics");
        }
        counts();
        details.ifPresent(path -> html.open("p", "class", "more")
                .leaf(
                        "a",
                        Texts.text("page.details"),
                        "href",
                        path.getFileName().toString())
                .close());
        html.close();
    }

    private String when() {
        RunFacts run = report.run();
        Duration length = run.length();
        return run.id() + " \u00b7 " + TIME.format(run.start()) + " \u00b7 " + length.toMinutes() + " min "
                + length.toSecondsPart() + " s";
    }

    private void counts() {
        html.open("ul", "class", "counts");
        for (Kind kind : Kind.values()) {
            count(kind.css(), kind.mark() + " " + kind.word(), Counts.of(report.findings(), kind));
        }
        count("not-asked", Texts.text("page.not-asked.criteria"), Counts.notAsked(report));
        html.close();
    }

    private void count(String css, String word, long count) {
        html.open("li", "class", count == 0 ? css + " none" : css)
                .leaf("b", Long.toString(count))
                .text(" " + word)
                .close();
    }

    private void remarks() {
        if (!report.remarks().isEmpty()) {
            section("page.remarks", () -> items("ul", report.remarks()));
        }
    }

    private void worst() {
        List<Finding> worst = Ranking.worst(report.findings(), WORST);
        section("page.worst", () -> {
            if (worst.isEmpty()) {
                html.leaf("p", Texts.text("terminal.nothing"));
            } else {
                html.markup(FindingTable.html(worst));
            }
        });
    }

    private void suspects() {
        section("page.suspects", () -> {
            if (report.suspects().isEmpty()) {
                html.leaf("p", Texts.text("page.suspects.none"));
                return;
            }
            html.open("ol", "class", "suspects");
            report.suspects().forEach(this::suspect);
            html.close();
        });
    }

    private void suspect(Accused accused) {
        html.open("li").leaf("b", accused.subject().toString()).text(" \u2014 " + Texts.sentence(accused.reason()));
        if (!accused.evidence().isEmpty()) {
            items("ul", accused.evidence());
        }
        accused.next()
                .ifPresent(next ->
                        html.leaf("p", Texts.text("facts.next") + ": " + Texts.sentence(next), "class", "next"));
        html.close();
    }

    private void pictures() {
        List<Pictures.Titled> pictures = Pictures.of(report);
        if (pictures.isEmpty()) {
            return;
        }
        section(
                "page.pictures",
                () -> pictures.forEach(
                        picture -> html.open("figure").markup(picture.svg()).close()));
    }

    private void hosts() {
        section("page.hosts", () -> {
            html.open("ul", "class", "hosts");
            report.hosts().forEach(this::host);
            html.close();
        });
    }

    private void host(HostState host) {
        boolean good = host.state() == HostState.State.AS_FOUND;
        String remark =
                host.remark().map(message -> ": " + Texts.sentence(message)).orElse("");
        html.open("li", "class", good ? "passed" : "not-proven")
                .leaf("b", host.host())
                .text(" " + Texts.text(hostKey(host.state())) + remark)
                .close();
    }

    private void waivers() {
        if (report.waivers().isEmpty()) {
            return;
        }
        section("page.waivers", () -> {
            html.open("ul");
            report.waivers().forEach(this::waiver);
            html.close();
        });
    }

    private void waiver(WaiverNote waiver) {
        html.open("li")
                .leaf("b", waiver.ticket())
                .text(" " + waiver.scope() + ", " + waiver.owner() + ", " + Texts.text("page.until") + " "
                        + waiver.expires() + ": " + waiver.reason() + "; " + Texts.sentence(waiver.state()))
                .close();
    }

    private void environment() {
        section("page.environment", () -> {
            html.open("dl");
            report.environment().forEach((name, value) -> html.leaf("dt", name).leaf("dd", value));
            html.close();
        });
    }

    private void items(String list, List<Message> messages) {
        html.open(list);
        messages.forEach(message -> html.leaf("li", Texts.sentence(message)));
        html.close();
    }

    private void section(String titleKey, Runnable content) {
        html.open("section").leaf("h2", Texts.text(titleKey));
        content.run();
        html.close();
    }

    private static String hostKey(HostState.State state) {
        return switch (state) {
            case AS_FOUND -> "page.host.as-found";
            case CHANGED -> "page.host.changed";
            case UNKNOWN -> "page.host.unknown";
        };
    }

    static String css(Outcome outcome) {
        return switch (outcome) {
            case ACCEPTED -> "passed";
            case REJECTED -> "failed";
            case NOT_PROVEN, RUN_FAILED -> "not-proven";
        };
    }
}
