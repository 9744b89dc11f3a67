package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Columns;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Line;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The tree of {@code nv show interface PORT qos roce counters}: {@code rx-stats} and {@code tx-stats}, under them a group, under that name,
 * value and description. Names come again in other groups, so a value is kept under its group.
 */
final class NvueTree {
    private static final Pattern TOP = Pattern.compile("^(?:rx|tx)-stats\\s*$");
    private static final Pattern GROUP = Pattern.compile("^\\s+((?:rx|tx)-[a-z-]+-stats)\\s*$");
    private static final Pattern LEAF = Pattern.compile("^\\s{3,}[a-z][a-z-]+\\s{2,}\\S.*$");
    private static final Pattern PLAIN = Pattern.compile("[\\d,]+");

    private final Map<String, Cell> values = new LinkedHashMap<>();
    private boolean begun;
    private String group;

    /** Take the line if it belongs to the tree. */
    boolean takes(Line line) {
        if (TOP.matcher(line.text()).matches()) {
            begun = true;
            group = null;
            return true;
        }
        var named = GROUP.matcher(line.text());
        if (named.matches()) {
            begun = true;
            group = named.group(1);
            return true;
        }
        if (group == null || !LEAF.matcher(line.text()).matches()) {
            return false;
        }
        List<Cell> cells = Columns.apart(line);
        values.put(group + "/" + cells.get(0).text(), cells.get(1));
        return true;
    }

    /** Take what {@code -o json} gives of the same tree. */
    void take(JsonObject root) {
        for (String top : List.of("rx-stats", "tx-stats")) {
            begun = begun || root.has(top);
            root.at(top)
                    .members()
                    .forEach((name, members) ->
                            members.members().forEach((leaf, value) -> values.put(name + "/" + leaf, value.cell())));
        }
    }

    boolean isEmpty() {
        return !begun;
    }

    NvueQosCounters.Rx rx() {
        return !begun
                ? null
                : new NvueQosCounters.Rx(
                        count("rx-non-roce-stats/non-roce-packets"),
                        exactBytes("rx-non-roce-stats/non-roce-bytes"),
                        roundedBytes("rx-non-roce-stats/non-roce-bytes"),
                        count("rx-non-roce-stats/no-buffer-discard"),
                        count("rx-roce-stats/roce-packets"),
                        exactBytes("rx-roce-stats/roce-bytes"),
                        roundedBytes("rx-roce-stats/roce-bytes"),
                        count("rx-roce-stats/no-buffer-discard"),
                        count("rx-pfc-stats/pause-packets"),
                        count("rx-pfc-stats/pause-duration"));
    }

    NvueQosCounters.Tx tx() {
        return !begun
                ? null
                : new NvueQosCounters.Tx(
                        count("tx-roce-stats/roce-packets"),
                        exactBytes("tx-roce-stats/roce-bytes"),
                        roundedBytes("tx-roce-stats/roce-bytes"),
                        count("tx-roce-stats/unicast-no-buffer-discard"),
                        count("tx-cnp-stats/cnp-packets"),
                        exactBytes("tx-cnp-stats/cnp-bytes"),
                        roundedBytes("tx-cnp-stats/cnp-bytes"),
                        count("tx-cnp-stats/unicast-no-buffer-discard"),
                        count("tx-ecn-stats/ecn-marked-packets"),
                        count("tx-pfc-stats/pause-packets"),
                        count("tx-pfc-stats/pause-duration"));
    }

    private Cell at(String path) {
        return values.getOrDefault(path, Cell.absent());
    }

    private BigInteger count(String path) {
        return at(path).counter();
    }

    /** JSON gives plain numbers. */
    private BigInteger exactBytes(String path) {
        return PLAIN.matcher(at(path).text()).matches() ? at(path).counter() : null;
    }

    private BigDecimal roundedBytes(String path) {
        return PLAIN.matcher(at(path).text()).matches() ? null : NvueTables.bytes(at(path));
    }

    BigDecimal ecnMarkedRatio() {
        BigInteger marked = count("tx-ecn-stats/ecn-marked-packets");
        BigInteger packets = count("tx-roce-stats/roce-packets");
        return marked == null || packets == null || packets.signum() == 0
                ? null
                : new BigDecimal(marked).divide(new BigDecimal(packets), MathContext.DECIMAL64);
    }

    /** Return the first counter (no gauge of buffers in use) whose name comes under a second group; null if there is none. */
    String repeated() {
        List<String> seen = new ArrayList<>();
        for (String path : values.keySet()) {
            String name = path.substring(path.indexOf('/') + 1);
            if (!name.endsWith("-usage") && seen.contains(name)) {
                return name;
            }
            seen.add(name);
        }
        return null;
    }
}
