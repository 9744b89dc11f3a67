package io.seatrial.formats.capture;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the headers of a capture tell, counted. It speaks of the packets that were captured: a bounded capture sees the beginning of a flow.
 *
 * <p>Packets sent again are known by their sequence number alone. That is sure at the sender; at the receiver a packet whose first copy was
 * lost comes once. A read that is asked for again from its middle on is not recognised. So {@link Sign#AGAIN} is a lower bound.
 *
 * @param packets of RoCEv2 that could be read
 * @param others of anything else, and of RoCE in an encapsulation that is not read
 * @param cut packets of which too little was kept to tell
 * @param isComplete false where the capture was broken off within a packet
 * @param ways what each queue pair was sent, in the order of their first packets
 */
public record CaptureSummary(long packets, long others, long cut, boolean isComplete, List<Way> ways) {
    /** Sequence numbers come round after 2^24 packets; a capture has to stay far below that for one that comes again to mean something. */
    public static final int MOST_PACKETS = 1_000_000;

    /**
     * The packets from one address to a queue pair of another one.
     *
     * @param signs how many showed each sign; one that none showed is 0, for every packet was looked at
     */
    public record Way(String from, String to, int queuePair, long packets, Map<Sign, Long> signs) {
        public Way {
            Map<Sign, Long> all = new EnumMap<>(Sign.class);
            for (Sign sign : Sign.values()) {
                all.put(sign, signs.getOrDefault(sign, 0L));
            }
            signs = Collections.unmodifiableMap(all);
        }
    }

    public CaptureSummary {
        ways = List.copyOf(ways);
    }

    /** Count what a capture tells. */
    public static CaptureSummary of(CaptureFile capture) {
        Counting counting = new Counting();
        capture.packets().forEach(packet -> counting.take(RocePacket.read(packet.bytes())));
        return counting.summary(capture.isComplete());
    }

    /** Return how many packets showed a sign, whichever way they went. */
    public long count(Sign sign) {
        return ways.stream().mapToLong(way -> way.signs().get(sign)).sum();
    }

    /** Return how many packets from one address to another showed a sign. */
    public long count(Sign sign, String from, String to) {
        return ways.stream()
                .filter(way -> way.from().equals(from) && way.to().equals(to))
                .mapToLong(way -> way.signs().get(sign))
                .sum();
    }

    private record Key(String from, String to, int queuePair) {}

    /** Packets of one way, as they come by. */
    private static final class Counts {
        private final Map<Sign, Long> signs = new EnumMap<>(Sign.class);
        private final Set<Integer> requests = new HashSet<>();
        private long packets;

        void take(RocePacket packet) {
            packets++;
            add(Sign.ofEcn(packet.ecn()));
            if (packet.isCongestionNotification()) {
                add(Sign.NOTIFICATION);
            }
            packet.syndrome().ifPresent(syndrome -> Sign.ofSyndrome(syndrome).ifPresent(this::add));
            if (packet.isReliableRequest() && !requests.add(packet.psn())) {
                add(Sign.AGAIN);
            }
        }

        private void add(Sign sign) {
            signs.merge(sign, 1L, Long::sum);
        }
    }

    /** All packets, as they come by. */
    private static final class Counting {
        private final Map<Key, Counts> ways = new LinkedHashMap<>();
        private long packets;
        private long others;
        private long cut;

        void take(RocePacket.Outcome outcome) {
            outcome.packet().ifPresent(packet -> {
                packets++;
                Key key = new Key(packet.from(), packet.to(), packet.queuePair());
                ways.computeIfAbsent(key, k -> new Counts()).take(packet);
            });
            outcome.unread().ifPresent(why -> {
                others += why == RocePacket.Unread.OTHER ? 1 : 0;
                cut += why == RocePacket.Unread.CUT ? 1 : 0;
            });
        }

        CaptureSummary summary(boolean isComplete) {
            List<Way> all = new ArrayList<>();
            ways.forEach((key, counts) ->
                    all.add(new Way(key.from(), key.to(), key.queuePair(), counts.packets, counts.signs)));
            return new CaptureSummary(packets, others, cut, isComplete, all);
        }
    }
}
