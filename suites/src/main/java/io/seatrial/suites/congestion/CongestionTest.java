package io.seatrial.suites.congestion;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.counted;

import io.seatrial.criteria.Criterion;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachCountedLink;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** While traffic runs, links are hardly paused, queues hardly mark, and nothing is lost. */
@AcceptanceTest
@Tag("congestion")
public class CongestionTest {
    private static Survey pfcStorm;
    private static Survey stormWarnings;
    private static Survey deadlock;
    private static Survey watchdog;
    private static Survey pauseRatio;
    private static Survey pauseLossy;
    private static Survey wrongClass;
    private static Survey globalPause;
    private static Survey endsAgree;
    private static Survey ecnAlive;
    private static Survey ecnRatio;
    private static Survey ecnEndToEnd;
    private static Survey cnpIgnored;
    private static Survey cnpLost;
    private static Survey losslessDrops;
    private static Survey retransmissions;
    private static Survey rnr;
    private static Survey watermark;
    private static Survey creditWait;
    private static Survey discards;

    @BeforeAll
    static void count(Testbed testbed) {
        pfcStorm = testbed.read(counted("congestion.pfc-storm"));
        stormWarnings = testbed.read(counted("congestion.storm-warnings"));
        deadlock = testbed.read(counted("congestion.deadlock"));
        watchdog = testbed.read(counted("congestion.watchdog"));
        pauseRatio = testbed.read(counted("congestion.pause-ratio"));
        pauseLossy = testbed.read(counted("congestion.pause-lossy"));
        wrongClass = testbed.read(counted("congestion.wrong-class"));
        globalPause = testbed.read(counted("congestion.global-pause"));
        endsAgree = testbed.read(counted("congestion.ends-agree"));
        ecnAlive = testbed.read(counted("congestion.ecn-alive"));
        ecnRatio = testbed.read(counted("congestion.ecn-ratio"));
        ecnEndToEnd = testbed.read(counted("congestion.ecn-end-to-end"));
        cnpIgnored = testbed.read(counted("congestion.cnp-ignored"));
        cnpLost = testbed.read(counted("congestion.cnp-lost"));
        losslessDrops = testbed.read(counted("congestion.lossless-drops"));
        retransmissions = testbed.read(counted("congestion.retransmissions"));
        rnr = testbed.read(counted("congestion.rnr"));
        watermark = testbed.read(counted("congestion.watermark"));
        creditWait = testbed.read(counted("congestion.credit-wait"));
        discards = testbed.read(counted("congestion.discards"));
    }

    @EachCountedLink(criterion = "congestion.pfc-storm.limit")
    void sees_no_storm(SubjectId link, Criterion limits) {
        assertThat(pfcStorm).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.storm-warnings.limit")
    void has_a_nic_that_never_stands_still(SubjectId link, Criterion limits) {
        assertThat(stormWarnings).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.deadlock.limit")
    void has_no_ports_that_wait_for_each_other(SubjectId cluster, Criterion limits) {
        assertThat(deadlock).of(cluster).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.watchdog.limit")
    void gives_no_watchdog_reason_to_act(SubjectId link, Criterion limits) {
        assertThat(watchdog).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.pause-ratio.limit")
    void is_hardly_paused(SubjectId link, Criterion limits) {
        assertThat(pauseRatio).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.pause-lossy.limit")
    void is_paused_in_lossless_priorities_only(SubjectId link, Criterion limits) {
        assertThat(pauseLossy).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.wrong-class.limit")
    void carries_rdma_in_its_class(SubjectId link, Criterion limits) {
        assertThat(wrongClass).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.global-pause.limit")
    void is_never_paused_as_a_whole(SubjectId link, Criterion limits) {
        assertThat(globalPause).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.ends-agree.limit")
    void counts_the_same_pauses_at_both_ends(SubjectId link, Criterion limits) {
        assertThat(endsAgree).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.ecn-alive.limit")
    void marks_under_a_deliberate_incast(SubjectId link, Criterion limits) {
        assertThat(ecnAlive).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.ecn-ratio.limit")
    void marks_hardly_anything(SubjectId link, Criterion limits) {
        assertThat(ecnRatio).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.ecn-end-to-end.limit")
    void receives_hardly_any_marked_packet(SubjectId link, Criterion limits) {
        assertThat(ecnEndToEnd).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.cnp-ignored.limit")
    void ignores_no_notification(SubjectId link, Criterion limits) {
        assertThat(cnpIgnored).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.cnp-lost.limit")
    void loses_hardly_any_notification(SubjectId cluster, Criterion limits) {
        assertThat(cnpLost).of(cluster).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.lossless-drops.limit")
    void drops_nothing_in_lossless_classes(SubjectId link, Criterion limits) {
        assertThat(losslessDrops).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.retransmissions.limit")
    void sends_nothing_again(SubjectId link, Criterion limits) {
        assertThat(retransmissions).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.rnr.limit")
    void has_receivers_that_are_ready(SubjectId link, Criterion limits) {
        assertThat(rnr).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.watermark.limit")
    void keeps_its_queues_short(SubjectId link, Criterion limits) {
        assertThat(watermark).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.credit-wait.limit")
    void hardly_waits_for_credits(SubjectId link, Criterion limits) {
        assertThat(creditWait).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.discards.limit")
    void discards_nothing(SubjectId link, Criterion limits) {
        assertThat(discards).of(link).isWithin(limits);
    }
}
