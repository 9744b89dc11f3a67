package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LibraryLogTest {
    private static final String INFO = "h1:7:8 [0] NCCL INFO " + "x".repeat(1 << 20);
    private static final String WARNING = "h1:7:8 [0] net.cc:1 NCCL WARN here";

    @Test
    void what_agents_did_not_hand_on_is_added_up_and_is_no_line() {
        LibraryLog log = new LibraryLog();
        log.add("h1:7:8 [0] NCCL INFO Using network IB");
        log.add("500 lines more are not shown, 0 of them warnings");
        log.add("40 lines more are not shown, 3 of them warnings");
        assertThat(log.lines()).containsExactly("h1:7:8 [0] NCCL INFO Using network IB");
        assertThat(log.leftOut()).contains("540 lines more are not shown, 3 of them warnings");
        assertThat(log.stated()).hasSize(2).last().isEqualTo(log.leftOut().orElseThrow());
    }

    @Test
    void a_full_log_still_takes_warnings_and_aborts() {
        LibraryLog log = new LibraryLog();
        for (int i = 0; i < 10; i++) {
            log.add(INFO);
        }
        log.add(WARNING);
        log.add("h1:7:8 [0] NCCL INFO comm 0x1 rank 0 - Abort COMPLETE");
        assertThat(log.lines()).hasSize(9).contains(WARNING);
        assertThat(log.leftOut()).contains("3 lines more are not shown, 0 of them warnings");
    }

    @Test
    void warnings_without_end_are_counted_too() {
        LibraryLog log = new LibraryLog();
        for (int i = 0; i < 10; i++) {
            log.add(WARNING + INFO);
        }
        assertThat(log.leftOut()).contains("3 lines more are not shown, 3 of them warnings");
    }

    @Test
    void a_log_that_lacks_nothing_says_nothing_of_it() {
        LibraryLog log = new LibraryLog();
        log.add(WARNING);
        assertThat(log.leftOut()).isEmpty();
        assertThat(log.stated()).containsExactly(WARNING);
    }
}
