package io.seatrial.criteria.collectives;

import io.seatrial.formats.NcclJob.Path;
import io.seatrial.measurement.LogFinding;
import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Each NIC that is used carries enough channels of rings and trees to be filled. */
final class ChannelsPerNic {
    static final String ID = "channels-per-nic";

    private ChannelsPerNic() {}

    static LogFinding ask(LogEvidence evidence) {
        List<Message> broken = new ArrayList<>();
        int least = Integer.MAX_VALUE;
        for (String host : evidence.hosts()) {
            for (Map.Entry<Integer, List<Path>> nic :
                    LogEvidence.byNic(evidence.byNics(host)).entrySet()) {
                int channels =
                        LogEvidence.channels(nic.getValue(), path -> true).size();
                least = Math.min(least, channels);
                if (channels < evidence.demands().channelsPerNic() && evidence.isWhole(host)) {
                    broken.add(few(evidence, host, nic.getKey(), channels));
                }
            }
        }
        return LogFinding.of(
                ID, broken, LogGaps.ofChannels(evidence), Message.of("nccl-log.channels-per-nic", "count", (long)
                        least));
    }

    private static Message few(LogEvidence evidence, String host, int nic, int channels) {
        return Message.of(
                "nccl-log.few-channels",
                "host",
                host,
                "nic",
                evidence.nic(host, nic),
                "count",
                (long) channels,
                "expected",
                (long) evidence.demands().channelsPerNic());
    }
}
