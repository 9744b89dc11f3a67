package io.seatrial.report.congestion;

import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Quantities;
import io.seatrial.report.Texts;
import io.seatrial.report.picture.PortMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The maps of switch ports: what was worst at each over all windows of a run. */
public final class PortMaps {
    /** Public recommendations of pause shares: 1 % to be watched, 5 % too much, 99 % a storm; provisional (grade D). */
    private static final PortMap.Scale PAUSED =
            new PortMap.Scale(Unit.PARTS_PER_MILLION, List.of(1_000L, 10_000L, 50_000L, 990_000L));
    /** Of marked shares: 0.01 % between pairs, 0.5 % to 1 % in an all-reduce, 5 % in an all-to-all; provisional (grade D). */
    private static final PortMap.Scale MARKED =
            new PortMap.Scale(Unit.PARTS_PER_MILLION, List.of(100L, 1_000L, 10_000L, 50_000L));

    private static final PortMap.Scale ERRORS = new PortMap.Scale(Unit.COUNT, List.of(10L, 100L, 1_000L, 100_000L));

    private final Map<String, PortCounters> ports;
    private final List<NamedWindow> windows;
    private final Map<String, List<End>> switches;

    /**
     * A picture and what it shows.
     *
     * @param title for people
     * @param svg the picture
     */
    public record Titled(String title, String svg) {}

    private PortMaps(Congestion congestion, List<Link> links) {
        this.windows = congestion.windows();
        this.ports = congestion.ports().stream()
                .collect(Collectors.toMap(port -> port.port().name(), Function.identity(), (a, b) -> a, TreeMap::new));
        this.switches = new LinkedHashMap<>();
        links.stream()
                .sorted(Comparator.comparing(link -> !link.tier().equals(Link.HOST_LEAF)))
                .forEach(this::add);
    }

    private void add(Link link) {
        Stream<End> ends = link.tier().equals(Link.HOST_LEAF) ? Stream.of(link.b()) : Stream.of(link.a(), link.b());
        ends.forEach(end ->
                switches.computeIfAbsent(end.node(), node -> new ArrayList<>()).add(end));
    }

    /**
     * Return the maps; none where no switch port has a window.
     *
     * @param links every link of the cluster: a wired port without evidence stays visible
     */
    public static List<Titled> of(Congestion congestion, List<Link> links) {
        PortMaps maps = new PortMaps(congestion, links);
        if (maps.switches.isEmpty() || maps.windows.isEmpty()) {
            return List.of();
        }
        return List.of(
                maps.map(
                        "congestion.map.stopped",
                        PAUSED,
                        tallies -> tallies.pauseShare(Kind.RX_PAUSE_TIME, Kind.RX_PAUSE_FRAMES)),
                maps.map(
                        "congestion.map.stops",
                        PAUSED,
                        tallies -> tallies.pauseShare(Kind.TX_PAUSE_TIME, Kind.TX_PAUSE_FRAMES)),
                maps.map("congestion.map.marked", MARKED, Tallies::markedShare),
                maps.map("congestion.map.errors", ERRORS, Tallies::errors));
    }

    private Titled map(String key, PortMap.Scale scale, Function<Tallies, Tally> told) {
        Map<String, Map<String, PortMap.Cell>> cells = new TreeMap<>();
        switches.forEach((node, ends) -> {
            Map<String, PortMap.Cell> row = new TreeMap<>();
            ends.forEach(end -> row.put(end.port(), cell(end, scale.unit(), told)));
            cells.put(node, row);
        });
        String title = Texts.text(key);
        return new Titled(title, PortMap.svg(title, scale, List.copyOf(switches.keySet()), cells));
    }

    private PortMap.Cell cell(End end, Unit unit, Function<Tallies, Tally> told) {
        PortCounters port = ports.get(end.toString());
        if (port == null) {
            return none(end, Message.of("congestion.nothing-read"));
        }
        Map<NamedWindow, Tally> all = new LinkedHashMap<>();
        windows.forEach(window -> all.put(window, told.apply(new Tallies(port, window.when()))));
        List<Tally> unknown =
                all.values().stream().filter(tally -> tally.cause().isPresent()).toList();
        return all.entrySet().stream()
                .filter(entry -> entry.getValue().amount().isPresent())
                .max(Comparator.comparingLong(entry -> entry.getValue().amount().orElseThrow()))
                .map(worst -> known(end, unit, worst, unknown))
                .orElseGet(() -> none(end, unknown.get(0).cause().orElseThrow()));
    }

    private static PortMap.Cell none(End end, Message cause) {
        Message title = Message.of("congestion.map.none", "port", end.toString(), "cause", Texts.sentence(cause));
        return new PortMap.Cell(OptionalLong.empty(), false, Texts.sentence(title));
    }

    private PortMap.Cell known(End end, Unit unit, Map.Entry<NamedWindow, Tally> worst, List<Tally> unknown) {
        Tally tally = worst.getValue();
        long value = tally.amount().orElseThrow();
        Message title = Message.of(
                "congestion.map.cell",
                "port",
                end.toString(),
                "value",
                unit == Unit.PARTS_PER_MILLION ? Percent.text(value) : Quantities.text(new Quantity(value, unit)),
                "window",
                worst.getKey().name(),
                "source",
                tally.source(),
                "refresh",
                Sources.text(tally.refresh()));
        String more = unknown.isEmpty() ? "" : "; " + Texts.sentence(partly(unknown));
        return new PortMap.Cell(OptionalLong.of(value), !unknown.isEmpty(), Texts.sentence(title) + more);
    }

    private Message partly(List<Tally> unknown) {
        return Message.of(
                "congestion.map.partly",
                "unknown",
                (long) unknown.size(),
                "all",
                (long) windows.size(),
                "cause",
                Texts.sentence(unknown.get(0).cause().orElseThrow()));
    }
}
