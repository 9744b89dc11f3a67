package io.seatrial.criteria.collectives;

import io.seatrial.formats.NcclJob;
import io.seatrial.formats.NcclJob.Path;
import io.seatrial.measurement.LogFinding;
import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Every rank uses InfiniBand or RoCE. {@code NET/Socket : Using} beside it is the bootstrap. */
final class OverRdma {
    static final String ID = "rdma";

    private OverRdma() {}

    static LogFinding ask(LogEvidence evidence) {
        List<Message> unknown = new ArrayList<>(LogGaps.ofRanks(evidence));
        unknown.addAll(evidence.networks().gaps(evidence.members()));
        return LogFinding.of(
                ID, sockets(evidence), unknown, Message.of("nccl-log.rdma", "count", (long) evidence.ranks()));
    }

    private static List<Message> sockets(LogEvidence evidence) {
        List<Message> broken = new ArrayList<>();
        evidence.jobs()
                .flatMap(job -> job.processes().stream())
                .filter(evidence.networks()::isOverSockets)
                .map(process -> ofProcess(process, ranks(evidence, process)))
                .distinct()
                .forEach(broken::add);
        evidence.between().stream()
                .filter(LogEvidence::isOverSockets)
                .map(OverRdma::byHand)
                .forEach(broken::add);
        return broken;
    }

    private static Message ofProcess(NcclJob.Process process, Set<Integer> ranks) {
        return ranks.isEmpty()
                ? Message.of("nccl-log.sockets-on", "host", process.host())
                : Message.of("nccl-log.sockets", "host", process.host(), "ranks", LogEvidence.numbers(ranks));
    }

    private static Set<Integer> ranks(LogEvidence evidence, NcclJob.Process process) {
        Set<Integer> ranks = new TreeSet<>();
        evidence.members().stream()
                .filter(member -> member.host().equals(process.host()) && member.pid() == process.pid())
                .forEach(member -> ranks.add(member.rank()));
        return ranks;
    }

    private static Message byHand(Path path) {
        return Message.of(
                "nccl-log.channel-over-sockets",
                "host",
                path.host(),
                "from",
                (long) path.from(),
                "to",
                (long) path.to(),
                "channels",
                LogEvidence.numbers(new TreeSet<>(path.channels())));
    }
}
