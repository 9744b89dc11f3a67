package io.seatrial.report.congestion;

import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Texts;
import io.seatrial.report.picture.TimeChart;
import io.seatrial.report.picture.TimeChart.Curve;
import io.seatrial.report.picture.TimeChart.Panel;
import io.seatrial.report.picture.TimeChart.Shade;
import io.seatrial.report.picture.TimeChart.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The charts of one round, one per port, the worst port first, all with the same axes.
 *
 * @param round the round and its ports
 * @param windows every window of the run; those beside the round are shaded too
 */
public record RoundPicture(RoundCounters round, List<NamedWindow> windows) {
    private static final long WHOLE = 1_000_000;
    /** The marked share is drawn up to 1 % at least, so that noise does not fill the panel. */
    private static final long LEAST_MARKED = 10_000;

    /**
     * A chart.
     *
     * @param port whose
     * @param svg the picture
     */
    public record Chart(String port, String svg) {}

    private record Panels(PortCounters port, Panel rate, Panel paused, Panel marked) {
        long most(Panel panel) {
            return panel.curves().stream()
                    .flatMap(curve -> curve.steps().stream())
                    .mapToLong(Step::value)
                    .max()
                    .orElse(0);
        }
    }

    public RoundPicture {
        windows = List.copyOf(windows);
    }

    /**
     * Return the charts of the worst ports.
     *
     * @param count at most so many
     */
    public List<Chart> charts(int count) {
        List<Panels> worst = round.ports().stream()
                .sorted(Comparator.comparingDouble(this::rankOf).reversed().thenComparing(PortCounters::port))
                .limit(count)
                .map(this::panels)
                .toList();
        long rate = round.ports().stream().mapToLong(PortCounters::rate).max().orElse(1);
        long marked = worst.stream().mapToLong(p -> p.most(p.marked())).max().orElse(0);
        return worst.stream()
                .map(panels -> new Chart(
                        panels.port().port().name(), svg(panels, rate, round(Math.max(LEAST_MARKED, marked)))))
                .toList();
    }

    /** Return the highest share, ppm, of paused time and marked packets of any port: the order of rounds. */
    public double rank() {
        return round.ports().stream().mapToDouble(this::rankOf).max().orElse(0);
    }

    /** A port of which nothing is known comes after those that were paused and before those that were not. */
    private double rankOf(PortCounters port) {
        Tallies tallies = new Tallies(port, round.window().when());
        List<Tally> paused = List.of(
                tallies.pauseShare(Kind.RX_PAUSE_TIME, Kind.RX_PAUSE_FRAMES),
                tallies.pauseShare(Kind.TX_PAUSE_TIME, Kind.TX_PAUSE_FRAMES));
        long most = most(paused) + most(List.of(tallies.markedShare(), tallies.arrivedMarkedShare()));
        boolean nothing = paused.stream().allMatch(tally -> tally.amount().isEmpty());
        return most + (nothing ? 0.5 : 0);
    }

    private static long most(List<Tally> tallies) {
        return tallies.stream()
                .flatMapToLong(tally -> tally.amount().stream())
                .max()
                .orElse(0);
    }

    /** The next round number of 1, 2 or 5 at the start: ends of axes are read at a glance. */
    private static long round(long value) {
        long decade = 1;
        while (decade * 10 <= value) {
            decade *= 10;
        }
        for (long digit : new long[] {1, 2, 5}) {
            if (decade * digit >= value) {
                return decade * digit;
            }
        }
        return decade * 10;
    }

    private TimeWindow span() {
        TimeWindow when = round.window().when();
        Duration air = when.length().dividedBy(6).plusMillis(1);
        return new TimeWindow(when.from().minus(air), when.to().plus(air));
    }

    private Panels panels(PortCounters port) {
        Curves curves = new Curves(port, span(), round.window().when().from());
        return new Panels(port, rate(port, curves), paused(port, curves), marked(port, curves));
    }

    private static Panel rate(PortCounters port, Curves curves) {
        return panel(
                port,
                "congestion.chart.rate",
                Unit.BITS_PER_SECOND,
                port.rate(),
                curves.rate(Texts.text("congestion.chart.sent"), Kind.TX_BYTES.one()),
                curves.rate(Texts.text("congestion.chart.received"), Kind.RX_BYTES.one()));
    }

