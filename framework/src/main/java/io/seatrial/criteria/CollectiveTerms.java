package io.seatrial.criteria;

import io.seatrial.probe.CollectiveSettings;
import java.util.Objects;

/**
 * How a collective that is asked is run.
 *
 * @param settings sizes, backend, iterations ...
 */
public record CollectiveTerms(CollectiveSettings settings) {
    public CollectiveTerms {
        Objects.requireNonNull(settings, "settings");
    }
}
