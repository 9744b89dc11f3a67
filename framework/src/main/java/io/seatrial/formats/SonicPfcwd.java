package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Columns;
import io.seatrial.formats.text.Columns.Row;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SONiC's {@code show pfcwd stats} (sonic-utilities pfcwd/main.py, 2018 to 2026): queues that the watchdog found paused without end. Counts
 * are since the watchdog was started, those of the last storm ({@code LAST}) of that storm alone; they matter also where a queue is
 * operational again. The command leaves out queues that never stormed, and prints 0 for what the database does not have.
 */
public final class SonicPfcwd implements Format<SonicPfcwd.Report> {
    private static final Pattern HEADER = Pattern.compile("^\\s*QUEUE\\s+STATUS\\s+STORM DETECTED/RESTORED\\s.*$");
    private static final Pattern PAIR = Pattern.compile("([\\d,]+|N/A|-)/([\\d,]+|N/A|-)");

    /**
     * The queues in the order of the text.
     *
     * <p>The counts are null where the text is cut, and where no queue is listed: the watchdog may never have found a storm, or never have
     * been started.
     *
     * @param queuesInStormNow how many are; null also where a queue does not tell
     * @param queuesWithOpenDetection how many were found in a storm more often than restored
     * @param queuesWithDrops how many lost packets to the watchdog
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(
            List<Queue> queues,
            Integer queuesInStormNow,
            Integer queuesWithOpenDetection,
            Integer queuesWithDrops,
            Boolean complete) {
        public Report {
            queues = List.copyOf(queues);
        }
    }

    /**
     * One queue.
     *
     * @param status {@code operational} or {@code stormed}; null where the switch does not tell
     */
    public record Queue(
            String port,
            int queue,
            String status,
            BigInteger stormsDetected,
            BigInteger stormsRestored,
            BigInteger txOkPackets,
            BigInteger txDropPackets,
            BigInteger rxOkPackets,
            BigInteger rxDropPackets,
            BigInteger txLastOkPackets,
            BigInteger txLastDropPackets,
            BigInteger rxLastOkPackets,
            BigInteger rxLastDropPackets) {
        private boolean isStormed() {
            return "stormed".equals(status);
        }

        private boolean isOpen() {
            return stormsDetected != null && stormsRestored != null && stormsDetected.compareTo(stormsRestored) > 0;
        }

        private boolean hasDrops() {
            return isPositive(txDropPackets) || isPositive(rxDropPackets);
        }

        private static boolean isPositive(BigInteger count) {
            return count != null && count.signum() > 0;
        }
    }

    /** Two values in one cell. */
    private record Pair(BigInteger left, BigInteger right) {
        static Pair of(Cell cell) {
            if (cell.isUnknown()) {
                return new Pair(null, null);
            }
            Matcher pair = PAIR.matcher(cell.text());
            if (!pair.matches()) {
                throw cell.malformed("two whole numbers 'a/b'");
            }
            return new Pair(side(cell, pair, 1), side(cell, pair, 2));
        }

        private static BigInteger side(Cell cell, Matcher pair, int group) {
            return new Cell(cell.line(), cell.column() + pair.start(group), pair.group(group)).counter();
        }
    }

    @Override
    public String id() {
        return "sonic-pfcwd";
    }

    @Override
    public String about() {
        return "SONiC 'show pfcwd stats': storms that the PFC watchdog found";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(HEADER));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("queues_in_storm_now", "queues_with_open_detection", "queues_with_drops");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<Queue> queues =
                Columns.table(lines, HEADER, "a header 'QUEUE  STATUS  STORM DETECTED/RESTORED ...'").stream()
                        .map(SonicPfcwd::queue)
                        .toList();
        return report(queues, lines.completeAsFarAsKnown());
    }

    private static Report report(List<Queue> queues, Boolean complete) {
        boolean told = queues.stream().noneMatch(queue -> queue.status() == null);
        return new Report(
                queues,
                told ? count(queues, complete, Queue::isStormed) : null,
                count(queues, complete, Queue::isOpen),
                count(queues, complete, Queue::hasDrops),
                complete);
    }

    private static Integer count(List<Queue> queues, Boolean complete, Predicate<Queue> which) {
        boolean told = complete == null && !queues.isEmpty();
        return told ? (Integer) (int) queues.stream().filter(which).count() : null;
    }

    private static Queue queue(Row row) {
        SonicPort.Indexed name = SonicPort.Indexed.of(row.first().text());
        if (name == null) {
            throw row.first().malformed("a queue such as Ethernet0:3");
        }
        Pair storms = Pair.of(row.at("STORM DETECTED/RESTORED"));
        Pair tx = Pair.of(row.at("TX OK/DROP"));
        Pair rx = Pair.of(row.at("RX OK/DROP"));
        Pair txLast = Pair.of(row.at("TX LAST OK/DROP"));
        Pair rxLast = Pair.of(row.at("RX LAST OK/DROP"));
        return new Queue(
                name.port().port(),
                name.index(),
                row.at("STATUS").known(),
                storms.left(),
                storms.right(),
                tx.left(),
                tx.right(),
                rx.left(),
                rx.right(),
                txLast.left(),
                txLast.right(),
                rxLast.left(),
                rxLast.right());
    }
}
