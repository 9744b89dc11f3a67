package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LinkSideTest {
    private static LinkSide eightMegabits() {
        return new LinkSide("a>b", 8_000_000, 5_000, 64 * 1024);
    }

    @Test
    void a_piece_takes_its_time_on_the_wire_and_then_the_delay() {
        assertThat(eightMegabits().cross(1_000, 1_000)).isEqualTo(1_000 + 1_000_000 + 5_000);
    }

    @Test
    void a_second_piece_waits_for_the_first() {
        LinkSide side = eightMegabits();
        side.cross(0, 1_000);
        assertThat(side.waiting(0)).isEqualTo(1_000);
        assertThat(side.cross(0, 1_000)).isEqualTo(2_000_000 + 5_000);
        assertThat(side.waiting(1_500_000)).isEqualTo(500);
        assertThat(side.waiting(3_000_000)).isZero();
    }

    @Test
    void bytes_and_packets_are_counted() {
        LinkSide side = eightMegabits();
        side.cross(0, 8);
        side.cross(0, 16 * 1024);
        side.cross(0, 0);
        assertThat(side.bytes()).isEqualTo(8 + 16 * 1024);
        assertThat(side.packets()).isEqualTo(1 + 4);
    }

    @Test
    void a_lone_window_holds_what_is_in_flight_and_one_queue() {
        LinkSide side = new LinkSide("a>b", 500_000_000, 2_000_000, 64 * 1024);
        long inFlight = 500_000_000 / 8 / 500;
        assertThat(new Window(List.of(side)).bytes())
                .isBetween(inFlight + 64 * 1024, inFlight + 64 * 1024 + Piece.SIZE);
    }

    @Test
    void a_window_shrinks_while_pieces_wait_and_never_below_two_pieces() {
        LinkSide side = new LinkSide("a>b", 500_000_000, 2_000_000, 64 * 1024);
        Window window = new Window(List.of(side));
        long before = window.bytes();
        window.arrived(Piece.SIZE, 20_000_000);
        assertThat(window.bytes()).isLessThan(before);
        for (int i = 0; i < 10_000; i++) {
            window.arrived(Piece.SIZE, 2_000_000_000_000L);
        }
        assertThat(window.bytes()).isBetween(2L * Piece.SIZE, 64L * 1024);
    }

    @Test
    void a_window_never_grows_beyond_what_it_started_with() {
        LinkSide side = new LinkSide("a>b", 500_000_000, 2_000_000, 64 * 1024);
        Window window = new Window(List.of(side));
        long before = window.bytes();
        for (int i = 0; i < 1_000; i++) {
            window.arrived(Piece.SIZE, 1);
        }
        assertThat(window.bytes()).isEqualTo(before);
    }
}
