package io.seatrial.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.seatrial.criteria.nccl.Finding;
import io.seatrial.criteria.nccl.NcclLint;
import io.seatrial.formats.environment.PlacedLine;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.measurement.Setting;
import io.seatrial.probe.NcclReader;
import io.seatrial.report.Texts;
import io.seatrial.transport.Transport;
import io.seatrial.transport.ssh.SshTransport;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What is set for NCCL on the hosts of a cluster, and how they differ.
 *
 * @param hosts settings by host, in the order of the inventory
 */
record LintedHosts(NcclLint lint, Map<String, List<Setting>> hosts) {
    /** For one host from the first packet on. */
    private static final long PATIENCE_SECONDS = 60;

    /** Read all hosts at once; one that cannot be reached or read says why. */
    static Map<String, List<Setting>> read(Cluster cluster) throws IOException {
        try (Surroundings around = Surroundings.of(cluster, new FaultOptions(List.of()), cluster.folder());
                Transport transport = SshTransport.open(SshTransport.Options.standard())) {
            Map<String, CompletableFuture<List<Setting>>> reading = new LinkedHashMap<>();
            around.cluster().hosts().forEach(host -> reading.put(host.name(), read(host, transport)));
            Map<String, List<Setting>> read = new LinkedHashMap<>();
            reading.forEach((host, settings) -> read.put(host, settings.join()));
            return read;
        }
    }

    private static CompletableFuture<List<Setting>> read(Host host, Transport transport) {
        return transport
                .open(host)
                .thenCompose(NcclReader::read)
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .exceptionally(failure -> {
                    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
                    String text = cause.getMessage() == null ? "no answer in time" : cause.getMessage();
                    return NcclReader.unreadable(host.name(), text);
                });
    }

    int show(boolean json, PrintWriter out) {
        Map<String, List<Finding>> findings = new LinkedHashMap<>();
        hosts.keySet().forEach(host -> findings.put(host, lint.look(NcclLint.sources(lines(host)))));
        if (json) {
            out.println(json(findings).toPrettyString());
        } else {
            hosts.keySet().forEach(host -> {
                findings.get(host).forEach(finding -> out.println(host + ":" + finding.text()));
                unread(host).forEach(cause -> out.println(host + ": cannot tell: " + cause));
            });
            differences().forEach(out::println);
            List<Finding> all = findings.values().stream().flatMap(List::stream).toList();
            out.println(LintText.count(all) + " on " + hosts.size() + " hosts, "
                    + hosts.keySet().stream()
                            .filter(host -> !unread(host).isEmpty())
                            .count()
                    + " of them not read; judged for " + LintText.releases(lint));
        }
        return status(findings);
    }

    private int status(Map<String, List<Finding>> findings) {
        int status = LintCommand.status(
                findings.values().stream().flatMap(List::stream).toList());
        boolean unread = hosts.keySet().stream().anyMatch(host -> !unread(host).isEmpty());
        return status == Status.HOLDS && unread ? Status.CANNOT_TELL : status;
    }

    private List<PlacedLine> lines(String host) {
        return hosts.get(host).stream()
                .flatMap(setting -> setting.text().stream())
                .filter(text -> !text.equals(Setting.NONE))
                .map(PlacedLine::of)
                .toList();
    }

    private List<String> unread(String host) {
        return hosts.get(host).stream()
                .flatMap(setting -> setting.cause().stream())
                .map(Texts::sentence)
                .toList();
    }

    /** Compare the hosts that were read to the end. */
    private List<String> differences() {
        Set<String> read = new TreeSet<>();
        Map<String, Set<String>> having = new TreeMap<>();
        hosts.keySet().stream().filter(host -> unread(host).isEmpty()).forEach(host -> {
            read.add(host);
            lines(host).stream()
                    .filter(line -> !line.assignments().isEmpty())
                    .forEach(line -> having.computeIfAbsent(line.comparable(), key -> new TreeSet<>())
                            .add(host));
        });
        List<String> differences = new ArrayList<>();
        having.forEach((line, some) -> {
            if (some.size() < read.size()) {
                differences.add(difference(line, some, read));
            }
        });
        return differences;
    }

    private static String difference(String line, Set<String> some, Set<String> read) {
        Set<String> without = new TreeSet<>(read);
        without.removeAll(some);
        boolean most = 2 * some.size() > read.size();
        return "differs: " + Texts.printable(line) + " is on " + some.size() + " of " + read.size() + " hosts, "
                + (most ? "not on " + String.join(", ", without) : "on " + String.join(", ", some));
    }

    private ObjectNode json(Map<String, List<Finding>> findings) {
        ObjectNode all = LintText.json(lint);
        ArrayNode list = all.putArray("hosts");
        hosts.keySet().forEach(host -> {
            ObjectNode one = list.addObject().put("host", host);
            ArrayNode lines = one.putArray("lines");
            lines(host).forEach(line -> lines.add(Texts.printable(line.placed())));
            ArrayNode unread = one.putArray("unread");
            unread(host).forEach(unread::add);
            one.set("findings", LintText.json(findings.get(host)));
        });
        ArrayNode differences = all.putArray("differences");
        differences().forEach(differences::add);
        return all;
    }
}
