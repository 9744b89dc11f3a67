package io.seatrial.inventory;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code switches:}. */
final class SwitchReader {
    static final List<String> ROLES = List.of("leaf", "spine", "core");

    private final Problems problems;
    private final Map<String, Node> declared;
    private final SshReader ssh;
    private final SshDraft common;
    private final boolean virtual;
    private final Map<String, Node> addresses = new HashMap<>();
    private final Map<String, Switch> switches = new LinkedHashMap<>();
    private boolean complete;

    /** @param declared names of hosts and switches so far, with their places; one name space for both */
    SwitchReader(Problems problems, Map<String, Node> declared, SshReader ssh, SshDraft common, boolean virtual) {
        this.problems = problems;
        this.declared = declared;
        this.ssh = ssh;
        this.common = common;
        this.virtual = virtual;
    }

    Map<String, Switch> read(Section cluster) {
        int before = problems.count();
        for (Node node : cluster.filled("switches")) {
            Section.read(problems, node, Shape.SWITCH).ifPresent(this::group);
        }
        complete = problems.count() == before && !switches.isEmpty();
        return switches;
    }

    /** Tell whether every name of a switch could be read, so that a name that is not among them is an error of its own. */
    boolean isComplete() {
        return complete;
    }

    private void group(Section group) {
        Optional<String> role = group.text("role");
        if (role.isPresent() && !ROLES.contains(role.get())) {
            String found = "role '" + role.get() + "'";
            problems.add(group.place("role"), found, String.join(", ", ROLES), Nearest.to(role.get(), ROLES));
        }
        String system = system(group);
        SshSettings settings = settings(group, system);
        int index = 0;
        for (String name : group.names("names")) {
            if (Unique.name(problems, declared, group.place("names"), name)) {
                Scope scope = Scope.of(name, index);
                String address = group.text("address", scope).orElse("");
                Unique.address(problems, addresses, group.place("address"), address, "switch address");
                // a wrong role has been reported; the name stays known so that its links are no further problems
                switches.put(
                        name, new Switch(name, role.filter(ROLES::contains).orElse("leaf"), address, system, settings));
            }
            index++;
        }
    }

    private String system(Section group) {
        Optional<String> system = group.text("system");
        if (system.isPresent() && !Switch.SYSTEMS.contains(system.get())) {
            String found = "system '" + system.get() + "'";
            String expected = String.join(", ", Switch.SYSTEMS);
            problems.add(group.place("system"), found, expected, Nearest.to(system.get(), Switch.SYSTEMS));
        }
        return system.filter(Switch.SYSTEMS::contains).orElse("");
    }

    private SshSettings settings(Section group, String system) {
        SshDraft draft = ssh.readOfSwitches(group).over(common);
        boolean asked = !system.isEmpty() && group.has("address");
        if (asked && draft.user().isEmpty() && !virtual) {
            problems.add(group.place(), "switches without a login name", "'ssh: {user: ...}' here or at the top");
        }
        return ssh.settings(draft);
    }
}
