package io.seatrial.diagnosis;

import static io.seatrial.criteria.SmallFabric.hostLink;
import static io.seatrial.criteria.SmallFabric.uplink;
import static io.seatrial.diagnosis.Judged.fails;
import static io.seatrial.diagnosis.Judged.hears;
import static io.seatrial.diagnosis.Judged.notProven;
import static io.seatrial.diagnosis.Judged.oneEnd;
import static io.seatrial.diagnosis.Judged.paused;
import static io.seatrial.diagnosis.Judged.settingFails;
import static io.seatrial.diagnosis.Judged.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.criteria.SmallFabric;
import io.seatrial.criteria.Told;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.SubjectId.Kind;
import io.seatrial.measurement.Verdict;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Suspects from what links, ports and switches count: hosts gpu-01 to gpu-04, each with one port at leaf-1 and one at leaf-2. */
class FabricDiagnosisTest {
    private static final String DROPS = "congestion.lossless-drops";
    private static final String RETRANSMISSIONS = "congestion.retransmissions";
    private static final Message REFUSED = Message.of("ssh.refused", "host", "leaf-1");
    private static final Verdict GOOD =
            new Verdict.Pass(Message.of("limit.pass.at-most"), Optional.empty(), Optional.empty());

    private final List<Reading> readings = new ArrayList<>();

    private static Link link(int host) {
        return hostLink(host, 0);
    }

    private static String nic(int host) {
        return link(host).a().toString();
    }

    private static String leafPort(int host) {
        return link(host).b().toString();
    }

    private static SubjectId port(String name) {
        return new SubjectId(Kind.PORT, name);
    }

    private static SubjectId aSwitch(String name) {
        return new SubjectId(Kind.SWITCH, name);
    }

    private void onEachHost(IntFunction<Reading> reading) {
        IntStream.rangeClosed(1, 4).mapToObj(reading).forEach(readings::add);
    }

    /** All hosts send to all others on their rail at once, and every flow is good. */
    private List<Suspect> suspects(Map<String, Message> silent) {
        List<Finding> findings = SmallFabric.withinRail().stream()
                .map(flow -> new Finding(flow, Judged.DURING, GOOD))
                .toList();
        List<Reading> shuffled = new ArrayList<>(readings);
        Collections.shuffle(shuffled, new Random(4711));
        List<Suspect> suspects =
                Diagnosis.suspects(new Symptoms(findings, SmallFabric.links(), shuffled, Map.of(), silent));
        for (Suspect suspect : suspects) {
            Told.assertTold(suspect.message());
            assertThat(suspect.decide()).isNotEmpty().allSatisfy(Told::assertTold);
        }
        return suspects;
    }

    private List<Suspect> suspects() {
        return suspects(Map.of());
    }

    /** Assert that one thing alone is suspected, and why. */
    private Suspect only(SubjectId subject, String key) {
        List<Suspect> suspects = suspects();
        assertThat(suspects).extracting(Suspect::subject).containsExactly(subject);
        assertThat(suspects.get(0).message().key()).isEqualTo(key);
        return suspects.get(0);
    }

    @Test
    void a_receiver_that_stopped_is_the_suspect_and_those_who_are_paused_because_of_it_are_not() {
        readings.add(paused(link(2), leafPort(2), nic(2)));
        readings.add(paused(link(1), nic(1), leafPort(1)));
        readings.add(paused(link(3), nic(3), leafPort(3)));
        readings.add(fails("congestion.pfc-storm", link(3), nic(3) + ">" + leafPort(3) + ", priority 3"));
        readings.add(fails("congestion.watchdog", link(2), leafPort(2) + ", watchdog.storms.3"));
        readings.add(fails("congestion.storm-warnings", link(2), nic(2) + ", storm.warnings"));
        Suspect suspect = only(port(nic(2)), "suspect.receiver");
        assertThat(suspect.message().values())
                .containsEntry("sender", leafPort(2))
                .containsEntry("victims", nic(1) + ", " + nic(3))
                .containsEntry("failing", 6L);
        assertThat(suspect.message().values().get("share"))
                .hasToString("Quantity[value=900000, unit=PARTS_PER_MILLION]");
    }

