package io.seatrial.report.page;

import io.seatrial.report.Finding;
import io.seatrial.report.Kind;
import io.seatrial.report.RunReport;
import java.util.List;

/** Numbers for headings. */
final class Counts {
    private Counts() {}

    static long of(List<Finding> findings, Kind kind) {
        return findings.stream()
                .filter(finding -> Kind.of(finding.judgement().verdict()) == kind)
                .count();
    }

    /** Return how many criteria the profile does not ask. */
    static long notAsked(RunReport report) {
        return report.coverage().stream()
                .filter(row -> !row.asked())
                .map(row -> row.criterion())
                .distinct()
                .count();
    }
}
