package io.seatrial.criteria.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.TimeWindow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Packets by class at both ends of a link during ten seconds; 3 is lossless, 6 carries notifications. */
class WrongClassTest {
    private static final Cluster CLUSTER = ClusterFile.read(Path.of("..", "inventory", "virtual-congestion"));
    private static final Link LINK = CLUSTER.linksOfTier(Link.HOST_LEAF).get(0);
    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");
    private static final TimeWindow WINDOW = new TimeWindow(START.plusSeconds(2), START.plusSeconds(12));
    private static final int SECONDS = 16;

    private final Map<Counter, Long> nic = new HashMap<>(Map.of(
            Kind.TX_PRIORITY_PACKETS.of(0), 0L,
            Kind.TX_PRIORITY_PACKETS.of(3), 1000L,
            Kind.TX_PRIORITY_PACKETS.of(6), 50L,
            Kind.RX_PRIORITY_PACKETS.of(0), 0L,
            Kind.RX_PRIORITY_PACKETS.of(3), 1000L));
    private final Map<Counter, Long> leaf = new HashMap<>(
            Map.of(Kind.QUEUE_PACKETS.of(0), 0L, Kind.QUEUE_PACKETS.of(3), 1000L, Kind.QUEUE_PACKETS.of(6), 50L));

    /** Every counter grows by its number each second. */
    private static PortCounters counts(String port, Map<Counter, Long> perSecond) {
        SubjectId subject = new SubjectId(SubjectId.Kind.PORT, port);
        CounterSource source = new CounterSource("node", "s", Duration.ofSeconds(1), Duration.ofMillis(5));
        List<CounterReading> readings = new ArrayList<>();
        for (int second = 0; second < SECONDS; second++) {
            Map<Counter, Long> values = new HashMap<>();
            for (Map.Entry<Counter, Long> each : perSecond.entrySet()) {
                values.put(each.getKey(), each.getValue() * second);
            }
            readings.add(CounterReading.full(subject, "s", START.plusSeconds(second), values));
        }
        return new PortCounters(subject, List.of(CounterSeries.of(subject, source, readings)));
    }

    private Found found() {
        LinkCounters link = new LinkCounters(
                LINK, counts(LINK.a().toString(), nic), counts(LINK.b().toString(), leaf));
        Terms terms = new Terms(CLUSTER.qos().orElseThrow(), 1000, Map.of(), node -> List.of(), Map.of());
        return new WrongClass().of(link, WINDOW, terms);
    }

    @Test
    void lossless_packets_and_notifications_are_no_fault() {
        assertThat(((Found.Value) found()).value()).isZero();
    }

    @Test
    void a_nic_that_sends_in_another_class_shows_at_its_end() {
        nic.put(Kind.TX_PRIORITY_PACKETS.of(3), 0L);
        nic.put(Kind.TX_PRIORITY_PACKETS.of(0), 950L);
        Found.Value value = (Found.Value) found();
        assertThat(value.value()).isEqualTo(950_000);
        assertThat(value.where()).startsWith(LINK.a().toString()).contains("tx.priority.packets");
    }

    @Test
    void the_other_direction_is_seen_at_the_queues_of_the_switch_and_where_it_arrives() {
        nic.put(Kind.RX_PRIORITY_PACKETS.of(0), 1000L);
        Found.Value arrived = (Found.Value) found();
        assertThat(arrived.value()).isEqualTo(500_000);
        assertThat(arrived.where()).contains("rx.priority.packets");
        leaf.put(Kind.QUEUE_PACKETS.of(0), 3150L);
        Found.Value left = (Found.Value) found();
        assertThat(left.value()).isEqualTo(750_000);
        assertThat(left.where()).startsWith(LINK.b().toString());
    }

    @Test
    void one_packet_of_many_is_not_none() {
        nic.put(Kind.TX_PRIORITY_PACKETS.of(3), 10_000_000L);
        nic.put(Kind.TX_PRIORITY_PACKETS.of(0), 1L);
        assertThat(((Found.Value) found()).value()).isEqualTo(1);
    }

    @Test
    void an_end_that_does_not_count_by_class_leaves_it_open_and_what_the_other_saw_counts() {
        leaf.clear();
        leaf.put(Kind.TX_PACKETS.one(), 1000L);
        assertThat(found())
                .isInstanceOfSatisfying(
                        Found.Nothing.class,
                        nothing -> assertThat(nothing.why().key()).isEqualTo("counter.none-of"));
        nic.put(Kind.TX_PRIORITY_PACKETS.of(0), 1050L);
        assertThat(((Found.Between) found()).least()).isEqualTo(500_000);
    }

    @Test
    void too_few_packets_say_nothing() {
        nic.replaceAll((counter, perSecond) -> perSecond / 100);
        leaf.replaceAll((counter, perSecond) -> perSecond / 100);
        assertThat(found())
                .isInstanceOfSatisfying(
                        Found.Nothing.class,
                        nothing -> assertThat(nothing.idle()).isTrue());
    }
}
