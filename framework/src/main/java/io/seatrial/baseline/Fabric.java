package io.seatrial.baseline;

import java.util.Locale;
import java.util.Set;

/** Tells fabrics apart that must never be compared: numbers of software say nothing about hardware. */
public final class Fabric {
    private static final Set<String> SOFTWARE = Set.of("tcp", "soft-roce", "soft-iwarp");
    private static final String VIRTUAL = "virtual";
    private static final String UNKNOWN = "unknown";

    private Fabric() {}

    /** Tell whether traffic of this fabric is made by software, as the condition {@code fabric} names it. */
    public static boolean isSoftware(String fabric) {
        return SOFTWARE.contains(fabric.toLowerCase(Locale.ROOT)) || isVirtual(fabric);
    }

    /** Tell whether the probe could not tell what this is: then it is like nothing else, not even like another of the kind. */
    public static boolean isUnknown(String fabric) {
        return fabric.equalsIgnoreCase(UNKNOWN);
    }

    /** Tell whether this is the fabric of the virtual cluster. */
    public static boolean isVirtual(String fabric) {
        return fabric.toLowerCase(Locale.ROOT).startsWith(VIRTUAL);
    }
}
