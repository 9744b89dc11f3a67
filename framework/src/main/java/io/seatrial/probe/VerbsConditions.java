package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What must be equal before two measurements over verbs may be compared. */
final class VerbsConditions {
    private static final String MODE = "mode";
    private static final String CONNECT = "connect";
    private static final String QPS = "qps";
    private static final String INLINE = "inline";

    private static final List<String> TEXTS =
            List.of(MODE, CONNECT, Conditions.MEMORY, Conditions.HEADERS, Conditions.INTERFACE_MTU);
    /** Names among the numbers of a result. */
    static final List<String> NUMBERS = List.of(Conditions.MTU, QPS, INLINE);

    private VerbsConditions() {}

    /**
     * Return what is known before: what was declared. Service level and traffic class are known in no other way, as no result tells them; where
     * they are left to the probe, to rdma-cm or to the kernel, they are absent. The flow label chooses a path and is no condition.
     */
    static Conditions declared(Verb verb, int size, VerbsSettings settings) {
        Conditions known =
                new Conditions(Map.of(Conditions.MESSAGE_BYTES, Integer.toString(size), "verb", verb.text()));
        known = with(known, MODE, settings.mode());
        known = with(known, CONNECT, settings.connect());
        known = with(known, QPS, text(settings.qps()));
        known = with(known, INLINE, text(settings.inline()));
        known = with(known, "sl", text(settings.sl()));
        return with(known, "traffic-class", text(settings.trafficClass()));
    }

    private static Conditions with(Conditions known, String name, Optional<String> text) {
        return text.map(value -> known.with(name, value)).orElse(known);
    }

    private static Optional<String> text(OptionalInt number) {
        return number.isPresent() ? Optional.of(Integer.toString(number.getAsInt())) : Optional.empty();
    }

    /** Return the same as the probe says that it was done. */
    static Conditions measured(Conditions declared, Reading reading) {
        Conditions all = declared;
        for (String name : TEXTS) {
            all = with(all, name, Optional.ofNullable(reading.texts().get(name)));
        }
        for (String name : NUMBERS) {
            all = with(all, name, reading.number(name).map(Object::toString));
        }
        return all;
    }
}
