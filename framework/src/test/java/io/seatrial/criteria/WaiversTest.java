package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.criteria.Waivers.Applied;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaiversTest {
    private static final SubjectId LINK = SmallFabric.hostLink(2, 0).subject();
    private static final LocalDate LAST_DAY = LocalDate.of(2026, 1, 31);
    private static final Verdict FAIL = new Verdict.Fail(Message.of("link.fails"), Optional.empty());
    private static final Verdict NOT_PROVEN = new Verdict.NotProven(Message.of("evidence.none"), Optional.empty());
    private static final Verdict PASS = new Verdict.Pass(Message.of("link.passes"), Optional.empty(), Optional.empty());

    private static Waiver waiver(boolean notProven) {
        return new Waiver(
                "latency.within-rail.*", "gpu-02/mlx5_0~*", "Ada", "cable ordered", "OPS-7", LAST_DAY, notProven);
    }

    private static Judgement judged(Verdict verdict) {
        return new Judgement("latency.within-rail.limit", LINK, verdict);
    }

    private static Applied apply(Waiver waiver, Judgement judgement, LocalDate today) {
        Applied applied = new Waivers(List.of(waiver)).apply(List.of(judgement), today);
        applied.remarks().forEach(Told::assertTold);
        return applied;
    }

    @Test
    void a_failure_is_waived_to_the_last_day_with_ticket_and_expiry() {
        Applied applied = apply(waiver(false), judged(FAIL), LAST_DAY);
        Verdict.Waived waived = (Verdict.Waived) applied.judgements().get(0).verdict();
        assertThat(waived.ticket()).isEqualTo("OPS-7");
        assertThat(waived.expires()).isEqualTo(LAST_DAY);
        assertThat(waived.instead()).isEqualTo(FAIL);
        Told.assertTold(waived.message());
        assertThat(applied.remarks()).isEmpty();
    }

    @Test
    void an_expired_waiver_stops_applying_and_says_so() {
        Applied applied = apply(waiver(false), judged(FAIL), LAST_DAY.plusDays(1));
        assertThat(applied.judgements().get(0).verdict()).isEqualTo(FAIL);
        assertThat(applied.remarks()).extracting(Message::key).containsExactly("waiver.expired");
    }

    @Test
    void what_passes_beside_a_failure_under_the_same_waiver_stays_as_it_is() {
        for (LocalDate day : List.of(LAST_DAY, LAST_DAY.plusDays(1))) {
            Applied applied = new Waivers(List.of(waiver(false))).apply(List.of(judged(FAIL), judged(PASS)), day);
            assertThat(applied.judgements().get(1).verdict()).isEqualTo(PASS);
        }
    }

    @Test
    void an_expired_waiver_of_what_passes_is_only_to_be_removed() {
        Applied applied = apply(waiver(false), judged(PASS), LAST_DAY.plusDays(1));
        assertThat(applied.remarks()).extracting(Message::key).containsExactly("waiver.no-longer-needed");
    }

    @Test
    void missing_evidence_is_waived_only_where_the_waiver_says_so() {
        assertThat(apply(waiver(false), judged(NOT_PROVEN), LAST_DAY)
                        .judgements()
                        .get(0)
                        .verdict())
                .isEqualTo(NOT_PROVEN);
        assertThat(apply(waiver(true), judged(NOT_PROVEN), LAST_DAY)
                        .judgements()
                        .get(0)
                        .verdict())
                .isInstanceOf(Verdict.Waived.class);
    }

    @Test
    void a_waiver_that_is_no_longer_needed_is_a_pass_with_a_remark() {
        Applied applied = apply(waiver(false), judged(PASS), LAST_DAY);
        assertThat(((Verdict.Pass) applied.judgements().get(0).verdict()).watch())
                .hasValueSatisfying(watch -> assertThat(watch.key()).isEqualTo("waiver.no-longer-needed"));
        assertThat(applied.remarks()).extracting(Message::key).containsExactly("waiver.no-longer-needed");
    }

    @Test
    void other_criteria_and_other_subjects_are_left_alone() {
        Judgement otherCriterion = new Judgement("latency.across-leaves.limit", LINK, FAIL);
        Judgement otherSubject = new Judgement(
                "latency.within-rail.limit", SmallFabric.hostLink(2, 1).subject(), FAIL);
        for (Judgement other : List.of(otherCriterion, otherSubject)) {
            Applied applied = apply(waiver(true), other, LAST_DAY);
            assertThat(applied.judgements()).containsExactly(other);
            assertThat(applied.remarks()).extracting(Message::key).containsExactly("waiver.matches-nothing");
        }
    }

    @Test
    void only_the_star_of_a_pattern_is_special() {
        Waiver dots = new Waiver("l.nks.state.limit", "*", "o", "r", "t", LAST_DAY, false);
        assertThat(dots.matches(new Judgement("links.state.limit", LINK, FAIL))).isFalse();
        Waiver star = new Waiver("links.*", "gpu-02*", "o", "r", "t", LAST_DAY, false);
        assertThat(star.matches(new Judgement("links.state.limit", LINK, FAIL))).isTrue();
    }

    @Test
    void a_folder_without_waivers_has_none(@TempDir Path folder) {
        assertThat(WaiversFile.read(folder)).isEqualTo(Waivers.NONE);
    }

    @Test
    void a_pattern_that_no_criterion_matches_is_refused_with_line_and_nearest_name(@TempDir Path folder)
            throws IOException {
        Files.writeString(folder.resolve("waivers.yaml"), """
                version: 1
                waivers:
                  - criterion: links.sate.limit
                    subject: "*"
                    owner: Ada
                    reason: r
                    ticket: t
                    expires: 2026-01-31
                """);
        assertThatThrownBy(() -> WaiversFile.read(folder))
                .hasMessageContaining("waivers.yaml:3: waivers[0].criterion")
                .hasMessageContaining("'links.state.limit'?");
    }
}
