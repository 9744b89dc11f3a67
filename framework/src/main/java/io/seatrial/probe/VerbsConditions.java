package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import java.util.Map;

/** What must be equal before two measurements over verbs may be compared. */
final class VerbsConditions {
    private static final String[] TEXTS = {"mode", Conditions.MEMORY, Conditions.HEADERS, Conditions.INTERFACE_MTU};
    private static final String[] NUMBERS = {Conditions.MTU, "qps"};

    private VerbsConditions() {}

    /** Return what is known before: what was declared. */
    static Conditions declared(Verb verb, int size, VerbsSettings settings) {
        Conditions known =
                new Conditions(Map.of(Conditions.MESSAGE_BYTES, Integer.toString(size), "verb", verb.text()));
        known = settings.mode().isPresent() ? known.with("mode", settings.mode().get()) : known;
        return settings.qps().isPresent()
                ? known.with("qps", Integer.toString(settings.qps().getAsInt()))
                : known;
    }

    /** Return the same as the probe says that it was done. */
    static Conditions measured(Conditions declared, Reading reading) {
        Conditions all = declared;
        for (String name : TEXTS) {
            String text = reading.texts().get(name);
            all = text == null ? all : all.with(name, text);
        }
        for (String name : NUMBERS) {
            Long number = reading.numbers().get(name);
            all = number == null ? all : all.with(name, number.toString());
        }
        return all;
    }
}
