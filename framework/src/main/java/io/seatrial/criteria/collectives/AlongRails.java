package io.seatrial.criteria.collectives;

import io.seatrial.formats.NcclJob.Path;
import io.seatrial.measurement.LogFinding;
import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rings and trees keep to their rail from host to host: sender and receiver of a channel use NICs of one rail. The order of ranks that rank 0
 * prints is not asked, for it is cut behind twenty ranks; both ends of every channel name their NIC.
 */
final class AlongRails {
    static final String ID = "rails";

    private AlongRails() {}

    private record Edge(int channel, int from, int to) {}

    private record Ends(List<Path> sends, List<Path> receives) {
        Ends() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    private record Pair(Path send, Path receive) {}

    static LogFinding ask(LogEvidence evidence) {
        Map<Edge, Ends> edges = edges(evidence);
        List<Message> unknown = new ArrayList<>(LogGaps.ofChannels(evidence));
        Map<Pair, Set<Integer>> pairs = new LinkedHashMap<>();
        Map<String, Set<Integer>> lonely = new LinkedHashMap<>();
        edges.forEach((edge, ends) -> {
            if (ends.sends().size() == 1 && ends.receives().size() == 1) {
                Pair pair = new Pair(ends.sends().get(0), ends.receives().get(0));
                pairs.computeIfAbsent(pair, p -> new TreeSet<>()).add(edge.channel());
            } else {
                String ranks = edge.from() + " -> " + edge.to();
                lonely.computeIfAbsent(ranks, r -> new TreeSet<>()).add(edge.channel());
            }
        });
        lonely.forEach((ranks, channels) ->
                unknown.add(Message.of("nccl-log.one-end", "ranks", ranks, "channels", LogEvidence.numbers(channels))));
        List<Message> broken = new ArrayList<>();
        boolean hasRails = hasRails(evidence);
        pairs.forEach((pair, channels) -> compare(pair, channels, evidence, hasRails, broken, unknown));
        return LogFinding.of(
                ID,
                broken,
                unknown.stream().distinct().toList(),
                Message.of(hasRails ? "nccl-log.rails" : "nccl-log.rails-by-index", "count", (long) edges.size()));
    }

    private static Map<Edge, Ends> edges(LogEvidence evidence) {
        Map<Edge, Ends> edges = new LinkedHashMap<>();
        evidence.hosts().stream()
                .flatMap(host -> evidence.byNics(host).stream())
                .forEach(path -> path.channels().forEach(channel -> {
                    Ends ends = edges.computeIfAbsent(new Edge(channel, path.from(), path.to()), edge -> new Ends());
                    (path.isSend() ? ends.sends() : ends.receives()).add(path);
                }));
        return edges;
    }

    private static boolean hasRails(LogEvidence evidence) {
        return evidence.demands().hosts().values().stream()
                .flatMap(host -> host.rails().values().stream())
                .anyMatch(OptionalInt::isPresent);
    }

    private static void compare(
            Pair pair,
            Set<Integer> channels,
            LogEvidence evidence,
            boolean hasRails,
            List<Message> broken,
            List<Message> unknown) {
        Set<Integer> from =
                hasRails ? rails(pair.send(), evidence) : Set.of(pair.send().nic());
        Set<Integer> to = hasRails
                ? rails(pair.receive(), evidence)
                : Set.of(pair.receive().nic());
        if (from.isEmpty() || to.isEmpty()) {
            Path lost = from.isEmpty() ? pair.send() : pair.receive();
            unknown.add(Message.of(
                    "nccl-log.rail-undeclared", "host", lost.host(), "nic", evidence.nic(lost.host(), lost.nic())));
        } else if (!from.equals(to)) {
            broken.add(off(pair, channels, evidence));
        }
    }

    private static Message off(Pair pair, Set<Integer> channels, LogEvidence evidence) {
        return Message.of(
                "nccl-log.off-rail",
                "channels",
                LogEvidence.numbers(channels),
                "from",
                (long) pair.send().from(),
                "to",
                (long) pair.send().to(),
                "sender",
                pair.send().host() + "/"
                        + evidence.nic(pair.send().host(), pair.send().nic()),
                "receiver",
                pair.receive().host() + "/"
                        + evidence.nic(pair.receive().host(), pair.receive().nic()));
    }

    /** Return the rails of a NIC, none where one of its ports has none or is not known. */
    private static Set<Integer> rails(Path path, LogEvidence evidence) {
        Set<Integer> rails = new TreeSet<>();
        for (String port : evidence.devices(path.host()).getOrDefault(path.nic(), List.of())) {
            OptionalInt rail = evidence.demands()
                    .of(path.host())
                    .map(declared -> declared.rails().getOrDefault(port, OptionalInt.empty()))
                    .orElse(OptionalInt.empty());
            if (rail.isEmpty()) {
                return Set.of();
            }
            rails.add(rail.getAsInt());
        }
        return rails;
    }
}
