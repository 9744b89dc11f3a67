package io.seatrial.report.congestion;

import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Quantities;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Says where counters come from and how fine they are. */
final class Sources {
    private Sources() {}

    /** Say it of several ports, each source of a port once; a port without any is told with the cause. */
    static List<Message> of(PortCounters... ports) {
        List<Message> said = new ArrayList<>();
        Stream.of(ports).forEach(port -> {
            port.series().stream()
                    .map(CounterSeries::source)
                    .map(source -> of(port, source))
                    .forEach(said::add);
            port.cause().ifPresent(cause -> said.add(none(port, cause)));
        });
        return said;
    }

    private static Message of(PortCounters port, CounterSource source) {
        return Message.of(
                "congestion.source",
                "port",
                port.port().name(),
                "source",
                source.name(),
                "refresh",
                text(source.refresh()),
                "uncertainty",
                text(source.uncertainty()));
    }

    private static Message none(PortCounters port, Message cause) {
        return Message.of(
                "congestion.source.none",
                "port",
                port.port().name(),
                "cause",
                io.seatrial.report.Texts.sentence(cause));
    }

    /** Each duration has its own scale: a clock error of microseconds stands beside an interval of seconds. */
    static String text(Duration time) {
        return Quantities.text(new Quantity(time.toNanos(), Unit.NANOSECONDS));
    }
}
