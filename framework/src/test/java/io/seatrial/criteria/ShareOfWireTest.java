package io.seatrial.criteria;

import static io.seatrial.criteria.Samples.FLOW;
import static io.seatrial.criteria.Samples.RULES;
import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.PciLink;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bandwidth held against what its own MTU, message size and headers leave of the rate. */
class ShareOfWireTest {
    private static final String ASK = "rdma.write-bandwidth.alone";
    private static final RatedSpeeds AT_400_GIGABITS =
            new RatedSpeeds(Map.of("gpu-01/mlx5_0", 400_000_000_000L, "gpu-02/mlx5_0", 400_000_000_000L));

    private static Criterion atLeast(String fail) {
        return atLeast(ASK, fail);
    }

    private static Criterion atLeast(String ask, String fail) {
        Bound bound = fail.endsWith(" of wire")
                ? new Bound(Amount.parse(fail.replace(" of wire", "")), true, fail)
                : new Bound(Amount.parse(fail), fail);
        Limit limit = Samples.limit("1b/s");
        return new DeclaredLimit(
                ask,
                KnownAsk.of(ask).statistic("value").metric(),
                List.of(new Limit(limit.holdsFor(), bound, Optional.empty(), "OCI", EvidenceGrade.A, limit.approval())),
                RULES,
                AT_400_GIGABITS);
    }

    private static Conditions under(String fabric, String... more) {
        Conditions conditions = new Conditions(
                Map.of("fabric", fabric, "path-class", "within-leaf", "message-bytes", "65536", "mtu", "4096"));
        for (int i = 0; i < more.length; i += 2) {
            conditions = conditions.with(more[i], more[i + 1]);
        }
        return conditions;
    }

    private static Samples saw(Conditions conditions, long value) {
        return Samples.of(ASK).under(conditions).saw(FLOW, value, value);
    }

    /** 100 % of the wire of 400 Gb/s, by hand: 400e9 x M / (M + packets x headers + 16), rounded up. */
    @ParameterizedTest
    @CsvSource({
        "roce2, headers, ipv4, 392055515674",
        "soft-roce, headers, ipv4, 392055515674",
        "roce2, headers, ipv6, 390188140034",
        "roce2, headers, ipv4-vlan, 391680612001",
        "infiniband, headers, '', 397380548145",
        "infiniband, headers, grh, 393562334855",
        "iwarp, interface-mtu, 9000, 395271411339",
        "soft-iwarp, interface-mtu, 1500, 374256181829",
    })
    void the_whole_wire_follows_from_mtu_message_and_headers(String fabric, String key, String value, long wire) {
        Conditions conditions = under(fabric, key, value);
        Told.passes(saw(conditions, wire).verdict(atLeast("100% of wire")));
        Verdict.Fail fail = Told.fails(saw(conditions, wire - 1).verdict(atLeast("100% of wire")));
        assertThat(fail.evidence().orElseThrow().limit()).contains(new Quantity(wire, Unit.BITS_PER_SECOND));
    }

    @Test
    void a_smaller_mtu_lowers_the_edge_because_its_own_finding_is_made_elsewhere() {
        Conditions mtu1024 = under("roce2", "mtu", "1024");
        // 92 % of 370.26 Gb/s are 340.6 Gb/s, of 392.06 Gb/s they are 360.7 Gb/s.
        Told.passes(saw(mtu1024, 341_000_000_000L).verdict(atLeast("92% of wire")));
        Told.fails(saw(under("roce2"), 341_000_000_000L).verdict(atLeast("92% of wire")));
    }

    @Test
    void the_verdict_says_what_the_wire_was() {
        Verdict.Fail fail = Told.fails(saw(under("roce2"), 1).verdict(atLeast("92% of wire")));
        assertThat(fail.message().values().get("declared"))
                .isEqualTo("92% of wire, which is 98.014 % for messages of 65536 B at MTU 4096, RoCEv2 over IPv4");
    }

    @ParameterizedTest
    @CsvSource({"tcp, mtu", "efa, mtu", "unknown, mtu"})
    void a_fabric_whose_headers_are_not_known_is_not_proven(String fabric, String key) {
        Told.notProven(
                saw(under(fabric, key, "4096"), Long.MAX_VALUE).verdict(atLeast("92% of wire")), "limit.wire-unknown");
    }

    @Test
    void a_measurement_that_does_not_say_its_mtu_is_not_proven() {
        Verdict.NotProven verdict = Told.notProven(
                saw(under("roce2", "mtu", ""), Long.MAX_VALUE).verdict(atLeast("92% of wire")), "limit.wire-unknown");
        assertThat(verdict.message().values()).containsEntry("missing", "mtu").containsEntry("declared", "92% of wire");
        Told.notProven(saw(under("iwarp"), Long.MAX_VALUE).verdict(atLeast("92% of wire")), "limit.wire-unknown");
    }

    @Test
    void both_directions_at_once_may_carry_the_rate_each() {
        String both = "rdma.write-bandwidth.bidirectional";
        Samples seen = Samples.of(both).under(under("roce2"));
        Told.passes(seen.saw(FLOW, 720_000_000_000L).verdict(atLeast(both, "90%")));
        Told.fails(Samples.of(both)
                .under(under("roce2"))
                .saw(FLOW, 719_999_999_999L, 719_999_999_999L)
                .verdict(atLeast(both, "90%")));
    }

    @Test
    void a_slot_that_carries_less_than_the_limit_is_named_as_the_cause() {
        Verdict.Fail fail = Told.fails(Samples.of(ASK)
                .under(under("roce2"))
                .with(PciLink.SPEED_OF + "from", 32_000L)
                .with(PciLink.LANES_OF + "from", 16L)
                .with(PciLink.SPEED_OF + "to", 16_000L)
                .with(PciLink.LANES_OF + "to", 16L)
                .saw(FLOW, 210_000_000_000L, 211_000_000_000L)
                .verdict(atLeast("92% of wire")));
        assertThat(fail.message().key()).isEqualTo("limit.slot");
        assertThat(fail.message().values())
                .containsEntry("port", "gpu-02/mlx5_0")
                .containsEntry("slot", "16 GT/s x16")
                .containsEntry("raw", new Quantity(252_048_000_000L, Unit.BITS_PER_SECOND));
    }

    @Test
    void a_slot_that_carries_the_limit_is_no_cause() {
        Verdict.Fail fail = Told.fails(Samples.of(ASK)
                .under(under("roce2"))
                .with(PciLink.SPEED_OF + "from", 32_000L)
                .with(PciLink.LANES_OF + "from", 16L)
                .saw(FLOW, 210_000_000_000L, 211_000_000_000L)
                .verdict(atLeast("92% of wire")));
        assertThat(fail.message().key()).isEqualTo("limit.fail.at-least");
    }

    @Test
    void a_slow_slot_does_not_fail_what_keeps_its_limit() {
        Told.passes(Samples.of(ASK)
                .under(under("roce2"))
                .with(PciLink.SPEED_OF + "from", 16_000L)
                .with(PciLink.LANES_OF + "from", 16L)
                .saw(FLOW, 390_000_000_000L)
                .verdict(atLeast("92% of wire")));
    }
}
