package io.seatrial.formats;

import io.seatrial.formats.CollectiveRow.Side;
import io.seatrial.formats.CollectiveRun.Footer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What must fit together within one run; it concludes from what was read and changes nothing. */
final class CollectiveChecks {
    private static final Map<String, Function<CollectiveRow, Object>> KEYS = keys();

    /** What float rounding of the library and %g of the program may take, as a share of the printed mean. */
    private static final BigDecimal ROUNDING = new BigDecimal("0.0005");

    /** One rank moves nothing over the bus; below this the size is too small for algbw to show either. */
    private static final BigDecimal VISIBLE = new BigDecimal("0.1");

    private static final BigDecimal ROUGH = new BigDecimal("0.02");

    private CollectiveChecks() {}

    private static Map<String, Function<CollectiveRow, Object>> keys() {
        Map<String, Function<CollectiveRow, Object>> keys = new LinkedHashMap<>();
        keys.put("redop", CollectiveRow::redop);
        keys.put("type", CollectiveRow::type);
        keys.put("root", CollectiveRow::root);
        return keys;
    }

    /** Return the columns that tell all rows apart, rows of size 0 left aside; null where none do or there is no row. */
    static String distinctKeys(List<CollectiveRow> all) {
        List<CollectiveRow> rows =
                all.stream().filter(row -> row.sizeBytes().signum() > 0).toList();
        if (rows.isEmpty()) {
            return null;
        }
        List<String> names = List.copyOf(KEYS.keySet());
        for (int several = 0; several <= names.size(); several++) {
            for (int set = 0; set < 1 << names.size(); set++) {
                List<String> chosen = chosen(names, set);
                if (chosen.size() == several && isDistinct(rows, chosen)) {
                    return chosen.isEmpty() ? "(size)" : "(size, " + String.join(", ", chosen) + ")";
                }
            }
        }
        return null;
    }

    private static List<String> chosen(List<String> names, int set) {
        return names.stream()
                .filter(name -> (set >> names.indexOf(name) & 1) == 1)
                .toList();
    }

    private static boolean isDistinct(List<CollectiveRow> rows, List<String> names) {
        return rows.stream().map(row -> key(row, names)).distinct().count() == rows.size();
    }

    private static List<Object> key(CollectiveRow row, List<String> names) {
        List<Object> key = new ArrayList<>();
        key.add(row.sizeBytes());
        names.forEach(name -> key.add(KEYS.get(name).apply(row)));
        return key;
    }

    /** Return the mean of all busbw cells, six digits; null where there is none. */
    static BigDecimal meanBusbw(List<CollectiveRow> rows) {
        List<BigDecimal> cells = rows.stream()
                .flatMap(CollectiveKind::sides)
                .map(Side::busbwGbPerS)
                .filter(Objects::nonNull)
                .toList();
        return cells.isEmpty()
                ? null
                : cells.stream()
                        .reduce(BigDecimal.ZERO, BigDecimal::add)
                        .divide(BigDecimal.valueOf(cells.size()), MathContext.DECIMAL32);
    }

    /** Tell whether one rank talked to itself; null where neither the list of devices nor the rows show it. */
    static Boolean isDegenerate(Integer ranks, List<CollectiveRow> rows) {
        if (ranks != null) {
            return ranks == 1;
        }
        List<Side> visible = rows.stream()
                .flatMap(CollectiveKind::sides)
                .filter(side -> side.algbwGbPerS() != null && side.algbwGbPerS().compareTo(VISIBLE) > 0)
                .filter(side -> side.busbwGbPerS() != null)
                .toList();
        return visible.isEmpty()
                ? null
                : (Boolean) visible.stream().allMatch(side -> side.busbwGbPerS().signum() == 0);
    }

    /** Tell whether all results that were checked are right; null where none was. */
    static Boolean isDataCorrect(List<CollectiveRow> rows, Footer footer, Boolean validationEnabled) {
        List<Boolean> checked = rows.stream()
                .flatMap(row -> CollectiveKind.sides(row).map(side -> isCorrect(row.type(), side)))
                .filter(Objects::nonNull)
                .collect(Collectors.toList());
        if (Boolean.FALSE.equals(footer.outOfBoundsOk()) || checked.contains(false)) {
            return false;
        }
        return checked.isEmpty() || Boolean.FALSE.equals(validationEnabled) ? null : true;
    }

    private static Boolean isCorrect(String type, Side side) {
        if (side.wrongElements() != null) {
            return side.wrongElements().signum() == 0;
        }
        return side.maxError() == null ? null : (Boolean) (side.maxError().compareTo(tolerance(type)) <= 0);
    }

