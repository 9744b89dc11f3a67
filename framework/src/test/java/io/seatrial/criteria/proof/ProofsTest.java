package io.seatrial.criteria.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.criteria.OverallVerdict;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Verdict;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProofsTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 2);
    private static final String CRITERION = "links.state.limit";
    private static final Message SAID = Message.of("plain", "text", "said");

    private static Judgement of(String subject, Verdict verdict) {
        return new Judgement(CRITERION, new SubjectId(SubjectId.Kind.LINK, subject), verdict);
    }

    private static Verdict verdict(String word) {
        return switch (word) {
            case "pass" -> new Verdict.Pass(SAID, Optional.empty(), Optional.empty());
            case "fail" -> new Verdict.Fail(SAID, Optional.empty());
            case "unsure" -> new Verdict.NotProven(SAID, Optional.empty());
            case "waived" -> waived("fail", TODAY);
            case "waived-unsure" -> waived("unsure", TODAY);
            case "lapsed" -> waived("fail", TODAY.minusDays(1));
            case "lapsed-unsure" -> waived("unsure", TODAY.minusDays(1));
            default -> throw new IllegalArgumentException(word);
        };
    }

    private static Verdict waived(String instead, LocalDate expires) {
        return new Verdict.Waived(SAID, Optional.empty(), "T-1", expires, verdict(instead));
    }

    private static RunResults run(int day, boolean whole, Judgement... judgements) {
        return new RunResults(
                "run-" + day,
                Instant.parse("2026-03-01T00:00:00Z").plusSeconds(86_400L * day),
                whole,
                List.of(judgements));
    }

    /** The runs of one link, oldest first, one word each; a dash for a run that did not ask it. */
    private static Proofs proofs(String words) {
        List<RunResults> runs = new ArrayList<>();
        int day = 1;
        for (String word : words.split(" ")) {
            runs.add(word.equals("-") ? run(day, false) : run(day, false, of("a~b", verdict(word))));
            day++;
        }
        return Proofs.of(List.of(of("a~b", verdict("unsure"))), runs, TODAY);
    }

    @ParameterizedTest
    @CsvSource({
        "pass, run-1, ACCEPTED",
        "pass fail, run-2, REJECTED",
        "fail pass, run-2, ACCEPTED",
        "pass unsure, run-1, ACCEPTED",
        "fail unsure, run-1, REJECTED",
        "unsure unsure, run-2, NOT_PROVEN",
        "- pass -, run-2, ACCEPTED",
        "waived, run-1, NOT_PROVEN", // nothing at all passed
        "pass waived, run-2, NOT_PROVEN",
        "waived pass, run-2, ACCEPTED",
        "waived unsure, run-1, NOT_PROVEN",
        "waived-unsure unsure, run-1, NOT_PROVEN",
        "pass waived-unsure, run-1, ACCEPTED",
        "lapsed, run-1, REJECTED",
        "lapsed-unsure, run-1, NOT_PROVEN",
        "pass lapsed-unsure, run-1, ACCEPTED",
    })
    void the_latest_run_that_could_decide_counts(String words, String run, OverallVerdict overall) {
        Proofs proofs = proofs(words);
        assertThat(proofs.list()).hasSize(1);
        assertThat(proofs.list().get(0).run()).contains(run);
        assertThat(proofs.overall()).isEqualTo(overall);
    }

    @Test
    void the_order_in_which_runs_are_named_does_not_matter() {
        RunResults early = run(1, true, of("a~b", verdict("pass")));
        RunResults late = run(2, true, of("a~b", verdict("fail")));
        List<Judgement> asked = List.of(of("a~b", verdict("unsure")));
        assertThat(Proofs.of(asked, List.of(late, early), TODAY))
                .isEqualTo(Proofs.of(asked, List.of(early, late), TODAY));
    }

    @Test
    void what_no_run_asked_is_not_covered_and_not_proven() {
        Proofs proofs = Proofs.of(
                List.of(of("a~b", verdict("unsure")), of("c~d", verdict("unsure"))),
                List.of(run(1, false, of("a~b", verdict("pass")))),
                TODAY);
        assertThat(proofs.list()).extracting(Proof::covered).containsExactly(true, false);
        assertThat(proofs.list().get(1).judgement().verdict().message().key()).isEqualTo("signoff.not-covered");
        assertThat(proofs.overall()).isEqualTo(OverallVerdict.NOT_PROVEN);
    }

    @Test
    void two_racks_prove_a_cluster_together() {
        Proofs proofs = Proofs.of(
                List.of(of("a~b", verdict("unsure")), of("c~d", verdict("unsure"))),
                List.of(run(1, false, of("a~b", verdict("pass"))), run(2, false, of("c~d", verdict("pass")))),
                TODAY);
        assertThat(proofs.list()).extracting(proof -> proof.run().orElseThrow()).containsExactly("run-1", "run-2");
        assertThat(proofs.overall()).isEqualTo(OverallVerdict.ACCEPTED);
    }

    @Test
    void earlier_failures_and_later_doubts_stay_visible() {
        Proof proof = proofs("fail fail pass unsure").list().get(0);
        assertThat(proof.repaired()).containsExactly("run-1", "run-2");
        assertThat(proof.unsure()).containsExactly("run-4");
        assertThat(proofs("pass fail").list().get(0).repaired()).isEmpty();
    }

    @Test
    void a_waiver_that_has_expired_since_is_told() {
        assertThat(proofs("lapsed").list().get(0).lapsed()).isTrue();
        assertThat(proofs("waived").list().get(0).lapsed()).isFalse();
    }

    @Test
    void a_failure_of_what_nobody_asks_of_the_whole_counts_against_it() {
        Proofs failing = Proofs.of(
                List.of(of("a~b", verdict("unsure"))),
                List.of(run(1, true, of("a~b", verdict("pass")), of("part", verdict("fail")))),
                TODAY);
        assertThat(failing.overall()).isEqualTo(OverallVerdict.REJECTED);
        assertThat(failing.list()).extracting(Proof::asked).containsExactly(true, false);
        Proofs repaired = Proofs.of(
                List.of(of("a~b", verdict("unsure"))),
                List.of(
                        run(1, true, of("a~b", verdict("pass")), of("part", verdict("fail"))),
                        run(2, true, of("part", verdict("pass")))),
                TODAY);
        assertThat(repaired.list()).hasSize(1);
        assertThat(repaired.overall()).isEqualTo(OverallVerdict.ACCEPTED);
    }

    @Test
    void a_part_of_the_cluster_proves_nothing_of_the_cluster_as_a_whole() {
        SubjectId cluster = new SubjectId(SubjectId.Kind.CLUSTER, "c");
        List<Judgement> asked = List.of(new Judgement(CRITERION, cluster, verdict("unsure")));
        Judgement pass = new Judgement(CRITERION, cluster, verdict("pass"));
        Judgement fail = new Judgement(CRITERION, cluster, verdict("fail"));
        assertThat(Proofs.of(asked, List.of(run(1, false, pass)), TODAY).overall())
                .isEqualTo(OverallVerdict.NOT_PROVEN);
        assertThat(Proofs.of(asked, List.of(run(1, true, pass)), TODAY).overall())
                .isEqualTo(OverallVerdict.ACCEPTED);
        assertThat(Proofs.of(asked, List.of(run(1, false, fail)), TODAY).overall())
                .isEqualTo(OverallVerdict.REJECTED);
    }

    @Test
    void a_criterion_whose_subjects_only_a_run_knows_is_asked_of_those() {
        SubjectId cluster = new SubjectId(SubjectId.Kind.CLUSTER, "c");
        Message nothing = Message.of("nothing-to-judge", "criterion", CRITERION);
        List<Judgement> asked =
                List.of(new Judgement(CRITERION, cluster, new Verdict.NotProven(nothing, Optional.empty())));
        assertThat(Proofs.of(asked, List.of(run(1, true, of("a~b", verdict("pass")))), TODAY)
                        .overall())
                .isEqualTo(OverallVerdict.ACCEPTED);
        assertThat(Proofs.of(asked, List.of(run(1, true)), TODAY).overall()).isEqualTo(OverallVerdict.NOT_PROVEN);
    }

    @Test
    void no_run_and_nothing_asked_prove_nothing() {
        assertThat(Proofs.of(List.of(), List.of(), TODAY).overall()).isEqualTo(OverallVerdict.NOT_PROVEN);
    }
}
