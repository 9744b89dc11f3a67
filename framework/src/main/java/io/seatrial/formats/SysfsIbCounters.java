package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Files of /sys/class/infiniband as {@code grep -r . /sys/class/infiniband} prints them (PATH:VALUE) or {@code head} and {@code tail} do
 * ({@code ==> PATH <==} and the value below), kernels 4 to 6 (drivers/infiniband/core/sysfs.c, mlx5/counters.c).
 *
 * <p>{@code port_rcv_data} and {@code port_xmit_data} are words of 4 bytes, multiplied here. {@code lifespan} is no counter but the time in
 * milliseconds for which hardware counters are cached. {@code N/A (no PMA)} is a counter that the device does not have. The number of lanes
 * stands in {@code rate}: 25 Gb/sec (1X EDR) is a link of which three lanes are missing.
 */
public final class SysfsIbCounters implements Format<SysfsIbCounters.Report> {
    private static final String ROOT = "/infiniband/";
    private static final Pattern FILE =
            Pattern.compile("^\\S*/infiniband/([^/\\s:]+)/(ports/(\\d{1,3})/)?([\\w/.-]+)$");
    private static final Pattern TITLE = Pattern.compile("^==> (\\S+) <==$");
    private static final Pattern RATE = Pattern.compile("^(\\d+(?:\\.\\d+)?) Gb/sec(?: \\(([1-9]\\d?)X (\\w+)\\))?$");
    private static final Pattern NUMBERED = Pattern.compile("^(\\d{1,2}): (\\S.*)$");
    private static final List<String> PHYSICAL = List.of(
            "<unknown>",
            "Sleep",
            "Polling",
            "Disabled",
            "PortConfigurationTraining",
            "LinkUp",
            "LinkErrorRecovery",
            "Phy Test");
    private static final int FULL_LANES = 4;

    /**
     * Everything that was read; of several ports the first one's numbers stand beside the list too.
     *
     * @param device of the first port
     * @param board PSID of the device
     * @param port number of the first port
     * @param hwCounters of the first port
     * @param notACounter names among hw_counters that are none
     * @param refreshPeriodMs for how long hardware counters are cached, milliseconds
     * @param ports in the order of the text
     * @param finding what is wrong with a link; null if nothing
     * @param complete false where the last line is cut; else null, for nothing marks the end
     */
    public record Report(
            String device,
            String board,
            Integer port,
            Map<String, BigInteger> hwCounters,
            List<String> notACounter,
            BigInteger refreshPeriodMs,
            List<Port> ports,
            String finding,
            Boolean complete) {}

    /**
     * One port; what was not read or is not there is null.
     *
     * @param state such as {@code ACTIVE}
     * @param physicalState such as {@code LinkUp}; null where number and name do not belong together
     * @param physicalStateText as printed, without its number
     * @param rateGbitPerS 10^9 bits a second, of all lanes
     * @param rxBytes received, bytes; like the next five null where the counter stands at its largest value
     * @param txBytes sent, bytes
     * @param xmitWaitTicks time during which data waited for credit, in ticks of the device
     * @param counters the other files of counters, by name
     * @param hwCounters files of hw_counters, by name
     * @param saturated names of counters that stand at their largest value and count no more
     */
    public record Port(
            String device,
            int port,
            String linkLayer,
            String state,
            String physicalState,
            String physicalStateText,
            BigDecimal rateGbitPerS,
            Integer lanes,
            String speedName,
            BigInteger rxBytes,
            BigInteger txBytes,
            BigInteger rxPackets,
            BigInteger txPackets,
            BigInteger xmitWaitTicks,
            BigInteger vl15Dropped,
            Map<String, BigInteger> counters,
            Map<String, BigInteger> hwCounters,
            List<String> saturated) {}

    @Override
    public String id() {
        return "sysfs-ib-counters";
    }

    @Override
    public String about() {
        return "/sys/class/infiniband: counters and state of RDMA ports, as grep -r prints them";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(
                !head.isJson() && head.lines().stream().anyMatch(line -> line.contains("/sys/class" + ROOT)));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("finding");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        Files files = new Files();
        while (lines.hasNext()) {
            files.take(lines.next());
        }
        if (files.isEmpty()) {
            throw lines.missing("lines '/sys/class/infiniband/DEVICE/ports/PORT/FILE:VALUE'");
        }
        return files.report(lines.completeAsFarAsKnown());
    }

    private record Place(String device, int port) {}

    private static final class Files {
        private final Map<Place, Map<String, Cell>> ports = new LinkedHashMap<>();
        private final Map<String, Map<String, Cell>> devices = new LinkedHashMap<>();
        private String title;

        boolean isEmpty() {
            return ports.isEmpty() && devices.isEmpty();
        }

        void take(Line line) {
            String text = line.text();
            Matcher named = TITLE.matcher(text);
            if (named.matches()) {
                title = named.group(1);
                return;
            }
            int colon = text.indexOf(':', Math.max(0, text.indexOf(ROOT)));
            if (text.contains(ROOT) && colon > 0) {
                file(text.substring(0, colon), new Cell(line, colon + 2, text.substring(colon + 1)));
                title = null;
            } else if (title != null && !text.isBlank()) {
                file(title, new Cell(line, 1, text));
                title = null;
            }
        }

