package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What ib_write_bw, ib_send_bw, ib_read_bw and ib_atomic_bw of perftest print, releases 1.x to 26.x: once, per interval
 * ({@code --run_infinitely}), with CPU, service level or per-port columns, and both ends in one file.
 *
 * <p>The unit stands in the header: {@code [MB/sec]} (old) and {@code [MiB/sec]} (new) both are 2^20 bytes per second, {@code [Gb/sec]} is
 * 10^9 bits per second (src/perftest_parameters.c). MsgRate is 10^6 messages per second; times the size it must give the average. A peak of
 * 0.00 was not measured. A bidirectional test prints the sum of both directions.
 */
public final class PerftestBw implements Format<PerftestBw.Report> {
    private static final int LARGEST_PATH_MTU = 4096;
    private static final Set<String> RATES = Set.of("Gb/sec", "MB/sec", "MiB/sec");
    private static final Set<String> MESSAGE_RATES = Set.of("Mpps");

    /**
     * What one file holds.
     *
     * @param role {@code client} or {@code server}; null where nothing tells
     * @param mtuBytes path MTU of the queue pair (256 to 4096), not of the port
     * @param unitPrinted as in the header, such as {@code MB/sec}
     * @param unitMeaning what it is: {@code MiB/s} (2^20 bytes) or {@code Gb/s} (10^9 bits)
     * @param peakMeasured false where the program says so or prints 0.00 in every row; null without rows
     * @param intervalRows whether a size comes several times, one row per interval; null where it does not yet in a text without its end
     * @param rows of the only program in the text; null where there are several
     * @param blocks one for each program, where there are several, else null
     * @param measurementsToCount both ends print the same measurement, which counts once
     * @param consistency of the row whose message rate fits its bandwidth least; null without rows
     * @param failed true where a program says so; false where all ended as they should; else null
     * @param failureStage {@code control_channel} or {@code data_path}; null where nothing failed
     * @param outstanding work requests posted and not completed when it failed
     * @param resultValid false where the run failed or message rate and average contradict each other; true where it ended as it should; null where nothing tells
     * @param complete true if the ruler below the rows is there; false if it is not or the last line is cut
     */
    public record Report(
            String test,
            String role,
            Boolean bidirectional,
            String device,
            String link,
            Integer qps,
            Integer mtuBytes,
            Integer gidIndex,
            String localIpv4FromGid,
            String remoteIpv4FromGid,
            String unitPrinted,
            String unitMeaning,
            Boolean peakMeasured,
            Boolean intervalRows,
            List<Row> rows,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<Block> blocks,
            Integer measurementsToCount,
            Consistency consistency,
            List<PerftestBlock.Warning> warnings,
            Boolean failed,
            String failureStage,
            PerftestFailure.CompletionError completionError,
            Long sent,
            Long completed,
            Long outstanding,
            Boolean resultValid,
            String finding,
            boolean complete) {}

    /** What one of several programs printed; the rank is null where no launcher says it. */
    public record Block(Integer rank, String role, String test, String device, String link, List<Row> rows) {}

    /**
     * One message size, or one interval of it. Where the header says MiB, the rate in Gb/s stands beside it, converted.
     *
     * @param bwPeakMibPerS 2^20 bytes per second; null where not measured or printed in Gb/s
     * @param bwPeakGbitPerS 10^9 bits per second; null where not measured or printed in MiB/s
     * @param msgRateMpps 10^6 messages per second
     */
    public record Row(
            BigInteger sizeBytes,
            @JsonInclude(JsonInclude.Include.NON_NULL) Integer serviceLevel,
            BigInteger iterations,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal bwPeakMibPerS,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal bwAverageMibPerS,
            BigDecimal bwPeakGbitPerS,
            BigDecimal bwAverageGbitPerS,
            BigDecimal msgRateMpps,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal cpuUtilPercent) {}

    /** Message rate times size, in the unit and with the decimals of the average beside which it is held. */
    public record Consistency(
            @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal msgRateTimesSizeMibPerS,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal msgRateTimesSizeGbitPerS,
            boolean agrees) {}

    @Override
    public String id() {
        return "perftest-bw";
    }

