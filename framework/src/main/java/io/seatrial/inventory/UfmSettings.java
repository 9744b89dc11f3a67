package io.seatrial.inventory;

import java.time.Duration;
import java.util.Objects;

/**
 * How NVIDIA's Unified Fabric Manager is asked for the switches of an InfiniBand fabric.
 *
 * @param http how it is asked
 * @param refresh how often it collects the counters that it tells
 */
public record UfmSettings(HttpSettings http, Duration refresh) {
    public UfmSettings {
        Objects.requireNonNull(http, "http");
        if (refresh.isNegative()) {
            throw new IllegalArgumentException("ufm: refresh: expected 0 or more, got " + refresh);
        }
    }
}
