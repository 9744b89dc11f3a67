package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Verdict;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverallVerdictTest {
    private static Verdict verdict(char kind) {
        Message message = Message.of("key");
        return switch (kind) {
            case 'p' -> new Verdict.Pass(message, Optional.empty(), Optional.of(message));
            case 'f' -> new Verdict.Fail(message, Optional.empty());
            case 'n' -> new Verdict.NotProven(message, Optional.empty());
            default -> new Verdict.Waived(message, Optional.empty(), "t", LocalDate.EPOCH, verdict('f'));
        };
    }

    private static OverallVerdict of(String kinds, boolean runFailed) {
        List<Judgement> judgements = new ArrayList<>();
        for (char kind : kinds.toCharArray()) {
            judgements.add(new Judgement(
                    "links.state.limit", SmallFabric.hostLink(1, 0).subject(), verdict(kind)));
        }
        return OverallVerdict.of(judgements, runFailed);
    }

    @ParameterizedTest
    @CsvSource({
        "p, ACCEPTED, 0",
        "ppp, ACCEPTED, 0",
        "pw, ACCEPTED, 0",
        "w, NOT_PROVEN, 3",
        "n, NOT_PROVEN, 3",
        "pnp, NOT_PROVEN, 3",
        "f, REJECTED, 1",
        "nfp, REJECTED, 1",
        "fw, REJECTED, 1"
    })
    void judgements_join_to_one_answer(String kinds, OverallVerdict expected, int exitStatus) {
        assertThat(of(kinds, false)).isEqualTo(expected);
        assertThat(of(kinds, false).exitStatus()).isEqualTo(exitStatus);
    }

    @Test
    void no_judgements_at_all_are_never_accepted() {
        assertThat(of("", false)).isEqualTo(OverallVerdict.NOT_PROVEN);
    }

    @ParameterizedTest
    @CsvSource({"p", "f", "n", "w"})
    void a_run_that_failed_itself_outranks_everything(String kinds) {
        assertThat(of(kinds, true)).isEqualTo(OverallVerdict.RUN_FAILED);
        assertThat(of(kinds, true).exitStatus()).isEqualTo(4);
    }
}
