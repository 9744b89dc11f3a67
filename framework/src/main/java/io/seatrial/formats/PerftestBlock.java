package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Launcher;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one perftest program printed, apart from others in the same file: both ends of a loopback run, or several ranks under one launcher.
 * Knows the parts that all programs of the suite share (perftest src/perftest_parameters.c, src/perftest_resources.h).
 */
final class PerftestBlock {
    private static final Pattern TITLE = Pattern.compile("^\\s+(\\S.*\\S) Test\\s*$");
    private static final Pattern RULER = Pattern.compile("^-{20,}\\s*$");
    private static final Pattern SETTING = Pattern.compile("([A-Za-z][\\w .*-]*?)\\s*:\\s*(\\S+)");
    private static final Pattern CLOSED_SETTING = Pattern.compile("^ (Mtu)\\s*: (\\d+\\[B\\])$");
    private static final Pattern ROW = Pattern.compile("^\\s*\\d+\\s+\\d+\\s+[\\d.].*");
    /** A row by its place whose numbers are none: inf, nan, negative. */
    private static final Pattern UNREADABLE = Pattern.compile("^\\s*\\d\\S*\\s+-?\\d\\S*\\s+\\S.*");

    private static final Pattern COLUMN = Pattern.compile(
            "#\\w+|BW [\\w ]+\\[[^\\]]*\\]|MsgRate[\\w ]*\\[[^\\]]*\\]|t_\\w+\\[[^\\]]*\\]|[\\d.]+% percentile\\[[^\\]]*\\]|tps average|CPU_Util\\[%\\]");
    private static final Pattern RAW = Pattern.compile("^(\\d+), (\\S+)$");
    private static final Pattern FREQUENCY =
            Pattern.compile("Conflicting CPU frequency values detected: (\\d+(?:\\.\\d+)?) != (\\d+(?:\\.\\d+)?)");
    private static final Pattern GID = Pattern.compile("^\\s*GID: ([\\d:]+)\\s*$");
    private static final String WAITING = "Waiting for client to connect";

    /**
     * A row under its header.
     *
     * @param columns the header's titles, such as {@code BW peak[Gb/sec]}
     * @param line the row as it stands there
     * @param raw single measurements in the order of the run, where {@code -U} or {@code -H} printed them before the row, else null
     */
    record Row(List<String> columns, Line line, List<BigDecimal> raw) {}

    /**
     * A line that warns.
     *
     * @param kind {@code cpu-frequency}, {@code incomplete-row} or {@code other}
     * @param mhz the two frequencies that the program found, in MHz, else null
     * @param text the line
     */
    public record Warning(String kind, List<BigDecimal> mhz, String text) {}

    private final Integer rank;
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Warning> warnings = new ArrayList<>();
    private final List<Line> failures = new ArrayList<>();
    private final List<String> gids = new ArrayList<>();
    private List<String> columns;
    private List<BigDecimal> raw;
    private String test;
    private String rawUnit;
    private boolean waiting;
    private boolean closed;

    private PerftestBlock(Integer rank) {
        this.rank = rank;
    }

    /** Read every block of a text; none where nothing of perftest is in it. */
    static List<PerftestBlock> read(Lines lines) {
        List<PerftestBlock> blocks = new ArrayList<>();
        Map<Integer, PerftestBlock> open = new LinkedHashMap<>();
        for (Line line : lines) {
            Launcher launched = Launcher.of(line);
            PerftestBlock block = open.get(launched.rank());
            if (block == null || block.isOverBefore(launched.line().text())) {
                block = new PerftestBlock(launched.rank());
                open.put(launched.rank(), block);
                blocks.add(block);
            }
            block.take(launched.line());
        }
        lines.remnant().ifPresent(line -> takeClosedSetting(Launcher.of(line), open));
        blocks.removeIf(PerftestBlock::isEmpty);
        return blocks;
    }

    /** Of a line that is cut only a value with its unit behind it is known to be whole. */
    private static void takeClosedSetting(Launcher cut, Map<Integer, PerftestBlock> open) {
        Matcher setting = CLOSED_SETTING.matcher(cut.line().text());
        if (setting.matches() && open.containsKey(cut.rank())) {
            open.get(cut.rank()).settings.putIfAbsent(setting.group(1), setting.group(2));
        }
    }

    /** The banner of a waiting server comes before its title; a title comes before everything else. */
    private boolean isOverBefore(String text) {
        return !text.isEmpty()
                && (text.contains(WAITING) && (test != null || columns != null || waiting)
                        || test != null && TITLE.matcher(text).matches());
    }

    private boolean isEmpty() {
        return test == null && columns == null && !waiting && failures.isEmpty();
    }

