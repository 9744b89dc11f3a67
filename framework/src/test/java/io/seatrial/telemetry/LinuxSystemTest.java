package io.seatrial.telemetry;

import static io.seatrial.measurement.Counter.Kind.QUEUE_BYTES;
import static io.seatrial.measurement.Counter.Kind.QUEUE_DROPS;
import static io.seatrial.measurement.Counter.Kind.QUEUE_MARKED;
import static io.seatrial.measurement.Counter.Kind.QUEUE_OCCUPANCY;
import static io.seatrial.measurement.Counter.Kind.QUEUE_PACKETS;
import static io.seatrial.measurement.Counter.Kind.QUEUE_WRED_DROPS;
import static io.seatrial.measurement.Counter.Kind.RX_CRC_ERRORS;
import static io.seatrial.measurement.Counter.Kind.RX_DISCARDS;
import static io.seatrial.measurement.Counter.Kind.TX_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.formats.text.Source;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Setting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class LinuxSystemTest {
    private static final long GIGABIT = 1_000_000_000L;
    private static final SwitchPorts PORTS = new SwitchPorts("leaf-1", Map.of("s1", GIGABIT, "s2", GIGABIT));
    private static final LinuxSystem LINUX = new LinuxSystem();
    private static final String RED = "{'kind':'red','handle':'10:','dev':'s2','parent':'1:1','options':{'limit':60000,"
            + "'min':3000,'max':9000,'ecn':true,'ewma':3,'probability':0.05,'Scell_log':9},'bytes':5299614,'packets':4913,"
            + "'drops':12,'backlog':6582,'qlen':6,'marked':1254,'early':12,'pdrop':0,'other':0}";

    private static Source source(String... qdiscs) {
        return Source.of(("[" + String.join(",", qdiscs) + "]").replace('\'', '"'));
    }

    private static String qdisc(String kind, String handle, String parent, String counts) {
        String place = parent.isEmpty() ? "'root':true" : "'parent':'" + parent + "'";
        return "{'kind':'" + kind + "','handle':'" + handle + "','dev':'s2'," + place + ",'options':{}" + counts + "}";
    }

    private static String counts(int bytes, int packets, int drops, String more) {
        return ",'bytes':" + bytes + ",'packets':" + packets + ",'drops':" + drops + ",'backlog':0,'qlen':0" + more;
    }

    private static Map<Counter, Long> queues(String... qdiscs) {
        Counts counts = LINUX.counters(PORTS).get(0).reading().apply(source(qdiscs));
        return port(counts, LinuxSystem.QDISC, "s2");
    }

    private static Map<Counter, Long> port(Counts counts, String source, String port) {
        Map<String, SortedMap<String, SortedMap<Counter, Long>>> all = new HashMap<>();
        counts.forEachSource(all::put);
        Map<String, SortedMap<Counter, Long>> ports = all.containsKey(source) ? all.get(source) : Map.of();
        return ports.containsKey(port) ? ports.get(port) : Map.of();
    }

    @Test
    void red_behind_a_token_bucket_is_queue_0_with_the_drops_of_both() {
        Map<Counter, Long> counted = queues(qdisc("tbf", "1:", "", counts(5_300_000, 4920, 20, "")), RED);
        assertThat(counted)
                .isEqualTo(Map.of(
                        QUEUE_BYTES.of(0), 5_299_614L,
                        QUEUE_PACKETS.of(0), 4913L,
                        QUEUE_DROPS.of(0), 20L,
                        QUEUE_WRED_DROPS.of(0), 12L,
                        QUEUE_MARKED.of(0), 1254L,
                        QUEUE_OCCUPANCY.of(0), 6582L));
    }

    @Test
    void bands_are_queues_in_their_order_and_one_without_a_discipline_shown_is_absent() {
        Map<Counter, Long> counted = queues(
                qdisc("prio", "1:", "", counts(100, 10, 9, "")),
                qdisc("fq_codel", "30:", "1:3", counts(60, 6, 2, ",'ecn_mark':4")),
                qdisc("fq_codel", "11:", "1:1", counts(40, 4, 0, ",'ecn_mark':0")));
        assertThat(counted)
                .containsEntry(QUEUE_PACKETS.of(0), 4L)
                .containsEntry(QUEUE_MARKED.of(0), 0L)
                .containsEntry(QUEUE_PACKETS.of(2), 6L)
                .containsEntry(QUEUE_MARKED.of(2), 4L)
                .containsEntry(QUEUE_DROPS.of(2), 2L)
                .doesNotContainKeys(QUEUE_PACKETS.of(1), QUEUE_PACKETS.of(3));
    }

    @Test
    void transmit_queues_of_mq_are_queues_though_all_have_the_default_handle() {
        Map<Counter, Long> counted = queues(
                qdisc("mq", "0:", "", counts(30, 3, 0, "")),
                qdisc("fq_codel", "0:", ":2", counts(20, 2, 0, ",'ecn_mark':1")),
                qdisc("fq_codel", "0:", ":1", counts(10, 1, 0, ",'ecn_mark':0")));
        assertThat(counted)
                .containsEntry(QUEUE_PACKETS.of(0), 1L)
                .containsEntry(QUEUE_PACKETS.of(1), 2L)
                .containsEntry(QUEUE_MARKED.of(1), 1L)
                .hasSize(10);
    }

    @Test
    void leaves_below_one_outer_class_are_one_queue_named_by_the_class() {
        Map<Counter, Long> counted = queues(
                qdisc("htb", "1:", "", counts(50, 5, 1, "")),
                qdisc("prio", "2:", "1:10", counts(30, 3, 1, "")),
                qdisc("codel", "21:", "2:1", counts(10, 1, 0, ",'ecn_mark':1")),
                qdisc("codel", "22:", "2:2", counts(20, 2, 1, ",'ecn_mark':2")),
                qdisc("pfifo", "3:", "1:20", counts(20, 2, 0, "")));
        assertThat(counted)
                .containsEntry(QUEUE_PACKETS.of(0x10), 3L)
                .containsEntry(QUEUE_MARKED.of(0x10), 3L)
                .containsEntry(QUEUE_DROPS.of(0x10), 1L)
                .containsEntry(QUEUE_PACKETS.of(0x20), 2L)
                .doesNotContainKey(QUEUE_MARKED.of(0x20));
    }

    @Test
    void what_marks_twice_or_counts_nothing_is_absent_and_not_0() {
        String codel = qdisc("codel", "20:", "10:1", counts(10, 1, 0, ",'ecn_mark':1"));
        assertThat(queues(qdisc("tbf", "1:", "", counts(10, 1, 0, "")), RED, codel))
                .containsEntry(QUEUE_PACKETS.of(0), 1L)
                .doesNotContainKey(QUEUE_MARKED.of(0));
        assertThat(queues(qdisc("noqueue", "0:", "", counts(0, 0, 0, "")))).isEmpty();
        assertThat(queues(qdisc("clsact", "ffff:", "ffff:fff1", counts(7, 7, 0, ""))))
                .isEmpty();
        assertThat(queues(qdisc("pfifo_fast", "0:", "", ""))).isEmpty();
    }

    @Test
    void ports_that_the_inventory_does_not_know_are_passed_over() {
        Counts counts = LINUX.counters(PORTS).get(0).reading().apply(source(RED.replace("'s2'", "'eth0'")));
        Map<String, Object> all = new HashMap<>();
        counts.forEachSource(all::put);
        assertThat(all).isEmpty();
    }

    @Test
    void interfaces_are_read_with_their_losses() {
        String s2 =
                "{'ifname':'s2','mtu':1500,'operstate':'UP','stats64':{'rx':{'bytes':90,'packets':1,'errors':4,'dropped':3,"
                        + "'crc_errors':4,'missed_errors':2},'tx':{'bytes':70,'packets':1,'errors':0,'dropped':0}}}";
        Question<Counts> question = LINUX.counters(PORTS).get(1);
        assertThat(port(question.reading().apply(source(s2)), LinuxSystem.LINK, "s2"))
                .containsEntry(RX_DISCARDS.one(), 5L)
                .containsEntry(RX_CRC_ERRORS.one(), 4L)
                .containsEntry(TX_BYTES.one(), 70L)
                .hasSize(8);
        String without = s2.replace(",'crc_errors':4,'missed_errors':2", "");
        assertThat(port(question.reading().apply(source(without)), LinuxSystem.LINK, "s2"))
                .doesNotContainKeys(RX_DISCARDS.one(), RX_CRC_ERRORS.one());
    }

    @Test
    void thresholds_of_red_are_settings_and_of_other_kinds_they_are_said_not_to_be_told() {
        List<Setting> marking = LINUX.settings(PORTS).get(0).reading().apply(source(RED));
        assertThat(marking).hasSize(2);
        assertThat(marking.get(0).cause()).isPresent();
        assertThat(marking.get(1))
                .isEqualTo(Setting.of(PORTS.subject("s2"), Setting.ECN + 0, "kmin=3000 kmax=9000 pmax=5"));
        String off = RED.replace("'ecn':true", "'ecn':false");
        assertThat(LINUX.settings(PORTS)
                        .get(0)
                        .reading()
                        .apply(source(off))
                        .get(1)
                        .text())
                .contains(Setting.OFF);
        String codel = qdisc("fq_codel", "1:", "", counts(1, 1, 0, ",'ecn_mark':1"));
        assertThat(LINUX.settings(PORTS)
                        .get(0)
                        .reading()
                        .apply(source(codel))
                        .get(1)
                        .cause())
                .isPresent();
    }

    @Test
    void a_port_that_is_not_there_has_no_mtu_but_a_cause() {
        List<Setting> mtus = LINUX.settings(PORTS).get(1).reading().apply(source("{'ifname':'s2','mtu':9216}"));
        assertThat(mtus.get(0).cause()).isPresent();
        assertThat(mtus.get(1).text()).contains("9216");
    }
}
