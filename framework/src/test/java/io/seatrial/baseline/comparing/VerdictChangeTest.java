package io.seatrial.baseline.comparing;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.baseline.comparing.VerdictChange.Result;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictChangeTest {
    @ParameterizedTest
    @CsvSource({
        "passed, failed, WORSE",
        "watch, failed, WORSE",
        "failed, passed, BETTER",
        "failed, watch, BETTER",
        "passed, watch, UNCHANGED",
        "not-proven, passed, UNCHANGED",
        "passed, not-proven, CANNOT_TELL",
        "not-proven, failed, CANNOT_TELL",
        "failed, waived, CANNOT_TELL",
    })
    void a_verdict_that_turns_has_one_meaning(String before, String after, Effect effect) {
        assertThat(new VerdictChange("c", "s", before, after).effect()).isEqualTo(effect);
    }

    @Test
    void only_results_of_both_runs_are_compared_and_the_worst_come_first() {
        Map<Result, String> before =
                Map.of(new Result("a", "x"), "passed", new Result("b", "x"), "passed", new Result("c", "x"), "failed");
        Map<Result, String> after = Map.of(
                new Result("a", "x"),
                "not-proven",
                new Result("b", "x"),
                "failed",
                new Result("c", "x"),
                "failed",
                new Result("d", "x"),
                "failed");
        assertThat(VerdictChange.of(before, after))
                .extracting(VerdictChange::criterion)
                .containsExactly("b", "a");
    }
}
