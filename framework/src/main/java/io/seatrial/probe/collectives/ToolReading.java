package io.seatrial.probe.collectives;

import io.seatrial.formats.CollectiveRow;
import io.seatrial.formats.CollectiveRow.Side;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.measurement.SizeCurve.Point;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes a curve of what a test program printed, or says in one sentence why it is none. Wrong results are no such reason where the table
 * counts them: the curve carries the counts, and who judges it rejects the fabric for them.
 */
final class ToolReading {
    private static final int MICROS_TO_NANOS = 3;

    private final ToolRun run;
    private final ToolPrint print;

    private ToolReading(ToolRun run, ToolPrint print) {
        this.run = run;
        this.print = print;
    }

    /** Return why the printed run is not the one that was asked, the cause before its consequences; empty where it is. */
    static Optional<String> refusal(ToolRun run, ToolPrint print, int status) {
        ToolReading reading = new ToolReading(run, print);
        return reading.otherJob()
                .or(reading::gaveUp)
                .or(() -> reading.unfinished(status))
                .or(reading::otherRanks)
                .or(reading::otherWork)
                .or(reading::doubtful);
    }

    /** A program that was built without MPI runs once for each process, each of one rank. */
    private Optional<String> otherJob() {
        if (print.jobs() > 1) {
            return Optional.of(print.jobs() + " jobs ran beside each other, each with its own rank 0: " + run.program()
                    + " is built without MPI; build it with MPI=1");
        }
        return print.ranks() != null && print.ranks() == 1
                ? Optional.of("one rank ran alone, which moves nothing over any bus; expected " + asked())
                : Optional.empty();
    }

    private String asked() {
        return run.ranks() + " ranks, " + run.gpus() + " on each of "
                + String.join(", ", run.group().hosts());
    }

    private Optional<String> gaveUp() {
        return print.failure().isEmpty()
                ? Optional.empty()
                : Optional.of(run.program() + " gave up: " + print.failure());
    }

    /** The exit status is 1 too where the program judges results, which others do here. */
    private Optional<String> unfinished(int status) {
        if (!print.isComplete()) {
            return Optional.of(run.program() + " did not come to its end (no line '# Avg bus bandwidth'; exit status "
                    + status + ", " + print.rows().size() + " of "
                    + run.sizes().count() + " sizes)");
        }
        return status == 0 || print.isJudged()
                ? Optional.empty()
                : Optional.of(run.program() + " printed its end, and then ended with exit status " + status);
    }

    private Optional<String> otherRanks() {
        if (print.ranks() == null) {
            return Optional.of(
                    "the list of devices is not whole, so nobody knows how many ranks ran; expected " + asked());
        }
        if (print.ranks() != run.ranks()) {
            return Optional.of(print.ranks() + " ranks ran; expected " + asked());
        }
        boolean even = print.ranksOfHost().values().stream().allMatch(count -> count == run.gpus());
        if (!print.ranksOfHost().isEmpty()
                && (!even || print.ranksOfHost().size() != run.group().hosts().size())) {
            return Optional.of("ranks ran as " + print.ranksOfHost() + "; expected " + asked());
        }
        return otherHosts();
    }

    /** A host may call itself otherwise than the inventory does, but then all of them do. */
    private Optional<String> otherHosts() {
        Set<String> wanted = new TreeSet<>();
        run.group().hosts().forEach(host -> wanted.add(bare(host)));
        Set<String> strangers = new TreeSet<>();
        print.ranksOfHost().keySet().forEach(host -> strangers.add(bare(host)));
        int ran = strangers.size();
        strangers.removeAll(wanted);
        return strangers.isEmpty() || strangers.size() == ran
                ? Optional.empty()
                : Optional.of("ranks ran on " + String.join(", ", strangers) + " too; expected " + asked());
    }

    private static String bare(String host) {
        int dot = host.indexOf('.');
        return dot < 0 ? host : host.substring(0, dot);
    }

    private Optional<String> otherWork() {
        String program = ToolRun.programOf(run.collective());
        String wanted = program.substring(0, program.length() - "_perf".length());
        if (print.collective() != null && !print.collective().equals(wanted)) {
            return Optional.of("it was " + print.collective() + " that ran; expected " + wanted);
        }
        if (print.rows().stream().anyMatch(row -> row.sizeBytes().signum() == 0)) {
            return Optional.of("sizes below one element for each rank ran as 0 B; begin at a larger size than "
                    + run.sizes().least() + " B");
        }
        int count = print.rows().size();
        return count == run.sizes().count()
                ? Optional.empty()
                : Optional.of(count + " sizes are in the table; expected "
                        + run.sizes().count() + ", from " + run.sizes().least() + " B to "
                        + run.sizes().most() + " B");
    }

    private Optional<String> doubtful() {
        Set<String> findings = new LinkedHashSet<>(print.findings());
        if (!findings.isEmpty()) {
            return Optional.of("what was printed does not fit together: " + String.join("; ", findings));
        }
        boolean counted = sides().stream()
                .anyMatch(side ->
                        side.wrongElements() != null && side.wrongElements().signum() > 0);
        if (Boolean.FALSE.equals(print.isCorrect()) && !counted) {
            return Optional.of("results are wrong, and the table does not say how many at which size");
        }
        return sides().stream().anyMatch(side -> side.timeUs() == null || nanos(side) < 1)
                ? Optional.of("a size has no time")
                : Optional.empty();
    }

    private List<Side> sides() {
        List<Side> sides = new ArrayList<>();
        print.rows().forEach(row -> {
            sides.add(row.outOfPlace());
            sides.add(inPlace(run.collective(), row));
        });
        sides.removeIf(side -> side == null);
        return sides;
    }

    /** In place all-to-all and send-receive overwrite what others still read; the program measures it and compares nothing. */
    private static Side inPlace(Collective collective, CollectiveRow row) {
        return collective == Collective.ALL_TO_ALL || collective == Collective.SEND_RECV ? null : row.inPlace();
    }

    /** Return the curve of a print that is not refused. */
    static SizeCurve curve(ToolRun run, ToolPrint print) {
        List<Point> points = new ArrayList<>();
        for (CollectiveRow row : print.rows()) {
            add(points, run, print, row, row.outOfPlace(), false);
            add(points, run, print, row, inPlace(run.collective(), row), true);
        }
        return new SizeCurve(run.collective(), print.ranks(), points);
    }

    private static void add(
            List<Point> points, ToolRun run, ToolPrint print, CollectiveRow row, Side side, boolean inPlace) {
        if (side != null) {
            points.add(new Point(
                    row.sizeBytes().longValueExact(),
                    inPlace,
                    run.iterations(),
                    nanos(side),
                    OptionalInt.empty(),
                    wrong(side, print)));
        }
    }

    /** Up to 2022 the table has the largest deviation in place of a count; it was held against the tolerance of its type. */
    private static Optional<Long> wrong(Side side, ToolPrint print) {
        if (side.wrongElements() != null) {
            return Optional.of(side.wrongElements().longValue());
        }
        return side.maxError() != null && Boolean.TRUE.equals(print.isCorrect()) ? Optional.of(0L) : Optional.empty();
    }

    private static long nanos(Side side) {
        BigDecimal nanos = side.timeUs().movePointRight(MICROS_TO_NANOS);
        return nanos.setScale(0, RoundingMode.HALF_UP).longValueExact();
    }
}
