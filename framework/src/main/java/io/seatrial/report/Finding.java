package io.seatrial.report;

import io.seatrial.measurement.Judgement;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A judgement with what is needed to sort and group it.
 *
 * @param judgement criterion, subject, verdict
 * @param family family of the criterion: {@code latency}, {@code bandwidth}, {@code links} ...
 * @param labels where it belongs: {@code tier}, {@code host}, {@code switch}, {@code rail}, {@code fabric}; those that apply
 */
public record Finding(Judgement judgement, String family, Map<String, String> labels) {
    /** Key of the tier among the labels. */
    public static final String TIER = "tier";
    /** Key of the host. */
    public static final String HOST = "host";
    /** Key of the switch. */
    public static final String SWITCH = "switch";
    /** Key of the rail. */
    public static final String RAIL = "rail";

    /** Key of the kind of fabric that its values were measured on. */
    public static final String FABRIC = "fabric";

    public Finding {
        Objects.requireNonNull(judgement, "judgement");
        Objects.requireNonNull(family, "family");
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }
}
