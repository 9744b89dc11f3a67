package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Columns;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SONiC's {@code counterpoll show} (sonic-utilities counterpoll/main.py, 2018 to 2026): which counters the switch reads from its ASIC and how
 * often. A counter that is not read stands still; a window shorter than a few intervals shows nothing of it.
 */
public final class SonicCounterpoll implements Format<SonicCounterpoll.Report> {
    private static final Pattern HEADER = Pattern.compile("^\\s*Type\\s+Interval \\(in ms\\)\\s+.*Status\\s*$");
    private static final Pattern INTERVAL = Pattern.compile("(default \\()?(\\d{1,9})\\)?");
    private static final Pattern SHORT = Pattern.compile("^[A-Z][A-Z0-9_]+(?:\\s{2,}.*)?$");
    private static final Pattern REMARK = Pattern.compile("\\s+<+\\s*$");

    /**
     * The counters in the order of the text.
     *
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(List<Poll> polls, Boolean complete) {
        public Report {
            polls = List.copyOf(polls);
        }
    }

    /**
     * One group of counters.
     *
     * @param type such as {@code PORT_STAT} or {@code WRED_ECN_QUEUE_STAT}
     * @param intervalMs milliseconds between two readings; null where the text does not tell
     * @param isDefault whether nobody has set the interval; null where there is none
     * @param enabled whether they are read at all; null where the text does not tell
     */
    public record Poll(String type, Integer intervalMs, Boolean isDefault, Boolean enabled) {}

    @Override
    public String id() {
        return "sonic-counterpoll";
    }

    @Override
    public String about() {
        return "SONiC 'counterpoll show': which counters are read, and how often";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(HEADER));
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<Poll> polls = new ArrayList<>();
        Columns columns = null;
        for (Line line : lines) {
            if (HEADER.matcher(line.text()).matches()) {
                columns = Columns.of(line);
            } else if (columns != null) {
                // Documents point at a line with an arrow behind it.
                Line row = line.with(REMARK.matcher(line.text()).replaceFirst(""));
                columns.row(row).map(SonicCounterpoll::poll).ifPresentOrElse(polls::add, () -> refuseShort(row));
            }
        }
        if (columns == null) {
            throw lines.missing("a header 'Type  Interval (in ms)  Status'");
        }
        return new Report(polls, lines.completeAsFarAsKnown());
    }

    private static void refuseShort(Line line) {
        if (SHORT.matcher(line.text()).matches()) {
            throw line.malformed("a type, an interval and a status");
        }
    }

    private static Poll poll(Columns.Row row) {
        Cell interval = row.at("Interval (in ms)");
        Matcher matcher = INTERVAL.matcher(interval.text());
        if (!interval.isUnknown() && !matcher.matches()) {
            throw interval.malformed("milliseconds, 'default (milliseconds)' or N/A");
        }
        boolean known = !interval.isUnknown();
        return new Poll(
                row.first().text(),
                known ? Integer.valueOf(matcher.group(2)) : null,
                known ? (Boolean) (matcher.group(1) != null) : null,
                enabled(row.at("Status")));
    }

    private static Boolean enabled(Cell status) {
        return switch (status.text()) {
            case "enable", "enabled" -> Boolean.TRUE;
            case "disable", "disabled" -> Boolean.FALSE;
            default -> {
                if (!status.isUnknown()) {
                    throw status.malformed("enable or disable");
                }
                yield null;
            }
        };
    }
}
