package io.seatrial.probe.collectives;

import io.seatrial.formats.CollectiveDevice;
import io.seatrial.formats.CollectiveRow;
import io.seatrial.formats.CollectiveRun;
import io.seatrial.formats.CollectiveText;
import io.seatrial.formats.Format;
import io.seatrial.formats.NcclCompletionError;
import io.seatrial.formats.NcclTests;
import io.seatrial.formats.NcclTestsJson;
import io.seatrial.formats.RcclTests;
import io.seatrial.formats.text.Source;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a test program printed, as text or as JSON; the two tell the same.
 *
 * @param tool the suite, with its version where it prints one
 * @param library version of NCCL or RCCL; empty where it is not printed
 * @param collective by the name of its program; null where neither name nor numbers tell
 * @param jobs how many of them ran beside each other
 * @param ranks how many took part; null where the list of devices is not whole
 * @param ranksOfHost how many of them each host has; JSON lists only the first device of each process, then it is empty
 * @param rows by size
 * @param isCorrect false where a result is wrong; null where none was compared
 * @param isComplete whether it came to its end
 * @param isJudged whether the program itself finds fault with results or with a limit of its own, which its exit status then says
 * @param failure why it gave up, in words; empty where it did not say that it did
 * @param findings what does not fit together
 */
record ToolPrint(
        String tool,
        String library,
        String collective,
        int jobs,
        Integer ranks,
        Map<String, Integer> ranksOfHost,
        List<CollectiveRow> rows,
        Boolean isCorrect,
        boolean isComplete,
        boolean isJudged,
        String failure,
        List<String> findings) {
    private static final int MAJOR = 10_000;
    private static final int MINOR = 100;
    private static final String FAILED = "failed";

    /**
     * Read what was printed.
     *
     * @throws io.seatrial.formats.text.FormatException if it has nothing of such a run
     */
    static ToolPrint of(String output) {
        Object read = read(like(output), output);
        return read instanceof NcclTestsJson.Report json ? of(json) : of((CollectiveText.Report) read);
    }

    private static Object read(Format<?> format, String output) {
        try (Source source = Source.of(output)) {
            return format.read(source);
        }
    }

    private static Format<?> like(String output) {
        try (Source source = Source.of(output)) {
            if (new NcclTestsJson().likeness(source.head()) == Format.Likeness.SURE) {
                return new NcclTestsJson();
            }
            return new RcclTests().likeness(source.head()) == Format.Likeness.SURE ? new RcclTests() : new NcclTests();
        }
    }

    private static ToolPrint of(NcclTestsJson.Report json) {
        boolean wrong = Boolean.FALSE.equals(json.outOfBoundsOk());
        return new ToolPrint(
                "nccl-tests",
                version(json.ncclVersionCode()),
                json.collective(),
                1,
                json.ranks(),
                Map.of(),
                json.rows(),
                wrong ? Boolean.FALSE : json.outOfBoundsOk(),
                json.complete(),
                wrong || FAILED.equals(json.avgCheck()),
                String.join("; ", json.errors()),
                json.note() == null ? List.of() : List.of(json.note()));
    }

    private static ToolPrint of(CollectiveText.Report text) {
        CollectiveRun run = text.first();
        Integer zeros = run.cast().independentRunsDetected();
        String release = run.setup().toolVersion();
        return new ToolPrint(
                (text.tool() + " " + Objects.requireNonNullElse(release, "")).strip(),
                Optional.ofNullable(text.ncclVersion())
                        .orElseGet(() -> version(run.setup().ncclLibraryCode())),
                run.collective(),
                Math.max(text.runs().size(), zeros == null ? 1 : zeros),
                run.cast().ranks(),
                run.cast().devices().stream()
                        .collect(Collectors.groupingBy(
                                CollectiveDevice::host, TreeMap::new, Collectors.summingInt(device -> 1))),
                run.table().rows(),
                run.dataCorrect(),
                run.complete(),
                Boolean.FALSE.equals(run.footer().outOfBoundsOk())
                        || FAILED.equals(run.footer().avgCheck()),
                failure(text),
                run.findings());
    }

    private static String version(Integer code) {
        return code == null ? "" : code / MAJOR + "." + code / MINOR % MINOR + "." + code % MINOR;
    }

    private static String failure(CollectiveText.Report text) {
        String gaveUp = text.failures().stream()
                .findFirst()
                .map(failure -> failure.host() + ": " + failure.message() + " (" + failure.place() + ")")
                .orElse("");
        String request = text.ibCompletionErrors().stream()
                .filter(NcclCompletionError::rootEvent)
                .findFirst()
                .map(ToolPrint::request)
                .orElse("");
        return gaveUp.isEmpty() || request.isEmpty() ? gaveUp + request : gaveUp + "; " + request;
    }

    private static String request(NcclCompletionError error) {
        Function<String, String> known = value -> value == null ? "?" : value;
        return "the first work request that failed was on " + error.host() + "/" + known.apply(error.hca()) + ", from "
                + known.apply(error.localGid()) + " to " + known.apply(error.remoteGid()) + ": "
                + error.statusMeaning() + " (status " + error.status() + ")";
    }
}
