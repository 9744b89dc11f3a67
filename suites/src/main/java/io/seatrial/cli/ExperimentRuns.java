package io.seatrial.cli;

import io.seatrial.archive.RunArchive;
import io.seatrial.criteria.experiment.Treatment;
import io.seatrial.inventory.Host;
import io.seatrial.run.LeftTreatment;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** The runs of an experiment, block by block: each is a run like any other, kept in the folder of all runs. */
final class ExperimentRuns {
    private final ExperimentPlan plan;
    private final Path runs;
    private final PrintWriter out;
    private final PrintWriter err;
    private final FixedSettings fixed;

    ExperimentRuns(ExperimentPlan plan, Path runs, PrintWriter out, PrintWriter err) {
        this.plan = plan;
        this.runs = runs;
        this.out = out;
        this.err = err;
        this.fixed = new FixedSettings(
                plan.experiment().fixed(),
                plan.cluster().hosts().stream().map(Host::name).toList());
    }

    /** Return the finished runs of an experiment, oldest first, but those that left a host under their setting. */
    static List<RunArchive> finished(ExperimentPlan plan, Path runs) {
        return ended(plan, runs).stream()
                .filter(archive -> LeftTreatment.atItsEnd(archive).isEmpty())
                .toList();
    }

    /** Return the runs of an experiment that came to their end, oldest first. */
    static List<RunArchive> ended(ExperimentPlan plan, Path runs) {
        return RunArchive.readable(runs).stream()
                .filter(archive ->
                        archive.header().cluster().equals(plan.cluster().name()))
                .filter(archive -> plan.experiment()
                        .name()
                        .equals(archive.header().options().get(ExperimentPlan.EXPERIMENT)))
                .filter(archive -> archive.closing().isPresent())
                .toList();
    }

    /**
     * Measure what is not measured yet; whatever ends a run early ends the experiment.
     *
     * @return 0 when all is measured, else the status of the run that ended it
     */
    int execute() throws IOException {
        if (!isClean()) {
            return Status.FAILED;
        }
        for (int block = 0; block < plan.experiment().blocks(); block++) {
            for (Treatment treatment : plan.experiment().inBlock(block)) {
                Map<String, String> recorded = plan.recorded(block, treatment);
                if (newest(finished(plan, runs), recorded).isPresent()) {
                    out.println("block " + block + ": " + treatment.text() + ": measured already");
                    continue;
                }
                int status = isClean() ? measure(block, treatment, recorded) : Status.FAILED;
                if (status != Status.HOLDS) {
                    return status;
                }
            }
        }
        return Status.HOLDS;
    }

    /** A setting that is still applied would be part of every level. */
    private boolean isClean() {
        List<LeftTreatment> left = LeftTreatment.of(runs, plan.cluster().name());
        left.forEach(one -> err.println(one.text()));
        if (!left.isEmpty()) {
            err.println("nothing is measured while a setting is not as found: run 'seatrial cleanup --cluster "
                    + plan.experiment().cluster() + " --runs " + runs + "' and then this again; suites/COMPARE.md says"
                    + " what to do where that cannot put it right");
        }
        return left.isEmpty();
    }

    private static Optional<RunArchive> newest(List<RunArchive> of, Map<String, String> recorded) {
        return of.stream()
                .filter(archive -> archive.header().options().entrySet().containsAll(recorded.entrySet()))
                .reduce((older, newer) -> newer);
    }

    /** What a run came to by its limits does not matter here, but it must have come to its end with the hosts as found. */
    private int measure(int block, Treatment treatment, Map<String, String> recorded) throws IOException {
        out.println("block " + block + ": " + treatment.text());
        int before = ended(plan, runs).size();
        int status = command(treatment, recorded).call();
        List<RunArchive> ended = ended(plan, runs);
        Optional<RunArchive> archive = ended.size() > before ? newest(ended, recorded) : Optional.empty();
        if (archive.isEmpty()) {
            err.println("the run did not come to its end, so that the experiment ends here; run it again to go on"
                    + " where it stopped, after 'seatrial cleanup --cluster "
                    + plan.experiment().cluster() + "' if hosts were not left as found");
            return status == Status.HOLDS ? Status.FAILED : status;
        }
        List<String> left = left(archive.get());
        if (!left.isEmpty()) {
            err.println("the hosts are not as found, so that nothing more is measured; see 'seatrial cleanup': "
                    + String.join("; ", left));
            return Status.FAILED;
        }
        return Status.HOLDS;
    }

    private static List<String> left(RunArchive archive) {
        return archive.hosts().stream()
                .filter(host -> host.phase().equals("close") && !host.good())
                .map(host -> host.host() + ": " + host.text())
                .toList();
    }

    private RunCommand command(Treatment treatment, Map<String, String> recorded) {
        RunCommand command = new RunCommand();
        CommandLine line = new CommandLine(command).setOut(out).setErr(err);
        List<String> words = new ArrayList<>(List.of(
                "--cluster",
                plan.experiment().cluster().toString(),
                "--profile",
                plan.experiment().measuring().profile().text(),
                "--seed",
                Long.toString(plan.experiment().seed()),
                "--runs",
                runs.toString()));
        plan.experiment().measuring().only().forEach(tag -> words.addAll(List.of("--only", tag)));
        line.parseArgs(words.toArray(String[]::new));
        command.treated = new Treated(recorded, fixed::check, plan.steps(treatment));
        return command;
    }
}
