package io.seatrial.formats;

import io.seatrial.formats.text.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The JSON of {@link NvueQosCounters}: objects whose names are traffic classes and priorities; numbers are exact and bytes are not rounded. */
final class NvueJson {
    private static final List<String> PARTS =
            List.of("egress-queue-stats", "ingress-buffer-stats", "pfc-stats", "port-stats", "rx-stats", "tx-stats");

    private static final List<String> LEVELS = List.of("traffic-class", "switch-priority", "priority-group");

    private NvueJson() {}

    static NvueQosCounters.Report read(JsonObject root) {
        if (PARTS.stream().noneMatch(root.object()::has)) {
            throw root.malformed("an object with " + String.join(" or ", PARTS));
        }
        NvueTree tree = new NvueTree();
        tree.take(root);
        return new NvueQosCounters.Report(
                each(root, "ingress-buffer-stats", NvueJson::ingress),
                each(root, "egress-queue-stats", NvueJson::egress),
                each(root, "pfc-stats", NvueJson::pfc),
                null,
                tree.rx(),
                tree.tx(),
                tree.ecnMarkedRatio(),
                tree.repeated(),
                null);
    }

    private static <T> List<T> each(JsonObject root, String part, BiFunction<Integer, JsonObject, T> read) {
        List<T> all = new ArrayList<>();
        for (Map.Entry<String, JsonObject> member : numbered(root.at(part)).entrySet()) {
            if (!member.getKey().matches("\\d{1,2}")) {
                throw member.getValue().malformed("the number of a priority or a traffic class as name");
            }
            all.add(read.apply(
                    Integer.valueOf(member.getKey()), member.getValue().object()));
        }
        return all;
    }

    /** Some releases name once more what the numbers below are. */
    private static Map<String, JsonObject> numbered(JsonObject part) {
        Map<String, JsonObject> members = part.members();
        String name = members.size() == 1 ? members.keySet().iterator().next() : "";
        return LEVELS.contains(name) ? members.get(name).members() : members;
    }

    private static NvueQosCounters.IngressBuffer ingress(Integer group, JsonObject values) {
        return new NvueQosCounters.IngressBuffer(
                group,
                values.at("rx-frames").counter(),
                values.at("rx-buffer-discards").counter(),
                null,
                null,
                values.at("rx-shared-buffer-discards").counter(),
                null,
                null);
    }

    private static NvueQosCounters.EgressQueue egress(Integer trafficClass, JsonObject values) {
        return new NvueQosCounters.EgressQueue(
                trafficClass,
                values.at("ecn-marked-frames").counter(),
                values.at("tx-frames").counter(),
                values.at("tx-bytes").counter(),
                null,
                values.at("tx-uc-buffer-discards").counter(),
                null,
                null,
                values.at("wred-discards").counter());
    }

    private static NvueQosCounters.Counter pfc(Integer priority, JsonObject values) {
        return new NvueQosCounters.Counter(
                priority,
                values.at("rx-pause-frames").counter(),
                values.at("rx-pause-duration").counter(),
                values.at("tx-pause-frames").counter(),
                values.at("tx-pause-duration").counter());
    }
}
