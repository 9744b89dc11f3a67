package io.seatrial.criteria.collectives;

import io.seatrial.formats.NcclJob;
import io.seatrial.formats.NcclJob.Member;
import io.seatrial.formats.NcclJob.Path;
import io.seatrial.measurement.LogFinding;
import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Every rank uses InfiniBand or RoCE. What decides is the network that its process says it uses; in releases up to 2.12 one line speaks for
 * all ranks of a process. {@code NET/Socket : Using} beside it is the bootstrap.
 */
final class OverRdma {
    static final String ID = "rdma";
    private static final String SOCKET = "Socket";

    private OverRdma() {}

    private record Who(String host, long pid) {}

    static LogFinding ask(LogEvidence evidence) {
        Map<Who, String> networks = networks(evidence);
        List<Message> broken = sockets(evidence, networks);
        List<Message> unknown = new ArrayList<>(LogGaps.ofRanks(evidence));
        unknown.addAll(unsaid(evidence, networks));
        networks.values().stream()
                .filter(network -> !network.equals(SOCKET) && !network.startsWith("IB"))
                .distinct()
                .map(network -> Message.of("nccl-log.network-unknown", "network", network))
                .forEach(unknown::add);
        return LogFinding.of(ID, broken, unknown, Message.of("nccl-log.rdma", "count", (long) evidence.ranks()));
    }

    private static Map<Who, String> networks(LogEvidence evidence) {
        Map<Who, String> networks = new HashMap<>();
        evidence.jobs().flatMap(job -> job.processes().stream()).forEach(process -> {
            if (process.network() != null) {
                networks.put(new Who(process.host(), process.pid()), process.network());
            }
        });
        return networks;
    }

    private static List<Message> sockets(LogEvidence evidence, Map<Who, String> networks) {
        List<Message> broken = new ArrayList<>();
        evidence.jobs()
                .flatMap(job -> job.processes().stream())
                .filter(process -> SOCKET.equals(networks.get(new Who(process.host(), process.pid()))))
                .map(process -> ofProcess(process, ranks(evidence, process)))
                .distinct()
                .forEach(broken::add);
        evidence.between().stream()
                .filter(path -> path.network().equals(SOCKET))
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

    private static List<Message> unsaid(LogEvidence evidence, Map<Who, String> networks) {
        Map<String, Set<Integer>> unsaid = new TreeMap<>();
        for (Member member : evidence.members()) {
            if (!networks.containsKey(new Who(member.host(), member.pid()))) {
                unsaid.computeIfAbsent(member.host(), host -> new TreeSet<>()).add(member.rank());
            }
        }
        List<Message> messages = new ArrayList<>();
        unsaid.forEach((host, ranks) ->
                messages.add(Message.of("nccl-log.network-unsaid", "host", host, "ranks", LogEvidence.numbers(ranks))));
        return messages;
    }
}
