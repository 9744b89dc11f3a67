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

    /** Return why no fabric could keep a limit, in words for the person who wrote it. */
    Optional<String> objection(KnownAsk ask, Limit limit) {
        return switch (ask.unit()) {
            case BITS_PER_SECOND -> aboveWire(limit);
            case NANOSECONDS -> belowDelay(ask, limit);
            case COUNT ->
                limit.fail().declared().value() == 1
                        ? Optional.empty()
                        : Optional.of("expected 1 (up), got '" + limit.fail().text() + "'");
            default -> Optional.empty();
        };
    }

    private Optional<String> aboveWire(Limit limit) {
        long fail = limit.fail().declared().value();
        if (fail == 0) {
            return Optional.of("expected a limit above 0: nothing could fail it");
        }
        if (limit.fail().isRelative()) {
            return fail <= WHOLE ? Optional.empty() : above(limit, "100% of the rated speed");
        }
        OptionalLong slowest = slowest(limit.holdsFor());
        return slowest.isPresent() && fail > slowest.getAsLong()
                ? above(limit, slowest.getAsLong() + " bit/s, the slowest rated speed that this row holds for")
                : Optional.empty();
    }

    private static Optional<String> above(Limit limit, String wire) {
        return Optional.of("expected at most " + wire + ", got '" + limit.fail().text()
                + "': a limit above the wire fails every cluster");
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

    private Optional<String> belowDelay(KnownAsk ask, Limit limit) {
        long least = leastRoundTrip(ask, limit.holdsFor());
        LongPredicate possible = fail -> fail > 0 && fail >= least;
        return possible.test(limit.fail().declared().value())
                ? Optional.empty()
                : Optional.of("expected more than " + least + " ns, which the links alone take, got '"
                        + limit.fail().text() + "'");
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
