package io.seatrial.report;

import io.seatrial.criteria.EvidenceGrade;
import io.seatrial.criteria.Profile;
import io.seatrial.criteria.SizeLimit;
import io.seatrial.criteria.collectives.Algorithm;
import io.seatrial.criteria.collectives.CollectiveBound;
import io.seatrial.criteria.collectives.Layout;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.measurement.SizeCurve.Point;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import io.seatrial.report.collectives.AskCurves;
import io.seatrial.report.collectives.Collectives;
import io.seatrial.report.collectives.GroupCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Pairs of ports of 400 Gb/s, 50 GB/s: the third one is slow, the fifth one was not measured, the seventh one gave a wrong result. */
public final class SampleCollectives {
    public static final String ASK = "collective.all-reduce.pairs";
    public static final long MIB = 1 << 20;
    public static final long LIMIT = 40_000_000_000L;
    public static final int SLOW = 2;
    public static final int UNKNOWN = 4;
    public static final int WRONG = 6;

    private static final long SOUND = 46_000_000_000L;
    private static final int ITERATIONS = 20;

    private SampleCollectives() {}

    public static Collectives ofPairs(int count) {
        List<GroupCurve> groups = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            groups.add(pair(i));
        }
        return new Collectives(List.of(new AskCurves(ASK, groups, List.of())));
    }

    public static String name(int index) {
        return "gpu-01+gpu-%02d rail 0".formatted(index + 2);
    }

    public static GroupCurve pair(int index) {
        if (index == UNKNOWN) {
            Message lost = Message.of("plain", "text", "host gpu-06 was lost: <connection reset> & closed");
            return new GroupCurve(
                    name(index),
                    Optional.of(new Verdict.NotProven(lost, Optional.empty())),
                    Optional.empty(),
                    1,
                    List.of(),
                    Optional.empty(),
                    List.of());
        }
        long most = index == SLOW ? SOUND / 10 : SOUND - index * 10_000_000L;
        SizeCurve curve = curve(most, index == WRONG ? 3 : 0);
        return new GroupCurve(
                name(index),
                Optional.of(verdict(index)),
                Optional.of(curve),
                index == SLOW ? 2 : 1,
                List.of(new GroupCurve.Edge(limit(), LIMIT)),
                CollectiveBound.of(
                        Collective.ALL_REDUCE, Layout.ofNics(2, 400_000_000_000L), Optional.of(Algorithm.RING)),
                List.of("gpu-01/mlx5_0", "gpu-%02d/mlx5_0".formatted(index + 2)));
    }

    public static SizeLimit limit() {
        return new SizeLimit(
                512 * MIB,
                Optional.empty(),
                Set.of(Profile.values()),
                new io.seatrial.criteria.Bound(new Quantity(LIMIT, Unit.BYTES_PER_SECOND), "40GB/s"),
                Optional.empty(),
                "chosen",
                EvidenceGrade.D,
                Optional.empty());
    }

    /** A curve that reaches nearly {@code most} at its end; the second rank is the slowest. */
    public static SizeCurve curve(long most, long wrong) {
        List<Point> points = new ArrayList<>();
        for (long bytes = 8; bytes <= 512 * MIB; bytes *= 4) {
            long nanos = 20_000 + (long) (bytes * 1e9 / most);
            points.add(point(bytes, false, nanos, bytes == 8 ? wrong : 0));
            points.add(point(bytes, true, nanos + nanos / 50, 0));
        }
        return new SizeCurve(Collective.ALL_REDUCE, 2, points);
    }

    private static Point point(long bytes, boolean inPlace, long nanos, long wrong) {
        return new Point(bytes, inPlace, ITERATIONS, nanos, OptionalInt.of(1), Optional.of(wrong));
    }

    private static Verdict verdict(int index) {
        Quantity seen = new Quantity(index == SLOW ? SOUND / 10 : SOUND, Unit.BYTES_PER_SECOND);
        Optional<Evidence> evidence = Optional.of(new Evidence(
                seen,
                Optional.of(new Quantity(LIMIT, Unit.BYTES_PER_SECOND)),
                Optional.empty(),
                Direction.HIGHER_IS_BETTER));
        Message said = Message.of("plain", "text", "said");
        return index == SLOW || index == WRONG
                ? new Verdict.Fail(said, evidence)
                : new Verdict.Pass(said, evidence, Optional.empty());
    }
}
