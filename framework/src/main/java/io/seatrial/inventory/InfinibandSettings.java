package io.seatrial.inventory;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * How the switches of an InfiniBand fabric are asked in-band.
 *
 * @param from name of the host whose infiniband-diags ask them
 * @param sudo whether the tools are started by {@code sudo -n}, for they need the device of the subnet's management
 * @param deadline of every command
 * @param refresh how old a counter may be that a switch tells
 * @param switches GUID of the node by name of the switch, lower case without leading zeros; for those whose node description is not
 *     their name, as unmanaged switches have
 */
public record InfinibandSettings(
        String from, boolean sudo, Duration deadline, Duration refresh, Map<String, String> switches) {
    public InfinibandSettings {
        Objects.requireNonNull(from, "from");
        if (deadline.isNegative() || deadline.isZero() || refresh.isNegative()) {
            throw new IllegalArgumentException(
                    "infiniband: expected a deadline above 0 and a refresh of 0 or more, got " + deadline + " and "
                            + refresh);
        }
        switches = Map.copyOf(switches);
    }
}
