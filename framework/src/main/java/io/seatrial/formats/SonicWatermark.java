package io.seatrial.formats;

import io.seatrial.formats.text.Columns;
import io.seatrial.formats.text.Columns.Row;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SONiC's {@code show priority-group watermark}, {@code show queue watermark}, {@code show buffer_pool watermark} and {@code show
 * headroom-pool watermark} (sonic-utilities scripts/watermarkstat, 2019 to 2026): the highest occupancy in bytes since the last clear, read
 * every minute unless {@code counterpoll} says otherwise. The header lists every index that any port has, and the command prints 0 for
 * an index that a port does not have.
 */
public final class SonicWatermark implements Format<SonicWatermark.Report> {
    private static final Map<String, String> KINDS = Map.of(
            "Ingress headroom per PG", "ingress_headroom_per_pg",
            "Ingress shared pool occupancy per PG", "ingress_shared_pool_per_pg",
            "Egress shared pool occupancy per unicast queue", "egress_shared_pool_per_unicast_queue",
            "Egress shared pool occupancy per multicast queue", "egress_shared_pool_per_multicast_queue",
            "Egress shared pool occupancy per all queues", "egress_shared_pool_per_all_queue",
            "Shared pool maximum occupancy", "shared_pool",
            "Headroom pool maximum occupancy", "headroom_pool");
    private static final Pattern HEADING =
            Pattern.compile("^\\s*((?:Ingress|Egress|Shared|Headroom) [\\w ]+?):(?:\\s*\\(Namespace (\\S*)\\))?\\s*$");
    private static final Pattern HEADER =
            Pattern.compile("^\\s*(?:Port\\s+(?:PG|UC|MC|ALL)\\d+(?:\\s+(?:PG|UC|MC|ALL)\\d+)*|Pool\\s+Bytes)\\s*$");
    private static final Pattern OTHER_HEADER = Pattern.compile("^\\s*(?:Port|Pool)\\s.*$");
    private static final Pattern INDEX = Pattern.compile("(PG|UC|MC|ALL)(\\d{1,4})");

    /**
     * The values in the order of the text.
     *
     * @param kind what all of them measure; null where the text does not say, or says several things
     * @param namespace the ASIC of all of them; null where the text does not say, or names several
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(String kind, String namespace, List<Watermark> watermarks, Boolean complete) {
        public Report {
            watermarks = List.copyOf(watermarks);
        }
    }

    /**
     * One value: of a priority group, of a queue, or of a buffer pool.
     *
     * @param port null for a pool
     * @param pg number of the priority group, else null
     * @param queue number of the queue, else null
     * @param queueKind {@code unicast}, {@code multicast} or {@code all}; null unless it is a queue
     * @param pool name of the pool, else null
     * @param bytes null where the switch does not measure it
     */
    public record Watermark(
            String kind,
            String namespace,
            String port,
            Integer pg,
            Integer queue,
            String queueKind,
            String pool,
            BigInteger bytes) {}

    @Override
    public String id() {
        return "sonic-watermark";
    }

    @Override
    public String about() {
        return "SONiC 'show priority-group watermark', 'show queue watermark' and those of the buffer pools";
    }

    @Override
    public Likeness likeness(Head head) {
        boolean heading = head.lines().stream().anyMatch(line -> {
            Matcher matcher = HEADING.matcher(line);
            return matcher.matches() && KINDS.containsKey(matcher.group(1));
        });
        return Likeness.sureIf(heading).or(Likeness.perhapsIf(head.has(HEADER)));
    }

    @Override
    public Report read(Source source) {
        return source.head().isJson() ? json(source.json().root()) : table(source.lines());
    }

    private static Report table(Lines lines) {
        Tables tables = new Tables();
        lines.forEachRemaining(tables::take);
        if (tables.kind == null && tables.columns == null) {
            throw lines.missing("a heading such as 'Ingress headroom per PG:' or a header 'Port  PG0 ...'");
        }
        return report(tables.watermarks, tables.kind, tables.namespace, lines.completeAsFarAsKnown());
    }

    private static Report report(List<Watermark> watermarks, String kind, String namespace, Boolean complete) {
        Set<String> kinds =
                new LinkedHashSet<>(watermarks.stream().map(Watermark::kind).toList());
        Set<String> namespaces = new LinkedHashSet<>(
                watermarks.stream().map(Watermark::namespace).toList());
        return new Report(
                kinds.size() > 1 ? null : kind, namespaces.size() > 1 ? null : namespace, watermarks, complete);
    }

    private static final class Tables {
        private final List<Watermark> watermarks = new ArrayList<>();
        private Columns columns;
        private String kind;
        private String namespace;

        void take(Line line) {
            Matcher heading = HEADING.matcher(line.text());
            if (heading.matches() && KINDS.containsKey(heading.group(1))) {
                kind = KINDS.get(heading.group(1));
                namespace = heading.group(2) == null || heading.group(2).isEmpty() ? null : heading.group(2);
                columns = null;
            } else if (HEADER.matcher(line.text()).matches()) {
                columns = Columns.of(line);
            } else if (OTHER_HEADER.matcher(line.text()).matches()) {
                columns = null;
            } else if (columns != null) {
                columns.row(line).ifPresent(this::take);
            }
        }

        private void take(Row row) {
            for (int i = 1; i < row.cells().size(); i++) {
                BigInteger bytes = row.cells().get(i).counter();
                watermarks.add(watermark(
                        kind, namespace, row.first().text(), columns.titles().get(i), bytes));
            }
        }
    }

    private static Watermark watermark(String kind, String namespace, String name, String title, BigInteger bytes) {
        Matcher index = INDEX.matcher(title);
        if (!index.matches()) {
            return new Watermark(kind, namespace, null, null, null, null, name, bytes);
        }
        if (index.group(1).equals("PG")) {
            return new Watermark(kind, namespace, name, Integer.valueOf(index.group(2)), null, null, null, bytes);
        }
        SonicQueueName queue = SonicQueueName.of(title);
        return new Watermark(kind, namespace, name, null, queue.index(), queue.kind(), null, bytes);
    }

    /** An entry for each port, {@code {"Port": "Ethernet0", "PG0": "12"}}, or for each pool, {@code {"POOL": "12"}}; no heading says which. */
    private static Report json(JsonObject root) {
        List<Watermark> watermarks = new ArrayList<>();
        for (JsonObject entry : root.entries()) {
            String port = entry.object().at("Port").text();
            entry.members().forEach((title, value) -> {
                if (!Objects.equals(title, "Port")) {
                    watermarks.add(watermark(null, null, port == null ? title : port, title, value.counter()));
                }
            });
        }
        return report(watermarks, null, null, null);
    }
}