    @Test
    void pause_is_followed_through_the_spine_to_the_receiver() {
        Link up = uplink(1, 1);
        Link down = uplink(2, 1);
        Link sick = hostLink(3, 1);
        readings.add(paused(sick, sick.b().toString(), sick.a().toString()));
        readings.add(paused(down, down.b().toString(), down.a().toString()));
        readings.add(paused(up, up.a().toString(), up.b().toString()));
        readings.add(paused(link(1), nic(1), leafPort(1)));
        Suspect suspect = only(port("gpu-03/mlx5_1"), "suspect.receiver");
        assertThat(suspect.message().values())
                .containsEntry("victims", "gpu-01/mlx5_0, leaf-1/Ethernet11, spine-1/Ethernet2");
    }

    @Test
    void a_receiver_that_pauses_and_is_paused_is_a_suspect_still_because_hosts_forward_nothing() {
        readings.add(fails(
                "congestion.pause-ratio",
                link(2),
                leafPort(2) + ">" + nic(2) + ", priority 3",
                Map.of(leafPort(2) + ".rx.pause.time.3", 9_000_000_000L, nic(2) + ".rx.pause.time.3", 8_000_000_000L)));
        assertThat(suspects().get(0).subject()).isEqualTo(port(nic(2)));
        assertThat(suspects().get(0).message().key()).isEqualTo("suspect.receiver-paused-too");
    }

    @Test
    void several_senders_that_a_switch_pauses_are_an_incast_and_its_fullest_egress_is_named() {
        for (int host : new int[] {1, 2, 3}) {
            readings.add(paused(link(host), nic(host), leafPort(host)));
        }
        readings.add(Judged.passes("congestion.ecn-end-to-end", link(3), Map.of(leafPort(3) + ".queue.marked.3", 10L)));
        readings.add(fails(
                "congestion.ecn-ratio",
                link(4),
                leafPort(4) + ", queue 3",
                Map.of(leafPort(4) + ".queue.marked.3", 900L)));
        Suspect suspect = only(port(leafPort(4)), "suspect.incast");
        assertThat(suspect.message().values()).containsEntry("count", 3L).containsEntry("failing", 4L);
        assertThat(suspect.alsoPossible()).contains(aSwitch("leaf-1"));
    }

    @Test
    void a_switch_that_pauses_one_sender_alone_is_no_incast() {
        readings.add(paused(link(1), nic(1), leafPort(1)));
        only(aSwitch("leaf-1"), "suspect.one-sender");
    }

    @Test
    void of_a_deadlock_the_ports_of_the_cycle_are_named_and_their_pauses_explained() {
        Link one = uplink(1, 1);
        Link other = uplink(2, 1);
        readings.add(Judged.deadlock("leaf-1/Ethernet11>spine-1/Ethernet1 spine-1/Ethernet2>leaf-2/Ethernet11"));
        readings.add(paused(one, one.a().toString(), one.b().toString()));
        readings.add(paused(other, other.b().toString(), other.a().toString()));
        Suspect suspect = only(port("leaf-1/Ethernet11"), "suspect.deadlock");
        assertThat(suspect.alsoPossible()).containsExactly(port("spine-1/Ethernet2"));
    }

    @Test
    void switches_that_pause_each_other_in_a_ring_leave_a_suspect_although_none_is_an_end() {
        Link one = uplink(1, 1);
        readings.add(fails(
                "congestion.pause-ratio",
                one,
                one.a() + ">" + one.b() + ", priority 3",
                Map.of(one.a() + ".rx.pause.time.3", 9_000_000_000L, one.b() + ".rx.pause.time.3", 8_000_000_000L)));
        assertThat(suspects()).extracting(Suspect::subject).containsExactly(aSwitch("spine-1"));
    }

    @Test
    void a_switch_that_marks_nothing_at_most_of_its_ports_is_suspected_and_not_its_cables() {
        onEachHost(host -> fails("congestion.ecn-alive", link(host), leafPort(host) + ", queue.watermark.3"));
        readings.add(fails("congestion.pfc-storm", link(1), nic(1) + ">" + leafPort(1) + ", priority 3"));
        Suspect suspect = only(aSwitch("leaf-1"), "suspect.switch");
        assertThat(suspect.decide().get(0).key()).isEqualTo("decide.marking-off");
        assertThat(suspect.message().values()).containsEntry("failing", 5L);
    }

