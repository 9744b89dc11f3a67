package io.seatrial.report.congestion;

import java.util.List;
import java.util.Objects;

/**
 * A round and the ports that took part in it.
 *
 * @param window when
 * @param ports the NICs of its flows and the switch ports on their way
 */
public record RoundCounters(NamedWindow window, List<PortCounters> ports) {
    public RoundCounters {
        Objects.requireNonNull(window, "window");
        ports = List.copyOf(ports);
    }
}
