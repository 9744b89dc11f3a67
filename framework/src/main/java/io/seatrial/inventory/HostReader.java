package io.seatrial.inventory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code hosts:}. */
final class HostReader {
    private static final int MOST_GPUS = 1024;

    private final Problems problems;
    private final Map<String, Node> declared;
    private final PortReader ports;
    private final SshReader ssh;
    private final SshDraft common;
    private final boolean virtual;
    private final Map<String, Node> addresses = new HashMap<>();
    private final List<Host> hosts = new ArrayList<>();

    HostReader(
            Problems problems,
            Map<String, Node> declared,
            PortReader ports,
            SshReader ssh,
            SshDraft common,
            boolean virtual) {
        this.problems = problems;
        this.declared = declared;
        this.ports = ports;
        this.ssh = ssh;
        this.common = common;
        this.virtual = virtual;
    }

    List<Host> read(Section cluster) {
        for (Node node : cluster.filled("hosts")) {
            Section.read(problems, node, Shape.HOST).ifPresent(this::group);
        }
        return hosts;
    }

    private void group(Section group) {
        SshDraft draft = ssh.read(group).over(common);
        if (draft.user().isEmpty() && !virtual) {
            problems.add(group.place(), "hosts without a login name", "'ssh: {user: ...}' here or at the top");
        }
        SshSettings settings = ssh.settings(draft);
        List<PortReader.Entry> entries = ports.entries(group);
        int gpus = group.has("gpus")
                ? group.integer("gpus", Scope.of("", 0), 0, MOST_GPUS).orElse(0)
                : 0;
        int index = 0;
        for (String name : group.names("names")) {
            if (Unique.name(problems, declared, group.place("names"), name)) {
                host(group, Scope.of(name, index), settings, entries, gpus);
            }
            index++;
        }
    }

    private void host(Section group, Scope scope, SshSettings settings, List<PortReader.Entry> entries, int gpus) {
        Optional<String> address = group.text("address", scope);
        // one machine may serve several hosts on several TCP ports
        address.ifPresent(a -> Unique.address(
                problems, addresses, group.place("address"), a, " port " + settings.port(), "SSH address"));
        List<RdmaPort> written = ports.ports(scope, entries);
        hosts.add(new Host(scope.name(), address.orElse(""), settings, written, gpus));
    }
}
