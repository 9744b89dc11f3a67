package io.seatrial.cli;

import io.seatrial.criteria.experiment.Fixed;
import io.seatrial.run.Treatments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Holds what must stay fixed against what is expected, or against what it was before the first block. */
final class FixedSettings {
    private final List<Fixed> fixed;
    private final List<String> hosts;
    private final Map<String, String> first = new TreeMap<>();

    FixedSettings(List<Fixed> fixed, List<String> hosts) {
        this.fixed = fixed;
        this.hosts = hosts;
    }

    /** @throws IllegalStateException if something is not as it must be, with every host where that is so */
    void check(Treatments treatments) {
        List<String> changed = new ArrayList<>();
        for (Fixed one : fixed) {
            treatments.read(hosts, one.command()).forEach(reading -> {
                String known = first.computeIfAbsent(one.name() + " " + reading.host(), key -> reading.text());
                String expected = one.expect().orElse(known);
                if (!reading.text().equals(expected)) {
                    changed.add(reading.host() + ": " + one.name() + " is '" + reading.text() + "', expected '"
                            + expected + "'");
                }
            });
        }
        if (!changed.isEmpty()) {
            throw new IllegalStateException(
                    "what must stay fixed did not, so that an effect could not be told from it: "
                            + String.join("; ", changed));
        }
    }
}
