package io.seatrial.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the end of a run on the terminal: the worst five, the suspects in order, where the report lies, and last of all the verdict. */
public final class TerminalSummary {
    private static final int WORST = 5;
    private static final int SUSPECTS = 5;
    private static final String NO_MARK = "    ";

    private TerminalSummary() {}

    /**
     * Return the lines; the last one is the word of the outcome alone.
     *
     * @param report what the run came to
     * @param page the file to open, where one was written
     * @param width columns of the terminal; longer lines are wrapped or cut with an ellipsis, numbers never
     */
    public static List<String> lines(RunReport report, Optional<Path> page, int width) {
        List<String> lines = new ArrayList<>();
        worst(report, width, lines);
        suspects(report, width, lines);
        report.remarks().forEach(remark -> lines.addAll(wrapped(Texts.sentence(remark), "", width)));
        if (report.run().virtual()) {
            lines.add(Texts.text("terminal.virtual"));
        }
        if (!MeasuredFabrics.line(report).isEmpty()) {
            lines.addAll(wrapped(MeasuredFabrics.line(report), "", width));
        }
        lines.add(counts(report));
        page.ifPresent(path -> lines.add(Texts.text("terminal.report") + " " + path));
        lines.add(report.outcome().word());
        return lines.stream()
                .map(line -> Texts.printable(line).replace('\n', ' '))
                .toList();
    }

    private static void worst(RunReport report, int width, List<String> lines) {
        List<Finding> worst = Ranking.worst(report.findings(), WORST);
        if (worst.isEmpty()) {
            lines.add(Texts.text("terminal.nothing"));
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                Texts.text("terminal.worst"),
                Texts.text("table.criterion"),
                Texts.text("table.subject"),
                Texts.text("table.seen"),
                Texts.text("table.limit"),
                Texts.text("table.baseline")));
        boolean marked = worst.stream().anyMatch(TerminalSummary::isProvisional);
        worst.forEach(finding -> rows.add(row(finding, marked)));
        lines.addAll(Table.lines(rows, width));
        if (marked) {
            lines.addAll(wrapped(Texts.text("terminal.provisional"), "", width));
        }
    }

    private static boolean isProvisional(Finding finding) {
        return !Numbers.of(finding.judgement().verdict()).provisional().isEmpty();
    }

    private static List<String> row(Finding finding, boolean marked) {
        List<String> row = new ArrayList<>();
        row.add(Kind.of(finding.judgement().verdict()).word());
        row.add(finding.judgement().criterion());
        row.add(finding.judgement().subject().name());
        Numbers numbers = Numbers.of(finding.judgement().verdict());
        // a limit without a mark is padded by its width, so that the points stay below each other
        String limit = marked && !isProvisional(finding) ? numbers.limit() + NO_MARK : numbers.markedLimit();
        row.addAll(List.of(numbers.seen(), limit, numbers.baseline()));
        return row;
    }

    private static void suspects(RunReport report, int width, List<String> lines) {
        int rank = 1;
        for (Accused accused : report.suspects().stream().limit(SUSPECTS).toList()) {
            String line = accused.subject() + ": " + Texts.sentence(accused.reason());
            lines.addAll(wrapped(line, Texts.text("terminal.suspect") + " " + rank++ + "  ", width));
        }
        int more = report.suspects().size() - SUSPECTS;
        if (more > 0) {
            lines.add(Texts.text("terminal.more") + " " + more);
        }
    }

    private static String counts(RunReport report) {
        List<String> parts = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            long count = report.findings().stream()
                    .filter(finding -> Kind.of(finding.judgement().verdict()) == kind)
                    .count();
            parts.add(kind.word() + " " + count);
        }
        long notAsked = report.coverage().stream().filter(row -> !row.asked()).count();
        return String.join(", ", parts) + "; " + Texts.text("terminal.not-asked") + " " + notAsked;
    }

    private static List<String> wrapped(String text, String head, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(head);
        for (String word : text.split("\\s+")) {
            if (line.length() > head.length() && line.length() + word.length() > width) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(" ".repeat(head.length()));
            }
            line.append(word).append(' ');
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }
}
