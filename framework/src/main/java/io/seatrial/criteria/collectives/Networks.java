package io.seatrial.criteria.collectives;

import io.seatrial.formats.NcclJob;
import io.seatrial.formats.NcclJob.Member;
import io.seatrial.formats.NcclJob.Process;
import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Over which network each process says that it goes; in releases up to 2.12 one line speaks for all ranks of a process. */
final class Networks {
    static final String SOCKET = "Socket";

    private final Map<Who, String> networks = new HashMap<>();

    private record Who(String host, long pid) {}

    Networks(Stream<NcclJob> jobs) {
        jobs.flatMap(job -> job.processes().stream())
                .filter(process -> process.network() != null)
                .forEach(process -> networks.put(new Who(process.host(), process.pid()), process.network()));
    }

    boolean isOverSockets(Process process) {
        return SOCKET.equals(networks.get(new Who(process.host(), process.pid())));
    }

    boolean hasSockets() {
        return networks.containsValue(SOCKET);
    }

    /** Return why it is not known of everybody whether it goes over RDMA. */
    List<Message> gaps(List<Member> members) {
        List<Message> gaps = new ArrayList<>(unsaid(members));
        networks.values().stream()
                .filter(network -> !network.equals(SOCKET) && !network.startsWith("IB"))
                .distinct()
                .map(network -> Message.of("nccl-log.network-unknown", "network", network))
                .forEach(gaps::add);
        return gaps;
    }

    private List<Message> unsaid(List<Member> members) {
        Map<String, Set<Integer>> unsaid = new TreeMap<>();
        for (Member member : members) {
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
