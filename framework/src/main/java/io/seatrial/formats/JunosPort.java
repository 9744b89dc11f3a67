package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Line;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * One physical interface of {@link JunosInterfaceExtensive}, line by line. What a line means depends on the section above it; how far
 * a line is indented does not count, for pagers eat blanks. Only the first value of a name counts:
 * the same names come again for IPv6. Ports with queues on both sides list those of the ingress first, which are left out.
 */
final class JunosPort {
    private static final Pattern SECTION = Pattern.compile(
            "^\\s{0,4}(Traffic statistics|Input errors|Output errors|Queue counters|Queue number|PCS statistics|Ethernet FEC statistics"
                    + "|MAC statistics|MAC Priority Flow Control Statistics|CoS information|MACSec statistics)(?::.*|\\s{2,}.*|)$");
    private static final Pattern PARAMETER = Pattern.compile("\\b(MTU|Speed): ([^,]+)");
    private static final Pattern CLEARED = Pattern.compile("^\\s*Statistics last cleared: (.+?)\\s*$");
    private static final Pattern SPEED = Pattern.compile("([\\d.]+)\\s*([mgtMGT])bps");
    private static final Pattern TRAFFIC =
            Pattern.compile("^\\s*(Input|Output)\\s+(bytes|packets)\\s*:\\s*(\\d+)(?:\\s.*)?$");
    private static final Pattern ERROR = Pattern.compile("\\b([A-Z][\\w ]*?): (\\d+)");
    private static final Pattern INGRESS = Pattern.compile("^\\s*Ingress queues: .*$");
    private static final Pattern QUEUES =
            Pattern.compile("^\\s*Egress queues: (\\d{1,3}) supported, (\\d{1,3}) in use\\s*$");
    private static final Pattern QUEUE =
            Pattern.compile("^\\s+(\\d{1,3})(?:\\s+[A-Za-z]\\S*)?\\s+(\\d+)\\s+(\\d+)\\s+(\\d+)\\s*$");
    private static final Pattern BEGUN = Pattern.compile("^\\s+(?:\\d{1,3}|Priority :)\\s.*$");
    private static final Map<String, Pattern> TITLES = Map.of(
            "Queue counters",
            Pattern.compile("^\\s*Queue counters:\\s+Queued packets\\s+Transmitted packets\\s+Dropped packets\\s*$"),
            "MAC statistics",
            Pattern.compile("^\\s*MAC statistics:(?:\\s+Receive\\s+Transmit)?\\s*$"));
    private static final Pattern CLASS = Pattern.compile("^\\s+(\\d+)\\s+([A-Za-z]\\S*)(?:\\s.*)?$");
    private static final Pattern ONE = Pattern.compile("^\\s+([A-Z][\\w/ ]*?)\\s{2,}(\\d+)\\s*$");
    private static final Pattern TWO = Pattern.compile("^\\s+([A-Z][\\w/ ]*?)\\s{2,}(\\d+)\\s+(\\d+)\\s*$");
    private static final Pattern PRIORITY = Pattern.compile("^\\s+Priority :\\s+([0-7])\\s+(\\d+)\\s+(\\d+)\\s*$");
    private static final Map<String, Integer> GIGA_POWERS = Map.of("m", -3, "g", 0, "t", 3);

    private final String name;
    private final boolean linkUp;
    private final Map<String, BigInteger> counts = new HashMap<>();
    private final List<List<BigInteger>> queues = new ArrayList<>();
    private final Map<Integer, String> classes = new HashMap<>();
    private final List<JunosInterfaceExtensive.Counter> priorities = new ArrayList<>();
    private String section = "";
    private Integer mtu;
    private BigDecimal speed;
    private String cleared;
    private Integer supported;
    private Integer inUse;
    private boolean isIngress;

    JunosPort(String name, boolean linkUp) {
        this.name = name;
        this.linkUp = linkUp;
    }

    void take(Line line) {
        Matcher title = SECTION.matcher(line.text());
        if (title.matches()) {
            section = title.group(1);
            checkTitles(line);
            return;
        }
        takeHead(line);
        switch (section) {
            case "Traffic statistics" -> takeTraffic(line);
            case "Input errors", "Output errors" -> takeErrors(line);
            case "Queue counters" -> takeQueue(line);
            case "Queue number" -> takeClass(line);
            case "PCS statistics", "Ethernet FEC statistics" -> takeOne(line);
            case "MAC statistics" -> takeTwo(line);
            case "MAC Priority Flow Control Statistics" -> takePriority(line);
            default -> {
                // Other sections have nothing that is read.
            }
        }
    }

    /** The columns have no names of their own below, so their titles must stand in the order that is known. */
    private void checkTitles(Line line) {
        Pattern titles = TITLES.get(section);
        if (titles != null && !titles.matcher(line.text()).matches()) {
            throw line.malformed("the columns of '" + section + "' in the order that Junos prints them");
        }
    }

