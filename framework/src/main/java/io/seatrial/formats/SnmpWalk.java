package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.formats.SnmpObject.Column;
import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.CounterChange;
import io.seatrial.formats.text.CounterChange.How;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One or several walks of pause counters, as snmpwalk of net-snmp 5.x prints them by name or by number: IEEE8021-PFC-MIB of 2010 (Counter32
 * per port, no priorities; requests are frames sent, indications frames received) and MELLANOX-QOS-MIB of 2017 (Counter64 per priority). A
 * walk begins at {@code t=SECONDS}, at sysUpTime, or where an object comes again. Counters wrap at the end of their type; where sysUpTime
 * went back the agent began anew and nothing in between is known.
 */
public final class SnmpWalk implements Format<SnmpWalk.Report> {
    private static final Pattern TIME = Pattern.compile("^[#\\s=-]*t\\s*=\\s*(\\d+(?:\\.\\d+)?)\\s*s?[\\s=-]*$");
    private static final Pattern TIMED = Pattern.compile("^\\s*t=(\\d+(?:\\.\\d+)?)s?\\s+(\\S.*)$");
    private static final Pattern VARIABLE =
            Pattern.compile("^\\s*([\\w.-]+(?:::[\\w.-]+)?|\\.[\\d.]+)\\s+=\\s+(.*?)\\s*$");
    private static final Pattern UPTIME = Pattern.compile(
            "sysUpTime(?:Instance)?(?:\\.0)?$|\\.?1\\.3\\.6\\.1\\.2\\.1\\.1\\.3\\.0$|mib-2\\.1\\.3\\.0$");
    private static final Pattern TICKS = Pattern.compile("Timeticks: \\((\\d+)\\).*");
    private static final Pattern COUNTER = Pattern.compile("(Counter32|Counter64|Gauge32|INTEGER): (\\d+)(?: \\w+)?");
    private static final Pattern NONE = Pattern.compile("No Such (?:Instance|Object).*|No more variables left.*");
    private static final int TICKS_PER_SECOND = 2;

    /**
     * What the walks say.
     *
     * @param perPriority whether the objects are kept per priority; null where there are none
     * @param ifIndex of the only port, null where there are several
     * @param windowS seconds between the first and the last walk, from {@code t=} or else from sysUpTime; null where nothing tells
     * @param walks every walk in the order of the text
     * @param counters values of the last walk
     * @param delta differences of the only port's counters, where they are not per priority; null with one walk
     * @param deltas differences of each port and priority, null where delta tells all
     * @param resetDetected names of objects that went back without a wrap, or all if the agent began anew
     * @param missing objects that the agent says it does not have
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(
            Boolean perPriority,
            Integer ifIndex,
            BigDecimal windowS,
            List<At> walks,
            List<Values> counters,
            Values delta,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<Values> deltas,
            Set<String> resetDetected,
            List<Missing> missing,
            Boolean complete) {}

    /**
     * One walk.
     *
     * @param timeS seconds as {@code t=} says; null where it does not
     * @param upTimeS seconds since the agent began (sysUpTime); null where the walk does not have it
     * @param counters values of this walk
     */
    public record At(BigDecimal timeS, BigDecimal upTimeS, List<Values> counters) {}

    /** Counters of a port, or of one of its priorities; null where not in the text or not known. Pause durations have no unit in the MIB. */
    public record Values(
            @JsonInclude(JsonInclude.Include.NON_NULL) Integer ifIndex,
            @JsonInclude(JsonInclude.Include.NON_NULL) Integer priority,
            BigInteger rxPauseFrames,
            BigInteger txPauseFrames,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigInteger rxPauseDurationRaw,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigInteger txPauseDurationRaw) {}

    /** An object that the agent does not have. */
    public record Missing(Integer ifIndex, String object) {}

    private static final class Walk {
        private BigDecimal time;
        private BigDecimal upTime;
        private final Map<SnmpObject, BigInteger> values = new LinkedHashMap<>();
    }

    @Override
    public String id() {
        return "snmp-walk";
    }

