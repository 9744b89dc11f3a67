package io.seatrial.inventory;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;

/** Reads the whole file from top to bottom and puts the cluster together. */
final class ClusterReader {
    private final Path folder;
    private final Document document;
    private final Problems problems;
    private final Map<String, Node> declared = new HashMap<>();

    ClusterReader(Path folder, Document document, Problems problems) {
        this.folder = folder;
        this.document = document;
        this.problems = problems;
    }

    Cluster read() {
        Optional<Cluster> cluster =
                Section.read(problems, document.root(), Shape.CLUSTER).map(this::cluster);
        problems.throwIfAny();
        return cluster.orElseThrow();
    }

    private Cluster cluster(Section top) {
        format(top);
        Optional<LabSettings> lab = new LabReader(problems).read(top);
        SshReader ssh = new SshReader(problems, folder);
        SshDraft common = ssh.read(top);
        SwitchReader switchReader = new SwitchReader(problems, declared, ssh, common, top.has("lab"));
        Map<String, Switch> switches = switchReader.read(top);
        Wiring wiring = new Wiring(problems, switches, switchReader.isComplete());
        PortReader ports = new PortReader(problems, wiring);
        HostReader reader = new HostReader(problems, declared, ports, ssh, common, top.has("lab"));
        int before = problems.count();
        List<Host> hosts = reader.read(top);
        boolean allHosts = problems.count() == before;
        new CableReader(problems, wiring).read(top);
        List<Tier> tiers = new TierReader(problems).read(top, wiring);
        List<NvlinkDomain> domains = new NvlinkReader(problems, hosts, allHosts).read(top);
        Servers servers = new ServersReader(problems, ssh, hosts, allHosts, switches.keySet()).read(top);
        return new Cluster(
                name(top),
                folder,
                document.hash(),
                top.text("platform").orElse(""),
                hosts,
                List.copyOf(switches.values()),
                tiers,
                wiring.links(),
                wiring.cables(),
                domains,
                lab,
                new QosReader(problems).read(top),
                servers);
    }

    private void format(Section top) {
        if (top.has("format") && !top.text("format").orElse("1").equals("1")) {
            problems.add(top.place("format"), "format '" + top.text("format").orElse("") + "'", "format 1");
        }
    }

    private String name(Section top) {
        String name = top.text("name").orElse("unnamed");
        if (!Names.NODE.fits(name)) {
            problems.add(top.place("name"), "name '" + name + "'", Names.NODE.expected());
        }
        return name;
    }
}
