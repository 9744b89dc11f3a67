package io.seatrial.probe;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Turns the monotonic clock of a host into the time of the controller. Each exchange bounds the difference by its round trip: the host read
 * its clock somewhere between sending and receiving. What the two clocks drift apart is followed from one fit to the next. The monotonic
 * clock is taken, because steps of the host's wall clock do not move it. Thread-safe.
 */
final class HostClock {
    /** How far the rate of an undisciplined quartz may be off, in 1e-6: allowed for between two fits (usual data sheets; provisional). */
    private static final long DRIFT_PPM = 50;

    /** What the kernel's clock discipline can slew at most (adjtimex: 500 ppm). More is no drift: a clock was set. */
    private static final double FASTEST = 500e-6;

    /**
     * One question to the host and its answer, nanoseconds.
     *
     * @param sent by the controller's clock, since the epoch
     * @param received by the controller's clock, since the epoch
     * @param host what the monotonic clock of the host said
     */
    record Exchange(long sent, long received, long host) {
        long roundTrip() {
            return received - sent;
        }

        long middle() {
            return sent + roundTrip() / 2;
        }
    }

    private record Fit(long host, long controller, double rate, Duration uncertainty) {
        long at(long other) {
            long since = other - host;
            return controller + since + (long) (since * rate);
        }
    }

    private final Duration period;
    private volatile Fit fit;

    /** @param period from one fit to the next: for so long drift is allowed for */
    HostClock(Duration period) {
        this.period = period;
    }

    /**
     * Take new exchanges, of which the shortest counts.
     *
     * @return by how much a clock was set since the fit before; empty where the difference can be drift, or no exchange was good
     */
    synchronized Optional<Duration> take(List<Exchange> exchanges) {
        Optional<Exchange> best = exchanges.stream()
                .filter(exchange -> exchange.roundTrip() >= 0) // else the controller's clock was set meanwhile
                .min(Comparator.comparingLong(Exchange::roundTrip));
        if (best.isEmpty()) {
            miss();
            return Optional.empty();
        }
        return fit == null ? first(best.get()) : next(best.get());
    }

    private Optional<Duration> first(Exchange exchange) {
        fit = new Fit(exchange.host(), exchange.middle(), 0, bound(exchange).plus(drift()));
        return Optional.empty();
    }

    private Optional<Duration> next(Exchange exchange) {
        Fit before = fit;
        long error = exchange.middle() - before.at(exchange.host());
        long since = Math.max(1, exchange.host() - before.host());
        double rate = before.rate() + (double) error / since;
        boolean isNoise = Math.abs(error) <= before.uncertainty().toNanos();
        boolean wasSet = !isNoise && Math.abs(rate) > FASTEST;
        Duration surprise = Duration.ofNanos(Math.abs(error));
        Duration allowed = surprise.compareTo(drift()) > 0 ? surprise : drift();
        fit = new Fit(
                exchange.host(),
                exchange.middle(),
                isNoise || wasSet ? before.rate() : rate,
                bound(exchange).plus(wasSet ? drift() : allowed));
        return wasSet ? Optional.of(Duration.ofNanos(error)) : Optional.empty();
    }

    /** Nothing was heard for a period: the fit stands, and what may have drifted since is added. */
    synchronized void miss() {
        if (fit != null) {
            fit = new Fit(
                    fit.host(), fit.controller(), fit.rate(), fit.uncertainty().plus(drift()));
        }
    }

    private static Duration bound(Exchange exchange) {
        return Duration.ofNanos((exchange.roundTrip() + 1) / 2);
    }

    private Duration drift() {
        return period.multipliedBy(DRIFT_PPM).dividedBy(1_000_000);
    }

    /** Tell whether the host's clock can be translated. */
    boolean isKnown() {
        return fit != null;
    }

    /**
     * Return the controller's time of a reading of the host's monotonic clock.
     *
     * @throws IllegalStateException if no exchange was taken yet
     */
    Instant at(long monotonicNanos) {
        return Instant.ofEpochSecond(0, known().at(monotonicNanos));
    }

    /**
     * The controller's time of a reading.
     *
     * @param uncertainty largest error of it
     */
    record Moment(Instant at, Duration uncertainty) {}

    /** Return the controller's time of a reading with its error, both by the same fit. */
    Moment moment(long monotonicNanos) {
        Fit used = known();
        return new Moment(Instant.ofEpochSecond(0, used.at(monotonicNanos)), used.uncertainty());
    }

    /** Return the largest error of {@link #at} until the next fit. */
    Duration uncertainty() {
        return known().uncertainty();
    }

    private Fit known() {
        if (fit == null) {
            throw new IllegalStateException("the host's clock was not asked yet");
        }
        return fit;
    }
}
