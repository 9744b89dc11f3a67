package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Prompt;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code mlnx_qos -i NETDEV} prints (Mellanox/mlnx-tools, python/mlnx_qos, MLNX_OFED 4.x to DOCA 3.x), also with what scripts print
 * around it: a title {@code show configuration for device NETDEV / RDMADEV} and the ECN switches of /sys/class/net/NETDEV/ecn. Buffers are
 * bytes, the cable's length metres.
 */
public final class MlnxQos implements Format<MlnxQos.Report> {
    private static final String TRUST = "Priority trust state";
    private static final Pattern TITLE = Pattern.compile("^=+.*\\bdevice (\\S+) / (\\S+?)\\s*=+\\s*$");
    private static final Pattern COMMAND = Pattern.compile("\\bmlnx_qos\\b.*\\s(?:-i|--interface)[\\s=]+(\\S+)");
    private static final Pattern ROW = Pattern.compile("^\\s*(priority|enabled|buffer)\\s+(\\S.*)$");
    private static final Pattern ECN = Pattern.compile("/ecn/roce_(np|rp)/enable/(\\d) = (\\d)\\s*$");
    private static final Pattern DSCP = Pattern.compile("^\\s*prio:(\\d+)\\s+dscp:(.*?),?\\s*$");
    private static final Pattern CLASS =
            Pattern.compile("^tc: (\\d+) ratelimit: (.+?), tsa: (\\w+)(?:, bw: (\\d+)%)?\\s*$");
    private static final Pattern CLASS_PRIORITY = Pattern.compile("^\\s*priority:\\s+(\\S+)\\s*$");
    private static final Pattern SIZE = Pattern.compile("(total_size|max_buffer_size)=(.*)");
    private static final Pattern FIELD = Pattern.compile(
            "^(DCBX mode|Priority trust state|Cable len|Receive buffer size \\(bytes\\)):\\s*(.*?)\\s*$");

    /**
     * Settings of one device; null where they are not in the text.
     *
     * @param trust {@code dscp} or {@code pcp}
     * @param pfcPriorities priorities that are paused; empty where none is
     * @param bufferOfPriority receive buffer by priority
     * @param dscpOfPriority code points by priority, several lines of one joined
     * @param receiveBufferTotalBytes all buffers together ({@code total_size}), where the release prints it
     * @param receiveBufferMaxBytes what all buffers may have together ({@code max_buffer_size}), where the release prints it
     * @param finding where the two sides of congestion control do not fit, null if nothing
     * @param more devices after the first, where the text has several, else null
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(
            String netdev,
            String rdmaDevice,
            String dcbxMode,
            String trust,
            List<Integer> pfcPriorities,
            Map<Integer, Integer> bufferOfPriority,
            Map<Integer, List<Integer>> dscpOfPriority,
            List<BigInteger> receiveBufferBytes,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigInteger receiveBufferTotalBytes,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigInteger receiveBufferMaxBytes,
            Integer cableLengthM,
            List<TrafficClass> trafficClasses,
            List<Ecn> ecn,
            String finding,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<Report> more,
            Boolean complete) {}

    /** A transmit class; ratelimit as printed, bandwidth only where the algorithm is ets. */
    public record TrafficClass(
            int tc, String ratelimit, String tsa, Integer bandwidthPercent, List<Integer> priorities) {}

    /**
     * Congestion control of a priority.
     *
     * @param notificationPoint whether it answers marked packets with CNPs; null where not in the text
     * @param reactionPoint whether it slows down on CNPs; null where not in the text
     */
    public record Ecn(int priority, Boolean notificationPoint, Boolean reactionPoint) {}

    @Override
    public String id() {
        return "mlnx-qos";
    }

