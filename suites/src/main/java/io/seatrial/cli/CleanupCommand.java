package io.seatrial.cli;

import io.seatrial.archive.RunArchive;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.run.Cleanup;
import io.seatrial.run.ClusterLock;
import io.seatrial.transport.Transport;
import io.seatrial.transport.ssh.SshTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
        List<RunArchive> open = RunArchive.readable(runs.folder).stream()
                .filter(archive -> archive.header().cluster().equals(cluster.name()))
                .filter(Cleanup::isNeeded)
                .toList();
        List<Path> damaged = damaged(cluster);
        if (open.isEmpty() && damaged.isEmpty()) {
            spec.commandLine().getOut().println("nothing to undo: every journal of " + cluster.name() + " is closed");
        }
        int status = open.isEmpty() ? Status.HOLDS : undoAlone(cluster, open);
        damaged.forEach(this::say);
        return damaged.isEmpty() || status != Status.HOLDS ? status : Status.CANNOT_TELL;
    }

    /** Runs that left something on hosts and whose header cannot be read any more. */
    private List<Path> damaged(Cluster cluster) {
        Set<Path> readable = RunArchive.readable(runs.folder).stream()
                .map(RunArchive::folder)
                .collect(Collectors.toSet());
        return RunArchive.all(runs.folder).stream()
                .filter(folder -> folder.getParent().getFileName().toString().equals(cluster.name()))
                .filter(folder -> !readable.contains(folder))
                .filter(folder -> Cleanup.isNeeded(RunArchive.journal(folder)))
                .toList();
    }

    private void say(Path run) {
        spec.commandLine()
                .getOut()
                .println(run.getFileName() + ": cannot tell, its run.json cannot be read; undo by hand what "
                        + RunArchive.journal(run) + " says, then remove the folder");
    }

    private int undoAlone(Cluster cluster, List<RunArchive> open) throws IOException {
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
