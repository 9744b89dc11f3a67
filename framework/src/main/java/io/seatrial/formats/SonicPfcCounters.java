package io.seatrial.formats;

import io.seatrial.formats.text.Columns;
import io.seatrial.formats.text.Columns.Row;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SONiC's {@code show pfc counters [--history]} (sonic-utilities scripts/pfcstat, 2019 to 2026): a table of received and one of sent frames,
 * a column for each priority. Frames include those that end a pause (XON). Received: the neighbour of the port is congested; sent: the
 * switch itself is. The history comes from the switch's own estimate (EST_PORT_STAT_PFC_n_*) unless the ASIC counts (SAI), and the text
 * does not say which; its times are microseconds, the recent one is never relative to a clear.
 */
public final class SonicPfcCounters implements Format<SonicPfcCounters.Report> {
    private static final Pattern HEADER = Pattern.compile("^\\s*Port (Rx|Tx)(?:\\s+PFC[0-7])+\\s*$");
    private static final Pattern HISTORY =
            Pattern.compile("^\\s*Port\\s+Priority\\s+RX Pause Transitions\\s.*Timestamp\\s*$");
    private static final Pattern RULER = Pattern.compile("^\\s*-+  .*");
    private static final Pattern DATE = Pattern.compile("(\\d\\d)/(\\d\\d)/(\\d{4}), (\\S+)");
    private static final String TX = "Port Tx";

    /**
     * Both tables.
     *
     * @param baselineTime when the counters were last cleared, in the switch's local time; null where the text does not tell
     * @param valuesAreRelativeToBaseline whether they were; null where lines were filtered out, so that it is not known
     * @param counters the rows of the received table, then those of the sent one
     * @param pauseHistory the rows of the history
     * @param rxPresent whether the table of received frames is there; null for a history
     * @param txPresent whether the table of sent frames is there; null for a history
     * @param txHeaderCut whether the text ends within the header of the sent table
     * @param complete whether both tables are there with the same ports; null where neither has one; for a history false if the last line is
     *     cut, else null
     */
    public record Report(
            String baselineTime,
            Boolean valuesAreRelativeToBaseline,
            List<Pauses> counters,
            List<PauseHistory> pauseHistory,
            Boolean rxPresent,
            Boolean txPresent,
            boolean txHeaderCut,
            Boolean complete) {
        public Report {
            counters = List.copyOf(counters);
            pauseHistory = List.copyOf(pauseHistory);
        }
    }

    /** Frames of one direction. */
    public sealed interface Pauses permits Received, Sent {
        /** Return the name of the port. */
        String port();

        /** Return the priority, 0 to 7. */
        int priority();
    }

    /**
     * Pause frames that the port received.
     *
     * @param rxPauseFrames null where the switch does not count them
     */
    public record Received(String port, int priority, BigInteger rxPauseFrames) implements Pauses {}

    /**
     * Pause frames that the port sent.
     *
     * @param txPauseFrames null where the switch does not count them
     */
    public record Sent(String port, int priority, BigInteger txPauseFrames) implements Pauses {}

    /**
     * How long the port was paused.
     *
     * @param rxPauseTransitions how often it went from paused to not paused
     * @param rxPauseTimeUsEstimated microseconds altogether
     * @param recentPauseTimeUs microseconds of the last pause
     * @param recentPauseTimestamp when the last pause was, in the switch's local time
     */
    public record PauseHistory(
            String port,
            int priority,
            BigInteger rxPauseTransitions,
            BigInteger rxPauseTimeUsEstimated,
            BigInteger recentPauseTimeUs,
            String recentPauseTimestamp) {}

    @Override
    public String id() {
        return "sonic-pfc-counters";
    }

