package io.seatrial.criteria.ports;

import io.seatrial.criteria.counters.EcnThresholds;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** When a switch port marks, pauses and gives up pausing. */
final class Buffers {
    /** Domain notes, headroom: 60 quanta of 64 B pass until a pause is heeded (D). */
    private static final long RESPONSE = 3840;
    /** 2 x length x 5 ns/m x rate / 8: of metres times bit/s this share is bytes. */
    private static final long METRES_TIMES_RATE = 800_000_000;

    private Buffers() {}

    /** What one lossless priority shows. */
    private record Part(String seen, boolean fits, Optional<Message> undecided) {}

    private static Look together(List<Part> parts, String alike, String expected) {
        String seen = parts.stream().map(Part::seen).collect(Collectors.joining("; "));
        boolean fits = parts.stream().allMatch(Part::fits);
        Optional<Message> undecided =
                parts.stream().flatMap(part -> part.undecided().stream()).findFirst();
        return new Look.Known(seen, alike, expected, fits, undecided);
    }

    private static Look each(
            Readings readings, List<String> names, Terms terms, Function<Integer, Part> part, String expected) {
        Optional<Message> unknown = readings.whyNot(names.toArray(String[]::new));
        if (unknown.isPresent()) {
            return new Look.Unknown(unknown.get());
        }
        List<Part> parts = new ArrayList<>();
        terms.qos().lossless().forEach(priority -> parts.add(part.apply(priority)));
        String alike =
                names.stream().map(name -> readings.text(name).orElseThrow()).collect(Collectors.joining("; "));
        return together(parts, alike, expected);
    }

    /** The queue of every lossless priority marks, and is never longer than it may be before it pauses. */
    static Look thresholds(FabricPort port, Readings readings, Terms terms) {
        List<String> names = terms.qos().losslessQueues().stream()
                .map(queue -> Setting.ECN + queue)
                .toList();
        String expected =
                terms.value().map(xoff -> "Kmin < Kmax < " + xoff + " B").orElse("Kmin < Kmax < XOFF");
        return each(readings, names, terms, priority -> thresholds(priority, readings, terms), expected);
    }

    private static Part thresholds(int priority, Readings readings, Terms terms) {
        int queue = terms.qos().queueOf(priority);
        String text = readings.text(Setting.ECN + queue).orElseThrow();
        Optional<EcnThresholds> ecn = EcnThresholds.parse(text);
        if (ecn.isEmpty()) {
            String seen = text.equals(Setting.OFF) ? "does not mark" : text;
            return new Part("queue " + queue + " " + seen, false, Optional.empty());
        }
        OptionalLong xoff = xoff(priority, readings, terms);
        long kmin = ecn.get().kmin();
        long kmax = ecn.get().kmax();
        String seen = "queue " + queue + ": Kmin " + kmin + " B, Kmax " + kmax + " B"
                + (xoff.isPresent() ? ", XOFF " + xoff.getAsLong() + " B" : "");
        boolean fits = kmin < kmax && kmax < xoff.orElse(Long.MAX_VALUE);
        return new Part(seen, fits, xoff.isPresent() ? Optional.empty() : Optional.of(unknownXoff(priority, readings)));
    }

    /** The priority group of a priority is taken to be that of the same number. */
    private static OptionalLong xoff(int priority, Readings readings, Terms terms) {
        OptionalLong configured = Numbers.named(
                "static-th", readings.text(Setting.XOFF + priority).orElse(""));
        return configured.isPresent()
                ? configured
                : terms.value().map(Long::parseLong).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    private static Message unknownXoff(int priority, Readings readings) {
        return readings.whyNot(Setting.XOFF + priority)
                .orElseGet(() -> Message.of(
                        "setting.qos.xoff-unknown",
                        "group",
                        (long) priority,
                        "text",
                        readings.text(Setting.XOFF + priority).orElse("")));
    }

    /** Behind the point at which a port pauses its neighbour there is room for what is under way. */
    static Look headroom(FabricPort port, Readings readings, Terms terms) {
        List<String> names = terms.qos().lossless().stream()
                .map(priority -> Setting.XOFF + priority)
                .toList();
        Optional<Long> frame = readings.text(Setting.MTU).flatMap(Numbers::of);
        String length = terms.value().orElse("0");
        OptionalLong needed = frame.isPresent()
                ? OptionalLong.of(needed(Long.parseLong(length), port.rate(), frame.get()))
                : OptionalLong.empty();
        String expected =
                (needed.isPresent() ? needed.getAsLong() + " B or more" : "headroom") + " at " + length + " m";
        Optional<Message> noFrame = readings.whyNot(Setting.MTU);
        return each(readings, names, terms, priority -> room(priority, readings, needed, noFrame), expected);
    }

    /** Domain notes, headroom (D): twice the cable, two frames, and the time that the neighbour takes. */
    static long needed(long metres, long rate, long frame) {
        return metres * rate / METRES_TIMES_RATE + 2 * frame + RESPONSE;
    }

    private static Part room(int priority, Readings readings, OptionalLong needed, Optional<Message> noFrame) {
        String text = readings.text(Setting.XOFF + priority).orElseThrow();
        OptionalLong room = Numbers.named("headroom", text);
        String group = "priority group " + priority;
        if (room.isEmpty()) {
            return new Part(group + (text.equals(Setting.OFF) ? " is lossy" : ": " + text), false, Optional.empty());
        }
        boolean fits = room.getAsLong() >= needed.orElse(0);
        return new Part(group + ": " + room.getAsLong() + " B", fits, noFrame);
    }

    /** A watchdog ends what a neighbour that pauses for ever would begin. */
    static Look watchdog(FabricPort port, Readings readings, Terms terms) {
        Optional<Message> unknown = readings.whyNot(Setting.WATCHDOG);
        if (unknown.isPresent()) {
            return new Look.Unknown(unknown.get());
        }
        String seen = readings.text(Setting.WATCHDOG).orElseThrow();
        return new Look.Known(seen, "on", !seen.equals(Setting.OFF));
    }
}
