package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Line;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The queues of one port in {@link NxosQueuing}: boxes of QOS groups, boxes of the watchdog, or the list of older switches. */
final class NxosQueues {
    private static final Pattern WATCHED = Pattern.compile(
            "^\\s*\\|\\s*QOS GROUP (\\d{1,9}) \\[(\\w[\\w -]*)\\](?:\\s+PFC \\[(\\w+)\\])?(?:\\s+PFC-COS \\[(\\d{1,9})\\])?.*$");
    private static final Pattern GROUP =
            Pattern.compile("^\\s*\\|\\s*(?:(CONTROL|SPAN) )?QOS GROUP\\s*(\\d{0,9})\\s*\\|?\\s*$");
    private static final Pattern LISTED = Pattern.compile("^\\s*qos-group (\\d{1,9})\\s*:?\\s*$");
    private static final Pattern LISTED_COUNT =
            Pattern.compile("^\\s*((?:Pkts|Ucast|Mcast)[\\w -]*?)\\s*:\\s*(\\S+)\\s*$");
    private static final Pattern LISTED_PAUSE =
            Pattern.compile("^\\s*Per-priority-pause status\\s*:\\s*Rx \\((\\w+)\\), Tx \\((\\w+)\\)\\s*$");
    private static final Pattern LABEL = Pattern.compile(".*[A-Za-z]{2}.*");

    private enum Kind {
        EGRESS,
        WATCHED,
        LISTED
    }

    /** One group while it is read: its rows by their label, each with a value for each title of the box. */
    private static final class Group {
        private final Kind kind;
        private final Matcher head;
        private final Map<String, List<BigInteger>> rows = new LinkedHashMap<>();
        private List<String> titles = List.of();
        private Boolean rxPaused;
        private Boolean txPaused;

        Group(Kind kind, Matcher head) {
            this.kind = kind;
            this.head = head;
        }

        private BigInteger one(String label) {
            List<BigInteger> values = rows.get(label);
            return values == null ? null : values.get(0);
        }
    }

    private final List<Group> groups = new ArrayList<>();

    void take(Line line) {
        Matcher watched = WATCHED.matcher(line.text());
        Matcher box = GROUP.matcher(line.text());
        Matcher listed = LISTED.matcher(line.text());
        if (watched.matches()) {
            groups.add(new Group(Kind.WATCHED, watched));
        } else if (box.matches()) {
            groups.add(new Group(Kind.EGRESS, box));
        } else if (listed.matches()) {
            groups.add(new Group(Kind.LISTED, listed));
        } else if (!groups.isEmpty()) {
            take(groups.get(groups.size() - 1), line);
        }
    }

    private static void take(Group group, Line line) {
        Matcher count = LISTED_COUNT.matcher(line.text());
        Matcher pause = LISTED_PAUSE.matcher(line.text());
        if (line.text().strip().startsWith("|")) {
            takeBox(group, line);
        } else if (group.kind == Kind.LISTED && count.matches()) {
            group.rows.put(
                    label(count.group(1)),
                    Collections.singletonList(new Cell(line, count.start(2) + 1, count.group(2)).counter()));
        } else if (group.kind == Kind.LISTED && pause.matches()) {
            group.rxPaused = pause.group(1).equals("Active");
            group.txPaused = pause.group(2).equals("Active");
        }
    }

    /** A row is label and values, or several pairs of label and value; the row of titles has no label. */
    private static void takeBox(Group group, Line line) {
        List<Cell> cells = cells(line);
        if (cells.size() < 2) {
            throw line.malformed("a label and its values between bars");
        }
        if (cells.get(0).text().isEmpty()) {
            group.titles = cells.subList(1, cells.size()).stream()
                    .map(c -> label(c.text()))
                    .toList();
            return;
        }
        boolean pairs = cells.size() > 2 && LABEL.matcher(cells.get(2).text()).matches();
        for (int i = 0; i < cells.size(); i += pairs ? 2 : cells.size()) {
            int end = pairs ? Math.min(i + 2, cells.size()) : cells.size();
            takeRow(group, line, cells.subList(i, end));
        }
    }