    @Test
    void a_switch_that_marks_too_much_explains_the_marks_that_arrive() {
        onEachHost(host -> fails("congestion.ecn-ratio", link(host), leafPort(host) + ", queue 3"));
        onEachHost(host -> fails("congestion.ecn-end-to-end", link(host), nic(host)));
        assertThat(only(aSwitch("leaf-1"), "suspect.switch").message().values()).containsEntry("failing", 8L);
    }

    @Test
    void one_port_of_a_switch_that_fails_is_that_port() {
        onEachHost(host -> host == 2
                ? fails("congestion.ecn-ratio", link(host), leafPort(host) + ", queue 3")
                : Judged.passes("congestion.ecn-ratio", link(host), Map.of()));
        Suspect suspect = only(port(leafPort(2)), "suspect.port-counts");
        assertThat(suspect.alsoPossible()).containsExactly(link(2).subject(), port(nic(2)));
    }

    @Test
    void a_storm_that_only_a_watchdog_saw_accuses_the_port_that_it_watches() {
        readings.add(fails("congestion.pfc-storm", link(2), leafPort(2) + ", watchdog.storms.3"));
        readings.add(fails("congestion.watchdog", link(2), leafPort(2) + ", watchdog.storms.3"));
        only(port(leafPort(2)), "suspect.port-counts");
    }

    @Test
    void drops_of_a_switch_explain_what_nics_had_to_send_again() {
        onEachHost(host -> fails(DROPS, link(host), leafPort(host) + ", queue.drops.3"));
        onEachHost(host -> fails(RETRANSMISSIONS, link(host), nic(host) + ", out-of-sequence"));
        assertThat(only(aSwitch("leaf-1"), "suspect.switch").message().values()).containsEntry("failing", 8L);
    }

    @Test
    void a_nic_without_pause_counters_explains_what_is_lost_of_its_traffic() {
        for (int host : new int[] {1, 3, 4}) {
            readings.add(fails(DROPS, link(host), leafPort(host) + ", queue.drops.3"));
        }
        onEachHost(host -> fails(RETRANSMISSIONS, link(host), nic(host) + ", out-of-sequence"));
        onEachHost(host -> host == 2
                ? notProven("congestion.pause-ratio", link(2), oneEnd(nic(2), "absent"))
                : Judged.passes("congestion.pause-ratio", link(host), Map.of()));
        only(port(nic(2)), "suspect.deaf-nic");
    }

    @Test
    void what_is_lost_on_its_way_to_a_nic_without_pause_counters_is_not_its_doing() {
        onEachHost(host -> fails(DROPS, link(host), leafPort(host) + ", queue.drops.3"));
        onEachHost(host -> host == 2
                ? notProven("congestion.pause-ratio", link(2), oneEnd(nic(2), "absent"))
                : Judged.passes("congestion.pause-ratio", link(host), Map.of()));
        List<Suspect> suspects = suspects();
        assertThat(suspects).extracting(Suspect::subject).containsExactly(aSwitch("leaf-1"), port(nic(2)));
        assertThat(suspects.get(1).message().key()).isEqualTo("suspect.nic-mute");
    }

    @Test
    void a_link_with_errors_is_named_with_the_end_that_counts_them_and_explains_what_was_lost() {
        readings.add(fails("links.errors", link(2), leafPort(2) + ", rx.errors"));
        readings.add(fails("links.uncorrectable", link(2), leafPort(2) + ", fec.uncorrectable"));
        readings.add(fails(RETRANSMISSIONS, link(2), nic(2) + ", out-of-sequence"));
        readings.add(fails(RETRANSMISSIONS, link(3), nic(3) + ", out-of-sequence"));
        Suspect suspect = only(port(nic(2)), "suspect.link-counts");
        assertThat(suspect.message().values())
                .containsEntry("port", leafPort(2))
                .containsEntry("failing", 4L);
        assertThat(suspect.alsoPossible()).containsExactly(link(2).subject(), port(leafPort(2)));
    }

