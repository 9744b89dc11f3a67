package io.seatrial.criteria;

import static io.seatrial.criteria.WireEfficiency.Encapsulation.INFINIBAND;
import static io.seatrial.criteria.WireEfficiency.Encapsulation.INFINIBAND_GRH;
import static io.seatrial.criteria.WireEfficiency.Encapsulation.IWARP;
import static io.seatrial.criteria.WireEfficiency.Encapsulation.ROCE_IPV4;
import static io.seatrial.criteria.WireEfficiency.Encapsulation.ROCE_IPV4_VLAN;
import static io.seatrial.criteria.WireEfficiency.Encapsulation.ROCE_IPV6;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireEfficiencyTest {
    /** The table prints percent with three digits. */
    private static final Offset<Double> PRINTED = Offset.offset(0.0005);

    private static final int IWARP_INSIDE = 60;

    private static double ofMessage(long mtu, long message, WireEfficiency.Encapsulation around) {
        return message / (double) WireEfficiency.wireBytes(mtu, message, around);
    }

    /** Of so many packets that what only the first one carries is below what the table prints. */
    private static double ofFullPackets(long mtu, int inside, WireEfficiency.Encapsulation around) {
        return ofMessage(mtu, (mtu - inside) * 1_000_000, around);
    }

    @ParameterizedTest
    @CsvSource({
        "256, 75.740, 74.854, 71.508, 75.726, 90.780, 79.503",
        "512, 86.195, 85.619, 83.388, 86.177, 95.167, 88.581",
        "1024, 92.586, 92.252, 90.941, 92.565, 97.524, 93.945",
        "2048, 96.150, 95.970, 95.256, 96.128, 98.746, 96.878",
        "4096, 98.037, 97.944, 97.570, 98.014, 99.369, 98.414"
    })
    void gives_the_table_of_the_formula(
            long mtu, double roce, double vlan, double ipv6, double message, double infiniband, double grh) {
        assertThat(100 * ofFullPackets(mtu, 0, ROCE_IPV4)).isCloseTo(roce, PRINTED);
        assertThat(100 * ofFullPackets(mtu, 0, ROCE_IPV4_VLAN)).isCloseTo(vlan, PRINTED);
        assertThat(100 * ofFullPackets(mtu, 0, ROCE_IPV6)).isCloseTo(ipv6, PRINTED);
        assertThat(100 * ofMessage(mtu, 65536, ROCE_IPV4)).isCloseTo(message, PRINTED);
        assertThat(100 * ofFullPackets(mtu, 0, INFINIBAND)).isCloseTo(infiniband, PRINTED);
        assertThat(100 * ofFullPackets(mtu, 0, INFINIBAND_GRH)).isCloseTo(grh, PRINTED);
    }

    @Test
    void a_message_that_does_not_fill_its_last_packet_costs_a_whole_header() {
        // 5000 B at MTU 4096: 2 packets, 5000 + 2 x 82 + 16 = 5180 B on the wire.
        assertThat(ofMessage(4096, 5000, ROCE_IPV4)).isCloseTo(5000.0 / 5180, Offset.offset(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"1500, 93.6", "9000, 98.9"})
    void gives_the_two_printed_values_of_iwarp(long mtu, double percent) {
        assertThat(100 * ofFullPackets(mtu, IWARP_INSIDE, IWARP)).isCloseTo(percent, Offset.offset(0.05));
    }

    @Test
    void an_iwarp_segment_of_mtu_1500_carries_1440_of_1538_bytes() {
        assertThat(WireEfficiency.wireBytes(1500, 1440, IWARP)).isEqualTo(1538);
        assertThat(WireEfficiency.wireBytes(9000, 8940, IWARP)).isEqualTo(9038);
        assertThat(WireEfficiency.wireBytes(1500, 1441, IWARP)).isEqualTo(1441 + 2 * 98);
    }

    @ParameterizedTest
    @CsvSource({"100, 98.0", "200, 196.1", "400, 392.1"})
    void gives_the_printed_rates_at_mtu_4096(long rate, double reachable) {
        assertThat(rate * ofFullPackets(4096, 0, ROCE_IPV4)).isCloseTo(reachable, Offset.offset(0.05));
    }

    @Test
    void agrees_with_the_98_01_gigabits_that_oracle_publishes_for_64_kib_messages_on_a_100_gigabit_port() {
        assertThat(100 * ofMessage(4096, 65536, ROCE_IPV4)).isCloseTo(98.01, Offset.offset(0.005));
    }

    @Test
    void refuses_an_mtu_or_a_message_of_zero() {
        assertThatThrownBy(() -> WireEfficiency.wireBytes(0, 1, ROCE_IPV4)).hasMessageContaining("mtu");
        assertThatThrownBy(() -> WireEfficiency.wireBytes(60, 1, IWARP)).hasMessageContaining("mtu above 60 B");
        assertThatThrownBy(() -> WireEfficiency.wireBytes(4096, 0, ROCE_IPV4)).hasMessageContaining("message");
    }
}
