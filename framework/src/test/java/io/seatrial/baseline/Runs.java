package io.seatrial.baseline;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.RoundValues;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Unit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Runs as tests need them: one latency per flow. */
final class Runs {
    static final Metric LATENCY = new Metric("latency.rtt.p50", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
    static final Conditions CONDITIONS = new Conditions(Map.of("path-class", "within-leaf", "fabric", "tcp"));
    static final SubjectId ONE = new SubjectId(SubjectId.Kind.FLOW, "gpu-01/mlx5_0>gpu-02/mlx5_0");
    static final SubjectId TWO = new SubjectId(SubjectId.Kind.FLOW, "gpu-02/mlx5_0>gpu-01/mlx5_0");
    static final Instant DAWN = Instant.parse("2026-02-01T06:00:00Z");

    private Runs() {}

    static SourceRun run(String id, long one, long two) {
        return run(id, true, "tcp", List.of(measured(ONE, one, 0, ""), measured(TWO, two, 0, "")));
    }

    static SourceRun run(String id, boolean countable, String fabric, List<Measurement> measurements) {
        Survey survey = Survey.of("latency.within-rail", LATENCY, new TreeSet<>(List.of(ONE, TWO)), measurements);
        return new SourceRun(
                id,
                DAWN.plusSeconds(Integer.parseInt(id.substring(4))),
                countable,
                fabric,
                RoundValues.of(List.of(survey)));
    }

    static Measurement measured(SubjectId flow, long value, int attempt, String with) {
        return new Measurement(
                LATENCY,
                flow,
                OptionalLong.of(value),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                CONDITIONS,
                new Provenance(0, attempt, DAWN, DAWN, "probe-1", with));
    }

    static List<SourceRun> three() {
        return new ArrayList<>(List.of(run("run-1", 1000, 2000), run("run-2", 1020, 2010), run("run-3", 1010, 1990)));
    }

    static Tolerance tenPercent(String ask) {
        return new Tolerance(100_000, 0);
    }

    static Proposal propose(List<SourceRun> runs, Proposal.Without... without) {
        return Proposal.from(new Proposal.Terms("virtual", "0123abcd", Runs::tenPercent, Set.of(without)), runs);
    }

    static Acceptance by(String name, String reason) {
        return new Acceptance(name, DAWN, reason);
    }

    static Baseline accepted() {
        return propose(three()).accept(by("Ada", ""));
    }
}
