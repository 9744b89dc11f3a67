package io.seatrial.criteria.collectives;

import io.seatrial.formats.NcclJob.Path;
import io.seatrial.measurement.LogFinding;
import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Every channel between hosts goes from GPU to GPU without a stop in the memory of a host. */
final class DirectToGpu {
    static final String ID = "gpu-direct";

    private DirectToGpu() {}

    static LogFinding ask(LogEvidence evidence) {
        List<Message> broken = new ArrayList<>();
        List<Path> byNics = evidence.between().stream()
                .filter(path -> !LogEvidence.isOverSockets(path))
                .toList();
        byNics.stream()
                .filter(path -> !path.isDirect())
                .map(path -> staged(path, evidence))
                .forEach(broken::add);
        if (broken.isEmpty()) {
            broken.addAll(devices(evidence));
            broken.addAll(evidence.hasSockets() ? List.of() : summaries(evidence));
        }
        long channels =
                byNics.stream().mapToLong(path -> path.channels().size()).sum();
        return LogFinding.of(
                ID, broken, LogGaps.ofChannels(evidence), Message.of("nccl-log.gpu-direct", "count", channels));
    }

    private static Message staged(Path path, LogEvidence evidence) {
        return Message.of(
                path.isSend() ? "nccl-log.staged.send" : "nccl-log.staged.receive",
                "host",
                path.host(),
                "rank",
                (long) (path.isSend() ? path.from() : path.to()),
                "peer",
                (long) (path.isSend() ? path.to() : path.from()),
                "channels",
                LogEvidence.numbers(new TreeSet<>(path.channels())),
                "nic",
                evidence.nic(path.host(), path.nic()));
    }

    private static List<Message> devices(LogEvidence evidence) {
        return evidence.logs()
                .flatMap(log -> log.gpuDirectRdma().entrySet().stream()
                        .filter(device -> !device.getValue())
                        .map(device -> Message.of(
                                "nccl-log.device-not-direct",
                                "nic",
                                device.getKey(),
                                "hosts",
                                String.join(", ", log.hcasByHost().keySet()))))
                .distinct()
                .toList();
    }

    /** All ranks of a communicator say the same, for it is their common conclusion. */
    private static List<Message> summaries(LogEvidence evidence) {
        return evidence.jobs()
                .flatMap(job -> job.ringsConnected().stream())
                .filter(connected -> Boolean.FALSE.equals(connected.isDirect()))
                .map(connected -> Message.of("nccl-log.rings-staged", "host", connected.host()))
                .limit(1)
                .toList();
    }
}
