package io.seatrial.criteria.collectives;

import io.seatrial.formats.NcclJob.Path;
import io.seatrial.measurement.LogFinding;
import io.seatrial.measurement.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Each host uses all of its NICs, and no other: those that the inventory declares, else those that the library lists. */
final class AllNics {
    static final String ID = "nics";

    private AllNics() {}

    static LogFinding ask(LogEvidence evidence) {
        List<Message> broken = new ArrayList<>();
        List<Message> unknown = new ArrayList<>(LogGaps.ofChannels(evidence));
        evidence.hosts().stream()
                .filter(host -> !evidence.byNics(host).isEmpty())
                .forEach(host -> ask(host, evidence, broken, unknown));
        return LogFinding.of(ID, broken, unknown, Message.of("nccl-log.nics", "hosts", (long)
                evidence.hosts().size()));
    }

    private static void ask(String host, LogEvidence evidence, List<Message> broken, List<Message> unknown) {
        Set<String> used = new TreeSet<>();
        Map<Integer, List<String>> devices = evidence.devices(host);
        Set<Integer> unnamed = new TreeSet<>();
        for (Path path : evidence.byNics(host)) {
            List<String> ports = devices.get(path.nic());
            if (ports == null) {
                unnamed.add(path.nic());
            } else {
                used.addAll(ports);
            }
        }
        if (!unnamed.isEmpty()) {
            unknown.add(Message.of("nccl-log.nics-unlisted", "host", host, "nics", LogEvidence.numbers(unnamed)));
            return;
        }
        Optional<Set<String>> declared =
                evidence.demands().of(host).map(d -> d.rails().keySet());
        unused(host, evidence, declared.orElseGet(() -> all(devices)), used, broken);
        declared.ifPresent(names -> undeclared(host, names, used, broken));
    }

    private static Set<String> all(Map<Integer, List<String>> devices) {
        Set<String> all = new TreeSet<>();
        devices.values().forEach(all::addAll);
        return all;
    }

    /** A channel whose line is missing may have gone by the NIC that seems unused. */
    private static void unused(
            String host, LogEvidence evidence, Set<String> expected, Set<String> used, List<Message> broken) {
        Set<String> unused = new TreeSet<>(expected);
        unused.removeAll(used);
        if (!unused.isEmpty() && evidence.isWhole(host)) {
            broken.add(
                    Message.of("nccl-log.nic-unused", "host", host, "nics", String.join(", ", unused), "count", (long)
                            expected.size()));
        }
    }

    private static void undeclared(String host, Set<String> declared, Set<String> used, List<Message> broken) {
        Set<String> other = new TreeSet<>(used);
        other.removeAll(declared);
        if (!other.isEmpty()) {
            broken.add(Message.of("nccl-log.nic-undeclared", "host", host, "nics", String.join(", ", other)));
        }
    }
}
