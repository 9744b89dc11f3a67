package io.seatrial.formats.capture;

import static io.seatrial.formats.capture.Frames.ACKNOWLEDGE;
import static io.seatrial.formats.capture.Frames.NOTIFICATION;
import static io.seatrial.formats.capture.Frames.READ_REQUEST;
import static io.seatrial.formats.capture.Frames.READ_RESPONSE_MIDDLE;
import static io.seatrial.formats.capture.Frames.READ_RESPONSE_ONLY;
import static io.seatrial.formats.capture.Frames.RECEIVER;
import static io.seatrial.formats.capture.Frames.SENDER;
import static io.seatrial.formats.capture.Frames.WRITE_ONLY;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CaptureSummaryTest {
    private static final int THERE = 17;
    private static final int BACK = 18;
    private static final int ROCE = 4791;

    private static byte[] written(int psn) {
        return Frames.data(2, WRITE_ONLY, THERE, psn);
    }

    @Test
    void congestion_bits_are_counted_for_each_way() {
        CaptureSummary summary = Frames.summary(
                Frames.data(0, WRITE_ONLY, THERE, 1),
                Frames.data(1, WRITE_ONLY, THERE, 2),
                Frames.data(2, WRITE_ONLY, THERE, 3),
                Frames.data(3, WRITE_ONLY, THERE, 4),
                Frames.data(3, WRITE_ONLY, THERE + 5, 4),
                Frames.back(ACKNOWLEDGE, BACK, 4, 0));
        assertThat(summary.packets()).isEqualTo(6);
        assertThat(summary.count(Sign.MARKED)).isEqualTo(2);
        assertThat(summary.count(Sign.CAPABLE)).isEqualTo(2);
        assertThat(summary.count(Sign.NOT_CAPABLE)).isEqualTo(2);
        assertThat(summary.count(Sign.NOT_CAPABLE, SENDER, RECEIVER)).isEqualTo(1);
        assertThat(summary.ways()).extracting(CaptureSummary.Way::queuePair).containsExactly(THERE, THERE + 5, BACK);
        assertThat(summary.ways().get(0).signs()).containsEntry(Sign.MARKED, 1L).containsEntry(Sign.AGAIN, 0L);
    }

    @Test
    void acknowledgements_are_told_from_the_three_kinds_of_refusals() {
        CaptureSummary summary = Frames.summary(
                Frames.back(ACKNOWLEDGE, BACK, 1, 0x1f),
                Frames.back(READ_RESPONSE_ONLY, BACK, 2, 0x00),
                Frames.back(READ_RESPONSE_MIDDLE, BACK, 3),
                Frames.back(ACKNOWLEDGE, BACK, 4, 0x60),
                Frames.back(ACKNOWLEDGE, BACK, 4, 0x63),
                Frames.back(ACKNOWLEDGE, BACK, 4, 0x2c),
                Frames.back(ACKNOWLEDGE, BACK, 4, 0x40));
        assertThat(summary.count(Sign.ACKNOWLEDGED)).isEqualTo(2);
        assertThat(summary.count(Sign.SEQUENCE_NAK)).isEqualTo(1);
        assertThat(summary.count(Sign.OTHER_NAK)).isEqualTo(1);
        assertThat(summary.count(Sign.NOT_READY)).isEqualTo(1);
        assertThat(summary.count(Sign.AGAIN)).isZero();
    }

    @Test
    void a_request_comes_again_only_on_its_own_queue_pair_and_over_a_reliable_transport() {
        int unreliable = 0x64;
        CaptureSummary summary = Frames.summary(
                written(0xffffff),
                written(0),
                written(0xffffff),
                written(0),
                written(0),
                Frames.data(2, READ_REQUEST, THERE, 1),
                Frames.data(2, WRITE_ONLY, THERE + 1, 0),
                Frames.data(2, unreliable, THERE + 2, 9),
                Frames.data(2, unreliable, THERE + 2, 9),
                Frames.back(READ_RESPONSE_ONLY, BACK, 1, 0),
                Frames.back(READ_RESPONSE_ONLY, BACK, 1, 0));
        assertThat(summary.count(Sign.AGAIN)).isEqualTo(3);
        assertThat(summary.ways().get(0).signs()).containsEntry(Sign.AGAIN, 3L);
    }

    @Test
    void notifications_are_told_by_their_operation_code() {
        CaptureSummary summary = Frames.summary(Frames.back(NOTIFICATION, THERE, 0), written(1));
        assertThat(summary.count(Sign.NOTIFICATION, RECEIVER, SENDER)).isEqualTo(1);
        assertThat(summary.count(Sign.NOTIFICATION)).isEqualTo(1);
    }

    @Test
    void vlan_tags_ip_options_and_ipv6_are_read() {
        byte[] udp = Frames.udp(ROCE, Frames.transport(WRITE_ONLY, THERE, 1));
        byte[] ipv4 = Frames.ipv4(SENDER, RECEIVER, 3, 0x4000, 8, udp);
        CaptureSummary summary = Frames.summary(
                Frames.ethernet(ipv4, 0x0800),
                Frames.ethernet(ipv4, 0x8100, 0x0800),
                Frames.ethernet(ipv4, 0x88a8, 0x8100, 0x0800),
                Frames.ethernet(Frames.ipv6(26 << 2 | 3, 17, udp), 0x86dd));
        assertThat(summary.packets()).isEqualTo(4);
        assertThat(summary.count(Sign.MARKED)).isEqualTo(4);
        assertThat(summary.count(Sign.MARKED, "2001:db8:0:0:0:0:0:1", "2001:db8:0:0:0:0:0:2"))
                .isEqualTo(1);
    }

    @Test
    void what_is_not_read_is_counted_as_other_and_never_as_a_packet_without_signs() {
        byte[] udp = Frames.udp(ROCE, Frames.transport(WRITE_ONLY, THERE, 1));
        int roceVersionOne = 0x8915;
        int moreFragments = 0x2000;
        int hopByHop = 0;
        int vxlan = 4789;
        CaptureSummary summary = Frames.summary(
                Frames.ethernet(new byte[60], roceVersionOne),
                Frames.ethernet(Frames.ipv4(SENDER, RECEIVER, 0, moreFragments, 0, udp), 0x0800),
                Frames.ethernet(Frames.ipv4(SENDER, RECEIVER, 0, 185, 0, udp), 0x0800),
                Frames.ethernet(Frames.ipv6(0, hopByHop, udp), 0x86dd),
                Frames.ethernet(Frames.ipv4(SENDER, RECEIVER, 0, 0, 0, Frames.udp(vxlan, new byte[80])), 0x0800));
        assertThat(summary.others()).isEqualTo(5);
        assertThat(summary.packets()).isZero();
        assertThat(summary.ways()).isEmpty();
    }

    @Test
    void a_packet_of_which_too_little_was_kept_is_told_so_wherever_it_ends() {
        byte[] whole = Frames.back(ACKNOWLEDGE, BACK, 4, 0x60);
        int withSyndrome = 14 + 20 + 8 + 12 + 1;
        for (int kept = 0; kept < withSyndrome; kept++) {
            CaptureSummary summary = Frames.summary(Arrays.copyOf(whole, kept));
            assertThat(summary.cut()).as("%d B kept", kept).isEqualTo(1);
            assertThat(summary.packets()).isZero();
        }
        assertThat(Frames.summary(Arrays.copyOf(whole, withSyndrome)).count(Sign.SEQUENCE_NAK))
                .isEqualTo(1);
    }

    @Test
    void every_sign_is_found_by_its_name() {
        for (Sign sign : Sign.values()) {
            assertThat(Sign.of(sign.text())).contains(sign);
        }
        assertThat(Sign.of("ce ")).isEmpty();
    }

    /** Captured in the soft-RDMA lab: rxe on Linux 6.1, a port of 4 Mb/s with RED in the way. */
    @Test
    void marks_of_a_real_bottleneck_are_found() throws IOException {
        CaptureSummary summary = captured("marks-at-the-receiver");
        assertThat(summary.packets()).isEqualTo(60);
        assertThat(summary.others() + summary.cut()).isZero();
        assertThat(summary.count(Sign.MARKED, "10.9.0.1", "10.9.0.2")).isEqualTo(32);
        assertThat(summary.count(Sign.MARKED)).isEqualTo(32);
        assertThat(summary.count(Sign.ACKNOWLEDGED, "10.9.0.2", "10.9.0.1")).isEqualTo(12);
        assertThat(summary.count(Sign.SEQUENCE_NAK) + summary.count(Sign.AGAIN)).isZero();
    }

    /** The same with netem losing 5 %: rxe goes back to the lost packet and sends it and all behind it again. */
    @Test
    void a_real_loss_shows_as_refusals_and_as_packets_sent_again() throws IOException {
        CaptureSummary summary = captured("loss-at-the-sender");
        assertThat(summary.packets()).isEqualTo(60);
        assertThat(summary.count(Sign.SEQUENCE_NAK, "10.9.0.2", "10.9.0.1")).isEqualTo(4);
        assertThat(summary.count(Sign.AGAIN, "10.9.0.1", "10.9.0.2")).isEqualTo(8);
        assertThat(summary.count(Sign.ACKNOWLEDGED)).isEqualTo(9);
        assertThat(summary.count(Sign.MARKED)).isZero();
    }

    private static CaptureSummary captured(String name) throws IOException {
        try (InputStream in = CaptureSummaryTest.class.getResourceAsStream("/captures/" + name + ".pcap")) {
            return CaptureSummary.of(CaptureFile.read(in.readAllBytes()));
        }
    }
}
