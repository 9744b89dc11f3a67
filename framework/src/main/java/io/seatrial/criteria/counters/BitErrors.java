package io.seatrial.criteria.counters;

import io.seatrial.criteria.counters.PortCounters.Seen;
import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.TimeWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Bit error ratios of the worse end of a link, in units of 10^-18, before FEC (what it corrected) or after it (what traffic meets). Without any
 * error the ratio after FEC is bounded by the bits that went by: 3/N at 95 % confidence (domain notes, how long to watch; grade D). PHYs count
 * idle bits too, so N is the rated speed times the time.
 */
final class BitErrors {
    private static final double ATTO = 1e18;
    /** -ln 0.05: with so many expected errors none at all would be seen in 5 % of the cases. */
    private static final double NO_ERROR = 3;

    private BitErrors() {}

    static Found beforeFec(LinkCounters link, TimeWindow window, Terms terms) {
        return worst(link, (end, details) -> beforeFec(end, window, details));
    }

    static Found afterFec(LinkCounters link, TimeWindow window, Terms terms) {
        return worst(link, (end, details) -> afterFec(end, link.link().rate(), window, details));
    }

    /** The share of the codewords of which {@code 10} symbols or more of the 15 that can be were corrected. */
    static Found tail(LinkCounters link, TimeWindow window, Terms terms) {
        return worst(link, (end, details) -> tail(end, window, details));
    }

    private interface OfEnd {
        Found of(PortCounters end, Map<String, Long> details);
    }

    private static Found worst(LinkCounters link, OfEnd formula) {
        Map<String, Long> details = new TreeMap<>();
        return Worst.of(formula.of(link.a(), details), formula.of(link.b(), details));
    }

    private static Found beforeFec(PortCounters end, TimeWindow window, Map<String, Long> details) {
        Optional<Long> told = end.largest(Kind.PRE_FEC_BER.one(), window);
        if (told.isPresent()) {
            return new Found.Value(told.get(), end.port().name() + ", as it tells", details);
        }
        Seen corrected = Evidence.keep(details, end, Kind.CORRECTED_BITS.one(), window);
        Seen bits = Evidence.keep(details, end, Kind.RX_BITS.one(), window);
        if (corrected.known().isEmpty()) {
            return new Found.Nothing(Evidence.why(end, Kind.CORRECTED_BITS.one(), corrected), false, details);
        }
        if (bits.known().filter(known -> known.amount() > 0).isEmpty()) {
            return new Found.Nothing(
                    bits.known().isPresent()
                            ? Evidence.nothingWentBy(end)
                            : Evidence.why(end, Kind.RX_BITS.one(), bits),
                    false,
                    details);
        }
        double ratio =
                (double) corrected.known().get().amount() / bits.known().get().amount();
        return new Found.Value(Math.round(ratio * ATTO), end.port().name(), details);
    }

    private static Found afterFec(PortCounters end, long rate, TimeWindow window, Map<String, Long> details) {
        Optional<Change.Known> errors = Optional.empty();
        List<Found> unknown = new ArrayList<>();
        for (Kind kind : List.of(Kind.SYMBOL_ERRORS, Kind.FEC_UNCORRECTABLE)) {
            Seen seen = Evidence.keep(details, end, kind.one(), window);
            errors = errors.or(seen::known);
            if (seen.known().isEmpty()) {
                unknown.add(new Found.Nothing(Evidence.why(end, kind.one(), seen), false, details));
            }
        }
        if (errors.isEmpty()) {
            return unknown.get(0);
        }
        double bits = errors.get().covered().length().toNanos() / 1e9 * rate;
        double upper = errors.get().amount() == 0 ? NO_ERROR : errors.get().amount();
        String where = end.port().name() + (errors.get().amount() == 0 ? ", no error seen: 3 / bits" : "");
        return new Found.Value((long) Math.min(ATTO, Math.ceil(upper / bits * ATTO)), where, details);
    }

    private static Found tail(PortCounters end, TimeWindow window, Map<String, Long> details) {
        long all = 0;
        long high = 0;
        for (int bin : end.indexes(Kind.FEC_BIN)) {
            Seen seen = Evidence.keep(details, end, Kind.FEC_BIN.of(bin), window);
            if (seen.known().isEmpty()) {
                return new Found.Nothing(Evidence.why(end, Kind.FEC_BIN.of(bin), seen), false, details);
            }
            all += seen.known().get().amount();
            high += bin >= 10 ? seen.known().get().amount() : 0;
        }
        return all == 0
                ? new Found.Nothing(Evidence.nothingWentBy(end), false, details)
                : new Found.Value(
                        Math.round((double) high / all * ATTO), end.port().name() + ", bins 10 to 15", details);
    }
}
