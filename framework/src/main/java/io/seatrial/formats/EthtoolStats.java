package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.formats.EthtoolNames.Field;
import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code ethtool -S} prints (ethtool 4 to 6, kernels 4.18 to 6.x), for the drivers mlx5, mlx4_en, bnxt_en, ice, i40e, hns3, hinic,
 * ionic and ena; counters of other drivers are given by name only. A line is split at its last ": ", for names hold colons, dots and
 * numbers and may come twice. Values are of 64 bits and wrap.
 *
 * <p>mlx5 (kernel, Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst): rx pause means that the switch stops this
 * port, tx pause that this port stops the switch; durations are microseconds; a priority has pause counters only if flow control is on for
 * it, so their absence is no zero. ice counts every frame for all priorities of one traffic class: they must not be added up.
 */
public final class EthtoolStats implements Format<EthtoolStats.Report> {
    private static final String TITLE = "NIC statistics:";
    private static final int BITS = 64;
    private static final Pattern COUNTER = Pattern.compile("^\\s+(\\S.*): +(\\S+)\\s*$");
    private static final Pattern VALUE = Pattern.compile("\\d{1,20}");
    /** Names of rings and queues, which some drivers print once per ring without saying which. */
    private static final Pattern MAY_REPEAT = Pattern.compile(".*(?:ring|queue|_q|txq|rxq|\\[).*|.*[:#].*");

    private static final Pattern PLAIN = Pattern.compile("(?:rx|tx|port|mac|pfc|outbound|queue|ena|bw)\\S*[_.]\\S+");
    private static final Pattern OPENS = Pattern.compile("^ {5}(?:rx|tx|port|mac|\\[\\d+\\])\\S*.*: \\d+$");
    private static final Pattern RING = Pattern.compile("^\\[(\\d{1,4})\\]: (\\S.*)$");

    /**
     * All counters.
     *
     * @param driverFamily as its names give it away; null where they do not
     * @param priorities that have counters of their own
     * @param ringCounters of bnxt_en, which prints the ring before the name
     * @param pauseCountersPresent true where a counter of pause frames is there, false where others are; null where the text is cut before one or has
     *     none at all
     * @param globalPauseRxFrames 802.3x pause frames received
     * @param globalPauseTxFrames 802.3x pause frames sent
     * @param rxPauseFramesTotal of all priorities, where the driver gives it
     * @param txPauseFramesTotal of all priorities, where the driver gives it
     * @param doNotAddUp true where the priorities' pause frames are no parts of a whole; null where no priority has any
     * @param prioritiesThatShareAClass of ice and i40e: priorities whose pause counters are the same and not 0
     * @param rxTotalBufErrors of bnxt_en: packets without a buffer
     * @param counters every counter by its name; of a name that comes twice the first
     * @param finding what the counters say about flow control; null if nothing
     * @param truncated true where the text shows that lines are missing; else null, for nothing marks the end
     */
    public record Report(
            String driverFamily,
            List<Priority> priorities,
            List<Map<String, Object>> ringCounters,
            Boolean pauseCountersPresent,
            BigInteger globalPauseRxFrames,
            BigInteger globalPauseTxFrames,
            BigInteger rxPauseFramesTotal,
            BigInteger txPauseFramesTotal,
            Boolean doNotAddUp,
            List<List<Integer>> prioritiesThatShareAClass,
            BigInteger rxTotalBufErrors,
            Map<String, BigInteger> counters,
            String finding,
            Boolean truncated) {}