    @Test
    void a_flapping_link_comes_before_what_explains_more() {
        readings.add(fails("links.flaps", link(2), nic(2) + ", link.downed"));
        for (int host = 1; host <= 4; host++) {
            Link other = hostLink(host, 1);
            readings.add(fails("congestion.ecn-ratio", other, other.b() + ", queue 3"));
        }
        assertThat(suspects()).extracting(Suspect::subject).containsExactly(port(nic(2)), aSwitch("leaf-2"));
    }

    @Test
    void the_nic_that_sends_in_the_wrong_class_is_suspected_and_not_the_switch_that_passes_it_on() {
        String ask = "congestion.wrong-class";
        readings.add(fails(ask, link(2), nic(2) + ", tx.priority.packets but the lossless"));
        readings.add(fails(ask, link(1), leafPort(1) + ", queue.packets but the lossless"));
        readings.add(fails(ask, link(3), leafPort(3) + ", queue.packets but the lossless"));
        readings.add(fails(ask, link(4), nic(4) + ", rx.priority.packets but the lossless"));
        assertThat(only(port(nic(2)), "suspect.port-counts").message().values()).containsEntry("failing", 4L);
    }

    @Test
    void of_two_nics_that_send_in_the_wrong_class_both_are_suspected_and_their_switch_is_not() {
        String ask = "congestion.wrong-class";
        readings.add(fails(ask, link(1), nic(1) + ", tx.priority.packets but the lossless"));
        readings.add(fails(ask, link(2), nic(2) + ", tx.priority.packets but the lossless"));
        readings.add(fails(ask, link(3), leafPort(3) + ", queue.packets but the lossless"));
        readings.add(fails(ask, link(4), leafPort(4) + ", queue.packets but the lossless"));
        assertThat(suspects()).extracting(Suspect::subject).containsExactly(port(nic(1)), port(nic(2)));
    }

    @Test
    void a_switch_that_puts_what_came_right_into_the_wrong_queue_is_suspected_itself() {
        String ask = "congestion.wrong-class";
        onEachHost(host -> fails(ask, link(host), leafPort(host) + ", queue.packets but the lossless"));
        assertThat(suspects()).extracting(Suspect::subject).containsExactly(aSwitch("leaf-1"));
    }

    @Test
    void settings_that_differ_from_those_of_the_other_end_are_explained_by_the_switch_that_is_set_wrong() {
        onEachHost(host -> settingFails("configuration.qos.pfc", leafPort(host)));
        onEachHost(host -> settingFails("configuration.qos.pfc", nic(host)));
        only(aSwitch("leaf-1"), "suspect.switch");
    }

    @Test
    void a_port_whose_settings_fail_explains_what_fails_over_it() {
        readings.add(settingFails("configuration.pfc", nic(2)));
        readings.add(fails(DROPS, link(1), leafPort(1) + ", queue.drops.3"));
        Suspect suspect = only(port(nic(2)), "suspect.settings");
        assertThat(suspect.message().values()).containsEntry("failing", 2L);
    }

    @Test
    void two_ports_of_a_host_that_are_heard_at_each_others_place_are_its_swapped_rails() {
        readings.add(hears("leaf-1/Ethernet2", "gpu-02/eth0 or gpu-02/mlx5_0", "gpu-02/eth1"));
        readings.add(hears("leaf-2/Ethernet2", "gpu-02/eth1 or gpu-02/mlx5_1", "gpu-02/eth0"));
        Suspect suspect = only(new SubjectId(Kind.HOST, "gpu-02"), "suspect.swapped-rails");
        assertThat(suspect.message().values()).containsEntry("ports", "leaf-1/Ethernet2, leaf-2/Ethernet2");
        assertThat(suspect.alsoPossible()).containsExactly(port("leaf-1/Ethernet2"), port("leaf-2/Ethernet2"));
    }

    @Test
    void cables_of_two_hosts_that_are_swapped_are_one_mistake() {
        readings.add(hears("leaf-1/Ethernet2", "gpu-02/eth0", "gpu-03/eth0"));
        readings.add(hears("leaf-1/Ethernet3", "gpu-03/eth0", "gpu-02/eth0"));
        only(port("leaf-1/Ethernet2"), "suspect.crossed-cables");
    }