    @Override
    public String about() {
        return "mlnx_qos -i NETDEV: trust, PFC, buffers, traffic classes; and ECN switches of sysfs";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has("Priority trust state:"))
                .or(Likeness.perhapsIf(head.has("PFC configuration:")));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("finding");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<Draft> drafts = new ArrayList<>();
        String netdev = lines.echo().map(MlnxQos::netdev).orElse(null);
        for (Line line : lines) {
            Matcher title = TITLE.matcher(line.text());
            String command = Prompt.command(line.text()).map(MlnxQos::netdev).orElse(null);
            if (title.matches() || command != null) {
                drafts.add(title.matches() ? new Draft(title.group(1), title.group(2)) : new Draft(command, null));
            } else if (drafts.isEmpty()) {
                Draft first = new Draft(netdev, null);
                if (first.take(line)) {
                    drafts.add(first);
                }
            } else {
                last(drafts, line).take(line);
            }
        }
        if (drafts.isEmpty()) {
            throw lines.missing("'Priority trust state:' or 'PFC configuration:' of mlnx_qos");
        }
        return report(drafts, lines.completeAsFarAsKnown());
    }

    /** Outputs of several devices may follow each other with nothing between them; a field that comes again begins the next. */
    private static Draft last(List<Draft> drafts, Line line) {
        Matcher field = FIELD.matcher(line.text());
        if (field.matches() && drafts.get(drafts.size() - 1).fields.containsKey(field.group(1))) {
            drafts.add(new Draft(null, null));
        }
        return drafts.get(drafts.size() - 1);
    }

    private static String netdev(String command) {
        Matcher names = COMMAND.matcher(command);
        return names.find() ? names.group(1) : null;
    }

    private static Report report(List<Draft> drafts, Boolean complete) {
        List<Report> more = drafts.stream()
                .skip(1)
                .map(draft -> draft.report(null, draft == drafts.get(drafts.size() - 1) ? complete : null))
                .toList();
        return drafts.get(0).report(more.isEmpty() ? null : more, complete);
    }

    private static final class Draft {
        private final String netdev;
        private final String rdmaDevice;
        private final Map<String, String> fields = new LinkedHashMap<>();
        private final Map<String, List<Integer>> rows = new LinkedHashMap<>();
        private final Map<Integer, List<Integer>> dscp = new TreeMap<>();
        private final Map<Integer, Boolean> notification = new TreeMap<>();
        private final Map<Integer, Boolean> reaction = new TreeMap<>();
        private final List<TrafficClass> classes = new ArrayList<>();
        private final Map<String, BigInteger> sizes = new LinkedHashMap<>();
        private List<BigInteger> buffers;
        private Integer cable;

        Draft(String netdev, String rdmaDevice) {
            this.netdev = netdev;
            this.rdmaDevice = rdmaDevice;
        }

        boolean take(Line line) {
            Matcher field = FIELD.matcher(line.text());
            Matcher row = ROW.matcher(line.text());
            Matcher ecn = ECN.matcher(line.text());
            Matcher mapping = DSCP.matcher(line.text());
            if (field.matches()) {
                field(new Cell(line, field.start(2) + 1, field.group(2)), field.group(1));
            } else if (row.matches()) {
                takeRow(line, row.group(1), numbers(new Cell(line, row.start(2) + 1, row.group(2)), "\\s+"));
            } else if (ecn.find()) {
                (ecn.group(1).equals("np") ? notification : reaction)
                        .put(Integer.valueOf(ecn.group(2)), !ecn.group(3).equals("0"));
            } else if (mapping.matches()) {
                dscp.computeIfAbsent(cell(line, mapping, 1).index(), p -> new ArrayList<>())
                        .addAll(numbers(cell(line, mapping, 2), ","));
            } else {
                return takeClass(line);
            }
            return true;
        }

        private void takeRow(Line line, String name, List<Integer> values) {
            List<Integer> priorities = rows.get("priority");
            if (priorities != null && priorities.size() != values.size()) {
                throw line.malformed("'" + name + "' with a value for each of " + priorities.size() + " priorities");
            }
            if (rows.put(name, values) != null) {
                throw line.malformed(
                        "one row '" + name + "' for each device, and '" + TRUST + ":' before the next one");
            }
        }

        private void field(Cell value, String name) {
            fields.put(name, value.text());
            if (name.startsWith("Cable")) {
                cable = value.index();
            } else if (name.startsWith("Receive")) {
                buffers = buffers(value);
            }
        }

        /** Newer releases put a size of all buffers behind those of each. */
        private List<BigInteger> buffers(Cell value) {
            List<BigInteger> each = new ArrayList<>();
            for (String part : value.text().split(",")) {
                Matcher size = SIZE.matcher(part.strip());
                boolean named = size.matches();
                BigInteger bytes = new Cell(value.line(), value.column(), named ? size.group(2) : part).counter();
                if (bytes == null) {
                    throw value.malformed("sizes in bytes with commas between them");
                } else if (named) {
                    sizes.put(size.group(1), bytes);
                } else {
                    each.add(bytes);
                }
            }
            return each;
        }

        private boolean takeClass(Line line) {
            Matcher tc = CLASS.matcher(line.text());
            Matcher priority = CLASS_PRIORITY.matcher(line.text());
            if (tc.matches()) {
                Integer bandwidth =
                        tc.group(4) == null ? null : cell(line, tc, 4).index();
                classes.add(new TrafficClass(
                        cell(line, tc, 1).index(), tc.group(2), tc.group(3), bandwidth, new ArrayList<>()));
            } else if (priority.matches() && !classes.isEmpty()) {
                classes.get(classes.size() - 1).priorities().addAll(numbers(cell(line, priority, 1), ","));
            }
            return tc.matches();
        }

        private static Cell cell(Line line, Matcher matcher, int group) {
            return new Cell(line, matcher.start(group) + 1, matcher.group(group));
        }

        private static List<Integer> numbers(Cell cell, String between) {
            List<Integer> numbers = new ArrayList<>();
            for (String word : cell.text().split(between)) {
                Integer number = new Cell(cell.line(), cell.column(), word).index();
                if (number == null) {
                    throw cell.malformed("numbers");
                }
                numbers.add(number);
            }
            return numbers;
        }

        Report report(List<Report> more, Boolean complete) {
            return new Report(
                    netdev,
                    rdmaDevice,
                    fields.get("DCBX mode"),
                    fields.get(TRUST),
                    pfcPriorities(),
                    bufferOfPriority(),
                    dscp.isEmpty() ? null : dscp,
                    buffers,
                    sizes.get("total_size"),
                    sizes.get("max_buffer_size"),
                    cable,
                    classes,
                    ecn(),
                    finding(),
                    more,
                    complete);
        }

        private List<Integer> pfcPriorities() {
            List<Integer> priorities = rows.get("priority");
            List<Integer> enabled = rows.get("enabled");
            if (priorities == null || enabled == null || priorities.size() != enabled.size()) {
                return null;
            }
            List<Integer> paused = new ArrayList<>();
            for (int i = 0; i < enabled.size(); i++) {
                if (enabled.get(i) != 0) {
                    paused.add(priorities.get(i));
                }
            }
            return paused;
        }

        private Map<Integer, Integer> bufferOfPriority() {
            List<Integer> priorities = rows.get("priority");
            List<Integer> buffer = rows.get("buffer");
            if (priorities == null || buffer == null || priorities.size() != buffer.size()) {
                return null;
            }
            Map<Integer, Integer> byPriority = new TreeMap<>();
            for (int i = 0; i < buffer.size(); i++) {
                byPriority.put(priorities.get(i), buffer.get(i));
            }
            return byPriority;
        }

        private List<Ecn> ecn() {
            Set<Integer> priorities = new TreeSet<>(notification.keySet());
            priorities.addAll(reaction.keySet());
            return priorities.stream()
                    .map(p -> new Ecn(p, notification.get(p), reaction.get(p)))
                    .toList();
        }

        private String finding() {
            List<String> found = new ArrayList<>();
            for (Ecn ecn : ecn()) {
                if (Boolean.TRUE.equals(ecn.notificationPoint()) && Boolean.FALSE.equals(ecn.reactionPoint())) {
                    found.add("priority " + ecn.priority() + " sends CNPs but does not react to them");
                } else if (Boolean.FALSE.equals(ecn.notificationPoint()) && Boolean.TRUE.equals(ecn.reactionPoint())) {
                    found.add("priority " + ecn.priority() + " reacts to CNPs but sends none");
                }
            }
            return found.isEmpty() ? null : String.join("; ", found);
        }
    }
}