    @Override
    public String about() {
        return "SONiC 'show pfc counters' and 'show pfc counters --history'";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(HEADER) || head.has(HISTORY));
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        Tables tables = new Tables();
        lines.forEachRemaining(tables::take);
        if (tables.columns == null) {
            throw lines.missing(
                    "a header 'Port Rx  PFC0 ... PFC7', 'Port Tx  PFC0 ... PFC7' or 'Port  Priority  RX Pause Transitions'");
        }
        return tables.report(lines);
    }

    private static final class Tables {
        private final List<Pauses> counters = new ArrayList<>();
        private final List<PauseHistory> history = new ArrayList<>();
        private final List<String> rxPorts = new ArrayList<>();
        private final List<String> txPorts = new ArrayList<>();
        private SonicBaseline baseline;
        private Columns columns;
        private boolean isHistory;
        private boolean hasRuler;
        private boolean rx;
        private boolean tx;

        void take(Line line) {
            Matcher header = HEADER.matcher(line.text());
            if (header.matches()) {
                columns = Columns.of(line);
                rx = rx || header.group(1).equals("Rx");
                tx = tx || header.group(1).equals("Tx");
            } else if (HISTORY.matcher(line.text()).matches()) {
                columns = Columns.of(line);
                isHistory = true;
            } else if (RULER.matcher(line.text()).matches()) {
                hasRuler = true;
            } else if (columns != null) {
                columns.row(line).ifPresent(row -> take(row));
            }
            if (baseline == null) {
                baseline = SonicBaseline.of(line.text()).orElse(null);
            }
        }

        private void take(Row row) {
            if (columns.has("Priority")) {
                history.add(history(row));
            } else {
                List<String> ports = columns.has(TX) ? txPorts : rxPorts;
                if (ports.contains(row.first().text())) {
                    throw row.first().malformed("each port once in a table, for one run of the command,");
                }
                ports.add(row.first().text());
                for (int i = 1; i < row.cells().size(); i++) {
                    counters.add(pauses(row, i));
                }
            }
        }

        private Pauses pauses(Row row, int column) {
            String port = row.first().text();
            int priority = priority(columns.titles().get(column));
            BigInteger frames = row.cells().get(column).counter();
            return columns.has(TX) ? new Sent(port, priority, frames) : new Received(port, priority, frames);
        }

        private static PauseHistory history(Row row) {
            String priority = row.at("Priority").text();
            if (!priority.matches("PFC\\d")) {
                throw row.at("Priority").malformed("a priority (PFC0 to PFC7)");
            }
            return new PauseHistory(
                    row.first().text(),
                    priority(priority),
                    row.at("RX Pause Transitions").counter(),
                    row.at("Total RX Pause Time US").counter(),
                    row.at("Recent RX Pause Time US").counter(),
                    timestamp(row.at("Recent RX Pause Timestamp").known()));
        }

        private static int priority(String title) {
            return title.charAt(title.length() - 1) - '0';
        }

        private static String timestamp(String printed) {
            Matcher date = DATE.matcher(printed == null ? "" : printed);
            return date.matches()
                    ? date.group(3) + "-" + date.group(1) + "-" + date.group(2) + "T" + date.group(4)
                    : printed;
        }

        Report report(Lines lines) {
            return new Report(
                    baseline == null ? null : baseline.time(),
                    baseline == null ? relativeWithoutLine() : Boolean.TRUE,
                    counters,
                    history,
                    isHistory ? null : (Boolean) rx,
                    isHistory ? null : (Boolean) tx,
                    lines.remnant()
                            .filter(line -> isTxHeader(line.text().strip()))
                            .isPresent(),
                    isHistory ? lines.completeAsFarAsKnown() : isComplete(lines));
        }

        /** A filter that took the ruler may have taken the line about the baseline. */
        private Boolean relativeWithoutLine() {
            return hasRuler ? Boolean.FALSE : null;
        }

        private boolean isTxHeader(String cut) {
            return rx && !tx && !cut.isEmpty() && (cut.startsWith(TX) || TX.startsWith(cut));
        }

        /** The sent table lists the ports of the received one; where both have none, the rows may have been filtered out. */
        private Boolean isComplete(Lines lines) {
            boolean whole =
                    rx && tx && rxPorts.equals(txPorts) && lines.remnant().isEmpty();
            return whole && rxPorts.isEmpty() ? null : (Boolean) whole;
        }
    }
}
