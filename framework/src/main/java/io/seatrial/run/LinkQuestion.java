package io.seatrial.run;

import io.seatrial.measurement.Metric;
import java.util.Objects;

/**
 * Something that a suite reads of every host link.
 *
 * @param ask id, for example {@code links.state}
 * @param metric what is read
 */
public record LinkQuestion(String ask, Metric metric) {
    public LinkQuestion {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metric, "metric");
    }
}
