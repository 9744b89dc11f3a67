package io.seatrial.criteria;

import io.seatrial.criteria.nccl.Finding;
import io.seatrial.criteria.nccl.NcclLint;
import io.seatrial.criteria.nccl.Release;
import io.seatrial.criteria.nccl.Severity;
import io.seatrial.formats.environment.PlacedLine;
import io.seatrial.measurement.Setting;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a host sets for NCCL, held against what NCCL makes of it. */
final class NcclLines {
    /** What is wrong on a host with many wrong lines is told by the first ones. */
    private static final int TOLD = 5;

    private NcclLines() {}

    /** Want no line that is an error in a sign-off. */
    static SettingRule.Wanted wanted(Optional<String> release) {
        NcclLint lint = new NcclLint(release.map(Release::of), true);
        return new SettingRule.Wanted(
                "no line that NCCL takes otherwise than it reads",
                seen -> errors(lint, seen).isEmpty(),
                seen -> told(errors(lint, seen)));
    }

    private static List<Finding> errors(NcclLint lint, List<String> seen) {
        return lint.look(NcclLint.sources(placed(seen))).stream()
                .filter(one -> one.severity() == Severity.ERROR)
                .toList();
    }

    private static List<PlacedLine> placed(List<String> seen) {
        return seen.stream()
                .filter(text -> !text.equals(Setting.NONE))
                .map(PlacedLine::of)
                .toList();
    }

    private static String told(List<Finding> errors) {
        String some = errors.stream()
                .limit(TOLD)
                .map(one -> one.source() + ":" + one.line() + ": " + one.sentence())
                .collect(Collectors.joining(". "));
        return errors.size() <= TOLD ? some : some + ". And " + (errors.size() - TOLD) + " more";
    }

    static String comparable(String text) {
        return text.isEmpty() || text.equals(Setting.NONE)
                ? text
                : PlacedLine.of(text).comparable();
    }
}
