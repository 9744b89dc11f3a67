package io.seatrial.criteria;

import io.seatrial.criteria.collectives.CurveRule;
import io.seatrial.measurement.Unit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads {@code curve:} of an ask of collectives; what it leaves out has the defaults of {@link CurveRule}, grade D. */
final class CurveReader {
    static final Set<String> KEYS =
            Keys.of("profiles", "dip", "plateau", "small-size", "small-time", "in-place", "iterations");

    private static final long WHOLE = 1_000_000;

    private CurveReader() {}

    static CurveRule read(Section curve) {
        if (curve.has("small-size") && !curve.has("small-time")) {
            curve.problem(
                    "small-size", "expected small-time beside it: how long an operation of at most that size may take");
        }
        return new CurveRule(
                curve.orElse("dip", CurveReader::share, CurveRule.DIP),
                curve.orElse("plateau", CurveReader::share, CurveRule.PLATEAU),
                curve.orElse("small-size", Amount.atLeast(1, Unit.BYTES), CurveRule.SMALL_SIZE),
                some(curve.optional("small-time", Amount.atLeast(1, Unit.NANOSECONDS))),
                some(curve.optional("in-place", CurveReader::share)),
                curve.orElse("iterations", Amount.atLeast(1, Unit.COUNT), CurveRule.ITERATIONS));
    }

    private static OptionalLong some(Optional<Long> value) {
        return value.map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    private static Long share(String text) {
        long share = Amount.of(Unit.PARTS_PER_MILLION).read(text);
        if (share < 1 || share >= WHOLE) {
            throw new IllegalArgumentException("expected a share above 0 % and below 100 %, got '" + text + "'");
        }
        return share;
    }
}
