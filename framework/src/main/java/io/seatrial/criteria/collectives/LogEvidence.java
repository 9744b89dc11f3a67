package io.seatrial.criteria.collectives;

import io.seatrial.formats.NcclJob;
import io.seatrial.formats.NcclJob.Member;
import io.seatrial.formats.NcclJob.Path;
import io.seatrial.formats.NcclLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Several logs of one job, put together: who takes part in its largest communicator, what goes between hosts, and what of it the logs do not
 * have. Paths of smaller communicators are among the paths: they use the same NICs.
 */
final class LogEvidence {
    private final List<NcclLog.Report> logs;
    private final LogDemands demands;
    private final List<Member> members;
    private final Map<Integer, String> hostOfRank = new TreeMap<>();
    private final Set<Integer> onTwoHosts = new TreeSet<>();
    private final List<Path> between;
    private final Map<String, List<Path>> collective;
    private final Map<String, Map<Integer, List<String>>> devices = new HashMap<>();
    private final Networks networks;

    LogEvidence(List<NcclLog.Report> logs, LogDemands demands) {
        this.logs = List.copyOf(logs);
        this.demands = demands;
        this.members = largest(jobs().flatMap(job -> job.members().stream())
                .collect(Collectors.groupingBy(LogEvidence::communicator)));
        this.networks = new Networks(jobs());
        members.forEach(this::place);
        this.between = jobs().flatMap(job -> job.paths().stream())
                .filter(this::isBetweenHosts)
                .toList();
        this.collective =
                between.stream().filter(path -> path.connection() == 0).collect(Collectors.groupingBy(Path::host));
    }

    private static String communicator(Member member) {
        return member.ranks() + " " + Objects.requireNonNullElse(member.comm(), "");
    }

    private static List<Member> largest(Map<String, List<Member>> communicators) {
        return communicators.values().stream()
                .max(Comparator.<List<Member>>comparingInt(list -> list.get(0).ranks())
                        .thenComparingInt(List::size))
                .orElse(List.of());
    }

    private void place(Member member) {
        String before = hostOfRank.putIfAbsent(member.rank(), member.host());
        if (before != null && !before.equals(member.host())) {
            onTwoHosts.add(member.rank());
        }
    }

    /** Send and receive calls may leave a host by the network and come back to it (NCCL_P2P_NET_CHUNKSIZE, no peer access). */
    private boolean isBetweenHosts(Path path) {
        String other = hostOfRank.get(path.isSend() ? path.to() : path.from());
        return other == null || !other.equals(path.host());
    }

    static boolean isOverSockets(Path path) {
        return path.network().equals(Networks.SOCKET);
    }

    Networks networks() {
        return networks;
    }

    /** Tell whether anything goes over TCP, so that nothing of it says anything about NICs. */
    boolean hasSockets() {
        return networks.hasSockets() || between.stream().anyMatch(LogEvidence::isOverSockets);
    }

    Stream<NcclJob> jobs() {
        return logs.stream().map(NcclLog.Report::job);
    }

    Stream<NcclLog.Report> logs() {
        return logs.stream();
    }

    LogDemands demands() {
        return demands;
    }

    /** Return the ranks of the largest communicator; one may be listed twice, by its beginning in one log and its end in another. */
    List<Member> members() {
        return members;
    }

    /** Return how many ranks the largest communicator has, 0 where no log says. */
    int ranks() {
        return members.isEmpty() ? 0 : members.get(0).ranks();
    }

    /** Return the hosts of the largest communicator, where none is logged those that log at all. */
    Set<String> hosts() {
        Set<String> hosts = new LinkedHashSet<>(hostOfRank.values());
        if (hosts.isEmpty()) {
            logs.forEach(log -> hosts.addAll(log.hosts()));
        }
        return hosts;
    }

    Set<Integer> onTwoHosts() {
        return onTwoHosts;
    }

    /** Return the ranks of which no log says that they came up. */
    Set<Integer> missing() {
        Set<Integer> missing = IntStream.range(0, ranks()).boxed().collect(Collectors.toCollection(TreeSet::new));
        members.stream()
                .filter(member -> Boolean.TRUE.equals(member.initComplete()))
                .forEach(member -> missing.remove(member.rank()));
        return missing;
    }

    boolean isCut() {
        return logs.stream().anyMatch(log -> Boolean.FALSE.equals(log.complete()));
    }

    /** Return what goes from one host to another. */
    List<Path> between() {
        return between;
    }

