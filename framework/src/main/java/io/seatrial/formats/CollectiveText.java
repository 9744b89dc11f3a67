package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.seatrial.formats.text.Launcher;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text of one or several runs of a collective test with what the library, the launcher and failures print between and into the
 * rows. nccl-tests and rccl-tests share it.
 */
public final class CollectiveText {
    /** Fields that conclude from all lines. */
    static final Set<String> CONCLUSIONS = Set.of(
            "collective",
            "ranks",
            "highest_rank_seen",
            "hosts",
            "gpu_models",
            "independent_runs_detected",
            "multi_node_result_valid",
            "rows_with_size_zero",
            "distinct_keys",
            "degenerate_single_rank",
            "data_correct",
            "failed",
            "rdma_library_missing",
            "warnings",
            "findings",
            "note");

    private static final Pattern FAILURE =
            Pattern.compile("^\\s*(\\S+?): Test (NCCL|CUDA) failure (\\S+:\\d+) '(.*?)(?: / )?'?\\s*$");
    /** Where something else begins within a row; the row's last number may touch it. */
    private static final Pattern INTRUDER =
            Pattern.compile("[A-Za-z][\\w.-]*:(?:\\d+:\\d+ \\[-?\\d+\\]| Test (?:NCCL|CUDA) failure)");

    private static final Pattern EXIT_CODE =
            Pattern.compile("Exit code:\\s+(\\d{1,3})\\s*$|[Ee]xited with exit code (\\d{1,3})\\b");

    private final List<CollectiveRunReader> runs = new ArrayList<>();
    private final Map<Integer, CollectiveRunReader> current = new HashMap<>();
    private final List<Failure> failures = new ArrayList<>();
    private final List<NcclCompletionError> completionErrors = new ArrayList<>();
    private String ncclVersion;
    private Integer exitCode;
    private Boolean libraryMissing;
    private int warnings;

    /**
     * What one text holds. The fields of a run are those of the first one, but {@code complete} speaks of all of them.
     *
     * @param tool {@code nccl-tests} or {@code rccl-tests}
     * @param first the first run; its fields stand beside the others
     * @param ncclVersion as the library prints it
     * @param failed true if something failed or the exit status is not 0; false only after a whole run; else null
     * @param failures of the test program, in the order of the text
     * @param ibCompletionErrors work requests that failed, in the order of the text
     * @param exitCode that a launcher prints, which is not always the program's
     * @param rdmaLibraryMissing true if libibverbs could not be opened, so that the run went over sockets; null where no line says so
     * @param warnings lines of level WARN
     * @param note the findings in one sentence; null where everything fits together
     * @param runs every run, in the order in which they begin
     */
    public record Report(
            String tool,
            @JsonUnwrapped CollectiveRun first,
            String ncclVersion,
            Boolean failed,
            List<Failure> failures,
            List<NcclCompletionError> ibCompletionErrors,
            Integer exitCode,
            Boolean rdmaLibraryMissing,
            int warnings,
            String note,
            List<CollectiveRun> runs) {
        public Report {
            failures = List.copyOf(failures);
            ibCompletionErrors = List.copyOf(ibCompletionErrors);
            runs = List.copyOf(runs);
        }
    }

    /**
     * A test program that gave up.
     *
     * @param host as it names itself
     * @param kind {@code nccl} or {@code cuda}
     * @param place source file and line
     * @param message of the library
     */
    public record Failure(String host, String kind, String place, String message) {}

    private CollectiveText() {}

    /**
     * Read a text to its end.
     *
     * @throws io.seatrial.formats.text.FormatException if it has nothing of such a run
     */
    static Report read(Lines lines, String tool) {
        CollectiveText text = new CollectiveText();
        lines.forEachRemaining(text::take);
        text.runs.removeIf(run -> !run.hasBegun());
        if (text.runs.isEmpty() && !text.failures.isEmpty()) {
            text.runs.add(new CollectiveRunReader());
        }
        if (text.runs.isEmpty()) {
            throw lines.missing("the table of " + tool + ": '# nThread ...', '#  size  count  type ...' or its rows");
        }
        return text.report(tool);
    }