    private void take(Line line) {
        String text = line.text();
        if (text.contains("#bytes") && text.contains("#iterations")) {
            columns = COLUMN.matcher(text).results().map(r -> r.group()).toList();
        } else if (columns != null && ROW.matcher(text).matches()) {
            rows.add(new Row(columns, line, raw));
            raw = null;
            closed = false;
        } else if (RULER.matcher(text).matches()) {
            closed = !rows.isEmpty();
        } else if (columns != null && raw == null && UNREADABLE.matcher(text).matches()) {
            warnOf(line);
        } else if (!takesRaw(line, text)) {
            takeOther(line, text);
        }
    }

    private boolean takesRaw(Line line, String text) {
        if (text.startsWith("#, ")) {
            // -U implies the sorted list too in old releases; the first of both keeps the order of the run.
            rawUnit = text.substring(3).strip();
            raw = raw == null ? new ArrayList<>() : Collections.unmodifiableList(raw);
            return true;
        }
        Matcher single = raw == null ? null : RAW.matcher(text);
        if (single == null || !single.matches()) {
            return false;
        }
        if (raw instanceof ArrayList<BigDecimal> open) {
            open.add(new Cell(line, single.start(2) + 1, single.group(2)).decimal());
        }
        return true;
    }

    private void takeOther(Line line, String text) {
        Matcher title = TITLE.matcher(text);
        Matcher frequency = FREQUENCY.matcher(text);
        Matcher gid = GID.matcher(text);
        if (text.contains(WAITING)) {
            waiting = true;
        } else if (gid.matches()) {
            gids.add(gid.group(1));
        } else if (title.matches()) {
            test = title.group(1);
        } else if (frequency.find()) {
            List<BigDecimal> mhz = List.of(new BigDecimal(frequency.group(1)), new BigDecimal(frequency.group(2)));
            warnings.add(new Warning("cpu-frequency", mhz, text.strip()));
        } else if (text.contains("WARNING")) {
            warnings.add(new Warning("other", null, text.strip()));
        } else if (PerftestFailure.isOne(text)) {
            failures.add(line);
        } else if (test != null && columns == null && !text.contains("address:")) {
            Matcher setting = SETTING.matcher(text);
            while (setting.find()) {
                settings.putIfAbsent(setting.group(1), setting.group(2));
            }
        }
    }

    /** Remember a row that is cut or has foreign text in it. */
    void warnOf(Line row) {
        warnings.add(new Warning("incomplete-row", null, row.text().strip()));
    }

    /** Tell whether a row was there that could not be read. */
    boolean hasLostRow() {
        return warnings.stream().anyMatch(warning -> warning.kind().equals("incomplete-row"));
    }

    Integer rank() {
        return rank;
    }

    /** Return the title without the word Test, such as {@code RDMA_Write BW}; null where it is not in the text. */
    String test() {
        return test;
    }

    boolean isBidirectional() {
        return test != null && test.contains("Bidirectional");
    }

    String device() {
        return settings.get("Device");
    }

    /** Return {@code Ethernet} or {@code IB}; null where it is not in the text. */
    String link() {
        return settings.get("Link type");
    }

    Integer qps() {
        return number("Number of qps");
    }

    Integer gidIndex() {
        return number("GID index");
    }

    /** Return the path MTU of the queue pair in bytes (256 to 4096), which is not the MTU of the Ethernet port. */
    Integer mtuBytes() {
        String mtu = settings.get("Mtu");
        return mtu == null ? null : whole(mtu.replace("[B]", ""));
    }

    private Integer number(String setting) {
        return settings.containsKey(setting) ? whole(settings.get(setting)) : null;
    }

    private static Integer whole(String text) {
        return text.matches("\\d{1,9}") ? Integer.valueOf(text) : null;
    }

    /** Return server where it waited for a client; client where it has a send queue in a test of one direction; null where nothing tells. */
    String role() {
        if (waiting) {
            return "server";
        }
        return settings.containsKey("TX depth") && !isBidirectional() ? "client" : null;
    }

    List<Row> rows() {
        return rows;
    }

    List<Warning> warnings() {
        return warnings;
    }

    List<Line> failures() {
        return failures;
    }

    /** Return the n-th GID line (0 local, 1 remote) as an IPv4 address; null where there is none or it is no IPv4 address. */
    String ipv4(int end) {
        return end < gids.size() ? PerftestGid.ipv4(gids.get(end)) : null;
    }

    /** Return the unit of the single measurements, {@code usec} or {@code cycles}; null where there are none. */
    String rawUnit() {
        return rawUnit;
    }

    /** Tell whether the ruler below the rows was printed, which is the last thing that the programs print. */
    boolean isClosed() {
        return closed;
    }
}
