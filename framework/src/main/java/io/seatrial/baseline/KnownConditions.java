package io.seatrial.baseline;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was read in a run and must be equal before values are compared, beside what each measurement states itself: model and firmware of
 * the NICs, and the version of a tool that measured. After a step of the firmware the numbers are those of other conditions, not a
 * regression of the fabric. What was not read is not there, and differs from everything that was: it is said which.
 */
public final class KnownConditions {
    /** The condition of the board of the NICs, {@code MT_0000000838}; {@code A and B} where ends differ. */
    public static final String NIC_MODEL = "nic-model";
    /** The condition of the firmware of the NICs. */
    public static final String FIRMWARE = "firmware";
    /** The condition of the version of a tool that is not the probe. The probe's own builds stay comparable: its numbers are held by its tests. */
    public static final String TOOL_VERSION = "tool-version";

    /** Conditions that stand in the settings of a run and in none of its measurements. */
    static final Set<String> OF_NICS = Set.of(NIC_MODEL, FIRMWARE);

    private static final String TOOL = "tool";
    private static final Map<String, String> READ = Map.of(NIC_MODEL, Setting.NIC_MODEL, FIRMWARE, Setting.FIRMWARE);

    private final Map<String, TreeMap<String, String>> byPort = new HashMap<>();

    private KnownConditions() {
        READ.values().forEach(name -> byPort.put(name, new TreeMap<>()));
    }

    /** Gather what the surveys of one run read of its NICs. */
    public static KnownConditions of(Collection<Survey> surveys) {
        KnownConditions known = new KnownConditions();
        surveys.stream()
                .flatMap(survey -> survey.settings().values().stream().flatMap(Collection::stream))
                .filter(setting -> known.byPort.containsKey(setting.name()))
                .forEach(known::keep);
        return known;
    }

    private void keep(Setting setting) {
        setting.text()
                .ifPresent(
                        text -> byPort.get(setting.name()).put(setting.subject().name(), text));
    }

    /** Return the conditions of a measurement with all that is known. */
    public Conditions of(Measurement measurement) {
        Conditions all = measurement.conditions();
        if (!all.get(TOOL).isEmpty()) {
            all = all.with(TOOL_VERSION, measurement.provenance().probe());
        }
        for (Map.Entry<String, String> read : READ.entrySet()) {
            String text = text(byPort.get(read.getValue()), measurement.subject());
            all = text.isEmpty() ? all : all.with(read.getKey(), text);
        }
        return all;
    }

    /** Empty as soon as one of the ports that take part is unknown: half an answer would look like equality. */
    private static String text(TreeMap<String, String> known, SubjectId subject) {
        SortedSet<String> texts = new TreeSet<>();
        for (String port : ports(known, subject).collect(Collectors.toSet())) {
            if (!known.containsKey(port)) {
                return "";
            }
            texts.add(known.get(port));
        }
        return String.join(" and ", texts);
    }

    /** A name of a flow, port or link names its ports; the names of groups do not, and they take in what all ports of the run have. */
    private static Stream<String> ports(TreeMap<String, String> known, SubjectId subject) {
        return switch (subject.kind()) {
            case FLOW -> Arrays.stream(subject.name().split(">"));
            case PORT -> Stream.of(subject.name());
            case LINK -> Arrays.stream(subject.name().split("~")).limit(1);
            case HOST -> known.keySet().stream().filter(port -> port.startsWith(subject.name() + "/"));
            case GROUP, CLUSTER, SWITCH -> known.keySet().stream();
        };
    }
}
