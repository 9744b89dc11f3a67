package io.seatrial.criteria;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.LabSettings;
import io.seatrial.plan.PathClass;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/**
 * Refuses limits that nothing can keep: point to point above the wire, latency below the delay of the links.
 *
 * @param cluster the cluster whose speeds are known; empty where the file is read by itself
 */
record Physics(Optional<Cluster> cluster) {
    private static final long WHOLE = 1_000_000;

    /**
     * Return why no fabric could keep an edge, in words for the person who wrote it.
     *
     * @param edge the limit's fail or warn
     */
    Optional<String> objection(KnownAsk ask, Limit limit, Bound edge) {
        return switch (ask.unit()) {
            case BITS_PER_SECOND -> aboveWire(limit, edge);
            case NANOSECONDS -> belowDelay(ask, limit, edge);
            case COUNT ->
                edge.declared().value() == 1
                        ? Optional.empty()
                        : Optional.of("expected 1 (up), got '" + edge.text() + "'");
            default -> Optional.empty();
        };
    }

    private Optional<String> aboveWire(Limit limit, Bound edge) {
        long value = edge.declared().value();
        if (value == 0) {
            return Optional.of("expected a limit above 0: nothing could fail it");
        }
        if (edge.isRelative()) {
            return value <= WHOLE ? Optional.empty() : above(edge, "100% of the rated speed");
        }
        OptionalLong slowest = slowest(limit.holdsFor());
        return slowest.isPresent() && value > slowest.getAsLong()
                ? above(edge, slowest.getAsLong() + " bit/s, the slowest rated speed that this row holds for")
                : Optional.empty();
    }

    private static Optional<String> above(Bound edge, String wire) {
        return Optional.of(
                "expected at most " + wire + ", got '" + edge.text() + "': no cluster keeps a limit above the wire");
    }

    private OptionalLong slowest(Limit.Scope scope) {
        if (scope.rate().isPresent()) {
            return scope.rate();
        }
        boolean other = cluster.isPresent()
                && scope.platform().isPresent()
                && !scope.platform().get().equals(cluster.get().platform());
        return other ? OptionalLong.empty() : rates().min();
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