    @Override
    public String about() {
        return "perftest bandwidth: ib_write_bw, ib_send_bw, ib_read_bw, ib_atomic_bw (MiB/s or Gb/s)";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has("#bytes") && head.has("BW average[") || head.has(" BW Test"))
                .or(Likeness.perhapsIf(!head.has("Latency")
                        && (head.has("Waiting for client to connect") || head.has("Unable to init the socket"))));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of(
                "failed",
                "failure_stage",
                "warnings",
                "finding",
                "interval_rows",
                "peak_measured",
                "measurements_to_count",
                "consistency");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<PerftestBlock> blocks = PerftestBlock.read(lines);
        boolean foreign =
                blocks.stream().anyMatch(b -> b.test() != null && !b.test().contains("BW"));
        if (blocks.isEmpty() || foreign) {
            throw lines.missing(
                    "a title 'RDMA_Write BW Test' or a header '#bytes #iterations BW peak[...] ...' of perftest");
        }
        return report(blocks, lines.remnant().isPresent());
    }

    private static Report report(List<PerftestBlock> blocks, boolean cut) {
        List<List<Row>> rows = blocks.stream().map(PerftestBw::rows).toList();
        List<Row> all = rows.stream().flatMap(List::stream).toList();
        PerftestBlock first = blocks.get(0);
        boolean single = blocks.size() == 1;
        PerftestFailure failure = PerftestFailure.of(blocks);
        String unit = unit(blocks);
        boolean complete = !cut
                && failure == null
                && blocks.stream().allMatch(PerftestBlock::isClosed)
                && blocks.stream().noneMatch(PerftestBlock::hasLostRow);
        Consistency consistency = consistency(all);
        boolean contradicts = consistency != null && !consistency.agrees();
        return new Report(
                first.test(),
                single ? first.role() : null,
                first.test() == null ? null : (Boolean) first.isBidirectional(),
                first.device(),
                first.link(),
                first.qps(),
                first.mtuBytes(),
                first.gidIndex(),
                first.ipv4(0),
                first.ipv4(1),
                unit,
                meaning(unit),
                peakMeasured(first, all),
                rows.stream().anyMatch(PerftestBw::repeats) ? Boolean.TRUE : complete ? Boolean.FALSE : null,
                single ? rows.get(0) : null,
                single ? null : named(blocks, rows),
                all.isEmpty() ? null : measurements(blocks),
                consistency,
                blocks.stream().flatMap(block -> block.warnings().stream()).toList(),
                failed(failure, complete),
                failure == null ? null : failure.stage(),
                failure == null ? null : failure.completionError(),
                failure == null ? null : failure.sent(),
                failure == null ? null : failure.completed(),
                outstanding(failure),
                failure != null || contradicts ? Boolean.FALSE : complete ? Boolean.TRUE : null,
                contradicts ? "message rate times size is not the average: unit or row is wrong" : finding(first),
                complete);
    }

    /** Both ends of one run have a server among them; ranks are runs of their own. */
    private static Integer measurements(List<PerftestBlock> blocks) {
        long servers = blocks.stream().filter(b -> "server".equals(b.role())).count();
        return (int) (servers * 2 == blocks.size() ? servers : blocks.size());
    }

    private static Boolean failed(PerftestFailure failure, boolean complete) {
        return failure != null ? Boolean.TRUE : complete ? Boolean.FALSE : null;
    }

    private static Long outstanding(PerftestFailure failure) {
        boolean counted = failure != null && failure.sent() != null && failure.completed() != null;
        return counted ? (Long) (failure.sent() - failure.completed()) : null;
    }

    private static String finding(PerftestBlock block) {
        Integer mtu = block.mtuBytes();
        if (mtu == null || mtu >= LARGEST_PATH_MTU || !"Ethernet".equals(block.link())) {
            return null;
        }
        return "RDMA MTU " + mtu + " means that the Ethernet MTU is " + (mtu == 1024 ? "about 1500" : "below 4200")
                + "; 4096 needs about 4200 or more on both ports and every switch between them";
    }

    private static Boolean peakMeasured(PerftestBlock block, List<Row> rows) {
        if (block.warnings().stream().anyMatch(w -> w.text().contains("BW peak won't be measured"))) {
            return false;
        }
        return rows.isEmpty() ? null : (Boolean) rows.stream().anyMatch(row -> row.bwPeakGbitPerS() != null);
    }

    private static boolean repeats(List<Row> rows) {
        return rows.stream().map(Row::sizeBytes).distinct().count() < rows.size()
                && rows.stream().allMatch(row -> row.serviceLevel() == null);
    }

    private static String unit(List<PerftestBlock> blocks) {
        return blocks.stream()
                .flatMap(block -> block.rows().stream())
                .flatMap(row -> row.columns().stream())
                .filter(column -> column.startsWith("BW average["))
                .map(column -> column.substring(column.indexOf('[') + 1, column.length() - 1))
                .findFirst()
                .orElse(null);
    }

    private static String meaning(String unit) {
        return unit == null ? null : isMib(unit) ? "MiB/s" : "Gb/s";
    }

    private static boolean isMib(String unit) {
        return unit.equals("MB/sec") || unit.equals("MiB/sec");
    }

    private static List<Block> named(List<PerftestBlock> blocks, List<List<Row>> rows) {
        List<Block> named = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++) {
            PerftestBlock block = blocks.get(i);
            String role = block.role() == null && isPair(blocks) ? "client" : block.role();
            named.add(new Block(block.rank(), role, block.test(), block.device(), block.link(), rows.get(i)));
        }
        return named;
    }

    /** Of two programs without ranks, of which one waited for a client, the other is that client. */
    private static boolean isPair(List<PerftestBlock> blocks) {
        return blocks.size() == 2
                && blocks.stream().allMatch(block -> block.rank() == null)
                && blocks.stream()
                                .filter(block -> "server".equals(block.role()))
                                .count()
                        == 1;
    }

    private static List<Row> rows(PerftestBlock block) {
        List<Row> rows = new ArrayList<>();
        for (PerftestBlock.Row row : block.rows()) {
            List<Cell> cells = row.line().cells();
            refuseUnknownUnits(row);
            if (cells.size() == row.columns().size() && hasOwnTitles(row.columns())) {
                rows.add(row(row.columns(), cells));
            } else {
                block.warnOf(row.line());
            }
        }
        return rows;
    }

    private static boolean hasOwnTitles(List<String> columns) {
        return columns.containsAll(List.of("#bytes", "#iterations"))
                && columns.stream().anyMatch(c -> c.startsWith("BW average["));
    }

    private static void refuseUnknownUnits(PerftestBlock.Row row) {
        for (String column : row.columns()) {
            String unit = column.substring(column.indexOf('[') + 1).replace("]", "");
            boolean known = !column.startsWith("BW ") && !column.startsWith("MsgRate[")
                    || (column.startsWith("BW ") ? RATES : MESSAGE_RATES).contains(unit);
            if (!known) {
                throw row.line()
                        .malformed("a row under a header in [Gb/sec], [MB/sec], [MiB/sec] and [Mpps], not '" + column
                                + "'");
            }
        }
    }

    private static Row row(List<String> columns, List<Cell> cells) {
        BigDecimal average = value(columns, cells, "BW average[");
        BigDecimal peak = value(columns, cells, "BW peak[");
        BigDecimal measuredPeak = peak == null || peak.signum() == 0 ? null : peak;
        boolean mib = columns.stream().anyMatch(c -> c.startsWith("BW average[M"));
        return new Row(
                whole(columns, cells, "#bytes"),
                columns.contains("#sl") ? cells.get(columns.indexOf("#sl")).index() : null,
                whole(columns, cells, "#iterations"),
                mib ? measuredPeak : null,
                mib ? average : null,
                mib ? PerftestRate.gbit(measuredPeak) : measuredPeak,
                mib ? PerftestRate.gbit(average) : average,
                value(columns, cells, "MsgRate["),
                value(columns, cells, "CPU_Util["));
    }

    private static BigInteger whole(List<String> columns, List<Cell> cells, String title) {
        return cells.get(columns.indexOf(title)).counter();
    }

    private static BigDecimal value(List<String> columns, List<Cell> cells, String title) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).startsWith(title)) {
                BigDecimal value = cells.get(i).decimal();
                if (value != null && value.signum() < 0) {
                    throw cells.get(i).malformed("a number, 0 or more");
                }
                return value;
            }
        }
        return null;
    }

    private static Consistency consistency(List<Row> rows) {
        Consistency found = null;
        for (Row row : rows) {
            if (row.msgRateMpps() != null && row.bwAverageGbitPerS() != null && (found == null || found.agrees())) {
                found = consistency(row);
            }
        }
        return found;
    }

    private static Consistency consistency(Row row) {
        boolean mib = row.bwAverageMibPerS() != null;
        BigDecimal average = mib ? row.bwAverageMibPerS() : row.bwAverageGbitPerS();
        BigDecimal product = mib
                ? PerftestRate.mib(row.msgRateMpps(), row.sizeBytes(), average.scale())
                : PerftestRate.gbit(row.msgRateMpps(), row.sizeBytes(), average.scale());
        return new Consistency(mib ? product : null, mib ? null : product, PerftestRate.agree(product, average));
    }
}
