package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.LabQos;
import io.seatrial.lab.PauseMeter.Paused;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sides of 8 Mb/s: a byte takes a microsecond. */
class SwitchQueueTest {
    private static final int KIB = 1024;
    private static final LabQos QOS = new LabQos(32 * KIB, 64 * KIB, 0.1, 96 * KIB, 80 * KIB);
    private static final QueuePolicy SOUND = new QueuePolicy(QOS, true, true, 128 * KIB, 48 * KIB);

    private final LinkSide from = nic(Trouble.NONE);

    private static LinkSide nic(Trouble trouble) {
        return new LinkSide("gpu-01/mlx5_0>leaf-1/Ethernet1", 8_000_000, 5_000, 128 * KIB, Optional.empty(), trouble);
    }

    private static LinkSide port(QueuePolicy policy) {
        return new LinkSide(
                "leaf-1/Ethernet2>gpu-02/mlx5_0", 8_000_000, 5_000, 128 * KIB, Optional.of(policy), Trouble.NONE);
    }

    private static Piece piece(int size) {
        return new Piece(null, ByteBuffer.allocate(size), 0);
    }

    /** Let pieces of 16 KiB arrive at one moment. */
    private static int flood(LinkSide port, LinkSide from, int pieces) {
        int marked = 0;
        for (int i = 0; i < pieces; i++) {
            Piece piece = piece(Piece.SIZE);
            port.cross(piece, Optional.of(from), 0);
            marked += Integer.bitCount(piece.marks);
        }
        return marked;
    }

    @ParameterizedTest
    @CsvSource({"0,0", "32768,0", "49152,0.05", "65536,0.1", "65537,1"})
    void packets_are_marked_by_the_occupancy(int occupied, double share) {
        Random dice = new Random(1);
        int marked = 0;
        for (int i = 0; i < 20_000; i++) {
            marked += SOUND.marks(occupied, dice) ? 1 : 0;
        }
        assertThat(marked / 20_000.0).isCloseTo(share, Offset.offset(share == 1 || share == 0 ? 0.0 : 0.01));
    }

    @Test
    void pieces_that_find_the_queue_empty_are_never_marked_and_pause_nobody() {
        LinkSide port = port(SOUND);
        for (int i = 0; i < 1_000; i++) {
            port.cross(piece(Piece.SIZE), Optional.of(from), i * 16_384_000L);
        }
        assertThat(port.counts().packets(3)).isEqualTo(4_000);
        assertThat(port.counts().marked(3)).isZero();
        assertThat(from.paused(Long.MAX_VALUE)).isEqualTo(Paused.NEVER);
        assertThat(port.egress().orElseThrow().watermark(Long.MAX_VALUE)).isEqualTo(Piece.SIZE);
    }

    @Test
    void pieces_that_pile_up_are_marked_first_and_pause_later() {
        LinkSide port = port(SOUND);
        flood(port, from, 6);
        assertThat(port.counts().marked(3)).isPositive();
        assertThat(from.paused(Long.MAX_VALUE)).isEqualTo(Paused.NEVER);
        flood(port, from, 1);
        // 7 pieces stand there; 5 of them are XON, and two take 32.768 ms to leave
        assertThat(from.paused(Long.MAX_VALUE)).isEqualTo(new Paused(32_768_000, 2, 1));
        assertThat(port.counts().lost(3)).isZero();
    }

    @Test
    void a_paused_side_sends_nothing_before_the_queue_has_drained_to_xon() {
        LinkSide port = port(SOUND);
        flood(port, from, 7);
        assertThat(from.cross(0, 1_000)).isEqualTo(32_768_000 + 5_000 + 1_000_000 + 5_000);
    }

    @Test
    void what_a_side_had_taken_before_the_pause_still_leaves_and_is_no_pause() {
        from.cross(0, 40_000);
        LinkSide port = port(SOUND);
        flood(port, from, 7);
        assertThat(from.paused(Long.MAX_VALUE)).isEqualTo(Paused.NEVER);
        assertThat(from.waiting(0)).isEqualTo(40_000);
    }

