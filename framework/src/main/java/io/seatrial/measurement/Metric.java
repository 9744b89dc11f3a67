package io.seatrial.measurement;

import java.util.Objects;

/**
 * What is measured.
 *
 * @param id dotted name, stable across versions, for example {@code latency.rtt.p50}
 * @param unit the base unit of its values
 * @param better the good direction
 */
public record Metric(String id, Unit unit, Direction better) {
    public Metric {
        if (id == null || !id.matches("[a-z0-9]+([.-][a-z0-9]+)*")) {
            throw new IllegalArgumentException("metric id: expected dotted lower-case words, got '" + id + "'");
        }
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(better, "better");
    }
}
