package io.seatrial.cli;

import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.inventory.Host;
import java.util.List;
import java.util.Map;

/** Opens an interrupted run again; it must be about the same cluster and the same questions, else its rounds mean something else. */
final class Resumed {
    private Resumed() {}

    static RunArchive open(RunCommand command, Schedule schedule) {
        RunArchive archive = RunArchive.open(RunArchive.find(command.runs.folder, command.resume.orElseThrow()));
        RunHeader header = archive.header();
        if (archive.closing().isPresent() && !archive.isHalfClosed()) {
            throw new UsageException("--resume: run " + header.run() + " came to its end ("
                    + archive.closing().get().verdict() + "); start a new run");
        }
        if (header.options().containsKey(ExperimentPlan.TREATMENT)) {
            throw new UsageException("--resume: run " + header.run() + " belongs to experiment "
                    + header.options().get(ExperimentPlan.EXPERIMENT)
                    + ", whose setting would not be applied again; go on with 'seatrial experiment run', which measures"
                    + " the block anew");
        }
        require(
                "cluster.yaml",
                header.clusterHash(),
                schedule.prepared().cluster().hash());
        require("--profile", header.profile(), schedule.prepared().profile().text());
        require("--seed", header.seed(), schedule.prepared().seed());
        List<String> hosts =
                schedule.prepared().cluster().hosts().stream().map(Host::name).toList();
        require("the selected hosts", header.hosts(), hosts);
        Map<String, String> options = command.recorded();
        for (String option : List.of("only", "leaf", "rail", "fault", "for", "budget")) {
            require("--" + option, given(header.options(), option), given(options, option));
        }
        return archive;
    }

    private static String given(Map<String, String> options, String name) {
        return options.getOrDefault(name, "not given");
    }

    private static void require(String what, Object then, Object now) {
        if (!then.equals(now)) {
            throw new UsageException("--resume: " + what + " was " + then + " when the run began, now it is " + now
                    + "; start a new run");
        }
    }
}