    @Test
    void a_port_that_hears_what_belongs_nowhere_is_suspected_alone() {
        readings.add(hears("leaf-1/Ethernet2", "gpu-02/eth0", "gpu-09/eth0"));
        only(port("leaf-1/Ethernet2"), "suspect.cable");
    }

    @Test
    void a_switch_most_of_whose_ports_are_set_wrong_is_suspected_itself() {
        onEachHost(host -> settingFails("qos.ecn", leafPort(host)));
        only(aSwitch("leaf-1"), "suspect.switch");
    }

    @Test
    void a_switch_that_did_not_answer_is_the_suspect_of_what_is_not_proven_with_its_cause() {
        onEachHost(host -> notProven("links.errors", link(host), unknown("none-of", leafPort(host))));
        List<Suspect> suspects = suspects(Map.of("leaf-1", REFUSED, "leaf-2", REFUSED));
        assertThat(suspects).extracting(Suspect::subject).containsExactly(aSwitch("leaf-1"));
        assertThat(suspects.get(0).cause()).contains(REFUSED);
        assertThat(suspects.get(0).message().values()).containsEntry("not-proven", 4L);
    }

    @Test
    void a_switch_whose_counters_stand_still_or_begin_anew_is_named_with_that() {
        onEachHost(host -> notProven(DROPS, link(host), unknown("frozen", leafPort(host))));
        Suspect suspect = only(aSwitch("leaf-1"), "suspect.switch-mute");
        assertThat(suspect.message().values()).containsEntry("why", "frozen").containsEntry("ports", 4L);
        assertThat(suspect.decide().get(0).key()).isEqualTo("decide.counters-frozen");
        readings.clear();
        onEachHost(host -> notProven("congestion.pause-ratio", link(host), oneEnd(leafPort(host), "reset")));
        assertThat(suspects().get(0).decide().get(0).key()).isEqualTo("decide.counters-reset");
    }

    @Test
    void few_packets_and_switches_that_were_not_seen_to_mark_accuse_nobody() {
        Message few = Message.of("counter.few-packets", "port", leafPort(1), "packets", 3L, "needed", 1000L);
        readings.add(notProven("congestion.ecn-ratio", link(1), few));
        Message unseen = Message.of("counter.marking-not-proven", "port", leafPort(2), "switch", "leaf-1");
        readings.add(notProven("congestion.ecn-ratio", link(2), unseen));
        assertThat(suspects()).isEmpty();
    }

    @Test
    void counters_that_most_nics_lack_accuse_no_single_one() {
        onEachHost(host -> notProven("congestion.pause-ratio", link(host), oneEnd(nic(host), "absent")));
        assertThat(suspects()).isEmpty();
    }

    @Test
    void what_fails_comes_before_what_is_not_proven() {
        for (int host = 1; host <= 4; host++) {
            Link other = hostLink(host, 1);
            readings.add(notProven(DROPS, other, unknown("reset", other.b().toString())));
        }
        readings.add(fails("congestion.global-pause", link(2), nic(2) + ", rx.global-pause.frames"));
        assertThat(suspects()).extracting(Suspect::subject).containsExactly(port(nic(2)), aSwitch("leaf-2"));
    }

    @Test
    void what_people_waived_is_as_bad_as_before() {
        Reading bad = fails("congestion.watchdog", link(2), leafPort(2) + ", watchdog.storms.3");
        Verdict waived = new Verdict.Waived(
                Message.of("waiver.waived"), Optional.empty(), "OPS-7", LocalDate.of(2026, 12, 31), bad.verdict());
        readings.add(new Reading(
                new Judgement(bad.judgement().criterion(), bad.judgement().subject(), waived), bad.measurements()));
        only(port(leafPort(2)), "suspect.port-counts");
    }

    @Test
    void a_failure_of_the_whole_cluster_accuses_nobody_where_nothing_names_a_port() {
        readings.add(Judged.deadlock("no port stood still"));
        assertThat(suspects()).isEmpty();
    }
}
