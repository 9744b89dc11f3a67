package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Line;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ports of {@link NxosQueuing}, line by line. */
final class NxosQueuingPorts {
    private static final Pattern WATCHDOG = Pattern.compile("Interface PFC watchdog:\\s*\\[?(Enabled|Disabled)\\]?");
    private static final Pattern DROPS = Pattern.compile(
            "^\\s*(WRED Drop Pkts|Ingress MMU Drop Pkts|Ingress MMU Drop Bytes|Hi Priority Drop Pkts|Low Priority Drop Pkts|Ingress Overflow Drop Pkts)"
                    + "\\s+(\\S+)\\s*$");
    private static final Pattern TOTAL = Pattern.compile("^\\s*TxPPP:\\s+([\\d,]+|-),\\s+RxPPP:\\s+([\\d,]+|-)\\s*$");
    private static final Pattern PRIORITY = Pattern.compile(
            "^\\s*([0-7])\\s+(\\S+)(?:\\s+\\S+)?\\s+(Active|Inactive)\\s+(\\S+)\\s+(Active|Inactive)\\s+(\\S+)\\s*$");

    private final Map<String, Reading> readings = new LinkedHashMap<>();
    private Reading current;

    void take(Line line) {
        Matcher begin = NxosQueuing.BEGIN.matcher(line.text());
        if (begin.matches()) {
            String name =
                    begin.group(1) != null ? begin.group(1) : begin.group(2) != null ? begin.group(2) : begin.group(3);
            current = readings.computeIfAbsent(name, Reading::new);
        }
        if (current != null) {
            current.take(line);
        }
    }

    List<NxosQueuing.Port> ports() {
        return readings.values().stream().map(Reading::port).toList();
    }

    /** What was read of one port. */
    private static final class Reading {
        private final String name;
        private final NxosQueues queues = new NxosQueues();
        private final Map<String, BigInteger> drops = new LinkedHashMap<>();
        private final List<NxosQueuing.Priority> priorities = new ArrayList<>();
        private BigInteger txPauses;
        private BigInteger rxPauses;
        private Boolean watchdog;
        private boolean hasPfc;
        private boolean isSlice;

        Reading(String name) {
            this.name = name;
        }

        void take(Line line) {
            Matcher watched = WATCHDOG.matcher(line.text());
            Matcher drop = DROPS.matcher(line.text());
            if (watched.find()) {
                watchdog = watched.group(1).equals("Enabled");
            } else if (line.text().contains("Per Slice Ingress Statistics")) {
                isSlice = true;
            } else if (line.text().contains("Per Port Ingress Statistics")) {
                isSlice = false;
            } else if (drop.matches()) {
                BigInteger packets = new Cell(line, drop.start(2) + 1, drop.group(2)).counter();
                drops.put((isSlice ? "slice " : "") + drop.group(1).toLowerCase(Locale.ROOT), packets);
            } else if (!takesPauses(line)) {
                queues.take(line);
            }
        }

        private boolean takesPauses(Line line) {
            Matcher total = TOTAL.matcher(line.text());
            Matcher priority = PRIORITY.matcher(line.text());
            if (total.matches()) {
                hasPfc = true;
                txPauses = new Cell(line, total.start(1) + 1, total.group(1)).counter();
                rxPauses = new Cell(line, total.start(2) + 1, total.group(2)).counter();
            } else if (hasPfc && priority.matches()) {
                priorities.add(priority(line, priority));
            }
            return total.matches() || priority.matches();
        }

        private static NxosQueuing.Priority priority(Line line, Matcher priority) {
            return new NxosQueuing.Priority(
                    Integer.parseInt(priority.group(1)),
                    new Cell(line, priority.start(2) + 1, priority.group(2)).index(),
                    priority.group(3).equals("Active"),
                    new Cell(line, priority.start(4) + 1, priority.group(4)).counter(),
                    priority.group(5).equals("Active"),
                    new Cell(line, priority.start(6) + 1, priority.group(6)).counter());
        }

        NxosQueuing.Port port() {
            return new NxosQueuing.Port(
                    name,
                    watchdog,
                    queues.queues(),
                    drops.get("wred drop pkts"),
                    drops.get("ingress mmu drop pkts"),
                    drops.get("ingress mmu drop bytes"),
                    drops.get("hi priority drop pkts"),
                    drops.get("low priority drop pkts"),
                    drops.get("ingress overflow drop pkts"),
                    drops.get("slice ingress overflow drop pkts"),
                    hasPfc ? new NxosQueuing.Pfc(txPauses, rxPauses, priorities) : null);
        }
    }
}
