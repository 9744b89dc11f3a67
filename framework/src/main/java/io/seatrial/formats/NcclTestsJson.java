package io.seatrial.formats;

import io.seatrial.formats.CollectiveRow.Side;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.JsonText;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The report that nccl-tests writes with {@code -J}, 2.17 and later (src/util.cu). Times are microseconds, bandwidths 10^9 bytes a second.
 *
 * <p>Traps of the tool: booleans are the texts "true" and "false", a result that is no number is the text "nan", the root is a padded text,
 * {@code nwrong} is null where nothing was validated, and of each process only the first device is listed.
 */
public final class NcclTestsJson implements Format<NcclTestsJson.Report> {
    /**
     * One report.
     *
     * @param ncclVersionCode version of the library as one number: 23007 is 2.30.7
     * @param collective of the program that wrote it
     * @param ranks processes times threads times GPUs of each; null where the list of devices does not fit that
     * @param hosts of the list, each once
     * @param rows one a size
     * @param outOfBoundsValues wrong results in all rows
     * @param outOfBoundsOk as the program judges them
     * @param avgBusbwGbPerS mean over all sizes and both sides, 10^9 bytes a second
     * @param avgCheck {@code ok}, {@code failed} or {@code unchecked}
     * @param errors that the library left
     * @param complete whether the program came to its conclusion
     * @param nonJsonPrefixLines lines before the document
     * @param note what does not fit together; null where everything does
     */
    public record Report(
            Integer ncclVersionCode,
            String collective,
            Integer ranks,
            List<String> hosts,
            List<CollectiveRow> rows,
            BigInteger outOfBoundsValues,
            Boolean outOfBoundsOk,
            BigDecimal avgBusbwGbPerS,
            String avgCheck,
            List<String> errors,
            boolean complete,
            int nonJsonPrefixLines,
            String note) {}

    @Override
    public String id() {
        return "nccl-tests-json";
    }

    @Override
    public String about() {
        return "nccl-tests' report in JSON, -J (us, GB/s)";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(isMarked(head));
    }

    /** Tell whether the text has names that only this report has. */
    static boolean isMarked(Head head) {
        return head.has("\"nccl_version\"") && (head.has("\"config\"") || head.has("\"results\""));
    }

    @Override
    public Report read(Source source) {
        JsonText text = source.json();
        JsonObject root = text.root().object();
        if (!root.has("nccl_version")) {
            throw root.malformed("an object with nccl_version, config and results");
        }
        List<CollectiveRow> rows =
                root.at("results").entries().stream().map(NcclTestsJson::row).toList();
        JsonObject bounds = root.at("out_of_bounds");
        JsonObject average = root.at("average_bus_bandwidth");
        Boolean okay = flag(average.at("okay"));
        String check =
                okay != null ? okay ? "ok" : "failed" : average.at("okay").text();
        String collective = collective(root);
        Integer ranks = ranks(root.at("config"));
        return new Report(
                root.at("nccl_version").index(),
                collective,
                ranks,
                hosts(root.at("config").at("devices")),
                rows,
                bounds.at("count").counter(),
                flag(bounds.at("okay")),
                average.at("bandwidth").decimal(),
                check,
                root.at("errors").entries().stream().map(JsonObject::text).toList(),
                average.isThere() && root.has("end_time"),
                text.prefixLines(),
                note(collective, ranks, rows));
    }

    private static String collective(JsonObject root) {
        String name = root.at("results").entries().stream()
                .map(row -> row.at("experiment_name").text())
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(() -> root.at("args").entries().stream()
                        .findFirst()
                        .map(JsonObject::text)
                        .orElse(null));
        return name == null ? null : CollectiveKind.ofProgram(name);
    }

    private static List<String> hosts(JsonObject devices) {
        return devices.entries().stream()
                .map(device -> device.at("hostname").text())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private static Integer ranks(JsonObject config) {
        List<Integer> listed = config.at("devices").entries().stream()
                .map(device -> device.at("rank").index())
                .toList();
        Integer threads = config.at("nthreads").index();
        Integer gpus = config.at("ngpus").index();
        if (listed.isEmpty() || threads == null || gpus == null) {
            return null;
        }
        int each = threads * gpus;
        boolean fits = IntStream.range(0, listed.size())
                .allMatch(i -> Objects.equals(listed.get(i), Integer.valueOf(i * each)));
        return fits ? (Integer) (listed.size() * each) : null;
    }

    private static CollectiveRow row(JsonObject row) {
        return new CollectiveRow(
                row.at("size").counter(),
                row.at("count").counter(),
                row.at("type").text(),
                row.at("redop").text(),
                root(row.at("root")),
                side(row.at("out_of_place"), row.at("out_of_place_per_iter")),
                side(row.at("in_place"), row.at("in_place_per_iter")),
                null);
    }

    private static Integer root(JsonObject root) {
        if (!root.isThere()) {
            return null;
        }
        BigDecimal rank = root.decimal();
        if (rank == null || rank.stripTrailingZeros().scale() > 0 || rank.compareTo(BigDecimal.ONE.negate()) < 0) {
            throw root.malformed("a rank or -1");
        }
        return rank.intValue();
    }

    private static Side side(JsonObject side, JsonObject single) {
        if (!side.isThere()) {
            return null;
        }
        return new Side(
                number(side.at(side.has("cpu_time") ? "cpu_time" : "time")),
                number(side.at("alg_bw")),
                number(side.at("bus_bw")),
                count(side.at("nwrong")),
                null,
                number(single.at("min_us")),
                number(single.at("max_us")),
                number(single.at("p99_us")),
                number(single.at("cv_pct")));
    }

    private static BigDecimal number(JsonObject value) {
        BigDecimal number = value.decimal();
        if (number != null && number.signum() < 0) {
            throw value.malformed("a number, 0 or more");
        }
        return number;
    }

    private static BigDecimal count(JsonObject value) {
        BigDecimal number = number(value);
        if (number != null && number.stripTrailingZeros().scale() > 0) {
            throw value.malformed("a whole number");
        }
        return number == null ? null : number.setScale(0);
    }

    private static Boolean flag(JsonObject value) {
        if (!value.node().isTextual()) {
            return value.bool();
        }
        return switch (value.text()) {
            case "true" -> true;
            case "false" -> false;
            default -> null;
        };
    }

    private static String note(String collective, Integer ranks, List<CollectiveRow> rows) {
        CollectiveKind.Ranks seen = ranks == null ? null : CollectiveKind.ranks(collective, rows);
        return seen == null || seen.holds(ranks)
                ? null
                : "busbw and algbw do not speak of the " + ranks + " ranks of the list";
    }
}
