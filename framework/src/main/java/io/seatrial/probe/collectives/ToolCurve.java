package io.seatrial.probe.collectives;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.SizeCurve;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a test program measured, and how it was called.
 *
 * @param curve time at every size, on the slowest rank
 * @param tool the suite and its version, where it prints one: {@code nccl-tests 2.17.6}
 * @param library version of NCCL or RCCL; empty where it is not printed
 * @param launcher what started it
 * @param command as it ran, one word an entry
 * @param environment what of the launching host's environment speaks to the library, the launcher or the loader, with what was set for
 *     the ranks
 */
public record ToolCurve(
        SizeCurve curve,
        String tool,
        String library,
        CollectiveLauncher launcher,
        List<String> command,
        Map<String, String> environment) {
    /** The key of the launcher. */
    public static final String LAUNCHER = "launcher";
    /** The key of the library's version. */
    public static final String VERSION = "version";
    /** The key of variables that steer the library. */
    public static final String ENVIRONMENT = "environment";
    /** The key of the tool, with its version. */
    public static final String TOOL = "tool";

    public ToolCurve {
        Objects.requireNonNull(curve, "curve");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(library, "library");
        Objects.requireNonNull(launcher, "launcher");
        command = List.copyOf(command);
        environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
    }

    /**
     * Return what must be equal before two curves are compared: tool, library, launcher, and the variables that steer the library. Numbers
     * of a job and paths of a user differ from run to run and are not among them.
     */
    public Conditions conditions() {
        String steering = environment.entrySet().stream()
                .filter(entry -> entry.getKey().matches("(?:[NR]CCL|OFI_NCCL|FI|UCX)_.*"))
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
        return new Conditions(Map.of())
                .with(TOOL, tool)
                .with(VERSION, library)
                .with(LAUNCHER, launcher.text())
                .with(ENVIRONMENT, steering);
    }
}