    /** Counters of one priority; null for one that is not there. Durations are microseconds. */
    public record Priority(
            int priority,
            BigInteger rxBytes,
            BigInteger rxPackets,
            BigInteger txBytes,
            BigInteger txPackets,
            BigInteger rxPauseFrames,
            BigInteger rxPauseDurationUs,
            BigInteger rxPauseTransitions,
            BigInteger txPauseFrames,
            BigInteger txPauseDurationUs,
            BigInteger txPauseTransitions,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigInteger rxPauseXoffFrames,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigInteger rxPauseXonFrames,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigInteger txPauseXoffFrames,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigInteger txPauseXonFrames,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigInteger rxDiscards,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigInteger rxMarkedPackets) {
        private static Priority of(int number, EnumMap<Field, BigInteger> of) {
            return new Priority(
                    number,
                    of.get(Field.RX_BYTES),
                    of.get(Field.RX_PACKETS),
                    of.get(Field.TX_BYTES),
                    of.get(Field.TX_PACKETS),
                    of.get(Field.RX_PAUSE),
                    of.get(Field.RX_DURATION),
                    of.get(Field.RX_TRANSITIONS),
                    of.get(Field.TX_PAUSE),
                    of.get(Field.TX_DURATION),
                    of.get(Field.TX_TRANSITIONS),
                    of.get(Field.RX_XOFF),
                    of.get(Field.RX_XON),
                    of.get(Field.TX_XOFF),
                    of.get(Field.TX_XON),
                    of.get(Field.RX_DISCARDS),
                    of.get(Field.RX_MARKED));
        }
    }

    @Override
    public String id() {
        return "ethtool-stats";
    }