    private static void takeRow(Group group, Line line, List<Cell> row) {
        int expected = group.kind == Kind.WATCHED || group.titles.isEmpty() ? 1 : group.titles.size();
        if (row.size() != expected + 1) {
            throw line.malformed(row.get(0).column(), "'" + row.get(0).text() + "' with " + expected + " values");
        }
        List<BigInteger> values = new ArrayList<>();
        row.stream().skip(1).forEach(cell -> values.add(cell.counter()));
        group.rows.put(label(row.get(0).text()), Collections.unmodifiableList(values));
    }

    private static List<Cell> cells(Line line) {
        List<Cell> cells = new ArrayList<>();
        String text = line.text();
        int from = text.indexOf('|') + 1;
        while (from < text.length()) {
            int to = text.indexOf('|', from);
            int end = to < 0 ? text.length() : to;
            // Behind the last bar stands nothing.
            if (to >= 0 || !text.substring(from).isBlank()) {
                cells.add(new Cell(line, from + 1, text.substring(from, end)));
            }
            from = end + 1;
        }
        return cells;
    }

    private static String label(String text) {
        return text.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    }

    List<NxosQueuing.Queue> queues() {
        List<NxosQueuing.Queue> queues = new ArrayList<>();
        for (Group group : groups) {
            queues.add(
                    switch (group.kind) {
                        case EGRESS -> egress(group);
                        case WATCHED -> watched(group);
                        case LISTED -> ingress(group);
                    });
        }
        return queues;
    }

    private static NxosQueuing.Egress egress(Group group) {
        String name = group.head.group(1);
        String number = group.head.group(2);
        return new NxosQueuing.Egress(
                number.isEmpty() ? null : Integer.valueOf(number),
                name == null ? null : name.toLowerCase(Locale.ROOT),
                counts(group, "tx pkts"),
                counts(group, "tx byts"),
                counts(group, "dropped pkts", "wred & tail drop pkts", "wred/afd & tail drop pkts", "tail drop pkts"),
                counts(group, "dropped byts", "wred & tail drop byts", "wred/afd & tail drop byts", "tail drop byts"),
                counts(group, "q depth byts"),
                counts(group, "wd & tail drop pkts"));
    }

    private static NxosQueuing.Counts counts(Group group, String... labels) {
        for (String label : labels) {
            List<BigInteger> values = group.rows.get(label);
            if (values != null) {
                return group.titles.isEmpty()
                        ? new NxosQueuing.Counts(null, null, null, values.get(0))
                        : new NxosQueuing.Counts(
                                under(group, values, "unicast"),
                                under(group, values, "oobfc unicast"),
                                under(group, values, "multicast"),
                                null);
            }
        }
        return null;
    }

    private static BigInteger under(Group group, List<BigInteger> values, String title) {
        int index = group.titles.indexOf(title);
        return index < 0 ? null : values.get(index);
    }

    private static NxosQueuing.Watched watched(Group group) {
        String pfc = group.head.group(3);
        String priority = group.head.group(4);
        return new NxosQueuing.Watched(
                Integer.valueOf(group.head.group(1)),
                group.head.group(2).toLowerCase(Locale.ROOT),
                pfc == null ? null : (Boolean) pfc.equalsIgnoreCase("yes"),
                priority == null ? null : Integer.valueOf(priority),
                group.one("shutdown"),
                group.one("restored"),
                group.one("total pkts drained"),
                group.one("total pkts dropped"),
                group.one("total pkts drained + dropped"),
                group.one("aggregate pkts dropped"),
                group.one("total ingress pkts dropped"),
                group.one("aggregate ingress pkts dropped"));
    }

    private static NxosQueuing.Ingress ingress(Group group) {
        return new NxosQueuing.Ingress(
                Integer.valueOf(group.head.group(1)),
                group.one("pkts received over the port"),
                group.one("ucast pkts sent to the cross-bar"),
                group.one("mcast pkts sent to the cross-bar"),
                group.one("ucast pkts received from the cross-bar"),
                group.one("pkts sent to the port"),
                group.one("pkts discarded on ingress"),
                group.rxPaused,
                group.txPaused);
    }
}
