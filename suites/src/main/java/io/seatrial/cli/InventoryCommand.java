package io.seatrial.cli;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterJson;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Looks at the cluster's folder without touching the cluster. */
@Command(name = "inventory", description = "Read a cluster's folder.", subcommands = InventoryCommand.Check.class)
final class InventoryCommand {
    /** Reads everything and says what it is. */
    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Read a cluster's folder and say what it is; every problem with file and line.")
    static final class Check implements java.util.concurrent.Callable<Integer> {
        @Spec
        CommandSpec spec;

        @Mixin
        ClusterOption option;

        @Option(names = "--json", description = "Print the resolved cluster as JSON.")
        boolean json;

        @Override
        public Integer call() {
            Cluster cluster = option.cluster();
            option.criteria(cluster);
            io.seatrial.criteria.WaiversFile.read(option.folder);
            io.seatrial.baseline.BaselineFile.read(option.folder);
            spec.commandLine().getOut().println(json ? ClusterJson.write(cluster) : sentence(cluster));
            return Status.HOLDS;
        }

        private static String sentence(Cluster cluster) {
            return String.format(
                    Locale.ROOT,
                    "%s: %d hosts, %d ports, %d switches, %d links, %d cables: good",
                    cluster.name(),
                    cluster.hosts().size(),
                    cluster.ports().size(),
                    cluster.switches().size(),
                    cluster.links().size(),
                    cluster.cables().size());
        }
    }
}