        private void file(String path, Cell value) {
            Matcher file = FILE.matcher(path.strip());
            if (!file.matches()) {
                return;
            }
            devices.computeIfAbsent(file.group(1), d -> new LinkedHashMap<>());
            Map<String, Cell> files = file.group(2) == null
                    ? devices.get(file.group(1))
                    : ports.computeIfAbsent(
                            new Place(file.group(1), Integer.parseInt(file.group(3))), p -> new LinkedHashMap<>());
            Cell former = files.putIfAbsent(file.group(4), value);
            if (former != null) {
                throw value.line()
                        .malformed("every file once, at one moment (this one is on line "
                                + former.line().number() + " too); give a second reading a file of its own");
            }
        }

        Report report(Boolean complete) {
            List<Port> all = new ArrayList<>();
            ports.forEach((place, files) -> all.add(port(place, files)));
            String device = devices.keySet().iterator().next();
            Cell board = devices.get(device).get("board_id");
            Port first = all.isEmpty() ? null : all.get(0);
            List<String> none = ports.values().stream().anyMatch(files -> files.containsKey("hw_counters/lifespan"))
                    ? List.of("lifespan")
                    : List.of();
            return new Report(
                    device,
                    board == null ? null : board.known(),
                    first == null ? null : first.port(),
                    first == null ? Map.of() : first.hwCounters(),
                    none,
                    lifespan(),
                    all,
                    all.stream()
                            .map(SysfsIbCounters::finding)
                            .filter(Objects::nonNull)
                            .findFirst()
                            .orElse(null),
                    complete);
        }

        private BigInteger lifespan() {
            return ports.values().stream()
                    .map(files -> files.get("hw_counters/lifespan"))
                    .filter(Objects::nonNull)
                    .map(Cell::counter)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
    }

    private static Port port(Place place, Map<String, Cell> files) {
        Map<String, BigInteger> counters = under(files, "counters/");
        Map<String, BigInteger> hardware = under(files, "hw_counters/");
        hardware.remove("lifespan");
        List<String> saturated = InfinibandCounters.saturated(counters);
        Map<String, BigInteger> known = new LinkedHashMap<>(counters);
        known.keySet().removeAll(saturated);
        Matcher state = numbered(files.get("state"));
        Matcher physical = numbered(files.get("phys_state"));
        Matcher rate = rate(files.get("rate"));
        return new Port(
                place.device(),
                place.port(),
                known(files.get("link_layer")),
                state == null ? null : state.group(2),
                physical == null ? null : physicalState(physical),
                physical == null ? null : physical.group(2),
                rate == null ? null : new BigDecimal(rate.group(1)),
                rate == null || rate.group(2) == null ? null : Integer.valueOf(rate.group(2)),
                rate == null ? null : rate.group(3),
                InfinibandCounters.bytes(known.get("port_rcv_data")),
                InfinibandCounters.bytes(known.get("port_xmit_data")),
                known.get("port_rcv_packets"),
                known.get("port_xmit_packets"),
                known.get("port_xmit_wait"),
                known.get("VL15_dropped"),
                counters,
                hardware,
                saturated);
    }

    private static Map<String, BigInteger> under(Map<String, Cell> files, String folder) {
        Map<String, BigInteger> counters = new LinkedHashMap<>();
        files.forEach((name, cell) -> {
            if (name.startsWith(folder)) {
                counters.put(name.substring(folder.length()), cell.counter());
            }
        });
        return counters;
    }

    private static String known(Cell cell) {
        return cell == null ? null : cell.known();
    }

    private static Matcher numbered(Cell cell) {
        if (cell == null || cell.isUnknown()) {
            return null;
        }
        Matcher found = NUMBERED.matcher(cell.text());
        if (!found.matches()) {
            throw cell.malformed("a state such as '4: ACTIVE'");
        }
        return found;
    }

    private static Matcher rate(Cell cell) {
        if (cell == null || cell.isUnknown()) {
            return null;
        }
        Matcher found = RATE.matcher(cell.text());
        if (!found.matches()) {
            throw cell.malformed("a rate such as '100 Gb/sec (4X EDR)'");
        }
        return found;
    }

    private static String physicalState(Matcher state) {
        int number = Integer.parseInt(state.group(1));
        boolean fits = number < PHYSICAL.size() && PHYSICAL.get(number).equalsIgnoreCase(state.group(2));
        return fits ? state.group(2) : null;
    }

    private static String finding(Port port) {
        // One lane is usual for Ethernet, and a port that is down has no width.
        boolean isUsed = "InfiniBand".equals(port.linkLayer()) && !"DOWN".equals(port.state());
        if (!isUsed || port.lanes() == null || port.lanes() >= FULL_LANES || port.rateGbitPerS() == null) {
            return null;
        }
        BigDecimal lane = port.rateGbitPerS().divide(BigDecimal.valueOf(port.lanes()), 3, RoundingMode.HALF_EVEN);
        BigDecimal full = lane.multiply(BigDecimal.valueOf(FULL_LANES)).stripTrailingZeros();
        String lanes = port.lanes() == 1 ? "one lane" : port.lanes() + " lanes";
        return port.speedName() + " link running on " + lanes + " ("
                + port.rateGbitPerS().toPlainString() + " instead of " + full.toPlainString() + " Gb/s)";
    }
}
