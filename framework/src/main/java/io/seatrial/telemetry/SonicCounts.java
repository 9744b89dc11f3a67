package io.seatrial.telemetry;

import static io.seatrial.measurement.Counter.Kind.*;

import io.seatrial.formats.SonicCountersDb;
import io.seatrial.formats.SonicCountersDb.PriorityGroup;
import io.seatrial.formats.SonicCountersDb.Queue;
import io.seatrial.formats.SonicCountersDb.Watchdog;
import io.seatrial.formats.SonicPortCounters;
import io.seatrial.formats.SonicPortCounters.Priority;
import io.seatrial.measurement.Message;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;

/**
 * Sorts a dump of COUNTERS_DB by what is refreshed together. Pause times that the switch only estimates are left out: they come from polling
 * and prove nothing.
 */
final class SonicCounts {
    /** 512 bit times in units of 1e-9 s at 1 bit/s: divided by the rate it is one quantum, ns. */
    private static final BigInteger QUANTUM = BigInteger.valueOf(512).multiply(BigInteger.TEN.pow(9));

    private static final BigInteger NS_PER_US = BigInteger.valueOf(1000);

    private final Counts counts;

    SonicCounts(SwitchPorts ports) {
        this.counts = new Counts(ports);
    }

    Counts of(SonicCountersDb.Report report) {
        report.ports().forEach(this::port);
        report.queues().stream().filter(queue -> queue.system() == null).forEach(this::queue);
        report.priorityGroups().forEach(this::group);
        if (report.queues().stream().allMatch(queue -> queue.pfcwd() == null)) {
            counts.failed(SonicSystem.WATCHDOG, Message.of("telemetry.no-watchdog"));
        }
        return counts;
    }

    private void port(SonicPortCounters port) {
        String name = port.port();
        counts.put(SonicSystem.PORT, name, RX_BYTES.one(), port.rxBytes())
                .put(SonicSystem.PORT, name, TX_BYTES.one(), port.txBytes())
                .put(SonicSystem.PORT, name, RX_UNICAST_PACKETS.one(), port.rxUnicastPackets())
                .put(SonicSystem.PORT, name, TX_UNICAST_PACKETS.one(), port.txUnicastPackets())
                .put(SonicSystem.PORT, name, RX_ERRORS.one(), port.rxErrorPackets())
                .put(SonicSystem.PORT, name, RX_DISCARDS.one(), port.rxDiscardPackets())
                .put(SonicSystem.PORT, name, TX_DISCARDS.one(), port.txDiscardPackets())
                .put(SonicSystem.PORT, name, FEC_CORRECTED.one(), port.fecCorrectedCodewords())
                .put(SonicSystem.PORT, name, FEC_UNCORRECTABLE.one(), port.fecUncorrectableCodewords());
        port.pfc().forEach(priority -> pauses(name, priority));
    }

    private void pauses(String port, Priority found) {
        int priority = found.priority();
        long rate = counts.rate(port);
        BigInteger rx = nanoseconds(found.rxPauseDurationUs(), found.rxPauseDurationQuanta(), rate);
        BigInteger tx = nanoseconds(found.txPauseDurationUs(), found.txPauseDurationQuanta(), rate);
        counts.put(SonicSystem.PORT, port, RX_PAUSE_FRAMES.of(priority), found.rxPauseFrames())
                .put(SonicSystem.PORT, port, TX_PAUSE_FRAMES.of(priority), found.txPauseFrames())
                .put(SonicSystem.PORT, port, RX_PAUSE_TRANSITIONS.of(priority), found.rxPauseOnToOff())
                .put(SonicSystem.PORT, port, RX_PAUSE_TIME.of(priority), rx)
                .put(SonicSystem.PORT, port, TX_PAUSE_TIME.of(priority), tx);
    }

    /** Quanta are 512 bit times at the rate of the port, for which its declared one stands. */
    private static BigInteger nanoseconds(BigInteger microseconds, BigInteger quanta, long rate) {
        if (microseconds != null) {
            return microseconds.multiply(NS_PER_US);
        }
        return quanta == null || rate == 0 ? null : quanta.multiply(QUANTUM).divide(BigInteger.valueOf(rate));
    }

    private void queue(Queue queue) {
        String port = queue.port();
        int index = queue.queue();
        counts.put(SonicSystem.QUEUE, port, QUEUE_BYTES.of(index), queue.txBytes())
                .put(SonicSystem.QUEUE, port, QUEUE_PACKETS.of(index), queue.txPackets())
                .put(SonicSystem.QUEUE, port, QUEUE_DROPS.of(index), queue.dropPackets())
                .put(SonicSystem.WRED, port, QUEUE_MARKED.of(index), queue.ecnMarkedPackets())
                .put(SonicSystem.WRED, port, QUEUE_WRED_DROPS.of(index), queue.wredDropPackets())
                .put(SonicSystem.WATERMARK, port, QUEUE_WATERMARK.of(index), queue.watermarkBytes());
        if (queue.pfcwd() != null) {
            watchdog(port, index, queue.pfcwd());
        }
    }

    private void watchdog(String port, int queue, Watchdog watchdog) {
        BigInteger rx = watchdog.rxDropPackets();
        BigInteger tx = watchdog.txDropPackets();
        counts.put(SonicSystem.WATCHDOG, port, WATCHDOG_STORMS.of(queue), watchdog.detected())
                .put(SonicSystem.WATCHDOG, port, WATCHDOG_RESTORED.of(queue), watchdog.restored())
                .put(SonicSystem.WATCHDOG, port, WATCHDOG_DROPS.of(queue), Answers.sum(rx, tx));
        BigDecimal detection = watchdog.detectionTimeMs();
        if (detection != null) {
            counts.refreshed(
                    SonicSystem.WATCHDOG,
                    Duration.ofMillis(
                            detection.setScale(0, RoundingMode.CEILING).longValueExact()));
        }
    }

    private void group(PriorityGroup group) {
        String port = group.port();
        String watermarks = SonicSystem.PRIORITY_GROUP_WATERMARK;
        counts.put(SonicSystem.PRIORITY_GROUP, port, PRIORITY_GROUP_DROPS.of(group.pg()), group.dropPackets())
                .put(watermarks, port, PRIORITY_GROUP_WATERMARK.of(group.pg()), group.sharedWatermarkBytes())
                .put(watermarks, port, HEADROOM_WATERMARK.of(group.pg()), group.headroomWatermarkBytes());
    }
}
