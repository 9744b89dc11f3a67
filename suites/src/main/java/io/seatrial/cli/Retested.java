package io.seatrial.cli;

import io.seatrial.archive.Closing;
import io.seatrial.archive.RunArchive;
import io.seatrial.inventory.HostList;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Narrows a run to the hosts of what did not pass in an earlier one, and a few that did to measure them with. */
final class Retested {
    /** Hosts that passed and come along: a host cannot be measured without partners, and three make a class of flows with it. */
    private static final int PARTNERS = 3;

    private Retested() {}

    static RunOptions narrow(RunCommand command) {
        if (command.retest.isEmpty()) {
            return command.options;
        }
        RunArchive earlier = RunArchive.open(RunArchive.find(command.runs.folder, command.retest.get()));
        Closing closing = earlier.closing()
                .orElseThrow(() -> new UsageException("--retest: run "
                        + earlier.header().run() + " did not come to its end; go on with --resume instead"));
        Set<String> hosts = new TreeSet<>();
        Set<String> partners = new TreeSet<>();
        closing.results().stream()
                .filter(result ->
                        !result.verdict().equals("passed") && !result.verdict().equals("watch"))
                .forEach(result -> hosts.addAll(
                        hosts(result.subject(), Set.copyOf(earlier.header().hosts()))));
        if (hosts.isEmpty()) {
            throw new UsageException(
                    "--retest: everything passed in run " + earlier.header().run());
        }
        earlier.header().hosts().stream()
                .filter(host -> !hosts.contains(host))
                .limit(PARTNERS)
                .forEach(partners::add);
        hosts.addAll(partners);
        command.options.hosts = Optional.of(HostList.fold(hosts));
        return command.options;
    }

    private static Set<String> hosts(String subject, Set<String> known) {
        Set<String> hosts = new TreeSet<>(Arrays.asList(subject.split("[ /~>]")));
        hosts.retainAll(known);
        return hosts;
    }
}
