package io.seatrial.probe;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupShape;
import io.seatrial.plan.RankKind;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Gives every rank of a group its process: one for each NIC, or one for each host with all its GPUs. */
final class Seats {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Cluster cluster;
    private final Function<String, Contact> contacts;

    Seats(Cluster cluster, Function<String, Contact> contacts) {
        this.cluster = cluster;
        this.contacts = contacts;
    }

    /** Return how many ranks a group has. */
    int ranks(CollectiveProbe probe, Group group) {
        return probe.settings().backend().ranks() == RankKind.NIC
                ? group.ranks().size()
                : group.hosts().stream()
                        .mapToInt(host -> gpus(group, host).size())
                        .sum();
    }

    /**
     * Return the processes of a group.
     *
     * @throws ProbeException if a host has no contact, or no GPU where GPUs play the ranks
     */
    List<Seat> of(CollectiveProbe probe, Group group, Duration deadline) {
        return probe.settings().backend().ranks() == RankKind.NIC
                ? ofNics(probe, group, deadline)
                : ofGpus(probe, group, deadline);
    }

    private List<Seat> ofNics(CollectiveProbe probe, Group group, Duration deadline) {
        String token = token();
        List<Seat> seats = new ArrayList<>();
        for (int rank = 0; rank < group.ranks().size(); rank++) {
            RdmaPort port = group.ranks().get(rank);
            Contact contact = contacts.apply(port.host());
            ObjectNode fields = fields(probe, rank, group.ranks().size());
            if (probe.isOverVerbs()) {
                Ends.verbs(new PortFacts(port, contact.info()), probe.settings().verbs())
                        .fill(fields);
                probe.settings().verbs().fillEnd(fields);
                probe.settings().verbs().fillRun(fields);
            } else {
                fields.put("fabric", "tcp").put("bind", port.address()).put("token", token);
                BandwidthProbe.sendBuffer(CollectiveProbe.rate(group), 1)
                        .ifPresent(bytes -> fields.put("sndbuf", bytes));
            }
            seats.add(seat(contact.agent(), rank, 1, fields, deadline));
        }
        return seats;
    }

    private List<Seat> ofGpus(CollectiveProbe probe, Group group, Duration deadline) {
        List<Seat> seats = new ArrayList<>();
        int ranks = ranks(probe, group);
        int first = 0;
        for (String host : group.hosts()) {
            List<Integer> gpus = gpus(group, host);
            Agent agent = contacts.apply(host).agent();
            if (gpus.isEmpty()) {
                throw new ProbeException(
                        host,
                        ProbeException.Kind.FAILED,
                        "has no GPU by cluster.yaml; expected `gpus:` there, or backend: host",
                        null);
            }
            ObjectNode fields = fields(probe, first, ranks).put("local", gpus.size());
            gpus.forEach(fields.putArray("gpus")::add);
            seats.add(seat(agent, first, gpus.size(), fields, deadline));
            first += gpus.size();
        }
        return seats;
    }

    private static Seat seat(Agent agent, int first, int count, ObjectNode fields, Duration deadline) {
        Request request = new Request.RunCollective(fields, deadline.toMillis());
        return new Seat(agent, agent.expected(), first, count, request);
    }

    private static ObjectNode fields(CollectiveProbe probe, int rank, int ranks) {
        ObjectNode fields = JsonNodeFactory.instance
                .objectNode()
                .put("collective", probe.collective().text())
                .put("rank", rank)
                .put("ranks", ranks);
        probe.settings().fill(fields);
        return fields;
    }

    /** Return the GPUs that play the ranks, by host in the order of the ranks. */
    Map<String, List<Integer>> gpus(Group group) {
        Map<String, List<Integer>> gpus = new LinkedHashMap<>();
        group.hosts().forEach(host -> gpus.put(host, gpus(group, host)));
        return gpus;
    }

    /** Tell whether all GPUs of all hosts of a group play ranks. */
    boolean areAll(Group group) {
        return gpus(group).entrySet().stream()
                .allMatch(entry ->
                        entry.getValue().size() == host(group, entry.getKey()).gpus());
    }

    private Host host(Group group, String name) {
        return cluster.hosts().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("group " + group.name() + ": no host " + name));
    }

    /** Of a rail each host has the GPU beside the NIC of that rail; of every other group it has all. */
    private List<Integer> gpus(Group group, String name) {
        Host host = host(group, name);
        if (group.shape() != GroupShape.RAIL || host.ports().isEmpty()) {
            return IntStream.range(0, host.gpus()).boxed().toList();
        }
        return group.ranks().stream()
                .filter(port -> port.host().equals(name))
                .map(port ->
                        host.ports().indexOf(port) * host.gpus() / host.ports().size())
                .distinct()
                .toList();
    }

    private static String token() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
