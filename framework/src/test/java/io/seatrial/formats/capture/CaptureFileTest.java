package io.seatrial.formats.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.formats.text.FormatException;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaptureFileTest {
    private static final int MICROSECONDS = 0xa1b2c3d4;
    private static final int NANOSECONDS = 0xa1b23c4d;
    private static final byte[] FRAME = Frames.data(3, Frames.WRITE_ONLY, 17, 5);
    private static final List<byte[]> TWO = List.of(FRAME, FRAME);

    @Test
    void is_read_in_either_byte_order_and_with_either_unit_of_time() {
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            CaptureFile micro = CaptureFile.read(Frames.file(order, MICROSECONDS, 1, TWO));
            CaptureFile nano = CaptureFile.read(Frames.file(order, NANOSECONDS, 1, TWO));
            assertThat(micro.isComplete()).isTrue();
            assertThat(micro.snapLength()).isEqualTo(96);
            assertThat(micro.packets()).hasSize(2).allSatisfy(packet -> {
                assertThat(packet.at()).isEqualTo(Instant.parse("2023-11-14T22:13:20.250Z"));
                assertThat(packet.length()).isEqualTo(FRAME.length + 1000);
                assertThat(packet.bytes().remaining()).isEqualTo(FRAME.length);
            });
            assertThat(nano.packets().get(1).at()).isEqualTo(Instant.parse("2023-11-14T22:13:20.000250Z"));
        }
    }

    @Test
    void a_frame_check_sequence_told_beside_the_link_type_does_not_hide_ethernet() {
        assertThat(CaptureFile.read(Frames.file(ByteOrder.LITTLE_ENDIAN, MICROSECONDS, 0x2400_0001, TWO))
                        .packets())
                .hasSize(2);
    }

    @Test
    void cut_anywhere_it_gives_the_whole_packets_before_and_says_that_it_is_cut() {
        byte[] whole = Frames.file(ByteOrder.LITTLE_ENDIAN, MICROSECONDS, 1, TWO);
        int packet = 16 + FRAME.length;
        for (int end = 24; end < whole.length; end++) {
            CaptureFile cut = CaptureFile.read(Arrays.copyOf(whole, end));
            assertThat(cut.packets()).hasSize((end - 24) / packet);
            assertThat(cut.isComplete()).isEqualTo((end - 24) % packet == 0);
        }
    }

    @Test
    void what_is_no_capture_or_none_of_ethernet_is_refused_with_what_to_do() {
        refused("tcpdump: eth9: No such device exists".getBytes(), "tcpdump -w");
        refused(new byte[3], "24 B and more");
        refused(Frames.file(ByteOrder.BIG_ENDIAN, 0x0a0d0d0a, 1, TWO), "editcap");
        refused(Frames.file(ByteOrder.LITTLE_ENDIAN, MICROSECONDS, 113, TWO), "not at 'any'");
        byte[] damaged = Frames.file(ByteOrder.LITTLE_ENDIAN, MICROSECONDS, 1, TWO);
        damaged[24 + 16 + FRAME.length + 11] = 0x7f;
        refused(damaged, "packet 2");
    }

    private static void refused(byte[] file, String told) {
        assertThatThrownBy(() -> CaptureFile.read(file))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(told)
                .hasMessageContaining("expected ");
    }
}