    private void take(Line printed) {
        Launcher launched = Launcher.of(printed);
        Line line = launched.line();
        int intruder = intruder(line.text());
        if (intruder > 0) {
            ofRun(launched.rank(), line.with(line.text().substring(0, intruder)));
            besides(line.with(line.text().substring(intruder)));
        } else if (!besides(line)) {
            ofRun(launched.rank(), line);
        }
    }

    private static int intruder(String text) {
        int first = 0;
        while (first < text.length() && text.charAt(first) == ' ') {
            first++;
        }
        if (first == text.length() || !Character.isDigit(text.charAt(first)) || text.indexOf(':') < 0) {
            return -1;
        }
        Matcher found = INTRUDER.matcher(text);
        return found.find() && text.substring(0, found.start()).matches("[\\s\\w.+-]+") ? found.start() : -1;
    }

    private void ofRun(Integer rank, Line line) {
        CollectiveRunReader reader = current.get(rank);
        if (reader == null || reader.isOver(line)) {
            reader = new CollectiveRunReader();
            if (!reader.take(line)) {
                return;
            }
            runs.add(reader);
            current.put(rank, reader);
        } else {
            reader.take(line);
        }
    }

    /** Take what is none of the table's lines; return whether it was that. */
    private boolean besides(Line line) {
        String text = line.text();
        Optional<NcclLine> logged = NcclLine.of(line);
        logged.ifPresent(this::log);
        if (logged.isPresent()) {
            return true;
        }
        Matcher failure = text.contains(" failure ") ? FAILURE.matcher(text) : null;
        if (failure != null && failure.matches()) {
            String kind = failure.group(2).equals("NCCL") ? "nccl" : "cuda";
            failures.add(new Failure(failure.group(1), kind, failure.group(3), failure.group(4)));
            return true;
        }
        return library(text) || exit(text);
    }

    private void log(NcclLine line) {
        warnings += line.isWarning() ? 1 : 0;
        NcclCompletionError.of(line).ifPresent(completionErrors::add);
        if (line.message().contains("Failed to open libibverbs")) {
            libraryMissing = true;
        } else if (libraryMissing == null && line.message().startsWith("NET/IB : Using [")) {
            libraryMissing = false;
        }
        library(line.message());
    }

    private boolean library(String text) {
        String version = NcclLine.version(text);
        ncclVersion = version == null ? ncclVersion : version;
        return version != null;
    }

    private boolean exit(String text) {
        Matcher exit = text.contains("xit") ? EXIT_CODE.matcher(text) : null;
        if (exit == null || !exit.find()) {
            return false;
        }
        int code = Integer.parseInt(exit.group(1) == null ? exit.group(2) : exit.group(1));
        exitCode = exitCode == null ? code : exitCode;
        return true;
    }

    private Report report(String tool) {
        List<CollectiveRun> read = runs.stream()
                .map(run -> run.run(!failures.isEmpty(), current.size()))
                .toList();
        boolean complete = read.stream().allMatch(CollectiveRun::complete);
        List<String> findings = new ArrayList<>(new LinkedHashSet<>(
                read.stream().flatMap(run -> run.findings().stream()).toList()));
        return new Report(
                tool,
                read.get(0).withComplete(complete),
                ncclVersion,
                failed(read, complete),
                failures,
                completionErrors,
                exitCode,
                libraryMissing,
                warnings,
                findings.isEmpty() ? null : String.join("; ", findings),
                read);
    }

    private Boolean failed(List<CollectiveRun> read, boolean complete) {
        boolean bad = read.stream()
                .anyMatch(run -> Boolean.FALSE.equals(run.footer().outOfBoundsOk())
                        || "failed".equals(run.footer().avgCheck()));
        if (bad || !failures.isEmpty() || exitCode != null && exitCode != 0) {
            return true;
        }
        return complete ? (Boolean) false : null;
    }
}
