package io.seatrial.criteria.ports;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a NIC tells senders of marked packets, and how it slows down when it is told. */
final class Reaction {
    private static final Pattern POINTS = Pattern.compile("np=(\\S+) rp=(\\S+)");

    private Reaction() {}

    /** Both are on in every lossless priority. */
    static Look dcqcn(FabricPort port, Readings readings, Terms terms) {
        Optional<Message> unknown = readings.whyNot(Setting.DCQCN);
        if (unknown.isPresent()) {
            return new Look.Unknown(unknown.get());
        }
        String text = readings.text(Setting.DCQCN).orElseThrow();
        Matcher points = POINTS.matcher(text);
        SortedSet<Integer> both = new TreeSet<>();
        if (points.matches()) {
            both.addAll(Numbers.list(points.group(1)));
            both.retainAll(Numbers.list(points.group(2)));
        }
        String lossless = Classes.list(terms.qos().lossless());
        return new Look.Known(
                text,
                text,
                "np and rp with " + lossless,
                both.containsAll(terms.qos().lossless()),
                Optional.empty());
    }

    /** Whatever they are, they are compared. */
    static Look parameters(FabricPort port, Readings readings, Terms terms) {
        return readings.whyNot(Setting.DCQCN_PARAMETERS)
                .<Look>map(Look.Unknown::new)
                .orElseGet(() ->
                        new Look.Known(readings.text(Setting.DCQCN_PARAMETERS).orElseThrow(), "-", true));
    }
}
