package io.seatrial.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SizeCurveTest {
    private static SizeCurve.Point point(long bytes, boolean inPlace, Optional<Long> wrong) {
        return new SizeCurve.Point(bytes, inPlace, 20, 1000, OptionalInt.empty(), wrong);
    }

    @Test
    void points_come_by_size_and_out_of_place_first() {
        SizeCurve curve = new SizeCurve(
                Collective.ALL_REDUCE,
                2,
                List.of(
                        point(64, true, Optional.of(0L)),
                        point(8, false, Optional.of(0L)),
                        point(64, false, Optional.of(0L))));
        assertThat(curve.points()).extracting(SizeCurve.Point::bytes).containsExactly(8L, 64L, 64L);
        assertThat(curve.points()).extracting(SizeCurve.Point::inPlace).containsExactly(false, false, true);
        assertThat(curve.points(true)).hasSize(1);
    }

    @Test
    void one_size_that_nobody_compared_leaves_the_curve_unchecked() {
        SizeCurve curve = new SizeCurve(
                Collective.ALL_REDUCE,
                2,
                List.of(point(8, false, Optional.of(0L)), point(64, false, Optional.empty())));
        assertThat(curve.isChecked()).isFalse();
        assertThat(curve.firstWrong()).isEmpty();
    }

    @Test
    void one_rank_has_no_curve() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SizeCurve(Collective.ALL_REDUCE, 1, List.of()))
                .withMessageContaining("one rank moves nothing");
    }
}