    private void takeHead(Line line) {
        Matcher parameter = PARAMETER.matcher(line.text());
        Matcher clear = CLEARED.matcher(line.text());
        Matcher egress = QUEUES.matcher(line.text());
        if (clear.matches()) {
            cleared = clear.group(1);
        } else if (INGRESS.matcher(line.text()).matches()) {
            isIngress = true;
        } else if (egress.matches()) {
            isIngress = false;
            supported = new Cell(line, egress.start(1) + 1, egress.group(1)).index();
            inUse = new Cell(line, egress.start(2) + 1, egress.group(2)).index();
        } else {
            while (parameter.find()) {
                takeParameter(parameter.group(1), parameter.group(2).strip());
            }
        }
    }

    private void takeParameter(String parameter, String value) {
        Matcher rate = SPEED.matcher(value);
        if (parameter.equals("MTU") && mtu == null && value.matches("\\d{1,6}")) {
            mtu = Integer.valueOf(value);
        } else if (parameter.equals("Speed") && speed == null && rate.matches()) {
            int power = GIGA_POWERS.get(rate.group(2).toLowerCase(Locale.ROOT));
            speed = new BigDecimal(rate.group(1)).scaleByPowerOfTen(power);
        }
    }

    private void takeTraffic(Line line) {
        Matcher traffic = TRAFFIC.matcher(line.text());
        if (traffic.matches()) {
            counts.putIfAbsent(traffic.group(1) + " " + traffic.group(2), new BigInteger(traffic.group(3)));
        }
    }

    private void takeErrors(Line line) {
        Matcher error = ERROR.matcher(line.text());
        while (error.find()) {
            counts.putIfAbsent(section + ": " + error.group(1), new BigInteger(error.group(2)));
        }
    }

    private void takeQueue(Line line) {
        Matcher queue = QUEUE.matcher(line.text());
        if (!queue.matches()) {
            refuseBegun(line, "a queue and three whole numbers without separators");
        } else if (!isIngress) {
            queues.add(IntStream.rangeClosed(1, 4)
                    .mapToObj(group -> new BigInteger(queue.group(group)))
                    .toList());
        }
    }

    private static void refuseBegun(Line line, String expected) {
        if (BEGUN.matcher(line.text()).matches()) {
            throw line.malformed(expected);
        }
    }

    private void takeClass(Line line) {
        Matcher mapped = CLASS.matcher(line.text());
        if (mapped.matches()) {
            classes.put(new Cell(line, mapped.start(1) + 1, mapped.group(1)).index(), mapped.group(2));
        }
    }

    private void takeOne(Line line) {
        Matcher one = ONE.matcher(line.text());
        if (one.matches()) {
            counts.putIfAbsent(one.group(1), new BigInteger(one.group(2)));
        }
    }

    private void takeTwo(Line line) {
        Matcher two = TWO.matcher(line.text());
        if (two.matches()) {
            counts.putIfAbsent(two.group(1) + " received", new BigInteger(two.group(2)));
            counts.putIfAbsent(two.group(1) + " sent", new BigInteger(two.group(3)));
        }
    }

    private void takePriority(Line line) {
        Matcher priority = PRIORITY.matcher(line.text());
        if (!priority.matches()) {
            refuseBegun(line, "a priority (0 to 7) and two whole numbers without separators");
        } else {
            priorities.add(new JunosInterfaceExtensive.Counter(
                    Integer.parseInt(priority.group(1)),
                    new BigInteger(priority.group(2)),
                    new BigInteger(priority.group(3))));
        }
    }

    JunosInterfaceExtensive.Port port() {
        return new JunosInterfaceExtensive.Port(
                name,
                linkUp,
                mtu,
                speed,
                cleared,
                counts.get("Input bytes"),
                counts.get("Output bytes"),
                counts.get("Input packets"),
                counts.get("Output packets"),
                counts.get("Input errors: Errors"),
                counts.get("Input errors: Drops"),
                counts.get("Output errors: Errors"),
                counts.get("Output errors: Drops"),
                counts.get("Output errors: Carrier transitions"),
                queues.stream().map(this::queue).toList(),
                missing(),
                counts.get("Bit errors"),
                counts.get("Errored blocks"),
                counts.get("FEC Corrected Errors"),
                counts.get("FEC Uncorrected Errors"),
                counts.get("CRC/Align errors received"),
                counts.get("MAC pause frames received"),
                counts.get("MAC pause frames sent"),
                priorities);
    }

    private JunosInterfaceExtensive.Queue queue(List<BigInteger> row) {
        int number = row.get(0).intValueExact();
        return new JunosInterfaceExtensive.Queue(number, classes.get(number), row.get(1), row.get(2), row.get(3));
    }

    /** Only a list that has all queues in use tells which are not. */
    private List<Integer> missing() {
        if (supported == null || inUse == null || queues.size() != inUse) {
            return null;
        }
        List<Integer> listed =
                queues.stream().map(row -> row.get(0).intValueExact()).toList();
        return IntStream.range(0, supported)
                .boxed()
                .filter(q -> !listed.contains(q))
                .toList();
    }
}
