package io.seatrial.criteria.experiment;

import io.seatrial.baseline.comparing.Effect;
import io.seatrial.baseline.comparing.Percent;
import io.seatrial.baseline.statistics.BlockEffect;
import io.seatrial.baseline.statistics.FalseDiscovery;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SeriesKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says what every level of an experiment does against the first one. All levels and classes are one family of tests per direction, and an
 * effect counts only if it is beyond what chance does <em>and</em> beyond what anybody minds.
 */
public final class Effects {
    private final Experiment experiment;
    private final double q;

    private record Draft(Factor factor, Level level, SeriesKey key, PairedBlocks.OfClass blocks, BlockEffect size) {
        double p(boolean worse) {
            boolean up = worse == (blocks.metric.better() == Direction.LOWER_IS_BETTER);
            return up ? size.pUp() : size.pDown();
        }
    }

    private Effects(Experiment experiment, double q) {
        this.experiment = experiment;
        this.q = q;
    }

    /**
     * Judge.
     *
     * @param runs what was measured; a block that lacks one of two levels says nothing about their difference
     * @param q largest share of false discoveries, each direction apart
     */
    public static List<LevelEffect> of(Experiment experiment, List<MeasuredRun> runs, double q) {
        return new Effects(experiment, q).judge(runs);
    }

    private List<LevelEffect> judge(List<MeasuredRun> runs) {
        List<Draft> drafts = new ArrayList<>();
        for (Factor factor : experiment.factors()) {
            Level first = factor.levels().get(0);
            factor.levels().stream().skip(1).forEach(level -> drafts.addAll(drafts(runs, factor, first, level)));
        }
        double worse = FalseDiscovery.threshold(
                drafts.stream().mapToDouble(d -> d.p(true)).toArray(), q);
        double better = FalseDiscovery.threshold(
                drafts.stream().mapToDouble(d -> d.p(false)).toArray(), q);
        return drafts.stream().map(draft -> judged(draft, worse, better)).toList();
    }

    private List<Draft> drafts(List<MeasuredRun> runs, Factor factor, Level first, Level level) {
        List<String> asks = experiment.measuring().asks();
        List<Draft> drafts = new ArrayList<>();
        PairedBlocks.of(runs, factor.name(), first.name(), level.name()).forEach((key, blocks) -> {
            if (asks.isEmpty() || asks.contains(key.ask())) {
                double[] ratios = blocks.logRatios.stream().mapToDouble(x -> x).toArray();
                drafts.add(new Draft(factor, level, key, blocks, BlockEffect.of(ratios, q)));
            }
        });
        return drafts;
    }

    private LevelEffect judged(Draft draft, double worse, double better) {
        Metric metric = draft.blocks().metric;
        double tolerated = experiment.measuring().tolerance().ppm() / 1e6;
        Effect effect = effect(draft, worse, better, tolerated);
        Optional<Message> why = effect == Effect.CANNOT_TELL ? Optional.of(why(draft, tolerated)) : Optional.empty();
        return new LevelEffect(
                draft.factor().name(),
                draft.level().name(),
                draft.factor().levels().get(0).name(),
                draft.key(),
                metric,
                draft.blocks().subjects,
                draft.size(),
                effect,
                why);
    }

    private static Effect effect(Draft draft, double worse, double better, double tolerated) {
        BlockEffect size = draft.size();
        boolean bad = draft.p(true) < draft.p(false);
        boolean sure = draft.p(bad) <= (bad ? worse : better);
        if (sure && Math.abs(size.change()) > tolerated) {
            return bad ? Effect.WORSE : Effect.BETTER;
        }
        boolean within = -tolerated <= size.low() && size.high() <= tolerated;
        return within ? Effect.UNCHANGED : Effect.CANNOT_TELL;
    }

    private static Message why(Draft draft, double tolerated) {
        BlockEffect size = draft.size();
        return Message.of(
                "experiment.why.open",
                "factor",
                draft.factor().name(),
                "level",
                draft.level().name(),
                "ask",
                draft.key().ask(),
                "blocks",
                (long) size.blocks(),
                "low",
                Percent.signed(size.low()),
                "high",
                Percent.signed(size.high()),
                "detectable",
                Percent.of(size.detectable()),
                "tolerance",
                Percent.of(tolerated));
    }
}
