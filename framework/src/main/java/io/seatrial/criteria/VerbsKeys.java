package io.seatrial.criteria;

import io.seatrial.measurement.Unit;
import io.seatrial.probe.VerbsSettings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads how queue pairs are made and used; what is left out is left to the probe. */
final class VerbsKeys {
    static final Set<String> KEYS = Keys.of(
            "connect",
            "mode",
            "mtu",
            "qps",
            "depth",
            "inline",
            "sl",
            "traffic-class",
            "flow-label",
            "gid-type",
            "memory",
            "tool");
    static final List<String> CONNECTS = List.of("exchange", "rdma-cm");
    static final List<String> MODES = List.of("poll", "event");
    static final List<String> MTUS =
            VerbsSettings.MTUS.stream().map(bytes -> bytes + "B").toList();
    static final List<String> GID_TYPES = List.of("roce2", "roce1");
    static final List<String> TOOLS = List.of(Ask.ProbeSettings.OWN_TOOL, "perftest");
    /** A GPU is named by its number. */
    static final String MEMORY = "host|(cuda|hip):[0-9]{1,2}";

    private VerbsKeys() {}

    static VerbsSettings read(Section probe) {
        return new VerbsSettings(
                probe.optional("connect", oneOf(CONNECTS)),
                probe.optional("mode", oneOf(MODES)),
                optional(probe.optional("mtu", VerbsKeys::mtu)),
                number(probe, "qps", VerbsSettings.QPS, Unit.COUNT),
                number(probe, "depth", VerbsSettings.DEPTH, Unit.COUNT),
                number(probe, "inline", VerbsSettings.INLINE, Unit.BYTES),
                number(probe, "sl", VerbsSettings.SL, Unit.COUNT),
                number(probe, "traffic-class", VerbsSettings.TRAFFIC_CLASS, Unit.COUNT),
                number(probe, "flow-label", VerbsSettings.FLOW_LABEL, Unit.COUNT),
                probe.optional("gid-type", oneOf(GID_TYPES)),
                probe.optional("memory", VerbsKeys::memory));
    }

    static String tool(Section probe) {
        return probe.orElse("tool", oneOf(TOOLS), Ask.ProbeSettings.OWN_TOOL);
    }

    private static Section.Reading<String> oneOf(List<String> words) {
        return text -> Texts.find(words.toArray(String[]::new), word -> word, text);
    }

    private static Integer mtu(String text) {
        String one = oneOf(MTUS).read(text);
        return Integer.valueOf(one.substring(0, one.length() - 1));
    }

    private static String memory(String text) {
        if (!text.matches(MEMORY)) {
            throw new IllegalArgumentException(
                    "expected host, cuda:N or hip:N with the number of a GPU, got '" + text + "'");
        }
        return text;
    }

    private static OptionalInt number(Section probe, String key, VerbsSettings.Range range, Unit unit) {
        return optional(probe.optional(key, text -> {
            long value = Amount.of(unit).read(text);
            if (!range.holds(value)) {
                throw new IllegalArgumentException("expected " + range.text()
                        + (unit == Unit.COUNT ? "" : " " + unit.symbol()) + ", got '" + text + "'");
            }
            return (int) value;
        }));
    }

    private static OptionalInt optional(Optional<Integer> value) {
        return value.map(OptionalInt::of).orElse(OptionalInt.empty());
    }
}
