package io.seatrial.report.congestion;

import io.seatrial.inventory.Link;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Message;
import io.seatrial.report.congestion.Pairing.Agreement;
import io.seatrial.report.congestion.Pairing.Fact;
import io.seatrial.report.congestion.Pairing.Way;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What both ends of a link counted in one window, and who said so.
 *
 * @param link the link
 * @param window in which; the worst of the run
 * @param pairings in the order of the table
 * @param pauseShares worst pause share of any end and direction first, ppm; those that are known
 * @param markedShares likewise of marked packets, ppm
 * @param sources how each end was read, in full sentences
 */
public record LinkCounters(
        Link link,
        NamedWindow window,
        List<Pairing> pairings,
        List<Long> pauseShares,
        List<Long> markedShares,
        List<Message> sources) {
    /** What comes first in the table: an order of ours, which judges nothing. */
    public static final Comparator<LinkCounters> WORST_FIRST = Comparator.comparingDouble(LinkCounters::rank)
            .reversed()
            .thenComparing(one -> one.link().id());

    /** Shares at which a link ranks like one with a single error: the provisional edges of public recommendations (grade D). */
    private static final double PAUSED = 50_000;

    private static final double MARKED = 10_000;

    public LinkCounters {
        Objects.requireNonNull(link, "link");
        Objects.requireNonNull(window, "window");
        pairings = List.copyOf(pairings);
        pauseShares = pauseShares.stream().sorted(Comparator.reverseOrder()).toList();
        markedShares = markedShares.stream().sorted(Comparator.reverseOrder()).toList();
        sources = List.copyOf(sources);
    }

    /** Gather a link over one window. */
    public static LinkCounters of(Link link, PortCounters a, PortCounters b, NamedWindow window) {
        return new Gathering(link, window, new Tallies(a, window.when()), new Tallies(b, window.when())).gathered();
    }

    /**
     * Gather a link over the worst of several windows.
     *
     * @param windows at least one
     */
    public static LinkCounters worst(Link link, PortCounters a, PortCounters b, List<NamedWindow> windows) {
        return windows.stream()
                .map(window -> of(link, a, b, window))
                .min(WORST_FIRST)
                .orElseThrow(
                        () -> new IllegalArgumentException("link " + link.id() + ": expected at least one window"));
    }

    /** Return how often the ends agree or not in this way. */
    public long count(Agreement agreement) {
        return pairings.stream().filter(p -> p.agreement() == agreement).count();
    }

    /** Return the largest known amount of a fact, 0 where there is none. */
    public long most(Fact fact) {
        return pairings.stream()
                .filter(p -> p.fact() == fact)
                .flatMapToLong(p -> Stream.of(p.a(), p.b()).flatMapToLong(tally -> tally.amount().stream()))
                .max()
                .orElse(0);
    }

    /** Tell whether a fact has a known amount at some end. */
    public boolean knows(Fact fact) {
        return pairings.stream()
                .anyMatch(p -> p.fact() == fact
                        && (p.a().amount().isPresent() || p.b().amount().isPresent()));
    }

    private double rank() {
        double known = first(pauseShares) / PAUSED + first(markedShares) / MARKED;
        double lost = Math.log10(1.0 + 9.0 * (most(Fact.DROPS) + most(Fact.ERRORS)));
        double doubt = 2.0 * count(Agreement.DIFFER) + 0.1 * (count(Agreement.ONE_SIDED) + count(Agreement.UNKNOWN));
        return known + lost + doubt;
    }

    private static double first(List<Long> shares) {
        return shares.isEmpty() ? 0 : shares.get(0);
    }

    private record Gathering(Link link, NamedWindow window, Tallies a, Tallies b) {
        LinkCounters gathered() {
            List<Pairing> all = new ArrayList<>();
            all.add(compared(Fact.PACKETS, Way.A_TO_B, a.sent(), b.received()));
            all.add(compared(Fact.PACKETS, Way.B_TO_A, a.received(), b.sent()));
            all.add(compared(Fact.PAUSE_FRAMES, Way.A_TO_B, a.all(Kind.TX_PAUSE_FRAMES), b.all(Kind.RX_PAUSE_FRAMES)));
            all.add(compared(Fact.PAUSE_FRAMES, Way.B_TO_A, a.all(Kind.RX_PAUSE_FRAMES), b.all(Kind.TX_PAUSE_FRAMES)));
            all.add(compared(Fact.PAUSE_TIME, Way.A_TO_B, time(a, Kind.TX_PAUSE_TIME), time(b, Kind.RX_PAUSE_TIME)));
            all.add(compared(Fact.PAUSE_TIME, Way.B_TO_A, time(a, Kind.RX_PAUSE_TIME), time(b, Kind.TX_PAUSE_TIME)));
            all.add(apart(Fact.MARKS, marks(a), marks(b)));
            all.add(apart(Fact.DROPS, a.drops(), b.drops()));
            all.add(apart(Fact.ERRORS, a.errors(), b.errors()));
            return new LinkCounters(link, window, all, pauseShares(), markedShares(), Sources.of(a.port(), b.port()));
        }

        private Pairing compared(Fact fact, Way way, Tally a, Tally b) {
            return Pairing.compared(fact, way, a, b, window.when().length());
        }

        private static Pairing apart(Fact fact, Tally a, Tally b) {
            return new Pairing(fact, Way.EACH, a, b, Pairing.told(a, b).orElse(Agreement.NOT_COMPARABLE));
        }

        private static Tally time(Tallies end, Kind kind) {
            return end.of(kind.of(end.port().lossless().priority()));
        }

        /** A switch counts what it marked itself, a NIC what arrived marked by any hop: they need not be equal. */
        private static Tally marks(Tallies end) {
            Tally queue = end.of(Kind.QUEUE_MARKED.of(end.port().lossless().queue()));
            Tally arrived = end.of(Kind.RX_MARKED.one());
            boolean nic = end.port()
                    .with(Kind.QUEUE_MARKED.of(end.port().lossless().queue()))
                    .isEmpty();
            return nic ? arrived : queue;
        }

        private List<Long> pauseShares() {
            return known(Stream.of(a, b)
                    .flatMap(end -> Stream.of(
                            end.pauseShare(Kind.RX_PAUSE_TIME, Kind.RX_PAUSE_FRAMES),
                            end.pauseShare(Kind.TX_PAUSE_TIME, Kind.TX_PAUSE_FRAMES))));
        }

        private List<Long> markedShares() {
            return known(Stream.of(a, b).flatMap(end -> Stream.of(end.markedShare(), end.arrivedMarkedShare())));
        }

        private static List<Long> known(Stream<Tally> tallies) {
            return tallies.flatMapToLong(tally -> tally.amount().stream())
                    .boxed()
                    .toList();
        }
    }
}
