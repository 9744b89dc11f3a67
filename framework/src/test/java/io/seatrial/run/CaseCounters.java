package io.seatrial.run;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.SubjectId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What NICs and switch ports would have counted had the story happened: nothing before the load and after it, and at one rate meanwhile. Three
 * readings of each source: before the load, in it, and late enough after it that everything shows.
 */
record CaseCounters(Cluster cluster, CaseStory story) {
    private static final int PRIORITY = 3;
    private static final int PAYLOAD = 4096;
    private static final long PPM = 1_000_000;
    /** Sixteen hosts share eight uplinks. */
    private static final int FLOWS_OF_UPLINK = 2;

    private static final List<Integer> SECONDS = List.of(0, 40, 80);

    /** What a port counts in a second of load. */
    private record Rates(long packets, long marked, long rxFrames, long rxPaused, long txFrames, long txPaused) {
        static Rates packets(long packets, long marked) {
            return new Rates(packets, marked, 0, 0, 0, 0);
        }
    }

    /** Return the readings moment by moment, each moment's together. */
    Stream<List<CounterReading>> readings() {
        return SECONDS.stream().map(second -> at(CaseArchives.START.plusSeconds(second)));
    }

    private List<CounterReading> at(Instant at) {
        List<CounterReading> all = new ArrayList<>();
        for (Link link : cluster.links()) {
            if (link.tier().equals(Link.HOST_LEAF)) {
                all.add(nic(link.a(), at));
                all.addAll(port(link.b(), downlink(), at));
            } else {
                all.addAll(port(link.a(), uplink(), at));
                all.addAll(port(link.b(), Rates.packets(FLOWS_OF_UPLINK * packets(), 0), at));
            }
        }
        return all;
    }

    private long packets() {
        return story.bandwidth() / 8 / PAYLOAD;
    }

    private Rates uplink() {
        long packets = FLOWS_OF_UPLINK * packets();
        return Rates.packets(packets, packets * story.markedPpm() / PPM);
    }

    /** The leaf pauses its hosts, because its uplinks do not drain: the story does not say which way. */
    private Rates downlink() {
        return new Rates(packets(), 0, 0, 0, story.pauseFrames(), 0);
    }

    private CounterReading nic(End end, Instant at) {
        long pausedNanos = story.pausedPpm().orElse(0) * 1_000;
        Rates rates = new Rates(packets(), 0, story.pauseFrames(), pausedNanos, 0, 0);
        Map<Counter, Long> values = new HashMap<>(frames(rates, at));
        values.put(Kind.RX_PACKETS.one(), grown(rates.packets(), at));
        values.put(Kind.TX_PACKETS.one(), grown(rates.packets(), at));
        if (story.pausedPpm().isPresent()) {
            values.put(Kind.RX_PAUSE_TIME.of(PRIORITY), grown(rates.rxPaused(), at));
            values.put(Kind.TX_PAUSE_TIME.of(PRIORITY), grown(rates.txPaused(), at));
        }
        return CounterReading.full(subject(end), "ethtool", at, values);
    }

    private List<CounterReading> port(End end, Rates rates, Instant at) {
        Map<Counter, Long> values = new HashMap<>(frames(rates, at));
        values.put(Kind.RX_PACKETS.one(), grown(rates.packets(), at));
        values.put(Kind.TX_PACKETS.one(), grown(rates.packets(), at));
        if (story.pausedPpm().isPresent()) { // SONiC counts how long it was paused, not how long it paused others
            values.put(Kind.RX_PAUSE_TIME.of(PRIORITY), grown(rates.rxPaused(), at));
        }
        Map<Counter, Long> queue = Map.of(
                Kind.QUEUE_PACKETS.of(PRIORITY), grown(rates.packets(), at),
                Kind.QUEUE_MARKED.of(PRIORITY), grown(rates.marked(), at));
        return List.of(
                CounterReading.full(subject(end), "sonic port", at, values),
                CounterReading.full(subject(end), "sonic queue", at, queue));
    }

    private static Map<Counter, Long> frames(Rates rates, Instant at) {
        return Map.of(
                Kind.RX_PAUSE_FRAMES.of(PRIORITY), grown(rates.rxFrames(), at),
                Kind.TX_PAUSE_FRAMES.of(PRIORITY), grown(rates.txFrames(), at));
    }

    private static long grown(long perSecond, Instant at) {
        Duration since = Duration.between(CaseArchives.LOAD.from(), at);
        long seconds = Math.min(CaseArchives.LOAD.length().toSeconds(), Math.max(0, since.toSeconds()));
        return perSecond * seconds;
    }

    private static SubjectId subject(End end) {
        return new SubjectId(SubjectId.Kind.PORT, end.toString());
    }
}
