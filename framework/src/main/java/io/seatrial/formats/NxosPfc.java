package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Cisco NX-OS's {@code show interface priority-flow-control [detail]} (Nexus 5000 to 9000 and UCS fabric interconnects, NX-OS 5 to 10):
 * whether PFC is on and the pause frames of all priorities, with {@code detail} of each. RxPPP counts received, TxPPP sent frames. The VL
 * bitmap is hexadecimal: {@code (8)} is priority 3, {@code (20)} priority 5. Ports named {@code ii1/1/1} join the switch's own ASICs.
 * Sources: Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, "Configuring Priority Flow Control"; of fabric
 * interconnects paregupt/ucs_traffic_monitor (telegraf/ucs_traffic_monitor.py, parse_pfc_stats).
 */
public final class NxosPfc implements Format<NxosPfc.Report> {
    private static final Pattern HEADER = Pattern.compile(
            "^\\s*Port\\s+Mode\\s+Oper\\s*(?:\\([^)]*\\))?\\s+(?:(RxPPP)\\s+TxPPP|TxPPP\\s+RxPPP)\\s*$");
    private static final Pattern OTHER_HEADER = Pattern.compile("^\\s*Port\\s+Mode\\s.*$");
    private static final Pattern ROW = Pattern.compile(
            "^\\s*(\\S+)\\s+(auto|on|off)\\s+(on|off)\\s*(?:\\(([0-9a-f]{1,2})\\))?\\s+(\\S+)\\s+(\\S+)\\s*$",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern ROW_BEGUN =
            Pattern.compile("^\\s*[A-Za-z][\\w-]*\\d\\S*\\s+(?:Auto|On|Off)(?:\\s.*|$)", Pattern.CASE_INSENSITIVE);
    private static final Pattern NAME = Pattern.compile("^\\s*([A-Za-z][\\w-]*\\d+(?:/\\d+)+):?\\s*$");
    private static final Pattern SETTING = Pattern.compile(
            "^\\s+(Admin Mode|Oper Mode|VL bitmap|Total Rx PFC Frames|Total Tx PFC Frames):\\s*(.*?)\\s*$");
    private static final Pattern DIRECTION = Pattern.compile("^\\s*(Rx|Tx)\\s*\\|(.*)$");
    private static final Pattern BITMAP = Pattern.compile("\\(?([0-9a-fA-F]{1,2})\\)?");
    private static final Pattern INTERNAL = Pattern.compile("ii\\d.*|Internal.*");

    /**
     * The ports in the order of the text.
     *
     * @param vlBitmapToPriorities the priorities of each bitmap that was printed
     * @param counters frames of each priority; empty without {@code detail}
     * @param finding names ports where PFC is off though pause frames were exchanged; null if there are none
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(
            List<Port> ports,
            Map<String, List<Integer>> vlBitmapToPriorities,
            List<Counter> counters,
            String finding,
            Boolean complete) {
        public Report {
            ports = List.copyOf(ports);
            counters = List.copyOf(counters);
        }
    }

    /**
     * One port.
     *
     * @param internal whether it joins the switch's own ASICs
     * @param mode {@code auto} (negotiated), {@code on} or {@code off}
     * @param operational whether PFC is on; null where the text does not tell
     * @param vlBitmap a bit for each priority that is paused alone, bit 0 for priority 0; null where none is printed
     * @param rxPauseFrames frames of all priorities; may differ from the sum over them
     */
    public record Port(
            String port,
            boolean internal,
            String mode,
            Boolean operational,
            Integer vlBitmap,
            BigInteger rxPauseFrames,
            BigInteger txPauseFrames) {
        private boolean isOffWithPauses() {
            boolean paused = rxPauseFrames != null && rxPauseFrames.signum() > 0
                    || txPauseFrames != null && txPauseFrames.signum() > 0;
            return Boolean.FALSE.equals(operational) && paused;
        }
    }

    /** Frames of one priority of a port; null where the text does not tell. */
    public record Counter(String port, int priority, BigInteger rxPauseFrames, BigInteger txPauseFrames) {}

    @Override
    public String id() {
        return "nxos-pfc";
    }

    @Override
    public String about() {
        return "Cisco NX-OS 'show interface priority-flow-control [detail]'";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(HEADER) || head.has("Total Rx PFC Frames:"));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("finding");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        Reading reading = new Reading();
        lines.forEachRemaining(reading::take);
        reading.closeDetail();
        if (!reading.begun) {
            throw lines.missing("a header 'Port  Mode  Oper(VL bmap)  RxPPP  TxPPP' or the settings of a port");
        }
        return new Report(
                reading.ports, reading.bitmaps, reading.counters, finding(reading.ports), lines.completeAsFarAsKnown());
    }