    private Panel paused(PortCounters port, Curves curves) {
        return panel(
                port,
                "congestion.chart.paused",
                Unit.PARTS_PER_MILLION,
                WHOLE,
                paused(port, curves, "congestion.chart.stopped", Kind.RX_PAUSE_TIME, Kind.RX_PAUSE_FRAMES),
                paused(port, curves, "congestion.chart.stops", Kind.TX_PAUSE_TIME, Kind.TX_PAUSE_FRAMES));
    }

    /** Where no time is counted, the frames tell how long it was at most. */
    private Curve paused(PortCounters port, Curves curves, String key, Kind time, Kind frames) {
        if (!port.of(time).isEmpty() || port.of(frames).isEmpty()) {
            return curves.timeShare(Texts.text(key), worst(port, time));
        }
        String name = Texts.text(key) + Texts.text("congestion.chart.at-most");
        return curves.timeShareAtMost(name, worst(port, frames));
    }

    /** The priority that was paused longest; the lossless one where none was. */
    private Counter worst(PortCounters port, Kind kind) {
        Counter usual = kind.of(port.lossless().priority());
        Tallies tallies = new Tallies(port, round.window().when());
        return port.of(kind).stream()
                .max(Comparator.comparingLong(
                                (Counter c) -> tallies.of(c).amount().orElse(0))
                        .thenComparing(c -> c.equals(usual)))
                .orElse(usual);
    }

    private static Panel marked(PortCounters port, Curves curves) {
        int queue = port.lossless().queue();
        boolean nic = port.with(Kind.QUEUE_MARKED.of(queue)).isEmpty();
        Curve curve = nic
                ? curves.share(
                        Texts.text("congestion.chart.arrived-marked"),
                        Kind.RX_MARKED.one(),
                        Kind.RX_PRIORITY_PACKETS.of(port.lossless().priority()))
                : curves.share(
                        Texts.text("congestion.chart.marked-here"),
                        Kind.QUEUE_MARKED.of(queue),
                        Kind.QUEUE_PACKETS.of(queue));
        return panel(port, "congestion.chart.marked", Unit.PARTS_PER_MILLION, LEAST_MARKED, curve);
    }

    private static Panel panel(PortCounters port, String name, Unit unit, long top, Curve... curves) {
        Message cause = port.series().isEmpty()
                ? port.cause().orElseGet(() -> Message.of("congestion.nothing-read"))
                : Message.of("congestion.chart.nothing");
        boolean nothing = Stream.of(curves).allMatch(curve -> curve.steps().isEmpty());
        return new Panel(
                Texts.text(name),
                unit,
                top,
                List.of(curves),
                nothing ? Optional.of(Texts.sentence(cause)) : Optional.empty());
    }

    private String svg(Panels panels, long rate, long marked) {
        TimeWindow span = span();
        return TimeChart.svg(new TimeChart.Story(
                panels.port().port().name(),
                nanos(span.from()),
                nanos(span.to()),
                shades(),
                List.of(topped(panels.rate(), rate), panels.paused(), topped(panels.marked(), marked)),
                notes(panels.port())));
    }

    private static Panel topped(Panel panel, long top) {
        return new Panel(panel.name(), panel.unit(), top, panel.curves(), panel.nothing());
    }

    private List<Shade> shades() {
        return windows.stream()
                .map(window -> new Shade(
                        window.name(),
                        nanos(window.when().from()),
                        nanos(window.when().to()),
                        window.equals(round.window())))
                .toList();
    }

    private long nanos(java.time.Instant at) {
        return Duration.between(round.window().when().from(), at).toNanos();
    }

    private static List<String> notes(PortCounters port) {
        TreeSet<String> notes = new TreeSet<>();
        for (CounterSeries series : port.series()) {
            CounterSource source = series.source();
            notes.add(Texts.sentence(Message.of(
                    "congestion.chart.source",
                    "source",
                    source.name(),
                    "refresh",
                    Sources.text(source.refresh()),
                    "uncertainty",
                    Sources.text(source.uncertainty()))));
        }
        return new ArrayList<>(notes);
    }
}
