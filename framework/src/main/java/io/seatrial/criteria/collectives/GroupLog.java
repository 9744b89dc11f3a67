package io.seatrial.criteria.collectives;

import io.seatrial.formats.NcclLog;
import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Source;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.LogFinding;
import io.seatrial.measurement.LogFinding.Outcome;
import io.seatrial.measurement.Message;
import io.seatrial.plan.Group;
import io.seatrial.probe.LogKeeper.Logged;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Holds what the ranks of a group logged against the hosts, GPUs and NICs that the group is made of. */
public final class GroupLog {
    static final String WHOLE = "whole-log";

    private GroupLog() {}

    /**
     * Judge the log of a group.
     *
     * @param channelsPerNic fewest channels that each NIC carries, 1 or more
     */
    public static List<LogFinding> judge(Logged logged, int channelsPerNic) {
        LogDemands demands = demands(logged.group(), logged.gpus(), channelsPerNic);
        List<LogFinding> findings = new ArrayList<>();
        try (Source source = Source.of(String.join("\n", logged.log().stated()) + "\n")) {
            List<NcclLog.Report> logs = List.of(new NcclLog().read(source));
            boolean isOneHost = logged.group().hosts().size() == 1;
            findings.addAll(
                    isOneHost ? LogAssertions.judgeWithinHost(logs, demands) : LogAssertions.judge(logs, demands));
        } catch (FormatException e) {
            findings.add(new LogFinding(WHOLE, Outcome.CANNOT_TELL, List.of(Message.of("nccl-log.nothing-logged"))));
        }
        return List.copyOf(findings);
    }

    private static LogDemands demands(Group group, Map<String, List<Integer>> gpus, int channelsPerNic) {
        Map<String, Map<String, OptionalInt>> rails = new LinkedHashMap<>();
        for (RdmaPort port : group.ranks()) {
            rails.computeIfAbsent(port.host(), host -> new HashMap<>()).put(port.name(), port.rail());
        }
        Map<String, LogDemands.Declared> hosts = new LinkedHashMap<>();
        rails.forEach((host, ports) -> hosts.put(
                host, new LogDemands.Declared(gpus.getOrDefault(host, List.of()).size(), ports)));
        return new LogDemands(hosts, channelsPerNic);
    }
}
