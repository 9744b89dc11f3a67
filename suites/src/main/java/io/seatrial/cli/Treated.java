package io.seatrial.cli;

import io.seatrial.run.Treatments;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What an experiment does to the hosts of a run before they are measured.
 *
 * @param recorded what the run records beside its own options
 * @param check looks at what must have stayed fixed, before anything is changed
 * @param steps what is changed, and how it is taken back
 */
record Treated(Map<String, String> recorded, Consumer<Treatments> check, List<Treatments.Step> steps) {
    /** Nothing is done: any run that belongs to no experiment. */
    static final Treated NOT = new Treated(Map.of(), treatments -> {}, List.of());

    Treated {
        recorded = Map.copyOf(recorded);
        steps = List.copyOf(steps);
    }

    void apply(Treatments treatments) {
        check.accept(treatments);
        treatments.apply(steps);
    }
}
