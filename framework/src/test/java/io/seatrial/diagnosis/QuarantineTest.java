package io.seatrial.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.diagnosis.Quarantine.Action;
import io.seatrial.diagnosis.Quarantine.Confidence;
import io.seatrial.diagnosis.Quarantine.Isolation;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.SubjectId.Kind;
import io.seatrial.measurement.Verdict;
import io.seatrial.probe.LocalHosts;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuarantineTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(4);
    private static final String LINK = "gpu-02/lo~leaf-1/Ethernet2";

    private static Suspect suspect(String key, Kind kind, String name, SubjectId... also) {
        Message message = Message.of(key, "subject", name, "failing", 3L);
        return new Suspect(1, new SubjectId(kind, name), Arrays.asList(also), 1, message, Optional.empty(), List.of());
    }

    private static Judgement fail(Kind kind, String name) {
        Verdict verdict = new Verdict.Fail(Message.of("plain", "text", "too slow"), Optional.empty());
        return new Judgement("bandwidth.alone.limit", new SubjectId(kind, name), verdict);
    }

    private static Isolation only(Suspect suspect, Judgement... results) {
        List<Isolation> all = Quarantine.of(List.of(suspect), List.of(results), CLUSTER);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @Test
    void a_host_whose_port_is_the_suspect_is_drained() {
        Isolation isolation = only(
                suspect("suspect.link", Kind.PORT, "gpu-02/lo", new SubjectId(Kind.LINK, LINK)),
                fail(Kind.LINK, LINK),
                fail(Kind.LINK, "gpu-03/lo~leaf-1/Ethernet3"));

        assertThat(isolation.action()).isEqualTo(Action.DRAIN);
        assertThat(isolation.host()).contains("gpu-02");
        assertThat(isolation.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(isolation.failed())
                .extracting(judgement -> judgement.subject().name())
                .containsExactly(LINK);
    }

    @Test
    void what_was_seen_on_it_is_surer_than_what_follows_from_others() {
        assertThat(only(suspect("suspect.own-reading", Kind.PORT, "gpu-02/lo"), fail(Kind.LINK, LINK))
                        .confidence())
                .isEqualTo(Confidence.HIGH);
    }

    @Test
    void a_flow_fails_at_both_of_its_ends_and_a_host_at_all_of_its_ports() {
        Suspect host = suspect("suspect.host", Kind.HOST, "gpu-02");

        assertThat(only(host, fail(Kind.FLOW, "gpu-01/lo>gpu-02/lo")).action()).isEqualTo(Action.DRAIN);
        assertThat(only(host, fail(Kind.GROUP, "gpu-01+gpu-02 rail 0")).action())
                .isEqualTo(Action.DRAIN);
        assertThat(only(host, fail(Kind.FLOW, "gpu-01/lo>gpu-03/lo")).action()).isEqualTo(Action.LOOK);
        assertThat(only(host, fail(Kind.FLOW, "gpu-01/lo>gpu-022/lo")).action()).isEqualTo(Action.LOOK);
    }

    @Test
    void a_switch_and_a_link_between_switches_are_escalated_and_drain_nobody() {
        Judgement failing = fail(Kind.LINK, LINK);

        Isolation leaf = only(suspect("suspect.switch", Kind.SWITCH, "leaf-1"), failing);
        Isolation uplink = only(suspect("suspect.uplink", Kind.LINK, "leaf-1/Ethernet9~spine-1/Ethernet1"), failing);

        assertThat(List.of(leaf, uplink)).extracting(Isolation::action).containsOnly(Action.ESCALATE);
        assertThat(leaf.host()).isEmpty();
    }

    @Test
    void a_switch_that_only_says_nothing_is_not_escalated() {
        assertThat(only(suspect("suspect.switch-silent", Kind.SWITCH, "leaf-1"), fail(Kind.LINK, LINK))
                        .action())
                .isEqualTo(Action.LOOK);
    }

    @Test
    void a_host_that_nobody_reached_is_looked_at_since_missing_evidence_accuses_nobody() {
        Verdict unproven = new Verdict.NotProven(Message.of("plain", "text", "no contact"), Optional.empty());
        Isolation isolation = only(
                suspect("suspect.no-contact", Kind.HOST, "gpu-02"),
                new Judgement("bandwidth.alone.limit", new SubjectId(Kind.LINK, LINK), unproven));

        assertThat(isolation.action()).isEqualTo(Action.LOOK);
        assertThat(isolation.failed()).isEmpty();
    }

    @Test
    void what_is_waived_drains_nobody() {
        Verdict waived = new Verdict.Waived(
                Message.of("plain", "text", "known"),
                Optional.empty(),
                "NET-1",
                LocalDate.of(2026, 3, 1),
                fail(Kind.LINK, LINK).verdict());

        assertThat(only(
                                suspect("suspect.link", Kind.PORT, "gpu-02/lo"),
                                new Judgement("bandwidth.alone.limit", new SubjectId(Kind.LINK, LINK), waived))
                        .action())
                .isEqualTo(Action.LOOK);
    }

    @Test
    void of_two_hosts_that_explain_the_same_none_is_drained() {
        Isolation undecided = only(
                suspect("suspect.link", Kind.PORT, "gpu-02/lo", new SubjectId(Kind.PORT, "gpu-03/lo")),
                fail(Kind.LINK, LINK));

        assertThat(undecided.confidence()).isEqualTo(Confidence.LOW);
        assertThat(undecided.action()).isEqualTo(Action.LOOK);
    }

    @Test
    void the_switch_port_and_the_cable_of_a_suspect_leave_it_the_suspect() {
        assertThat(only(
                                suspect(
                                        "suspect.link",
                                        Kind.PORT,
                                        "gpu-02/lo",
                                        new SubjectId(Kind.LINK, LINK),
                                        new SubjectId(Kind.PORT, "leaf-1/Ethernet2")),
                                fail(Kind.LINK, LINK))
                        .action())
                .isEqualTo(Action.DRAIN);
    }

    @Test
    void no_drain_is_made_without_something_that_failed() {
        Suspect suspect = suspect("suspect.link", Kind.PORT, "gpu-02/lo");
        assertThatThrownBy(
                        () -> new Isolation(suspect, Optional.of("gpu-02"), Action.DRAIN, Confidence.HIGH, List.of()))
                .hasMessageContaining("drain of port gpu-02/lo: expected a host and something that failed there");
    }
}
