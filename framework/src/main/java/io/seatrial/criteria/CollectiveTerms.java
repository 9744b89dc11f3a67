package io.seatrial.criteria;

import io.seatrial.criteria.collectives.Algorithm;
import io.seatrial.criteria.collectives.CollectiveBound;
import io.seatrial.criteria.collectives.CurveRule;
import io.seatrial.criteria.collectives.Layout;
import io.seatrial.criteria.collectives.Layouts;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.plan.GroupShape;
import io.seatrial.plan.Groups;
import io.seatrial.probe.CollectiveSettings;
import io.seatrial.probe.TenantLoad;
import io.seatrial.probe.TrainingStep;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * How a collective that is asked is run and what is declared of it.
 *
 * @param settings sizes, backend, iterations ...
 * @param limits declared limits by size; every row that fits holds
 * @param curve what its size curve is to look like, where that is asked
 * @param channelsPerNic fewest channels that each NIC carries, 1 or more
 * @param step what is computed beside it, where that is what is asked
 * @param load what a neighbour does meanwhile, where that is what is asked
 */
public record CollectiveTerms(
        CollectiveSettings settings,
        List<SizeLimit> limits,
        Optional<CurveRule> curve,
        int channelsPerNic,
        Optional<TrainingStep> step,
        Optional<TenantLoad> load)
        implements Terms {
    /** What is judged of a collective otherwise than of a flow. */
    static final Set<Question> QUESTIONS = Set.of(Question.LIMIT, Question.CURVE, Question.LOG);

    public CollectiveTerms {
        Objects.requireNonNull(settings, "settings");
        limits = List.copyOf(limits);
        Objects.requireNonNull(curve, "curve");
        Objects.requireNonNull(step, "step");
        Objects.requireNonNull(load, "load");
    }

    /** Make terms of bus bandwidth. */
    CollectiveTerms(
            CollectiveSettings settings, List<SizeLimit> limits, Optional<CurveRule> curve, int channelsPerNic) {
        this(settings, limits, curve, channelsPerNic, Optional.empty(), Optional.empty());
    }

    /** Make terms of a share of what a collective gives. */
    CollectiveTerms(CollectiveSettings settings, Optional<TrainingStep> step, Optional<TenantLoad> load) {
        this(settings, List.of(), Optional.empty(), 1, step, load);
    }

    /** Tell whether a share is judged, and no bus bandwidth. */
    public boolean isShare() {
        return step.isPresent() || load.isPresent();
    }

    /** Return the algorithm that is declared: with the host backend there is always one. */
    static Optional<Algorithm> algorithm(CollectiveSettings settings) {
        return settings.backend() == CollectiveSettings.Backend.HOST
                ? Optional.of(
                        Algorithm.named(settings.algorithm().orElse("ring")).orElseThrow())
                : settings.algorithm().flatMap(Algorithm::named);
    }

    /** Lay out the groups of a shape on a cluster. */
    static SortedMap<SubjectId, Layout> layouts(CollectiveSettings settings, GroupShape shape, Cluster cluster) {
        return Layouts.of(
                cluster,
                settings.backend().ranks(),
                Groups.of(shape).plan(cluster, settings.backend().ranks()),
                Nvlink.of(cluster));
    }

    Criterion criterion(Ask ask, Question question, Profile profile, Cluster cluster) {
        if (question == Question.CURVE) {
            return new CollectiveCurve(ask.id(), ask.metric(), curve.orElseThrow(), ask.samples());
        }
        if (question == Question.LOG) {
            return new CollectiveLog(ask.id());
        }
        return limit(ask, profile, cluster);
    }

    /** Say every declared limit that can hold, with the least bound among the groups beside it. */
    List<Message> declared(Ask ask, Profile profile, Cluster cluster) {
        if (isShare()) {
            return List.of(); // its rows are those of any number
        }
        CollectiveLimit limit = limit(ask, profile, cluster);
        Collective collective = KnownAsk.of(ask.id()).collective().orElseThrow();
        Optional<CollectiveBound> least = limit.layouts().values().stream()
                .flatMap(layout -> CollectiveBound.of(collective, layout, limit.algorithm()).stream())
                .min(Comparator.comparingLong(CollectiveBound::value));
        return limit.rows().stream().map(row -> LimitText.of(ask, row, least)).toList();
    }

    /** Return the limits of an ask with the bounds of its groups; without rows where the profile asks none, so that bounds can be shown anyway. */
    public CollectiveLimit limit(Ask ask, Profile profile, Cluster cluster) {
        GroupShape shape = KnownAsk.of(ask.id()).shape().orElseThrow();
        return new CollectiveLimit(
                ask.id(),
                ask.metric(),
                limits.stream().filter(limit -> limit.holdsIn(cluster, profile)).toList(),
                ask.samples(),
                layouts(settings, shape, cluster),
                algorithm(settings));
    }
}