    @Override
    public String about() {
        return "snmpwalk of pause counters: IEEE8021-PFC-MIB, MELLANOX-QOS-MIB";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.lines().stream()
                .anyMatch(line ->
                        SnmpObject.of(line.replaceFirst("^\\s*t=\\S+\\s+", "").split(" ")[0]) != null));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("per_priority", "if_index", "window_s", "counters", "delta", "deltas", "reset_detected");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        Reading reading = new Reading();
        for (Line line : lines) {
            reading.take(line);
        }
        if (!reading.begun) {
            throw lines.missing("variables of IEEE8021-PFC-MIB or MELLANOX-QOS-MIB, 'NAME = TYPE: VALUE'");
        }
        return reading.report(lines.completeAsFarAsKnown());
    }

    private static final class Reading {
        private final List<Walk> walks = new ArrayList<>();
        private final Set<Missing> missing = new LinkedHashSet<>();
        private BigDecimal latest;
        private boolean begun;

        void take(Line line) {
            Matcher time = TIME.matcher(line.text());
            Matcher timed = TIMED.matcher(line.text());
            if (time.matches()) {
                next(line, new BigDecimal(time.group(1)));
            } else if (timed.matches()) {
                BigDecimal at = new BigDecimal(timed.group(1));
                if (walks.isEmpty() || last().time == null || at.compareTo(last().time) != 0) {
                    next(line, at);
                }
                variable(line, VARIABLE.matcher(timed.group(2)));
            } else {
                variable(line, VARIABLE.matcher(line.text()));
            }
        }

        private void next(Line line, BigDecimal time) {
            if (latest != null && time.compareTo(latest) < 0) {
                throw line.malformed(
                        line.text().indexOf('t') + 1, "a time of " + latest.toPlainString() + " s or later");
            }
            latest = time;
            next(time);
        }

        private Walk next(BigDecimal time) {
            Walk walk = new Walk();
            walk.time = time;
            walks.add(walk);
            return walk;
        }

        private Walk last() {
            return walks.isEmpty() ? next(null) : walks.get(walks.size() - 1);
        }

        private void variable(Line line, Matcher variable) {
            if (!variable.matches()) {
                return;
            }
            Matcher ticks = TICKS.matcher(variable.group(2));
            if (UPTIME.matcher(variable.group(1)).find() && ticks.matches()) {
                Walk walk = last().upTime == null && last().values.isEmpty() ? last() : next(null);
                walk.upTime = new BigDecimal(ticks.group(1)).movePointLeft(TICKS_PER_SECOND);
                begun = true;
                return;
            }
            SnmpObject object = SnmpObject.of(variable.group(1));
            if (object != null) {
                begun = true;
                value(line, object, variable.group(2));
            }
        }

        private void value(Line line, SnmpObject object, String text) {
            Matcher counter = COUNTER.matcher(text);
            if (NONE.matcher(text).matches()) {
                missing.add(new Missing(object.ifIndex(), object.column().object()));
            } else if (counter.matches()) {
                Walk walk = last().values.containsKey(object) ? next(null) : last();
                walk.values.put(object, new Cell(line, 1, counter.group(2)).counter());
            } else {
                throw line.malformed(line.text().indexOf(text) + 1, "Counter32: N or Counter64: N");
            }
        }

        Report report(Boolean complete) {
            walks.removeIf(walk -> walk.values.isEmpty());
            Set<SnmpObject> objects = new LinkedHashSet<>();
            walks.forEach(walk -> objects.addAll(walk.values.keySet()));
            Set<Integer> ports = new LinkedHashSet<>();
            objects.forEach(object -> ports.add(object.ifIndex()));
            boolean priorities = objects.stream().anyMatch(object -> object.priority() != null);
            boolean single = ports.size() == 1 && !priorities;
            Map<SnmpObject, BigInteger> deltas = new LinkedHashMap<>();
            Set<String> reset = new LinkedHashSet<>();
            differences(objects, deltas, reset);
            boolean compared = walks.size() > 1;
            return new Report(
                    objects.isEmpty() ? null : (Boolean) priorities,
                    ports.size() == 1 ? ports.iterator().next() : null,
                    compared ? window() : null,
                    walks.stream()
                            .map(walk ->
                                    new At(walk.time, walk.upTime, values(walk.values.keySet(), walk.values, false)))
                            .toList(),
                    walks.isEmpty() ? List.of() : values(objects, walks.get(walks.size() - 1).values, false),
                    compared && single ? values(objects, deltas, true).get(0) : null,
                    compared && !single ? values(objects, deltas, false) : null,
                    reset,
                    List.copyOf(missing),
                    complete);
        }

        private BigDecimal window() {
            Walk from = walks.get(0);
            Walk to = walks.get(walks.size() - 1);
            if (from.time != null && to.time != null) {
                return to.time.subtract(from.time);
            }
            boolean known = from.upTime != null && to.upTime != null && !restarted();
            return known ? to.upTime.subtract(from.upTime) : null;
        }

        private boolean restarted() {
            for (int i = 1; i < walks.size(); i++) {
                BigDecimal before = walks.get(i - 1).upTime;
                BigDecimal after = walks.get(i).upTime;
                if (before != null && after != null && after.compareTo(before) < 0) {
                    return true;
                }
            }
            return false;
        }

        private void differences(Set<SnmpObject> objects, Map<SnmpObject, BigInteger> deltas, Set<String> reset) {
            boolean restarted = restarted();
            for (SnmpObject object : objects) {
                List<CounterChange> changes = CounterChange.series(
                        object.column().kind(),
                        walks.stream().map(walk -> walk.values.get(object)).toList());
                if (restarted || changes.stream().anyMatch(change -> change.how() == How.RESET)) {
                    reset.add(object.column().object());
                }
                deltas.put(object, restarted ? null : CounterChange.sum(changes));
            }
        }

        private static List<Values> values(Set<SnmpObject> objects, Map<SnmpObject, BigInteger> values, boolean bare) {
            Map<List<Integer>, Map<Column, BigInteger>> rows = new LinkedHashMap<>();
            for (SnmpObject object : objects) {
                List<Integer> key = new ArrayList<>();
                key.add(object.ifIndex());
                key.add(object.priority());
                rows.computeIfAbsent(key, k -> new LinkedHashMap<>()).put(object.column(), values.get(object));
            }
            List<Values> list = new ArrayList<>();
            rows.forEach((key, row) -> list.add(new Values(
                    bare ? null : key.get(0),
                    key.get(1),
                    Column.RX_FRAMES.in(row),
                    Column.TX_FRAMES.in(row),
                    Column.RX_DURATION.in(row),
                    Column.TX_DURATION.in(row))));
            return list;
        }
    }
}
