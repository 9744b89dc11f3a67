package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What ib_write_lat, ib_send_lat, ib_read_lat and ib_atomic_lat of perftest print, releases 1.x to 26.x, also with {@code -D} (two columns),
 * {@code -U} or {@code -H} (single measurements before each row) and from several ranks in one file.
 *
 * <p>Times are microseconds with two decimals, seven characters wide and aligned left, so that large ones touch: {@code 2465.901216.65} are
 * two. Write and send print half round trips, read and atomic whole ones (print_report_lat in src/perftest_parameters.c); this holds for
 * single measurements too. t_typical is the median. With {@code -C} the unit is cycles, and then no time is given here.
 */
public final class PerftestLat implements Format<PerftestLat.Report> {
    private static final Pattern COUNTS = Pattern.compile("^\\s*(\\d+)\\s+(\\d+)\\s+(.*)$");
    private static final Pattern TWO_DECIMALS = Pattern.compile("\\G\\s*(\\d+\\.\\d\\d)");

    /**
     * What one file holds.
     *
     * @param test title without the word Test; null where the text begins later
     * @param link {@code Ethernet} or {@code IB}
     * @param mtuBytes path MTU of the queue pair, not of the port
     * @param rawUnit of single measurements as printed, {@code usec} or {@code cycles}
     * @param rows of the only program in the text; null where there are several
     * @param blocks one for each program, where there are several, else null
     * @param failed true where a program says so; false where all ended as they should; else null
     * @param failureStage {@code control_channel} or {@code data_path}; null where nothing failed
     * @param complete true if the ruler below the rows is there; false if it is not or the last line is cut
     */
    public record Report(
            String test,
            String device,
            String link,
            Integer mtuBytes,
            Integer gidIndex,
            String rawUnit,
            List<Row> rows,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<Block> blocks,
            List<PerftestBlock.Warning> warnings,
            Boolean failed,
            String failureStage,
            PerftestFailure.CompletionError completionError,
            boolean complete) {}

    /** What one of several programs printed; the rank is null where no launcher says it. */
    public record Block(Integer rank, String role, String test, String device, String link, List<Row> rows) {}

    /**
     * One message size; times in microseconds.
     *
     * @param tTypicalUs the median
     * @param tpsAverage transactions per second, printed with {@code -D} only
     * @param rawUs single measurements in the order of the run, null where none were printed or where their unit is cycles
     */
    public record Row(
            BigInteger sizeBytes,
            BigInteger iterations,
            BigDecimal tMinUs,
            BigDecimal tMaxUs,
            BigDecimal tTypicalUs,
            BigDecimal tAvgUs,
            BigDecimal tStdevUs,
            BigDecimal p99Us,
            BigDecimal p999Us,
            @JsonInclude(JsonInclude.Include.NON_NULL) BigDecimal tpsAverage,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<BigDecimal> rawUs) {}

    @Override
    public String id() {
        return "perftest-lat";
    }

    @Override
    public String about() {
        return "perftest latency: ib_write_lat, ib_send_lat, ib_read_lat, ib_atomic_lat (us)";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has("#bytes #iterations") && (head.has("t_min[") || head.has("t_avg["))
                || head.has(" Latency Test"));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("failed", "failure_stage", "warnings");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<PerftestBlock> blocks = PerftestBlock.read(lines);
        boolean foreign =
                blocks.stream().anyMatch(b -> b.test() != null && !b.test().contains("Latency"));
        if (blocks.isEmpty() || foreign) {
            throw lines.missing(
                    "a title 'RDMA_Write Latency Test' or a header '#bytes #iterations t_min[usec] ...' of perftest");
        }
        return report(blocks, lines.remnant().isPresent());
    }

    private static Report report(List<PerftestBlock> blocks, boolean cut) {
        List<List<Row>> rows = blocks.stream().map(PerftestLat::rows).toList();
        PerftestBlock first = blocks.get(0);
        boolean single = blocks.size() == 1;
        PerftestFailure failure = PerftestFailure.of(blocks);
        boolean complete = !cut && failure == null && blocks.stream().allMatch(b -> b.isClosed() && !b.hasLostRow());
        return new Report(
                first.test(),
                first.device(),
                first.link(),
                first.mtuBytes(),
                first.gidIndex(),
                first.rawUnit(),
                single ? rows.get(0) : null,
                single ? null : named(blocks, rows),
                blocks.stream().flatMap(block -> block.warnings().stream()).toList(),
                failure != null ? Boolean.TRUE : complete ? Boolean.FALSE : null,
                failure == null ? null : failure.stage(),
                failure == null ? null : failure.completionError(),
                complete);
    }

    private static List<Block> named(List<PerftestBlock> blocks, List<List<Row>> rows) {
        List<Block> named = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++) {
            PerftestBlock block = blocks.get(i);
            named.add(new Block(block.rank(), block.role(), block.test(), block.device(), block.link(), rows.get(i)));
        }
        return named;
    }

    private static List<Row> rows(PerftestBlock block) {
        List<Row> rows = new ArrayList<>();
        for (PerftestBlock.Row row : block.rows()) {
            refuseUnknownUnits(row);
            Row read = row(row, block.rawUnit());
            if (read == null) {
                block.warnOf(row.line());
            } else {
                rows.add(read);
            }
        }
        return rows;
    }

    private static void refuseUnknownUnits(PerftestBlock.Row row) {
        for (String column : row.columns()) {
            if (column.contains("[") && !column.endsWith("[usec]") && !column.endsWith("[cycles]")) {
                throw row.line().malformed("a row under a header in [usec] or [cycles], not '" + column + "'");
            }
        }
    }

    /** Return null where the row has fewer or more values than the header, or text in it. */
    private static Row row(PerftestBlock.Row row, String rawUnit) {
        Matcher counts = COUNTS.matcher(row.line().text());
        List<BigDecimal> times = counts.matches() ? times(counts.group(3)) : List.of();
        if (times.isEmpty() || times.size() != row.columns().size() - 2) {
            return null;
        }
        Map<String, BigDecimal> byTitle = new LinkedHashMap<>();
        for (int i = 0; i < times.size(); i++) {
            byTitle.put(row.columns().get(i + 2), times.get(i));
        }
        return new Row(
                new Cell(row.line(), 1, counts.group(1)).counter(),
                new Cell(row.line(), 1, counts.group(2)).counter(),
                byTitle.get("t_min[usec]"),
                byTitle.get("t_max[usec]"),
                byTitle.get("t_typical[usec]"),
                byTitle.get("t_avg[usec]"),
                byTitle.get("t_stdev[usec]"),
                byTitle.get("99% percentile[usec]"),
                byTitle.get("99.9% percentile[usec]"),
                byTitle.get("tps average"),
                "usec".equals(rawUnit) ? row.raw() : null);
    }

    private static List<BigDecimal> times(String text) {
        List<BigDecimal> times = new ArrayList<>();
        Matcher time = TWO_DECIMALS.matcher(text);
        int end = 0;
        while (time.find()) {
            times.add(new BigDecimal(time.group(1)));
            end = time.end();
        }
        return text.substring(end).isBlank() ? times : List.of();
    }
}
