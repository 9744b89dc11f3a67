package io.seatrial.criteria;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.LabSettings;
import io.seatrial.inventory.PciLink;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Unit;
import io.seatrial.plan.PathClass;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Refuses limits that nothing can keep: point to point above the wire (of RDMA: less its headers) or above a declared PCIe slot, latency
 * below the delay of the links.
 *
 * @param cluster the cluster whose speeds are known; empty where the file is read by itself
 * @param best the wire that no measurement of the ask can be above
 */
record Physics(Optional<Cluster> cluster, Wire best) {
    private static final long WHOLE = 1_000_000;

    /** Make the physics of any ask. */
    Physics(Optional<Cluster> cluster) {
        this(cluster, Wire.best());
    }

    Physics under(Wire other) {
        return new Physics(cluster, other);
    }

    /**
     * Return why no fabric could keep an edge, in words for the person who wrote it.
     *
     * @param edge the limit's fail or warn
     */
    Optional<String> objection(KnownAsk ask, Limit limit, Bound edge) {
        if (ask.isCounter() || ask.isShareOfCollective()) {
            return beyondWhatCanBeCounted(ask, edge);
        }
        return switch (ask.unit()) {
            case BITS_PER_SECOND -> aboveWire(ask, limit, edge);
            case NANOSECONDS -> belowDelay(ask, limit, edge);
            case COUNT ->
                edge.declared().value() == 1
                        ? Optional.empty()
                        : Optional.of("expected 1 (up), got '" + edge.text() + "'");
            default -> Optional.empty();
        };
    }

    private static Optional<String> beyondWhatCanBeCounted(KnownAsk ask, Bound edge) {
        long value = edge.declared().value();
        if (ask.unit() == Unit.PARTS_PER_MILLION && value >= WHOLE) {
            return Optional.of("expected a share below 100%, got '" + edge.text() + "': nothing could fail it");
        }
        boolean mustHappen = ask.statistics().get(0).metric().better() == Direction.HIGHER_IS_BETTER;
        return mustHappen && value < 1
                ? Optional.of("expected 1 or more, got '" + edge.text() + "': nothing could fail it")
                : Optional.empty();
    }

    private Optional<String> aboveWire(KnownAsk ask, Limit limit, Bound edge) {
        if (edge.declared().value() == 0) {
            return Optional.of("expected a limit above 0: nothing could fail it");
        }
        return (edge.isRelative() ? shareAboveWire(ask, edge) : amountAboveWire(ask, limit, edge))
                .or(() -> aboveSlots(ask, limit, edge));
    }

    private Optional<String> shareAboveWire(KnownAsk ask, Bound edge) {
        if (edge.ofWire()) {
            return edge.declared().value() <= WHOLE ? Optional.empty() : above(edge, "100% of wire");
        }
        if (!ask.isRdma()) {
            return edge.declared().value() <= WHOLE ? Optional.empty() : above(edge, "100% of the rated speed");
        }
        return edge.declared().value() <= best.ppm() ? Optional.empty() : above(edge, best.text());
    }

    private Optional<String> amountAboveWire(KnownAsk ask, Limit limit, Bound edge) {
        OptionalLong slowest = slowest(limit.holdsFor());
        if (slowest.isEmpty()) {
            return Optional.empty();
        }
        long rate = slowest.getAsLong() * KnownAsk.directions(ask.id());
        long reachable = ask.isRdma() ? best.share(rate, WHOLE) : rate;
        String headers = ask.isRdma() ? " less the smallest headers (" + best.text() + ")" : "";
        return edge.declared().value() > reachable
                ? above(edge, reachable + " bit/s, the slowest rated speed that this row holds for" + headers)
                : Optional.empty();
    }

