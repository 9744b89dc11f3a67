package io.seatrial.telemetry;

import java.util.List;
import java.util.Optional;

/** Every switch system that can be asked. */
public final class SwitchSystems {
    private static final List<SwitchSystem> ALL = List.of(
            new SonicSystem(),
            new EosSystem(),
            new NvueSystem(),
            new NxosSystem(),
            new JunosSystem(),
            new LinuxSystem());

    private SwitchSystems() {}

    /** Return all of them. */
    public static List<SwitchSystem> all() {
        return ALL;
    }

    /** Return the one of that name, or nothing. */
    public static Optional<SwitchSystem> named(String name) {
        return ALL.stream().filter(system -> system.name().equals(name)).findFirst();
    }
}
