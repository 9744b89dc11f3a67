package io.seatrial.cli;

import io.seatrial.archive.RunArchive;
import io.seatrial.baseline.comparing.Percent;
import io.seatrial.baseline.comparing.Rules;
import io.seatrial.criteria.experiment.Effects;
import io.seatrial.criteria.experiment.Experiment;
import io.seatrial.criteria.experiment.MeasuredRun;
import io.seatrial.criteria.experiment.Treatment;
import io.seatrial.measurement.Message;
import io.seatrial.report.ExperimentResult;
import io.seatrial.run.LeftTreatment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads the runs of an experiment from their folders and says what its levels do. */
final class ExperimentAnalysis {
    private ExperimentAnalysis() {}

    static ExperimentResult of(ExperimentPlan plan, Path runs) {
        List<RunArchive> all = ExperimentRuns.finished(plan, runs);
        List<RunArchive> own = all.stream()
                .filter(run -> plan.hash().equals(run.header().options().get(ExperimentPlan.FILE)))
                .toList();
        Collection<RunArchive> counted = newest(own);
        Experiment experiment = plan.experiment();
        int missing = experiment.blocks() * experiment.treatments().size() - counted.size();
        List<MeasuredRun> measured =
                counted.stream().map(ExperimentAnalysis::measured).toList();
        return new ExperimentResult(
                experiment,
                plan.cluster().name(),
                plan.cluster().lab().isPresent(),
                counted.stream().map(run -> run.header().run()).toList(),
                missing,
                Effects.of(experiment, measured, Rules.Q),
                remarks(plan, missing, all.size() - own.size(), runs));
    }

    /** A run that was measured again counts once, as it was measured last. */
    private static Collection<RunArchive> newest(List<RunArchive> runs) {
        Map<String, RunArchive> newest = new LinkedHashMap<>();
        runs.forEach(run -> newest.put(
                run.header().options().get(ExperimentPlan.BLOCK) + " "
                        + run.header().options().get(ExperimentPlan.TREATMENT),
                run));
        return newest.values();
    }

    private static MeasuredRun measured(RunArchive run) {
        Map<String, String> options = run.header().options();
        return new MeasuredRun(
                Integer.parseInt(options.get(ExperimentPlan.BLOCK)),
                Treatment.parse(options.get(ExperimentPlan.TREATMENT)),
                RunSide.read(run).side().values());
    }

    private static List<Message> remarks(ExperimentPlan plan, int missing, int others, Path runs) {
        Experiment experiment = plan.experiment();
        List<Message> remarks = new ArrayList<>();
        String first = experiment.factors().stream()
                .map(factor -> factor.name() + "=" + factor.levels().get(0).name())
                .collect(Collectors.joining(", "));
        remarks.add(Message.of(
                "experiment.terms",
                "first",
                first,
                "blocks",
                (long) experiment.blocks(),
                "tolerance",
                Percent.of(experiment.measuring().tolerance().ppm() / 1e6),
                "q",
                Percent.of(Rules.Q)));
        if (missing > 0) {
            long wanted = (long) experiment.blocks() * experiment.treatments().size();
            remarks.add(Message.of("experiment.missing", "missing", (long) missing, "all", wanted));
        }
        if (others > 0) {
            remarks.add(Message.of("experiment.other-file", "count", (long) others));
        }
        ExperimentRuns.ended(plan, runs).stream()
                .flatMap(run -> LeftTreatment.atItsEnd(run).stream())
                .forEach(left -> remarks.add(Message.of(
                        "experiment.not-restored",
                        "run",
                        left.run(),
                        "host",
                        left.host(),
                        "command",
                        left.command(),
                        "journal",
                        left.journal().toString())));
        return remarks;
    }
}