    /** Return the same of one host for rings and trees, as the host itself prints it, where it goes by a NIC of its list. */
    List<Path> byNics(String host) {
        return collective(host).stream().filter(path -> !isOverSockets(path)).toList();
    }

    private List<Path> collective(String host) {
        return collective.getOrDefault(host, List.of());
    }

    /** Return how many lines the logs themselves say that they lack. */
    long linesLeftOut() {
        return logs.stream().mapToLong(NcclLog.Report::linesLeftOut).sum();
    }

    /** Return how many of them are warnings. */
    long warningsLeftOut() {
        return logs.stream().mapToLong(NcclLog.Report::warningsLeftOut).sum();
    }

    long unreadPaths() {
        return jobs().mapToLong(NcclJob::unreadPaths).sum();
    }

    /** Return how many channels a collective has; empty where no log says. */
    Optional<Integer> channels() {
        return jobs().map(job -> job.counts() == null
                        ? job.rings()
                        : (Integer) job.counts().collective())
                .filter(Objects::nonNull)
                .max(Integer::compare);
    }

    /**
     * Return the channels of which a host's log shows no path that leaves it. A ring and a tree of one channel both leave every host, so
     * one that is missing is a line that is missing.
     */
    Set<Integer> unseen(String host) {
        Set<Integer> unseen =
                IntStream.range(0, channels().orElse(0)).boxed().collect(Collectors.toCollection(TreeSet::new));
        collective(host).stream().filter(Path::isSend).forEach(path -> unseen.removeAll(path.channels()));
        return unseen;
    }

    /** Tell whether a host's log shows all channels by which it reaches others. */
    boolean isWhole(String host) {
        return channels().isPresent() && unseen(host).isEmpty() && unreadPaths() == 0 && linesLeftOut() == 0;
    }

    /** Return the devices of a host by index, each with the ports that it stands for; empty where no log of it lists them whole. */
    Map<Integer, List<String>> devices(String host) {
        return devices.computeIfAbsent(host, this::listed);
    }

    private Map<Integer, List<String>> listed(String host) {
        Map<Integer, List<String>> found = new TreeMap<>();
        logs.stream()
                .filter(log -> !log.hcaListTruncated().containsKey(host))
                .flatMap(log -> log.hcasByHost().getOrDefault(host, List.of()).stream())
                .forEach(hca -> found.put(hca.index(), List.of(port(hca))));
        Map<String, List<String>> byDevice = found.values().stream()
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(port -> port.split(":")[0], LinkedHashMap::new, Collectors.toList()));
        jobs().flatMap(job -> job.devices().stream())
                .filter(device -> device.host().equals(host) && device.name().contains("+"))
                .forEach(device -> found.put(device.index(), parts(device.name(), byDevice)));
        return found;
    }

    private static String port(NcclLog.Hca hca) {
        return hca.port() == 1 ? hca.device() : hca.device() + ":" + hca.port();
    }

    /** A device of two ports is named twice, without the ports. */
    private static List<String> parts(String name, Map<String, List<String>> byDevice) {
        Set<String> parts = new LinkedHashSet<>();
        for (String device : name.split("\\+")) {
            parts.addAll(byDevice.getOrDefault(device, List.of(device)));
        }
        return List.copyOf(parts);
    }

    /** Return how people call a NIC of a host: its ports, or its index where nothing lists them. */
    String nic(String host, int index) {
        List<String> ports = devices(host).get(index);
        return ports == null ? "NIC " + index : String.join("+", ports);
    }

    /** Group paths of one host by its NIC. */
    static Map<Integer, List<Path>> byNic(List<Path> paths) {
        return paths.stream().collect(Collectors.groupingBy(Path::nic, TreeMap::new, Collectors.toList()));
    }

    /** Write numbers short: {@code 0-3,7}. */
    static String numbers(Iterable<Integer> values) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        Integer last = null;
        for (int value : values) {
            if (last != null && value != last + 1) {
                parts.add(range(from, last));
                from = value;
            }
            from = last == null ? value : from;
            last = value;
        }
        if (last != null) {
            parts.add(range(from, last));
        }
        return String.join(",", parts);
    }

    private static String range(int from, int to) {
        return from == to ? "" + from : from + "-" + to;
    }

    /** Return the channels of paths, sorted. */
    static Set<Integer> channels(List<Path> paths, Function<Path, Boolean> which) {
        return paths.stream()
                .filter(which::apply)
                .flatMap(path -> path.channels().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