    @Test
    void a_pause_spreads_from_side_to_side() {
        LinkSide spine = port(SOUND);
        LinkSide leaf = port(SOUND);
        flood(spine, leaf, 7);
        flood(leaf, from, 7);
        assertThat(leaf.paused(Long.MAX_VALUE).nanos()).isEqualTo(32_768_000);
        assertThat(from.paused(Long.MAX_VALUE).nanos())
                .isGreaterThan(leaf.paused(Long.MAX_VALUE).nanos());
    }

    @Test
    void the_same_pieces_get_the_same_marks() {
        assertThat(flood(port(SOUND), from, 6)).isPositive().isEqualTo(flood(port(SOUND), from, 6));
    }

    @Test
    void a_packet_that_is_marked_already_is_not_counted_again() {
        LinkSide port = port(SOUND);
        flood(port, from, 6);
        long before = port.counts().marked(3);
        Piece piece = piece(Piece.SIZE);
        piece.marks = 0b1111;
        port.cross(piece, Optional.of(from), 0);
        assertThat(port.counts().marked(3)).isEqualTo(before);
    }

    @Test
    void a_watermark_is_the_highest_level_between_readings_and_fades_after_some() {
        LinkSide port = port(SOUND);
        flood(port, from, 6);
        SwitchQueue queue = port.egress().orElseThrow();
        long later = 200_000_000;
        for (int reading = 0; reading < 4; reading++) {
            assertThat(queue.watermark(later)).isEqualTo(6 * Piece.SIZE);
        }
        assertThat(queue.watermark(later)).isZero();
        assertThat(queue.level(3, later)).isZero();
        assertThat(queue.level(3, 0)).isEqualTo(6 * Piece.SIZE);
    }

    @Test
    void a_switch_with_ecn_off_never_marks() {
        LinkSide port = port(new QueuePolicy(QOS, false, true, 128 * KIB, 48 * KIB));
        assertThat(flood(port, from, 7)).isZero();
        assertThat(from.paused(Long.MAX_VALUE).transitions()).isEqualTo(1);
    }

    @Test
    void a_low_kmin_marks_traffic_that_finds_no_queue() {
        LinkSide port = port(new QueuePolicy(QOS.marking(1024, 8192), true, true, 128 * KIB, 48 * KIB));
        for (int i = 0; i < 1_000; i++) {
            port.cross(piece(Piece.SIZE), Optional.of(from), i * 16_384_000L);
        }
        assertThat(port.counts().marked(3) / 4_000.0).isCloseTo(0.043, Offset.offset(0.01));
    }

    @Test
    void a_lossy_class_loses_what_comes_above_kmin_and_pauses_nobody() {
        LinkSide port = port(new QueuePolicy(QOS, true, false, 128 * KIB, 48 * KIB));
        flood(port, from, 7);
        assertThat(port.counts().lost(3)).isEqualTo(4 * 4);
        assertThat(port.counts().packets(3)).isEqualTo(7 * 4);
        assertThat(from.paused(Long.MAX_VALUE)).isEqualTo(Paused.NEVER);
    }

    @Test
    void a_nic_that_is_deaf_is_asked_to_pause_and_goes_on_until_the_queue_is_full() {
        LinkSide deaf = nic(new Trouble(Optional.empty(), Optional.empty(), false, true, false, Optional.empty()));
        LinkSide port = port(SOUND);
        flood(port, deaf, 7);
        assertThat(deaf.paused(Long.MAX_VALUE).nanos()).isEqualTo(32_768_000);
        assertThat(deaf.cross(0, 1_000)).isEqualTo(1_000_000 + 5_000);
        flood(port, deaf, 3);
        assertThat(port.counts().lost(3)).isEqualTo(4);
    }

    @Test
    void traffic_of_another_class_is_neither_marked_nor_paused() {
        LinkSide port = port(SOUND);
        for (int i = 0; i < 10; i++) {
            Piece piece = piece(Piece.SIZE);
            piece.priority = 0;
            port.cross(piece, Optional.of(from), 0);
        }
        assertThat(port.counts().packets(0)).isEqualTo(40);
        assertThat(port.counts().packets(3)).isZero();
        assertThat(port.counts().marked(0)).isZero();
        assertThat(from.paused(Long.MAX_VALUE)).isEqualTo(Paused.NEVER);
    }
}
