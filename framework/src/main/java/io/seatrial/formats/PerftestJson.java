package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.JsonText;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file that perftest writes with {@code --out_json}, releases 4.5-0.20 (2023) to 26.x (src/perftest_parameters.c).
 *
 * <p>The file does not say the unit of its bandwidth; it is found by message rate times size, where both are there. Not all files are JSON:
 * {@code --output=bandwidth} leaves a comma behind the last entry, QoS runs write {@code sl} without quotes, and releases of 2023 quote
 * nothing. Times are microseconds; {@code BW_peak} of 0.00 was not measured; MsgRate is 10^6 messages per second.
 */
public final class PerftestJson implements Format<PerftestJson.Report> {
    private static final Pattern ENTRY = Pattern.compile("^\\s*\"?([\\w .%/*-]+?)\"?\\s*:\\s*(\\S.*?)?\\s*(,?)\\s*$");
    private static final Pattern VALUE =
            Pattern.compile("[\\[{\"].*|-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null");
    private static final int ECN_BITS = 4;

    /**
     * What one file holds.
     *
     * @param test title with underscores, such as {@code RDMA_Write_BW_Test}
     * @param tos type of service byte that the run set: DSCP times 4 plus ECN bits; null where it set none
     * @param unitInFile always null: the file tells no unit
     * @param strictJson whether the file is JSON by the book
     * @param warnings that the program put into the file
     * @param derivedBwAverageGbitPerS message rate times size of the last row, 10^9 bits per second; null without them
     * @param derivedBwAverageMibPerS the same in 2^20 bytes per second, where the file's bandwidth agrees with that unit
     */
    public record Report(
            String test,
            Boolean bidirectional,
            String device,
            String link,
            Integer tos,
            Integer dscp,
            Integer ecnBits,
            String unitInFile,
            boolean strictJson,
            List<String> warnings,
            List<Row> rows,
            BigDecimal derivedBwAverageGbitPerS,
            BigDecimal derivedBwAverageMibPerS) {}

    /** One message size; bandwidth in the unit of the run, which the file does not tell, times in microseconds. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Row(
            BigInteger sizeBytes,
            Integer serviceLevel,
            BigInteger iterations,
            BigDecimal bwPeak,
            BigDecimal bwAverage,
            BigDecimal msgRateMpps,
            BigDecimal tMinUs,
            BigDecimal tMaxUs,
            BigDecimal tTypicalUs,
            BigDecimal tAvgUs,
            BigDecimal tStdevUs,
            BigDecimal p99Us,
            BigDecimal p999Us) {}

    @Override
    public String id() {
        return "perftest-json";
    }

    @Override
    public String about() {
        return "perftest with --out_json, bandwidth (no unit in the file) or latency (us)";
    }

    @Override
    public Likeness likeness(Head head) {
        boolean results =
                head.has("results") && (head.has("BW_average") || head.has("bw_avg") || head.has("t_typical"));
        return Likeness.sureIf(head.isJson() && (head.has("test_info") || results));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("warnings");
    }

    @Override
    public Report read(Source source) {
        JsonText text = JsonText.lenient(source.lines(), PerftestJson::quoted);
        JsonObject info = text.root().object().at("test_info");
        JsonObject results = text.root().at("results");
        if (!info.isThere() && !results.isThere()) {
            throw FormatException.inDocument("", "neither", "'test_info' or 'results' of perftest");
        }
        List<Row> rows = results.node().isArray()
                ? results.entries().stream().map(PerftestJson::row).toList()
                : results.node().isEmpty() ? List.of() : List.of(row(results.object()));
        return report(info, rows, text.isStrict());
    }

    private static Report report(JsonObject info, List<Row> rows, boolean strict) {
        String test = info.at("test").text();
        Integer tos = info.at("TOS").index();
        Row last = rows.isEmpty() ? null : rows.get(rows.size() - 1);
        return new Report(
                test,
                test == null ? null : (Boolean) test.contains("Bidirectional"),
                info.at("Device").text(),
                info.at("Link_type").text(),
                tos,
                tos == null ? null : (Integer) (tos / ECN_BITS),
                tos == null ? null : (Integer) (tos % ECN_BITS),
                null,
                strict,
                info.members().entrySet().stream()
                        .filter(e -> e.getKey().startsWith("WARNING"))
                        .map(e -> e.getValue().text())
                        .toList(),
                rows,
                derived(last, false),
                derived(last, true));
    }

    private static BigDecimal derived(Row row, boolean mib) {
        if (row == null || row.msgRateMpps() == null || row.sizeBytes() == null || row.bwAverage() == null) {
            return null;
        }
        int decimals = Math.max(2, row.bwAverage().scale());
        BigDecimal gbit = PerftestRate.gbit(row.msgRateMpps(), row.sizeBytes(), decimals);
        BigDecimal inMib = PerftestRate.mib(row.msgRateMpps(), row.sizeBytes(), decimals);
        boolean isMib = PerftestRate.agree(inMib, row.bwAverage());
        return mib ? (isMib ? inMib : null) : gbit;
    }

    private static Row row(JsonObject results) {
        BigDecimal peak = results.at("BW_peak").decimal();
        BigDecimal average = results.at("BW_average").decimal();
        return new Row(
                results.at("MsgSize").counter(),
                results.at("sl").index(),
                results.at("n_iterations").counter(),
                peak == null || peak.signum() == 0 ? null : peak,
                average == null ? results.at("bw_avg").decimal() : average,
                results.at("MsgRate").decimal(),
                results.at("t_min").decimal(),
                results.at("t_max").decimal(),
                results.at("t_typical").decimal(),
                results.at("t_avg").decimal(),
                results.at("t_stdev").decimal(),
                results.at("percentile_99").decimal(),
                results.at("percentile_99.9").decimal());
    }

    /** Put quotes around a name, and around a value that is no number, where a release left them out. */
    private static String quoted(String line) {
        Matcher entry = ENTRY.matcher(line);
        if (!entry.matches()) {
            return line;
        }
        String value = entry.group(2) == null ? "null" : entry.group(2);
        String whole = VALUE.matcher(value).matches() ? value : '"' + value.replace("\"", "") + '"';
        return '"' + entry.group(1) + "\": " + whole + entry.group(3);
    }
}
