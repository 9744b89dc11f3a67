package io.seatrial.report.congestion;

import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.TimeWindow;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Tells what a port counted over one window. Nothing that is unknown becomes 0, neither alone nor in a sum. */
record Tallies(PortCounters port, TimeWindow window) {
    private static final long PPM = 1_000_000;
    /** The longest pause that one PFC frame can ask for: 65535 quanta of 512 bit times (IEEE 802.1Qbb). */
    static final double BITS_PER_FRAME = 65_535.0 * 512;

    private static final List<Kind> ERRORS = List.of(
            Kind.RX_ERRORS,
            Kind.RX_CRC_ERRORS,
            Kind.SYMBOL_ERRORS,
            Kind.FEC_UNCORRECTABLE,
            Kind.ICRC_ERRORS,
            Kind.LOCAL_INTEGRITY_ERRORS);

    /** Return one counter, from the finest source that can tell it. */
    Tally of(Counter counter) {
        List<CounterSeries> with = port.with(counter);
        for (CounterSeries series : with) {
            if (series.change(counter, window) instanceof Change.Known known) {
                return Tally.known(
                        known.amount(), series.source().name(), series.source().refresh());
            }
        }
        return with.isEmpty() ? nowhere() : unknown(with.get(0), counter);
    }

    /** Return the packets sent; of a switch that tells unicast packets alone those, which is nearly all of them. */
    Tally sent() {
        return first(Kind.TX_PACKETS, Kind.TX_UNICAST_PACKETS);
    }

    /** Return the packets received, likewise. */
    Tally received() {
        return first(Kind.RX_PACKETS, Kind.RX_UNICAST_PACKETS);
    }

    private Tally first(Kind kind, Kind otherwise) {
        return port.with(kind.one()).isEmpty() ? of(otherwise.one()) : of(kind.one());
    }

    /** Return the sum over all priorities of a kind. */
    Tally all(Kind kind) {
        List<Tally> each = port.of(kind).stream().map(this::of).toList();
        Optional<Tally> unknown =
                each.stream().filter(one -> one.cause().isPresent()).findFirst();
        if (each.isEmpty() || unknown.isPresent()) {
            return unknown.orElseGet(this::nowhere);
        }
        long sum = each.stream().mapToLong(one -> one.amount().orElseThrow()).sum();
        return Tally.known(sum, each.get(0).source(), each.get(0).refresh());
    }

    /** Return the largest of several counters that overlap; an unknown one hides zeros, because it may be the one that moved. */
    Tally largest(Collection<Counter> counters) {
        List<Tally> each = counters.stream()
                .filter(counter -> !port.with(counter).isEmpty())
                .map(this::of)
                .toList();
        Optional<Tally> most = each.stream()
                .filter(one -> one.amount().isPresent())
                .max(java.util.Comparator.comparingLong(one -> one.amount().orElseThrow()));
        if (most.isPresent() && most.get().amount().orElseThrow() > 0) {
            return most.get();
        }
        return each.stream()
                .filter(one -> one.cause().isPresent())
                .findFirst()
                .or(() -> most)
                .orElseGet(this::nowhere);
    }

    /** Return the largest of the error counters; they overlap, so that a sum would count errors twice. */
    Tally errors() {
        return largest(ERRORS.stream().map(Kind::one).toList());
    }

    /** Return the largest of the drop counters, those of the lossless traffic and those of the whole port. */
    Tally drops() {
        return largest(List.of(
                Kind.QUEUE_DROPS.of(port.lossless().queue()),
                Kind.PRIORITY_GROUP_DROPS.of(port.lossless().priority()),
                Kind.RX_DISCARDS.one(),
                Kind.TX_DISCARDS.one()));
    }

    /**
     * Return how much of the window the worst priority was paused, ppm. The readings span a little more than the window, and what they count
     * beside it is held against the window too: the share is never told too small. So does the criterion.
     */
    Tally pauseShare(Kind time, Kind frames) {
        Tally worst = largest(port.of(time));
        if (worst.amount().isEmpty()) {
            return port.of(time).isEmpty() ? bounded(frames) : worst;
        }
        double share = (double) worst.amount().getAsLong()
                / Math.max(1, window.length().toNanos());
        return Tally.known(Math.min(PPM, Math.round(share * PPM)), worst.source(), worst.refresh());
    }

    /** Frames alone say only how long the pause was at most (each holds for at most 65535 quanta); no frames, no pause. */
    private Tally bounded(Kind frames) {
        Tally counted = all(frames);
        if (counted.amount().isEmpty() || counted.amount().getAsLong() == 0) {
            return counted;
        }
        return Tally.unknown(
                Message.of(
                        "congestion.bounded",
                        "most",
                        Percent.text(most(counted.amount().getAsLong()))),
                counted.source(),
                counted.refresh());
    }

    private long most(long frames) {
        double seconds = frames * BITS_PER_FRAME / port.rate();
        return Math.min(
                PPM, Math.round(seconds * 1e9 / Math.max(1, window.length().toNanos()) * PPM));
    }

    /** Return the share of the packets of the lossless queue that this port marked, ppm; of no packets there is no share. */
    Tally markedShare() {
        return share(
                of(Kind.QUEUE_MARKED.of(port.lossless().queue())),
                of(Kind.QUEUE_PACKETS.of(port.lossless().queue())));
    }

    /** Return the share of the packets of the lossless priority that arrived marked, ppm, marked by whatever hop. */
    Tally arrivedMarkedShare() {
        return share(
                of(Kind.RX_MARKED.one()),
                of(Kind.RX_PRIORITY_PACKETS.of(port.lossless().priority())));
    }

    private static Tally share(Tally marked, Tally packets) {
        if (marked.amount().isEmpty() || packets.amount().isEmpty()) {
            return marked.amount().isEmpty() ? marked : packets;
        }
        if (packets.amount().getAsLong() == 0) {
            return Tally.unknown(Message.of("congestion.no-packets"), packets.source(), packets.refresh());
        }
        double share = (double) marked.amount().getAsLong() / packets.amount().getAsLong();
        Tally coarser = marked.refresh().compareTo(packets.refresh()) >= 0 ? marked : packets;
        return Tally.known(Math.round(share * PPM), coarser.source(), coarser.refresh());
    }

    private Tally nowhere() {
        Message cause = port.series().isEmpty()
                ? port.cause().orElseGet(() -> Message.of("congestion.nothing-read"))
                : Message.of("congestion.absent");
        return Tally.unknown(cause, "", Duration.ZERO);
    }

    private Tally unknown(CounterSeries series, Counter counter) {
        Change.Why why = series.change(counter, window) instanceof Change.Unknown unknown
                ? unknown.why()
                : Change.Why.NOT_SAMPLED;
        Message cause = why == Change.Why.NOT_SAMPLED ? port.cause().orElseGet(() -> said(why)) : said(why);
        return Tally.unknown(cause, series.source().name(), series.source().refresh());
    }

    private static Message said(Change.Why why) {
        return switch (why) {
            case ABSENT -> Message.of("congestion.absent");
            case NOT_SAMPLED -> Message.of("congestion.not-sampled");
            case TOO_SHORT -> Message.of("congestion.too-short");
            case RESET -> Message.of("congestion.reset");
            case FROZEN -> Message.of("congestion.frozen");
        };
    }
}
