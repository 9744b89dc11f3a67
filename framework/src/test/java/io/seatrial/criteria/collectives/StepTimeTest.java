package io.seatrial.criteria.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.criteria.collectives.StepTime.Assumption;
import io.seatrial.criteria.collectives.StepTime.Row;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The case of the domain notes: 2.3 s, of which 1.1 s communication and 0.805 s of it exposed. */
class StepTimeTest {
    private static final long BEFORE = 12_500_000_000L;
    private static final long AFTER = 20_800_000_000L;
    private static final StepTime CASE = step("2.3", "1.1", "0.805");

    private static StepTime step(String whole, String communication, String exposed) {
        return new StepTime(new BigDecimal(whole), new BigDecimal(communication), new BigDecimal(exposed));
    }

    private static BigDecimal percent(BigDecimal share, int digits) {
        return share.movePointRight(2).setScale(digits, RoundingMode.HALF_UP);
    }

    private static BigDecimal seconds(BigDecimal time) {
        return time.setScale(3, RoundingMode.HALF_UP);
    }

    private static Row row(Assumption assumption) {
        List<Row> rows = CASE.at(BEFORE, AFTER);
        Optional<Row> claimed = CASE.claim(BEFORE, AFTER, new BigDecimal("1.6")).row();
        return Stream.concat(rows.stream(), claimed.stream())
                .filter(row -> row.assumption() == assumption)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void the_case_hides_a_quarter_of_its_communication() {
        assertThat(CASE.hidden()).isEqualByComparingTo("0.295");
        assertThat(CASE.compute()).isEqualByComparingTo("1.495");
        assertThat(percent(CASE.overlap(), 1)).isEqualTo(new BigDecimal("26.8"));
        assertThat(percent(CASE.communicationShare(), 1)).isEqualTo(new BigDecimal("47.8"));
    }

    @ParameterizedTest
    @CsvSource({
        "MEASURED,          1.100, 0.805, 2.300, 0.0,  0.0,  26.8",
        "HIDDEN_TIME_FIXED, 0.661, 0.366, 1.861, 23.6, 19.1, 44.6",
        "OVERLAP_FIXED,     0.661, 0.484, 1.979, 16.2, 14.0, 26.8",
        "CLAIMED,           0.661, 0.105, 1.600, 43.8, 30.4, 84.1",
    })
    void keeps_the_table(
            Assumption assumption,
            String communication,
            String exposed,
            String step,
            String speedup,
            String reduction,
            String overlap) {
        Row row = row(assumption);
        assertThat(seconds(row.step().communication())).isEqualTo(new BigDecimal(communication));
        assertThat(seconds(row.step().exposed())).isEqualTo(new BigDecimal(exposed));
        assertThat(seconds(row.step().step())).isEqualTo(new BigDecimal(step));
        assertThat(percent(row.speedup(), 1)).isEqualTo(new BigDecimal(speedup));
        assertThat(percent(row.reduction(), 1)).isEqualTo(new BigDecimal(reduction));
        assertThat(percent(row.step().overlap(), 1)).isEqualTo(new BigDecimal(overlap));
    }

    @Test
    void a_step_that_is_a_third_shorter_is_not_a_third_faster() {
        assertThat(percent(row(Assumption.CLAIMED).speedup(), 2)).isEqualTo(new BigDecimal("43.75"));
        assertThat(percent(row(Assumption.CLAIMED).reduction(), 1)).isEqualTo(new BigDecimal("30.4"));
    }

    @Test
    void a_claim_holds_from_everything_hidden_to_nothing_hidden_and_not_beyond() {
        StepTime.Claim claim = CASE.claim(BEFORE, AFTER, new BigDecimal("1.495"));
        assertThat(claim.least()).isEqualByComparingTo("1.495");
        assertThat(seconds(claim.most())).isEqualTo(new BigDecimal("2.156"));
        assertThat(claim.row().orElseThrow().step().exposed()).isZero();
        assertThat(CASE.claim(BEFORE, AFTER, new BigDecimal("1.494")).row()).isEmpty();
        assertThat(CASE.claim(BEFORE, AFTER, claim.most()).row()).isPresent();
        assertThat(CASE.claim(BEFORE, AFTER, new BigDecimal("2.157")).row()).isEmpty();
    }

    @Test
    void a_claim_of_no_time_is_refused() {
        assertThatThrownBy(() -> CASE.claim(BEFORE, AFTER, BigDecimal.ZERO)).hasMessageContaining("got 0 s");
    }

    @Test
    void communication_that_becomes_shorter_than_what_was_hidden_is_hidden_whole() {
        List<Row> rows = step("2.3", "1.1", "0.1").at(BEFORE, 10 * BEFORE);
        assertThat(rows.get(1).step().exposed()).isZero();
        assertThat(rows).hasSize(3);
    }

    @Test
    void more_exposed_than_communicated_is_refused() {
        assertThatThrownBy(() -> step("2.3", "0.5", "0.805")).hasMessageContaining("0.805 s");
    }
}
