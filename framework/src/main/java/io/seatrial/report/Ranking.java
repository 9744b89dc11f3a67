package io.seatrial.report;

import io.seatrial.measurement.Evidence;
import java.util.Comparator;
import java.util.List;

/** Orders findings from the worst to the best. */
public final class Ranking {
    private static final Comparator<Finding> WORST_FIRST = Comparator.comparing(
                    (Finding finding) -> Kind.of(finding.judgement().verdict()))
            .thenComparing(Ranking::severity, Comparator.reverseOrder())
            .thenComparing(finding -> finding.judgement().criterion())
            .thenComparing(finding -> finding.judgement().subject());

    private Ranking() {}

    /**
     * Return the findings with the worst first: failed, not proven, waived, watch, passed; within each the one farthest beyond its limit.
     * Equal ones keep the order of criterion and subject, so that the order is the same in every run.
     */
    public static List<Finding> worstFirst(List<Finding> findings) {
        return findings.stream().sorted(WORST_FIRST).toList();
    }

    /** Return at most {@code count} findings, the worst first. */
    public static List<Finding> worst(List<Finding> findings, int count) {
        return worstFirst(findings).stream().limit(count).toList();
    }

    private static double severity(Finding finding) {
        return finding.judgement().verdict().evidence().map(Evidence::severity).orElse(0.0);
    }
}
