package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Columns;
import io.seatrial.formats.text.Columns.Row;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SONiC's {@code show pfcwd config} (sonic-utilities pfcwd/main.py, 2018 to 2026): on which ports the PFC watchdog was started, and how. A port
 * that is not listed has no watchdog. Times are milliseconds (the database has microseconds for the detection time in use).
 */
public final class SonicPfcwdConfig implements Format<SonicPfcwdConfig.Report> {
    private static final Pattern HEADER =
            Pattern.compile("^\\s*PORT\\s+ACTION\\s+DETECTION TIME\\s+RESTORATION TIME\\b.*$");
    private static final Pattern POLLING =
            Pattern.compile("^\\s*Changed polling interval to (\\d{1,6})ms(?: on (\\S+))?\\s*$");
    private static final Pattern SWITCH = Pattern.compile("^\\s*BIG_RED_SWITCH status is (\\S+?)(?: on (\\S+))?\\s*$");

    /**
     * The ports in the order of the text.
     *
     * @param pollIntervals how often the watchdog looks, for each ASIC that the text names
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(List<PollInterval> pollIntervals, List<Port> ports, Boolean complete) {
        public Report {
            pollIntervals = List.copyOf(pollIntervals);
            ports = List.copyOf(ports);
        }
    }

    /**
     * The watchdog of one ASIC.
     *
     * @param namespace null on a switch with one ASIC
     * @param intervalMs null where the text has the switch only
     * @param bigRedSwitch {@code enable} drops on every lossless queue at once; null where it was never set
     */
    public record PollInterval(String namespace, Integer intervalMs, String bigRedSwitch) {}

    /**
     * One port.
     *
     * @param action what is done with packets of a stormed queue: {@code drop}, {@code forward} or {@code alert}
     * @param detectionTimeMs null where it is not set
     * @param restorationTimeMs null where the queue is never restored
     * @param historyEnabled whether pauses are recorded; null in releases without history
     */
    public record Port(
            String port, String action, Integer detectionTimeMs, Integer restorationTimeMs, Boolean historyEnabled) {}

    @Override
    public String id() {
        return "sonic-pfcwd-config";
    }

    @Override
    public String about() {
        return "SONiC 'show pfcwd config': on which ports the PFC watchdog runs";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(HEADER));
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<PollInterval> intervals = new ArrayList<>();
        List<Port> ports = new ArrayList<>();
        Columns columns = null;
        for (Line line : lines) {
            if (HEADER.matcher(line.text()).matches()) {
                columns = Columns.of(line);
            } else if (columns != null) {
                columns.row(line).map(SonicPfcwdConfig::port).ifPresent(ports::add);
            } else {
                take(line, intervals);
            }
        }
        if (columns == null) {
            throw lines.missing("a header 'PORT  ACTION  DETECTION TIME  RESTORATION TIME'");
        }
        return new Report(intervals, ports, lines.completeAsFarAsKnown());
    }

    private static void take(Line line, List<PollInterval> intervals) {
        Matcher polling = POLLING.matcher(line.text());
        Matcher red = SWITCH.matcher(line.text());
        if (polling.matches()) {
            intervals.add(new PollInterval(polling.group(2), Integer.valueOf(polling.group(1)), null));
        } else if (red.matches()) {
            int last = intervals.size() - 1;
            boolean known = last >= 0 && Objects.equals(intervals.get(last).namespace(), red.group(2));
            PollInterval before = known ? intervals.remove(last) : new PollInterval(red.group(2), null, null);
            intervals.add(new PollInterval(before.namespace(), before.intervalMs(), red.group(1)));
        }
    }

    private static Port port(Row row) {
        Cell restoration = row.at("RESTORATION TIME");
        String history = row.at("HISTORY").known();
        return new Port(
                row.first().text(),
                row.at("ACTION").known(),
                row.at("DETECTION TIME").index(),
                restoration.text().equals("infinite") ? null : restoration.index(),
                history == null ? null : (Boolean) history.startsWith("enable"));
    }
}
