package io.seatrial.testkit;

import io.seatrial.measurement.Measurement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What the ports of flows counted while their rounds ran, as text: recorded beside a value and never judged. */
final class RoundCounterLines {
    private static final String FROM = "counter.from.";
    private static final String TO = "counter.to.";

    private RoundCounterLines() {}

    /** Return a line for each counter that is there, those that moved first; empty where nothing was counted. */
    static Optional<String> of(Collection<Measurement> measurements) {
        List<String> moved = new ArrayList<>();
        List<String> still = new ArrayList<>();
        for (Measurement measurement : measurements) {
            measurement
                    .details()
                    .forEach((name, value) ->
                            line(measurement, name, value).ifPresent(line -> (value == 0 ? still : moved).add(line)));
        }
        moved.addAll(still);
        return moved.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", moved));
    }

    private static Optional<String> line(Measurement measurement, String name, long value) {
        String[] ends = measurement.subject().name().split(">", 2);
        if (ends.length != 2 || !(name.startsWith(FROM) || name.startsWith(TO))) {
            return Optional.empty();
        }
        String port = name.startsWith(FROM) ? ends[0] : ends[1];
        String counter = name.substring(name.startsWith(FROM) ? FROM.length() : TO.length());
        return Optional.of(measurement.subject().name() + ", attempt "
                + measurement.provenance().attempt() + ": " + port + " " + counter + " +"
                + Long.toUnsignedString(value));
    }
}
