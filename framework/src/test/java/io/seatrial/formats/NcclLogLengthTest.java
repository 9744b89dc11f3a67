package io.seatrial.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.formats.text.Source;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A log is read as it comes: what is kept of it has a bound, whatever its length. */
class NcclLogLengthTest {
    private static final int TIMES = 60_000;

    /** Hands the same lines out again and again, so that no test needs the text in memory. */
    private static final class Repeated extends InputStream {
        private final byte[] lines;
        private int left;
        private int at;

        Repeated(String lines, int times) {
            this.lines = lines.getBytes(StandardCharsets.UTF_8);
            left = times;
        }

        @Override
        public int read() {
            if (left == 0) {
                return -1;
            }
            byte next = lines[at++];
            if (at == lines.length) {
                at = 0;
                left--;
            }
            return next;
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            if (left == 0) {
                return -1;
            }
            int count = Math.min(length, lines.length - at);
            System.arraycopy(lines, at, to, offset, count);
            at += count;
            if (at == lines.length) {
                at = 0;
                left--;
            }
            return count;
        }
    }

    @Test
    void counts_every_warning_and_keeps_the_first_thousand() {
        String lines = "h1:10:20 [3] NCCL INFO Channel 00/0 : 0[3] -> 1[3] [send] via NET/IB/3/GDRDMA\n"
                + "h1:10:20 [3] NCCL INFO AllReduce: opCount 1f sendbuff 0x7f recvbuff 0x7f count 8 datatype 7 op 0 root 0\n"
                + "\n"
                + "h1:10:20 [3] transport/net_ib.cc:2244 NCCL WARN NET/IB: Got completion from peer 192.0.2.5<53908> with status=12 opcode=129"
                + " len=1 vendor err 129 (Recv) localGid ::ffff:192.0.2.3 remoteGids::ffff:192.0.2.5 hca mlx5_3\n";
        try (Source source = Source.of(new Repeated(lines, TIMES))) {
            NcclLog.Report report = new NcclLog().read(source);
            assertThat(report.warningsMin()).isEqualTo(TIMES);
            assertThat(report.warnings()).hasSize(NcclLogReader.KEPT);
            assertThat(report.completionErrors()).hasSize(NcclLogReader.KEPT);
            assertThat(report.hosts()).containsExactly("h1");
        }
    }
}
