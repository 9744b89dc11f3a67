package io.seatrial.report;

import io.seatrial.measurement.Evidence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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

    /**
     * Return at most {@code count} findings, the worst first. Among those that passed, the worst of each criterion comes before the second of
     * any: eight links exactly at their declared speed must not hide a latency near its limit.
     */
    public static List<Finding> worst(List<Finding> findings, int count) {
        Set<String> shown = new HashSet<>();
        List<Finding> first = new ArrayList<>();
        List<Finding> later = new ArrayList<>();
        for (Finding finding : worstFirst(findings)) {
            boolean passed = Kind.of(finding.judgement().verdict()) == Kind.PASSED;
            boolean fresh = shown.add(finding.judgement().criterion());
            (passed && !fresh ? later : first).add(finding);
        }
        first.addAll(later);
        return first.stream().limit(count).toList();
    }

    private static double severity(Finding finding) {
        return finding.judgement().verdict().evidence().map(Evidence::severity).orElse(0.0);
    }
}