    private static String finding(List<Port> ports) {
        List<String> off =
                ports.stream().filter(Port::isOffWithPauses).map(Port::port).toList();
        return off.isEmpty() ? null : "PFC is off although pause frames were exchanged: " + String.join(", ", off);
    }

    private static final class Reading {
        private final List<Port> ports = new ArrayList<>();
        private final List<Counter> counters = new ArrayList<>();
        private final Map<String, List<Integer>> bitmaps = new TreeMap<>();
        private final Map<String, Cell> settings = new TreeMap<>();
        private final Map<String, List<BigInteger>> frames = new TreeMap<>();
        private String detailed;
        private boolean begun;
        private boolean isTxFirst;

        void take(Line line) {
            Matcher row = ROW.matcher(line.text());
            Matcher name = NAME.matcher(line.text());
            Matcher header = HEADER.matcher(line.text());
            if (header.matches()) {
                begun = true;
                isTxFirst = header.group(1) == null;
            } else if (OTHER_HEADER.matcher(line.text()).matches()) {
                throw line.malformed("the titles Port, Mode, Oper(VL bmap), RxPPP and TxPPP");
            } else if (row.matches()) {
                begun = true;
                ports.add(port(line, row));
            } else if (ROW_BEGUN.matcher(line.text()).matches()) {
                throw line.malformed("port, mode, oper with its bitmap, RxPPP and TxPPP");
            } else if (name.matches()) {
                closeDetail();
                detailed = name.group(1);
            } else if (detailed != null) {
                takeDetail(line);
            }
        }

        private Port port(Line line, Matcher row) {
            return new Port(
                    row.group(1),
                    INTERNAL.matcher(row.group(1)).matches(),
                    row.group(2).toLowerCase(Locale.ROOT),
                    row.group(3).equalsIgnoreCase("on"),
                    bitmap(row.group(4)),
                    count(line, row, isTxFirst ? 6 : 5),
                    count(line, row, isTxFirst ? 5 : 6));
        }

        private static BigInteger count(Line line, Matcher row, int group) {
            return new Cell(line, row.start(group) + 1, row.group(group)).counter();
        }

        private Integer bitmap(String hexadecimal) {
            if (hexadecimal == null) {
                return null;
            }
            int bitmap = Integer.parseInt(hexadecimal, 16);
            bitmaps.put(
                    hexadecimal,
                    IntStream.range(0, 8)
                            .filter(i -> (bitmap >> i & 1) == 1)
                            .boxed()
                            .toList());
            return bitmap;
        }

        private void takeDetail(Line line) {
            Matcher setting = SETTING.matcher(line.text());
            Matcher direction = DIRECTION.matcher(line.text());
            if (setting.matches()) {
                begun = true;
                settings.put(setting.group(1), new Cell(line, setting.start(2) + 1, setting.group(2)));
            } else if (direction.matches()) {
                frames.put(direction.group(1), counts(line, direction));
            }
        }

        private static List<BigInteger> counts(Line line, Matcher direction) {
            List<BigInteger> counts = new ArrayList<>();
            for (String count : direction.group(2).split("\\|")) {
                counts.add(new Cell(line, direction.start(2) + 1, count).counter());
            }
            if (counts.size() != 8) {
                throw line.malformed(direction.start(2) + 1, "the frames of 8 priorities");
            }
            return counts;
        }

        /** A port is known only when its settings are; its name alone may be anything. */
        void closeDetail() {
            if (detailed != null && !settings.isEmpty()) {
                ports.add(detailedPort());
                for (int priority = 0; priority < 8 && !frames.isEmpty(); priority++) {
                    counters.add(new Counter(detailed, priority, frame("Rx", priority), frame("Tx", priority)));
                }
            }
            detailed = null;
            settings.clear();
            frames.clear();
        }

        private Port detailedPort() {
            String mode = known("Admin Mode");
            String oper = known("Oper Mode");
            Matcher bits = BITMAP.matcher(
                    settings.containsKey("VL bitmap")
                            ? settings.get("VL bitmap").text()
                            : "");
            return new Port(
                    detailed,
                    INTERNAL.matcher(detailed).matches(),
                    mode == null ? null : mode.toLowerCase(Locale.ROOT),
                    oper == null ? null : (Boolean) oper.equalsIgnoreCase("on"),
                    bitmap(bits.matches() ? bits.group(1) : null),
                    count("Total Rx PFC Frames"),
                    count("Total Tx PFC Frames"));
        }

        private String known(String setting) {
            return settings.containsKey(setting) ? settings.get(setting).known() : null;
        }

        private BigInteger count(String setting) {
            return settings.containsKey(setting) ? settings.get(setting).counter() : null;
        }

        private BigInteger frame(String direction, int priority) {
            return frames.containsKey(direction) ? frames.get(direction).get(priority) : null;
        }
    }
}
