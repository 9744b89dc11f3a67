package io.seatrial.probe;

import io.seatrial.inventory.RdmaPort;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Group;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the RDMA ports of a round counted while it ran: retransmissions and what leads to them. Recorded, not judged: software devices retransmit
 * without any loss. A port that takes part in several flows or groups of the round counts for all of them together.
 */
final class RoundCounters {
    /**
     * By driver, as their {@code hw_counters} name them: mlx5, rxe, irdma, bnxt_re, efa (kernel: drivers/infiniband). Names of one that is not
     * there are absent, and so is a counter that went backwards, because the driver began anew.
     */
    private static final Set<String> NAMES = Set.of(
            "packet_seq_err",
            "out_of_sequence",
            "out_of_buffer",
            "local_ack_timeout_err",
            "implied_nak_seq_err",
            "rnr_nak_retry_err",
            "duplicate_request",
            "rx_icrc_encapsulated",
            "roce_adp_retrans",
            "roce_slow_restart",
            "out_of_seq_request",
            "rcvd_seq_err",
            "rcvd_rnr_err",
            "send_rnr_err",
            "completer_retry_err",
            "retry_exceeded_err",
            "retry_rnr_exceeded_err",
            "send_err",
            "RetransSegs",
            "tcpRetransSegs",
            "to_retransmits",
            "seq_err_naks_rcvd",
            "max_retry_exceeded",
            "rnr_naks_rcvd",
            "missing_resp",
            "oos_drop_count",
            "retrans_pkts",
            "retrans_timeout_events");

    private static final Duration ANSWER = Duration.ofSeconds(3);
    private static final long ONCE = 1000;

    private final Map<String, Set<String>> devices;
    private final Function<String, Contact> contacts;
    private final Map<String, Map<String, Long>> before;
    private Map<String, Map<String, Long>> after = Map.of();

    private RoundCounters(Map<String, Set<String>> devices, Function<String, Contact> contacts) {
        this.devices = devices;
        this.contacts = contacts;
        this.before = read();
    }

    /** Read the counters of every port of the flows. */
    static RoundCounters before(Collection<Flow> flows, Function<String, Contact> contacts) {
        return ofPorts(flows.stream().flatMap(flow -> Stream.of(flow.from(), flow.to())), contacts);
    }

    /** Read the counters of every port that plays a rank of the groups. */
    static RoundCounters beforeGroups(Collection<Group> groups, Function<String, Contact> contacts) {
        return ofPorts(groups.stream().flatMap(group -> group.ranks().stream()), contacts);
    }

    private static RoundCounters ofPorts(Stream<RdmaPort> ports, Function<String, Contact> contacts) {
        Map<String, Set<String>> devices = new LinkedHashMap<>();
        ports.forEach(port ->
                devices.computeIfAbsent(port.host(), host -> new TreeSet<>()).add(port.device()));
        return new RoundCounters(devices, contacts);
    }

    /** Read them once more. */
    void after() {
        after = read();
    }

    /** Return what the two ports of a flow counted: {@code counter.from.NAME} and {@code counter.to.NAME}. */
    Map<String, Long> of(Flow flow) {
        Map<String, Long> numbers = new TreeMap<>();
        put(numbers, "counter.from.", flow.from());
        put(numbers, "counter.to.", flow.to());
        return numbers;
    }

    /** Return what the ports of a group's first ranks counted: {@code rank.3.counter.NAME}. */
    Map<String, Long> of(Group group, int ranks) {
        Map<String, Long> numbers = new TreeMap<>();
        for (int rank = 0; rank < Math.min(ranks, group.ranks().size()); rank++) {
            put(numbers, "rank." + rank + ".counter.", group.ranks().get(rank));
        }
        return numbers;
    }

    private void put(Map<String, Long> numbers, String prefix, RdmaPort port) {
        Map<String, Long> earlier = before.getOrDefault(port.id(), Map.of());
        after.getOrDefault(port.id(), Map.of()).forEach((name, value) -> {
            Long begin = earlier.get(name);
            if (begin != null && Long.compareUnsigned(value, begin) >= 0) {
                numbers.put(prefix + name, value - begin);
            }
        });
    }

    /** Read all hosts at once; one that does not answer has no counters, and that is all it costs. */
    private Map<String, Map<String, Long>> read() {
        Map<String, CompletableFuture<List<Event>>> asked = new LinkedHashMap<>();
        devices.forEach((host, names) -> asked.put(host, ask(host, names)));
        Map<String, Map<String, Long>> all = new HashMap<>();
        asked.forEach((host, answer) -> answer.join().stream()
                .filter(Event.Counters.class::isInstance)
                .map(Event.Counters.class::cast)
                .forEach(counters -> keep(all, host, counters)));
        return all;
    }

    private CompletableFuture<List<Event>> ask(String host, Set<String> names) {
        try {
            return contacts.apply(host)
                    .agent()
                    .ask(new Request.SampleCounters(List.copyOf(names), List.of(), ONCE, 1), ANSWER)
                    .exceptionally(failure -> List.of());
        } catch (ProbeException e) {
            return CompletableFuture.completedFuture(List.of());
        }
    }

    private static void keep(Map<String, Map<String, Long>> all, String host, Event.Counters counters) {
        String id =
                host + "/" + RdmaPort.name(counters.device(), counters.port().orElse(1));
        Map<String, Long> kept = all.computeIfAbsent(id, key -> new TreeMap<>());
        counters.values().forEach((name, value) -> {
            if (NAMES.contains(name)) {
                kept.put(name, value);
            }
        });
    }
}