    /** What nccl-tests of up to 2022 lets a reduction deviate (deltaMaxValue in src/common.cu). */
    private static BigDecimal tolerance(String type) {
        return switch (type) {
            case "half", "bfloat16" -> new BigDecimal("5e-2");
            case "float" -> new BigDecimal("1e-5");
            case "double" -> new BigDecimal("1e-12");
            default -> BigDecimal.ZERO;
        };
    }

    /** Return what does not fit together, in words. */
    static List<String> findings(String collective, CollectiveRun.Cast cast, List<CollectiveRow> rows, Footer footer) {
        List<String> findings = new ArrayList<>();
        oneJob(cast, findings);
        ranks(collective, cast.ranks(), rows, footer.avgBusbwGbPerS() != null, findings);
        average(footer, findings);
        repeats(rows, findings);
        rates(rows, findings);
        return findings;
    }

    /** Bytes by microseconds are 10^6 bytes a second; both cells are rounded, large times to three digits. */
    private static void rates(List<CollectiveRow> rows, List<String> findings) {
        rows.stream()
                .filter(row -> CollectiveKind.sides(row).anyMatch(side -> !fits(row.sizeBytes(), side)))
                .findFirst()
                .ifPresent(row ->
                        findings.add("algbw of the row of " + row.sizeBytes() + " B is not its size by its time"));
    }

    private static boolean fits(BigInteger size, Side side) {
        BigDecimal time = side.timeUs();
        BigDecimal algbw = side.algbwGbPerS();
        if (time == null || algbw == null || time.signum() == 0) {
            return true;
        }
        BigDecimal rate = new BigDecimal(size).movePointLeft(3).divide(time, MathContext.DECIMAL32);
        BigDecimal room = rate.multiply(ROUGH).add(new BigDecimal("0.02"));
        return rate.subtract(algbw).abs().compareTo(room) <= 0;
    }

    private static void oneJob(CollectiveRun.Cast cast, List<String> findings) {
        Integer jobs = cast.independentRunsDetected();
        if (jobs != null && jobs > 1) {
            findings.add(
                    jobs + " processes call themselves rank 0: " + jobs
                            + " jobs ran beside each other (a test program built without MPI), their numbers are not those of one job");
        }
    }

    private static void ranks(
            String collective, Integer listed, List<CollectiveRow> rows, boolean isComplete, List<String> findings) {
        CollectiveKind.Ranks seen = isComplete ? CollectiveKind.ranks(collective, rows) : null;
        if (seen == null || listed == null || seen.holds(listed)) {
            return;
        }
        String ran = seen.least() == seen.most() ? "" + seen.least() : seen.least() + " to " + seen.most();
        findings.add(
                seen.least() > seen.most()
                        ? "no number of ranks explains busbw and algbw of the rows; the list has " + listed
                        : "busbw and algbw speak of " + ran + " ranks, the list has " + listed);
    }

    private static void average(Footer footer, List<String> findings) {
        BigDecimal printed = footer.avgBusbwGbPerS();
        BigDecimal mean = footer.meanOfAllBusbwCellsGbPerS();
        if (printed == null || mean == null) {
            return;
        }
        // Two decimals in a cell: the mean of the cells may be half a hundredth off, wider cells have fewer decimals.
        BigDecimal room = printed.abs().multiply(ROUNDING).add(new BigDecimal("0.01"));
        if (printed.subtract(mean).abs().compareTo(room) > 0) {
            findings.add(
                    "the printed average of " + printed.toPlainString() + " GB/s is not the mean of the rows here, "
                            + mean.toPlainString() + " GB/s: rows are missing or belong to another run");
        }
    }

    private static void repeats(List<CollectiveRow> rows, List<String> findings) {
        boolean hasSize = rows.stream().anyMatch(row -> row.sizeBytes().signum() > 0);
        if (hasSize && distinctKeys(rows) == null) {
            Map<List<Object>, Long> times = rows.stream()
                    .filter(row -> row.sizeBytes().signum() > 0)
                    .collect(Collectors.groupingBy(row -> key(row, List.copyOf(KEYS.keySet())), Collectors.counting()));
            Object size = times.entrySet().stream()
                    .filter(entry -> entry.getValue() > 1)
                    .map(entry -> (BigInteger) entry.getKey().get(0))
                    .min(BigInteger::compareTo)
                    .orElseThrow();
            findings.add("the row of " + size + " B is there more than once, and no column tells the two apart");
        }
    }
}
