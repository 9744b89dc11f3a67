package io.seatrial.testkit;

import io.seatrial.measurement.Measurement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the ports of flows counted while their rounds ran, and what the headers told that were captured there, as text: recorded beside a value and
 * never judged.
 */
final class RoundCounterLines {
    private static final Pattern NUMBER = Pattern.compile("(counter|capture)\\.(from|to)\\.(.+)");

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
        Matcher number = NUMBER.matcher(name);
        if (ends.length != 2 || !number.matches()) {
            return Optional.empty();
        }
        String port = number.group(2).equals("from") ? ends[0] : ends[1];
        String of = number.group(1).equals("capture") ? "captured headers: " : "";
        return Optional.of(measurement.subject().name() + ", attempt "
                + measurement.provenance().attempt() + ": " + port + " " + of + number.group(3) + " +"
                + Long.toUnsignedString(value));
    }
}
