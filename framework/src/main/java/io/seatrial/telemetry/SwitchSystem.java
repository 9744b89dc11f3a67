package io.seatrial.telemetry;

import io.seatrial.measurement.Setting;
import java.util.List;
import java.util.Optional;

/**
 * What is asked of switches that run one system, and what their answers mean. It asks nobody itself. Adding one is a class, and a line in
 * {@link SwitchSystems}.
 */
public interface SwitchSystem {
    /** Return its name in an inventory, one of {@link io.seatrial.inventory.Switch#SYSTEMS}. */
    String name();

    /** Return the refresh intervals that hold where the switch cannot be asked for them; a source that is in neither is not evidence. */
    Refreshes nominalRefreshes();

    /** Return the question for the refresh intervals that are in force, empty where the system has none. */
    Optional<Question<Refreshes>> refreshes();

    /** Return the questions whose answers together hold every counter once. */
    List<Question<Counts>> counters(SwitchPorts ports);

    /** Return the questions for what is configured and for who is at the other ends of the cables. */
    List<Question<List<Setting>>> settings(SwitchPorts ports);
}
