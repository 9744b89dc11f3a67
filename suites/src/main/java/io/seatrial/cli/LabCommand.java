package io.seatrial.cli;

import io.seatrial.inventory.Cluster;
import io.seatrial.lab.Fault;
import io.seatrial.lab.Lab;
import io.seatrial.lab.LabAccess;
import io.seatrial.lab.LabState;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The virtual cluster, kept up for trying things by hand. */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        description = "Keep a virtual cluster up, for trying things by hand.",
        subcommands = {LabCommand.Start.class, LabCommand.Stop.class, LabCommand.Faults.class})
final class LabCommand {
    /** Starts a lab and keeps it until it is stopped. */
    @Command(
            name = "start",
            mixinStandardHelpOptions = true,
            description = "Start the lab of a virtual cluster and keep it up until Ctrl-C or 'lab stop'.")
    static final class Start implements Callable<Integer> {
        @Spec
        CommandSpec spec;

        @Mixin
        ClusterOption option;

        @Option(names = "--fault", paramLabel = "NAME:SUBJECT", description = "Inject a fault; repeatable.")
        List<String> faults = List.of();

        @Override
        public Integer call() throws IOException, InterruptedException {
            Cluster cluster = option.cluster();
            if (cluster.lab().isEmpty()) {
                throw new UsageException(
                        "cluster " + cluster.name() + " has no lab: block in its cluster.yaml; it is not virtual");
            }
            Path folder = LabFolders.standing(cluster);
            try (Lab lab = Lab.start(cluster, FaultOptions.of(faults, cluster).faults(), folder)) {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(lab), "lab stop"));
                show(cluster, lab.access(), spec.commandLine().getOut());
                lab.awaitStop();
            }
            return Status.HOLDS;
        }

        private static void close(Lab lab) {
            try {
                lab.close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        private static void show(Cluster cluster, LabAccess access, PrintWriter out) {
            cluster.hosts().forEach(host -> out.println(ssh(access, host.address()) + "    # " + host.name()));
            cluster.switches().stream()
                    .filter(Lab::serves)
                    .forEach(node -> out.println(
                            ssh(access, node.address()) + " counterpoll show    # " + node.name() + ", as SONiC"));
            out.println(
                    "lab of " + cluster.name() + " is up (process " + access.pid() + "); runs with --cluster use it");
            out.flush();
        }
    }

    private static String ssh(LabAccess access, String address) {
        return "ssh -i " + access.key() + " -o UserKnownHostsFile=" + access.knownHosts() + " -p " + access.port() + " "
                + access.user() + "@" + address;
    }

    /** Stops a lab that another process keeps. */
    @Command(name = "stop", mixinStandardHelpOptions = true, description = "Stop the lab of a virtual cluster.")
    static final class Stop implements Callable<Integer> {
        private static final long PATIENCE_SECONDS = 20;

        @Spec
        CommandSpec spec;

        @Mixin
        ClusterOption option;

        @Override
        public Integer call() throws Exception {
            Cluster cluster = option.cluster();
            Optional<LabState> state =
                    LabState.read(LabFolders.standing(cluster)).filter(LabState::alive);
            if (state.isEmpty()) {
                spec.commandLine().getOut().println("no lab of " + cluster.name() + " is up");
                return Status.HOLDS;
            }
            ProcessHandle process = ProcessHandle.of(state.get().access().pid()).orElseThrow();
            process.destroy();
            process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            spec.commandLine().getOut().println("lab of " + cluster.name() + " stopped");
            return Status.HOLDS;
        }
    }

    /** Lists the faults. */
    @Command(name = "faults", mixinStandardHelpOptions = true, description = "List the faults that can be injected.")
    static final class Faults implements Callable<Integer> {
        @Spec
        CommandSpec spec;

        @Override
        public Integer call() {
            Fault.names().forEach((name, effect) -> spec.commandLine().getOut().printf("%-18s %s%n", name, effect));
            return Status.HOLDS;
        }
    }
}
