package io.seatrial.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.criteria.Amount;
import io.seatrial.criteria.collectives.StepTime;
import io.seatrial.criteria.collectives.StepTime.Assumption;
import io.seatrial.criteria.collectives.StepTime.Claim;
import io.seatrial.criteria.collectives.StepTime.Row;
import io.seatrial.formats.FormatJson;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What a training step gains from faster collectives, and what a claim takes for granted. */
@Command(
        name = "step-time",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Show what a training step gains from a higher bus bandwidth, and what a claimed step needs.")
final class StepTimeTable implements Callable<Integer> {
    private static final String LINE = "%-28s  %13s  %8s  %7s  %7s  %8s  %9s";

    @Spec
    CommandSpec spec;

    @Option(names = "--step", required = true, paramLabel = "TIME", description = "Whole step, for example 2.3s.")
    String step;

    @Option(
            names = "--communication",
            required = true,
            paramLabel = "TIME",
            description = "Time of all communication in it, hidden or not.")
    String communication;

    @Option(names = "--exposed", paramLabel = "TIME", description = "The part in which nothing else runs.")
    String exposed;

    @Option(
            names = "--idle",
            paramLabel = "SHARE",
            description = "In its place: idle share of the GPUs, all of it waiting.")
    String idle;

    @Option(
            names = "--bandwidth",
            required = true,
            paramLabel = "RATE",
            description = "Bus bandwidth, for example 12.5GB/s.")
    String before;

    @Option(names = "--to", required = true, paramLabel = "RATE", description = "The other bus bandwidth.")
    String after;

    @Option(names = "--claim", paramLabel = "TIME", description = "A step that somebody claims for it.")
    String claim;

    @Option(names = "--json", description = "Print the numbers as JSON, not rounded: seconds, B/s, and shares of 1.")
    boolean json;

    /** What is printed as JSON. */
    record Printed(
            Times measured,
            BigDecimal computeSeconds,
            BigDecimal communicationShare,
            long bandwidthBytesPerSecond,
            long toBytesPerSecond,
            List<Changed> assumptions,
            @JsonInclude(JsonInclude.Include.NON_NULL) Claimed claim) {}

    /** The times of one step. */
    record Times(
            BigDecimal stepSeconds,
            BigDecimal communicationSeconds,
            BigDecimal exposedSeconds,
            BigDecimal hiddenSeconds,
            BigDecimal overlap) {}

    /** What comes of an assumption. */
    record Changed(String assumption, Times times, BigDecimal speedup, BigDecimal reduction) {}

    /** Null for what a claim needs that nothing brings about. */
    record Claimed(
            BigDecimal stepSeconds,
            BigDecimal leastSeconds,
            BigDecimal mostSeconds,
            boolean isPossible,
            Changed needs) {}

    @Override
    public Integer call() {
        try {
            StepTime measured = measured();
            long from = amount("--bandwidth", before, Unit.BYTES_PER_SECOND);
            long to = amount("--to", after, Unit.BYTES_PER_SECOND);
            List<Row> rows = measured.at(from, to);
            Optional<Claim> claimed =
                    Optional.ofNullable(claim).map(text -> measured.claim(from, to, seconds("--claim", text)));
            if (json) {
                spec.commandLine().getOut().println(FormatJson.pretty(printed(measured, from, to, rows, claimed)));
            } else {
                print(measured, rows, claimed);
            }
            return claimed.filter(one -> one.row().isEmpty()).isPresent() ? Status.DOES_NOT_HOLD : Status.HOLDS;
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private StepTime measured() {
        if ((exposed == null) == (idle == null)) {
            throw new UsageException("expected either --exposed or --idle, got " + (idle == null ? "neither" : "both"));
        }
        BigDecimal whole = seconds("--step", step);
        BigDecimal waiting = idle == null
                ? seconds("--exposed", exposed)
                : whole.multiply(BigDecimal.valueOf(amount("--idle", idle, Unit.PARTS_PER_MILLION), 6));
        return new StepTime(whole, seconds("--communication", communication), waiting);
    }

    private static BigDecimal seconds(String option, String text) {
        return BigDecimal.valueOf(amount(option, text, Unit.NANOSECONDS), 9);
    }

    private static long amount(String option, String text, Unit unit) {
        Quantity quantity = parsed(option, text, unit);
        if (quantity.unit() != unit) {
            throw new UsageException(option + ": " + Amount.expected(unit) + ", got '" + text + "'");
        }
        return quantity.value();
    }

    private static Quantity parsed(String option, String text, Unit unit) {
        try {
            return Amount.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException(option + ": " + Amount.expected(unit) + ", got '" + text + "'");
        }
    }

    private static Printed printed(StepTime measured, long from, long to, List<Row> rows, Optional<Claim> claimed) {
        return new Printed(
                times(measured),
                measured.compute(),
                measured.communicationShare(),
                from,
                to,
                rows.stream().skip(1).map(StepTimeTable::changed).toList(),
                claimed.map(one -> new Claimed(
                                one.step(),
                                one.least(),
                                one.most(),
                                one.row().isPresent(),
                                one.row().map(StepTimeTable::changed).orElse(null)))
                        .orElse(null));
    }

    private static Times times(StepTime step) {
        return new Times(step.step(), step.communication(), step.exposed(), step.hidden(), step.overlap());
    }

    private static Changed changed(Row row) {
        return new Changed(name(row.assumption()), times(row.step()), row.speedup(), row.reduction());
    }

    private void print(StepTime measured, List<Row> rows, Optional<Claim> claimed) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(
                "Compute " + time(measured.compute()) + " s, communication " + time(measured.communication()) + " s ("
                        + percent(measured.communicationShare()) + " of the step), of which " + time(measured.exposed())
                        + " s exposed and " + time(measured.hidden()) + " s hidden.");
        out.println("Bus bandwidth " + before + " -> " + after + ", times in seconds:");
        out.println();
        out.println(line("assumption", "communication", "exposed", "step", "overlap", "speedup", "reduction"));
        rows.forEach(row -> out.println(line(row)));
        claimed.flatMap(Claim::row).ifPresent(row -> out.println(line(row)));
        out.println();
        out.println(
                "Speedup is T0/T1 - 1, how many more steps there are in the same time; reduction is 1 - T1/T0, how much shorter a step is.");
        claimed.ifPresent(
                one -> out.println(one.row().map(row -> needs(measured, row)).orElseGet(() -> impossible(one))));
    }

    private static String line(Row row) {
        return line(
                name(row.assumption()),
                time(row.step().communication()),
                time(row.step().exposed()),
                time(row.step().step()),
                percent(row.step().overlap()),
                signed(row.speedup()),
                percent(row.reduction()));
    }

    private static String needs(StepTime measured, Row claimed) {
        return "The claimed step of " + time(claimed.step().step()) + " s needs an overlap of "
                + percent(claimed.step().overlap()) + "; measured were " + percent(measured.overlap())
                + ". Bandwidth alone does not explain what lies between the claim and the lines above it.";
    }

    private static String impossible(Claim claimed) {
        boolean isTooShort = claimed.step().compareTo(claimed.least()) < 0;
        return "The claimed step of " + time(claimed.step()) + " s does not hold: expected " + time(claimed.least())
                + " s, with everything hidden, to " + time(claimed.most()) + " s, with nothing hidden. "
                + (isTooShort
                        ? "It is shorter than computing alone, so that something else than communication has to become faster."
                        : "It is longer than with all communication exposed, so that something else has to become slower.");
    }

    private static String name(Assumption assumption) {
        return switch (assumption) {
            case MEASURED -> "measured before";
            case HIDDEN_TIME_FIXED -> "the same time hidden";
            case OVERLAP_FIXED -> "the same share hidden";
            case CLAIMED -> "claimed";
        };
    }

    private static String line(Object... cells) {
        return String.format(Locale.ROOT, LINE, cells).stripTrailing();
    }

    private static String time(BigDecimal seconds) {
        return seconds.setScale(3, RoundingMode.HALF_UP).toPlainString();
    }

    /** One digit, a second one only where it is exact. */
    private static String percent(BigDecimal share) {
        BigDecimal two = share.movePointRight(2).setScale(2, RoundingMode.HALF_UP);
        boolean exact = two.compareTo(share.movePointRight(2).setScale(6, RoundingMode.HALF_UP)) == 0;
        BigDecimal one = share.movePointRight(2).setScale(1, RoundingMode.HALF_UP);
        return (exact && two.compareTo(one) != 0 ? two : one).toPlainString() + " %";
    }

    private static String signed(BigDecimal share) {
        return (share.signum() >= 0 ? "+" : "") + percent(share);
    }
}
