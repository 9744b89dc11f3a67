package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SONiC's {@code show interfaces counters fec-stats} and {@code fec-histogram} (sonic-utilities utilities_common/portstat.py, 2022 to 2026), and
 * {@code fec-histogram PORT} (show/interfaces/__init__.py), whose table names no port.
 * Corrected codewords are normal on fast lanes, uncorrectable ones are lost frames. Bit error and frame loss ratios are those of the
 * switch's own interval (SONiC doc/port_fec-ber): before FEC from corrected bits over the bits of the interval, after it estimated from
 * uncorrectable frames. {@code FEC_MAX_T} is the highest number of symbol errors that a codeword had, -1 where the switch does not know.
 */
public final class SonicFec implements Format<SonicFec.Report> {
    private static final Pattern HEADER = Pattern.compile("^\\s*IFACE\\s+(?:STATE\\s+FEC_CORR|BIN0)\\s.*$");
    private static final Pattern HISTOGRAM = Pattern.compile("^\\s*Symbol Errors Per Codeword\\s+Codewords\\s*$");
    private static final Pattern HISTOGRAM_COMMAND = Pattern.compile("\\bfec-histogram\\s+(?:-\\S+\\s+)*([A-Z]\\S*)");
    private static final Pattern BIN = Pattern.compile("^\\s*BIN(\\d{1,3}):?\\s+(\\S+)\\s*$");
    private static final List<String> MARKS = List.of("FEC_CORR", "BIN0");
    private static final Pattern PREDICTED = Pattern.compile("([\\d.eE+-]+)(?: \\((\\d{1,3})%\\))?");

    /**
     * The ports in the order of the text.
     *
     * @param baselineTime the clear to which the counts are relative; null where the text has none
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(List<Port> ports, String baselineTime, Boolean complete) {
        public Report {
            ports = List.copyOf(ports);
        }
    }

    /**
     * One port. A value is null where the switch does not give it or the command does not print it.
     *
     * @param port null for the histogram of one port, unless its command stands before it
     * @param preFecBer bit error ratio before correction
     * @param postFecBer bit error ratio after it
     * @param frameLossRatioPredicted from the distribution of symbol errors
     * @param predictionAccuracyPercent how well the distribution fits (R squared)
     * @param fecMaxSymbolErrorsBin highest number of symbol errors in a codeword that was seen
     * @param fecSymbolErrorBins codewords with 0, 1, 2 ... symbol errors; null unless it is the histogram
     */
    public record Port(
            String port,
            String operState,
            BigInteger fecCorrectedCodewords,
            BigInteger fecUncorrectableCodewords,
            BigInteger fecSymbolErrors,
            BigDecimal preFecBer,
            BigDecimal postFecBer,
            BigDecimal preFecBerMax,
            BigDecimal frameLossRatioObserved,
            BigDecimal frameLossRatioPredicted,
            Integer predictionAccuracyPercent,
            BigDecimal fecMaxSymbolErrorsBin,
            List<BigInteger> fecSymbolErrorBins) {}

    @Override
    public String id() {
        return "sonic-fec";
    }

    @Override
    public String about() {
        return "SONiC 'show interfaces counters fec-stats' and 'fec-histogram', also as JSON";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(
                head.has(HEADER) || head.has(HISTOGRAM) || head.has("\"FEC_CORR\":") || head.has("\"BIN0\":"));
    }

    @Override
    public Report read(Source source) {
        if (source.head().has(HISTOGRAM)) {
            return histogram(source.lines());
        }
        SonicPortTable table = SonicPortTable.read(source, HEADER, MARKS);
        return new Report(table.rows().stream().map(SonicFec::port).toList(), table.baselineTime(), table.complete());
    }

    /** The histogram of one port has a line for each number of symbol errors, and the port's name in the command alone. */
    private static Report histogram(Lines lines) {
        SortedMap<Integer, BigInteger> bins = new TreeMap<>();
        for (Line line : lines) {
            Matcher bin = BIN.matcher(line.text());
            if (bin.matches()) {
                Integer number = Integer.valueOf(bin.group(1));
                if (bins.containsKey(number)) {
                    throw line.malformed("each bin once, of one port");
                }
                bins.put(number, new Cell(line, bin.start(2) + 1, bin.group(2)).counter());
            } else if (line.text().strip().startsWith("BIN")) {
                throw line.malformed("a bin such as BIN3 and a number of codewords");
            }
        }
        String port = lines.echo()
                .map(HISTOGRAM_COMMAND::matcher)
                .filter(Matcher::find)
                .map(command -> command.group(1))
                .orElse(null);
        return new Report(List.of(histogram(port, bins)), null, lines.completeAsFarAsKnown());
    }

    /** A bin that is not listed between others is not known, which is not 0. */
    private static Port histogram(String port, SortedMap<Integer, BigInteger> bins) {
        List<BigInteger> all = new ArrayList<>();
        for (int i = 0; !bins.isEmpty() && i <= bins.lastKey(); i++) {
            all.add(bins.get(i));
        }
        return new Port(
                port, null, null, null, null, null, null, null, null, null, null, null, all.isEmpty() ? null : all);
    }

    private static Port port(SonicPortTable.Row row) {
        Cell predicted = row.at("FLR(P) (Accuracy)", "FLR(P)");
        return new Port(
                row.port(),
                SonicInterfaceCounters.state(row.at("STATE")),
                row.at("FEC_CORR").counter(),
                row.at("FEC_UNCORR").counter(),
                row.at("FEC_SYMBOL_ERR").counter(),
                row.at("FEC_PRE_BER").decimal(),
                row.at("FEC_POST_BER").decimal(),
                row.at("FEC_PRE_BER_MAX").decimal(),
                row.at("FLR(O)").decimal(),
                ratio(predicted),
                accuracy(predicted),
                notNegative(row.at("FEC_MAX_T").decimal()),
                bins(row));
    }

    private static BigDecimal ratio(Cell cell) {
        Matcher predicted = predicted(cell);
        return predicted == null ? null : new Cell(cell.line(), cell.column(), predicted.group(1)).decimal();
    }

    private static Integer accuracy(Cell cell) {
        Matcher predicted = predicted(cell);
        return predicted == null || predicted.group(2) == null ? null : Integer.valueOf(predicted.group(2));
    }

    private static Matcher predicted(Cell cell) {
        if (cell.isUnknown()) {
            return null;
        }
        Matcher predicted = PREDICTED.matcher(cell.text());
        if (!predicted.matches()) {
            throw cell.malformed("a ratio, perhaps with an accuracy such as (89%)");
        }
        return predicted;
    }

    private static BigDecimal notNegative(BigDecimal number) {
        return number == null || number.signum() < 0 ? null : number;
    }

    private static List<BigInteger> bins(SonicPortTable.Row row) {
        if (row.at("BIN0").text().isEmpty()) {
            return null;
        }
        List<BigInteger> bins = new ArrayList<>();
        for (int i = 0; !row.at("BIN" + i).text().isEmpty(); i++) {
            bins.add(row.at("BIN" + i).counter());
        }
        return bins;
    }
}