    @Override
    public String about() {
        return "ethtool -S: counters of a network device, with pause frames by priority";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(TITLE)).or(Likeness.perhapsIf(head.has(OPENS)));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of(
                "driver_family",
                "pause_counters_present",
                "do_not_add_up",
                "priorities_that_share_a_class",
                "finding",
                "truncated");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        Counters counters = new Counters();
        while (lines.hasNext()) {
            counters.take(lines.next());
        }
        if (!counters.isOwnShape()) {
            throw lines.missing("'" + TITLE + "' or indented lines 'name: value'");
        }
        return counters.report(lines.remnant().isPresent());
    }

    private static final class Counters {
        private final Map<String, BigInteger> all = new LinkedHashMap<>();
        private final TreeMap<Integer, Map<String, Object>> rings = new TreeMap<>();
        private final TreeMap<Integer, EnumMap<Field, BigInteger>> priorities = new TreeMap<>();
        private boolean hasTitle;
        private boolean isCut;

        void take(Line line) {
            String text = line.text();
            if (text.strip().equals(TITLE)) {
                title(line);
                return;
            }
            isCut |= text.strip().equals("...");
            Matcher counter = COUNTER.matcher(text);
            if (counter.matches()) {
                Cell value = new Cell(line, counter.start(2) + 1, counter.group(2));
                take(counter.group(1), value, value(value));
            }
        }

        /** Without the title the names must be those of counters: lower case, no blanks. Many tools indent 'name: value'. */
        boolean isOwnShape() {
            return hasTitle || !rings.isEmpty() || all.keySet().stream().anyMatch(PLAIN.asMatchPredicate());
        }

        private boolean isEmpty() {
            return all.isEmpty() && rings.isEmpty();
        }

        private void title(Line line) {
            if (hasTitle || !isEmpty()) {
                throw line.malformed("the counters of one device at one moment; give a second block a file of its own");
            }
            hasTitle = true;
        }

        /** The kernel hands out unsigned numbers of 64 bits and ethtool prints them as they are. */
        private static BigInteger value(Cell cell) {
            BigInteger value = VALUE.matcher(cell.text()).matches() ? cell.counter() : null;
            if (value == null || value.bitLength() > BITS) {
                throw cell.malformed("a whole number of at most 64 bits, 0 or more");
            }
            return value;
        }

        private void take(String name, Cell cell, BigInteger value) {
            Matcher ring = RING.matcher(name);
            if (ring.matches()) {
                int number = Integer.parseInt(ring.group(1));
                Object former = rings.computeIfAbsent(number, n -> new LinkedHashMap<>(Map.of("ring", n)))
                        .putIfAbsent(ring.group(2).replace("_ucast_", "_unicast_"), value);
                refuseRepeated(former, name, cell);
                return;
            }
            Object former = all.putIfAbsent(name, value);
            refuseRepeated(MAY_REPEAT.matcher(name).matches() ? null : former, name, cell);
            EthtoolNames.of(name)
                    .ifPresent(part -> priorities
                            .computeIfAbsent(part.priority(), p -> new EnumMap<>(Field.class))
                            .putIfAbsent(part.field(), value));
        }

        private static void refuseRepeated(Object former, String name, Cell cell) {
            if (former != null) {
                throw cell.malformed("'" + name + "' once (it was " + former + " before): one device at one moment");
            }
        }

        Report report(boolean endsWithinALine) {
            NamedCounters known = new NamedCounters(all);
            String family = EthtoolNames.family(all.keySet(), !rings.isEmpty());
            BigInteger globalRx =
                    known.first("rx_global_pause", "rx_pause_ctrl_phy", "mac_rx_mac_pause_num", "mac_rx_pause_num");
            BigInteger globalTx =
                    known.first("tx_global_pause", "tx_pause_ctrl_phy", "mac_tx_mac_pause_num", "mac_tx_pause_num");
            boolean isBnxt = "bnxt_en".equals(family);
            BigInteger totalRx = known.first("mac_rx_pfc_pkt_num", "rx_pfc_frames", "frames_rx_pripause");
            BigInteger totalTx = known.first("mac_tx_pfc_pkt_num", "tx_pfc_frames", "frames_tx_pripause");
            boolean present = priorities.values().stream().anyMatch(EthtoolNames::hasPause)
                    || globalRx != null
                    || totalRx != null
                    || totalTx != null;
            boolean truncated = isCut || endsWithinALine;
            return new Report(
                    family,
                    priorities.entrySet().stream()
                            .map(e -> Priority.of(e.getKey(), e.getValue()))
                            .toList(),
                    new ArrayList<>(rings.values()),
                    present ? Boolean.TRUE : truncated || isEmpty() ? null : Boolean.FALSE,
                    isBnxt ? known.first("rx_pause_frames") : globalRx,
                    isBnxt ? known.first("tx_pause_frames") : globalTx,
                    totalRx,
                    totalTx,
                    doNotAddUp(family, totalRx),
                    "ice".equals(family) || "i40e".equals(family) ? sharing() : List.of(),
                    all.get("rx_total_buf_errors"),
                    all,
                    finding(family, present || truncated),
                    truncated ? Boolean.TRUE : null);
        }

        private Boolean doNotAddUp(String family, BigInteger totalRx) {
            if (priorities.values().stream().noneMatch(EthtoolNames::hasPause)) {
                return null;
            }
            BigInteger sum = priorities.values().stream()
                    .map(of -> of.getOrDefault(Field.RX_PAUSE, BigInteger.ZERO))
                    .reduce(BigInteger.ZERO, BigInteger::add);
            return "ice".equals(family) || totalRx != null && !totalRx.equals(sum);
        }

        private List<List<Integer>> sharing() {
            Map<Object, List<Integer>> alike = new LinkedHashMap<>();
            priorities.forEach((priority, of) -> {
                EnumMap<Field, BigInteger> pause = EthtoolNames.pause(of);
                if (pause.values().stream().anyMatch(value -> value.signum() > 0)) {
                    alike.computeIfAbsent(pause, p -> new ArrayList<>()).add(priority);
                }
            });
            return alike.values().stream().filter(list -> list.size() > 1).toList();
        }

        private String finding(String family, boolean present) {
            if ("ena".equals(family)) {
                return "this device has no priority flow control";
            }
            List<Integer> carrying = priorities.entrySet().stream()
                    .filter(e -> carries(e.getValue()))
                    .map(Map.Entry::getKey)
                    .toList();
            if (present || priorities.isEmpty()) {
                return null;
            }
            String where = carrying.equals(List.of(0))
                    ? "all traffic is in priority 0"
                    : "traffic is in priorities " + carrying;
            return (carrying.isEmpty() ? "no priority carries traffic" : where)
                    + "; there is no evidence of flow control by priority";
        }

        private static boolean carries(EnumMap<Field, BigInteger> of) {
            return List.of(Field.RX_BYTES, Field.TX_BYTES, Field.RX_PACKETS, Field.TX_PACKETS).stream()
                    .anyMatch(field -> of.getOrDefault(field, BigInteger.ZERO).signum() > 0);
        }
    }
}
