package io.seatrial.softrdma;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two devices on the ports of a switch inside one guest, the way to the second one narrower than what is sent: marks are real there. */
@Tag("soft-rdma")
@ExtendWith(SoftRdmaLabExtension.class)
class BottleneckTest {
    private static final int GUEST = 3;
    private static final String SERVE = "seatrial-probe serve --fabric=verbs --device=rx2 --bind=10.9.0.2";
    private static final String SEND = "seatrial-probe bandwidth --fabric=verbs --device=rx1 --bind=10.9.0.1"
            + " --address=10.9.0.2 --port=P --token=T --size=4096 --depth=8 --duration=4";
    private static final String CAPABLE = " --traffic-class=2";

    @Test
    void the_port_marks_as_many_packets_as_arrive_marked_and_none_that_is_not_capable(SoftRdmaLab lab)
            throws IOException {
        lab.in(GUEST, "onebox up 2; onebox bottleneck 2 4mbit");
        try (Serving serving = Serving.start(lab, GUEST, GUEST, SERVE)) {
            long before = arrivedMarked(lab);
            lab.in(GUEST, serving.filled(SEND));
            assertThat(marks(lab)).isZero();
            assertThat(arrivedMarked(lab)).isEqualTo(before);
            lab.in(GUEST, serving.filled(SEND) + CAPABLE);
            long marked = marks(lab);
            SoftRdmaLab.say("the port marked " + marked + " packets, " + (arrivedMarked(lab) - before) + " arrived");
            assertThat(marked).isPositive();
            assertThat(arrivedMarked(lab) - before).isEqualTo(marked);
        } finally {
            lab.in(GUEST, "onebox down");
        }
    }

    private static long marks(SoftRdmaLab lab) {
        return Long.parseLong(lab.in(GUEST, "onebox marks 2").strip());
    }

    /** Packets with Congestion Experienced that the kernel received. */
    private static long arrivedMarked(SoftRdmaLab lab) {
        String counters = lab.in(GUEST, "nstat -asz IpExtInCEPkts");
        return counters.lines()
                .filter(line -> line.startsWith("IpExtInCEPkts"))
                .mapToLong(line -> Long.parseLong(line.split(" +")[1]))
                .sum();
    }
}
