package io.seatrial.cli;

import io.seatrial.archive.RunArchive;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.run.Cleanup;
import io.seatrial.run.ClusterLock;
import io.seatrial.transport.Transport;
import io.seatrial.transport.ssh.SshTransport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Undoes what crashed runs left on hosts. */
@Command(
        name = "cleanup",
        mixinStandardHelpOptions = true,
        description = "Undo on every host what crashed runs of a cluster left there, as their journals say.")
final class CleanupCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Mixin
    ClusterOption option;

    @Mixin
    RunsOption runs;

    @Override
    public Integer call() throws IOException {
        Cluster cluster = option.cluster();
        List<RunArchive> open = RunArchive.all(runs.folder).stream()
                .map(RunArchive::open)
                .filter(archive -> archive.header().cluster().equals(cluster.name()))
                .filter(Cleanup::isNeeded)
                .toList();
        if (open.isEmpty()) {
            spec.commandLine().getOut().println("nothing to undo: every journal of " + cluster.name() + " is closed");
            return Status.HOLDS;
        }
        // What a run under way has put there is no leftover; undoing it would end that run.
        try (ClusterLock lock = ClusterLock.take(runs.folder, cluster.name(), ClusterLock.owner())) {
            return undo(cluster, open);
        }
    }

    private int undo(Cluster cluster, List<RunArchive> open) throws IOException {
        boolean clean = true;
        try (Surroundings around = Surroundings.of(cluster, new FaultOptions(List.of()), runs.folder);
                Transport transport = SshTransport.open(SshTransport.Options.standard())) {
            Map<String, Host> hosts = around.cluster().hosts().stream()
                    .collect(Collectors.toMap(Host::name, host -> host, (a, b) -> a, TreeMap::new));
            for (RunArchive archive : open) {
                for (Cleanup.Result result : Cleanup.undo(archive, hosts, transport)) {
                    spec.commandLine()
                            .getOut()
                            .println(archive.header().run() + " " + result.host() + ": " + result.text());
                    clean &= result.asFound();
                }
            }
        }
        return clean ? Status.HOLDS : Status.DOES_NOT_HOLD;
    }
}
