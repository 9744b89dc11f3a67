package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Results of bandwidth tests of pairs of hosts, one pair a line: {@code HOST,HOST  BUSBW}, in GB/s (10^9 bytes) as nccl-tests prints it,
 * with a comment behind {@code #} that may say that the pair crosses a top-of-rack switch. Who is to blame is asked of the diagnosis.
 */
public final class PairwiseResults implements Format<PairwiseResults.Report> {
    private static final Pattern LINE = Pattern.compile(
            "^\\s*([\\w.-]+)\\s*[,]\\s*([\\w.-]+)\\s*[,\\s]\\s*([^\\s#][^#]*?)\\s*(?:#\\s*(.*?))?\\s*$");
    private static final Pattern RATE =
            Pattern.compile("([+-]?[\\d.,]*\\d[\\d.,]*(?:[eE][+-]?\\d{1,3})?)\\s*([A-Za-z]+/s)");
    /** Decimal units; what is not a power of ten is refused, not guessed. */
    private static final Map<String, BigDecimal> GB_PER_S = Map.of(
            "GB/s",
            BigDecimal.ONE,
            "MB/s",
            new BigDecimal("0.001"),
            "Gb/s",
            new BigDecimal("0.125"),
            "Gbit/s",
            new BigDecimal("0.125"));

    private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)?");
    private static final Pattern DECIMAL = Pattern.compile(",\\s*[\\w.-]+[,\\s]\\s*\\d+\\.\\d+");
    private static final Pattern CROSSES = Pattern.compile("(?i)\\bcross(?:es|ing)?\\b.*\\b(?:tor|leaf|rack)\\b");

    /**
     * Pairs in the order of the text.
     *
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(List<Pair> pairs, Boolean complete) {}

    /**
     * One pair.
     *
     * @param busbwGbPerS 10^9 bytes per second; null where the text says that there is none
     * @param crossesTor true where the comment says so, else null
     */
    public record Pair(String a, String b, BigDecimal busbwGbPerS, Boolean crossesTor) {}

    @Override
    public String id() {
        return "pairwise-results";
    }

    @Override
    public String about() {
        return "bandwidth of pairs of hosts, 'HOST,HOST GB/s' a line, and whom the slow pairs blame";
    }

    @Override
    public Likeness likeness(Head head) {
        boolean all = head.lines().stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .limit(20)
                .allMatch(PairwiseResults::isLikely);
        return Likeness.sureIf(all && head.has(DECIMAL));
    }

    private static boolean isLikely(String line) {
        Matcher pair = LINE.matcher(line);
        return pair.matches()
                && (NUMBER.matcher(pair.group(3)).matches()
                        || Cell.isUnknown(pair.group(3))
                        || RATE.matcher(pair.group(3)).matches());
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<Pair> pairs = new ArrayList<>();
        for (Line line : lines) {
            Matcher pair = LINE.matcher(line.text());
            if (pair.matches()) {
                pairs.add(pair(line, pair));
            } else if (!line.isBlank() && !line.text().strip().startsWith("#")) {
                throw line.malformed("'HOST,HOST  GB/s'");
            }
        }
        return new Report(pairs, lines.completeAsFarAsKnown());
    }

    private static BigDecimal busbw(Cell cell) {
        Matcher rate = RATE.matcher(cell.text());
        if (!rate.matches()) {
            return cell.decimal();
        }
        if (!GB_PER_S.containsKey(rate.group(2))) {
            throw cell.malformed("a bandwidth in GB/s, MB/s or Gb/s");
        }
        BigDecimal number = new Cell(cell.line(), cell.column(), rate.group(1)).decimal();
        return rate.group(2).equals("GB/s")
                ? number
                : number.multiply(GB_PER_S.get(rate.group(2))).stripTrailingZeros();
    }

    private static Pair pair(Line line, Matcher pair) {
        BigDecimal busbw = busbw(new Cell(line, pair.start(3) + 1, pair.group(3)));
        if (busbw != null && busbw.signum() < 0) {
            throw line.malformed(pair.start(3) + 1, "a bandwidth of 0 or more");
        }
        boolean crosses =
                pair.group(4) != null && CROSSES.matcher(pair.group(4)).find();
        return new Pair(pair.group(1), pair.group(2), busbw, crosses ? Boolean.TRUE : null);
    }
}