    /** A slot that is declared bounds what its port can show, whatever the fabric does. */
    private Optional<String> aboveSlots(KnownAsk ask, Limit limit, Bound edge) {
        if (!ask.isRdma() || !isOfThisPlatform(limit.holdsFor())) {
            return Optional.empty();
        }
        int directions = KnownAsk.directions(ask.id());
        return declaredSlots()
                .filter(port -> isOfRate(limit.holdsFor(), port))
                .filter(port ->
                        wanted(edge, port.rate() * directions) > slot(port).usable() * directions)
                .findFirst()
                .map(port -> "expected at most what the declared PCIe slot of " + port.id() + " carries ("
                        + slot(port).text() + ", about " + slot(port).usable() + " bit/s each way), got '" + edge.text()
                        + "': correct the slot in cluster.yaml, or the limit");
    }

    private long wanted(Bound edge, long rate) {
        return edge.at(OptionalLong.of(rate), Optional.of(best)).orElse(0);
    }

    private static PciLink slot(RdmaPort port) {
        return port.pcie().orElseThrow();
    }

    private Stream<RdmaPort> declaredSlots() {
        return cluster.stream()
                .flatMap(c -> c.ports().stream())
                .filter(port -> port.pcie().isPresent());
    }

    private static boolean isOfRate(Limit.Scope scope, RdmaPort port) {
        return scope.rate().isEmpty() || scope.rate().getAsLong() == port.rate();
    }

    /** Return why limits by platform class cannot be taken, where the cluster's class is none that is known. */
    Optional<String> unknownPlatform() {
        return cluster.flatMap(c -> ShippedLimits.get().objection(c.platform()));
    }

    /** Return why a row may not name a platform class; by itself a file may name any, as the cluster's own name is not known. */
    Optional<String> unknownPlatform(String named) {
        return cluster.flatMap(c -> ShippedLimits.get().objection(named, c.platform()));
    }

    /** Return the platform class of the cluster; the first one that is known where there is no cluster, or it names none. */
    ShippedLimits.Platform platform() {
        Map<String, ShippedLimits.Platform> known = ShippedLimits.get().platforms();
        return cluster.map(c -> known.get(c.platform()))
                .orElseGet(() -> known.values().iterator().next());
    }

    boolean isOfThisPlatform(Limit.Scope scope) {
        return scope.isOfPlatform(cluster);
    }

    private static Optional<String> above(Bound edge, String wire) {
        return Optional.of(
                "expected at most " + wire + ", got '" + edge.text() + "': no cluster keeps a limit above the wire");
    }

    private OptionalLong slowest(Limit.Scope scope) {
        if (scope.rate().isPresent()) {
            return scope.rate();
        }
        return isOfThisPlatform(scope) ? rates().min() : OptionalLong.empty();
    }

    private LongStream rates() {
        return cluster.stream()
                .flatMapToLong(c -> LongStream.concat(
                        c.ports().stream().mapToLong(port -> port.rate()),
                        c.links().stream().mapToLong(link -> link.rate())));
    }

    private Optional<String> belowDelay(KnownAsk ask, Limit limit, Bound edge) {
        long least = leastRoundTrip(ask, limit.holdsFor());
        LongPredicate possible = fail -> fail > 0 && fail >= least;
        return possible.test(edge.declared().value())
                ? Optional.empty()
                : Optional.of(
                        "expected more than " + least + " ns, which the links alone take, got '" + edge.text() + "'");
    }

    /** Only the lab knows the delay of its links: a round trip crosses each link of the path twice. */
    private long leastRoundTrip(KnownAsk ask, Limit.Scope scope) {
        long delay = cluster.flatMap(Cluster::lab).map(LabSettings::delay).orElse(0L);
        int switches = scope.pathClass()
                .map(text ->
                        Texts.find(PathClass.values(), PathClass::text, text).switches())
                .orElseGet(() -> Arrays.stream(PathClass.values())
                        .mapToInt(PathClass::switches)
                        .min()
                        .orElseThrow());
        return ask.isLatency() ? 2 * (switches + 1L) * delay : 0;
    }
}
