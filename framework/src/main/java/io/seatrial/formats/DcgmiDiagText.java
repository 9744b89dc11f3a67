package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The boxed table of {@code dcgmi diag}, DCGM 2 to 4.5 (DCGM dcgmi/Diag.cpp). 4.x writes a line for each GPU below a test,
 * {@code GPU0: Pass}; earlier releases write {@code Pass - All} or {@code Fail - GPU 3}. Messages are broken every 45 characters over
 * several lines whose first column is blank.
 */
public final class DcgmiDiagText implements Format<DcgmiDiagText.Report> {
    private static final Pattern ROW = Pattern.compile("^\\| (.{25}) \\| (.*?)\\s*\\|?\\s*$");
    private static final Pattern SECTION = Pattern.compile("^[|+]-----  (\\w+)  -+\\+-+[|+]\\s*$");
    private static final Pattern RULE = Pattern.compile("^\\+-+\\+-+\\+\\s*$");
    private static final Pattern STATUS =
            Pattern.compile("^(Pass|Fail|Skip|Warn|Not Run)(?:\\s+-\\s+(.*))?$", Pattern.CASE_INSENSITIVE);
    private static final Pattern GPU = Pattern.compile("^GPU ?(\\d{1,4}): (Pass|Fail|Skip|Warn|Not Run)$");
    private static final Pattern NAMED = Pattern.compile("GPUs?:? ?(\\d.*)");
    private static final Pattern INDEX = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");
    /** The overall status of a test whose GPUs differ is the last of these that any has: what did not run is not passed. */
    private static final List<String> WORSE = List.of("pass", "skip", "not run", "warn", "fail");

    private static final Pattern DEVICE = Pattern.compile("[0-9a-f]{4}");

    /**
     * One diagnostic.
     *
     * @param dcgmVersion of DCGM
     * @param driverVersion of the GPU driver
     * @param gpus how many device ids are listed; where the list does not fit its line, how many GPUs a test names; else null
     * @param tests with their results, in the order of the table
     * @param unfinishedTests tests whose results are cut
     * @param complete whether the table is closed
     */
    public record Report(
            String dcgmVersion,
            String driverVersion,
            Integer gpus,
            List<Test> tests,
            List<String> unfinishedTests,
            boolean complete) {}

    /**
     * One test.
     *
     * @param section such as {@code Hardware}
     * @param name of the test
     * @param status {@code pass}, {@code fail}, {@code warn}, {@code skip} or {@code not run}
     * @param perGpu by GPU index, where the table says it
     * @param failedGpus named behind Fail, up to 3.x
     * @param warnings in words
     */
    public record Test(
            String section,
            String name,
            String status,
            List<String> perGpu,
            List<Integer> failedGpus,
            List<String> warnings) {}

    @Override
    public String id() {
        return "dcgmi-diag-text";
    }

    @Override
    public String about() {
        return "dcgmi diag: the boxed table of GPU diagnostics";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has("| Diagnostic                | Result"));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("gpus", "unfinished_tests");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        Table table = new Table();
        while (lines.hasNext()) {
            table.take(lines.next());
        }
        lines.remnant().ifPresent(table::takeCut);
        if (!table.hasHeader) {
            throw lines.missing("the table '| Diagnostic | Result |' of dcgmi diag");
        }
        return table.report();
    }

    private static final class Table {
        private final List<Test> tests = new ArrayList<>();
        private boolean hasHeader;
        private boolean isClosed;
        private boolean isInWarning;
        private String section;
        private String version;
        private String driver;
        private Integer listed;
        private String cutTest;
        private String listing;

        void take(Line line) {
            String text = line.text();
            Matcher head = SECTION.matcher(text);
            if (head.matches()) {
                section = head.group(1);
            } else if (RULE.matcher(text).matches()) {
                isClosed = section != null;
            } else {
                Matcher row = ROW.matcher(text);
                if (row.matches()) {
                    row(row.group(1).strip(), new Cell(line, row.start(2) + 1, row.group(2)));
                }
            }
        }

        void takeCut(Line line) {
            Matcher row = ROW.matcher(line.text());
            if (row.matches()
                    && !row.group(1).isBlank()
                    && section != null
                    && !section.equals("Metadata")
                    && !isMessage(row.group(1).strip())) {
                cutTest = row.group(1).strip();
            }
            hasHeader |= !tests.isEmpty();
        }

        private static boolean isMessage(String name) {
            return name.startsWith("Warning") || name.startsWith("Info") || name.startsWith("Error");
        }

        private void row(String name, Cell cell) {
            String value = cell.text();
            // Up to 3.x one of the tests has the header's name.
            if (section == null && name.equals("Diagnostic")) {
                hasHeader = true;
            } else if ("Metadata".equals(section)) {
                metadata(name, value);
            } else if (name.isEmpty()) {
                detail(cell);
            } else if (isMessage(name)) {
                isInWarning = name.startsWith("Warning") || name.startsWith("Error");
                warn(value, false);
            } else {
                isInWarning = false;
                test(name, cell);
            }
        }

        private void metadata(String name, String value) {
            switch (name) {
                case "DCGM Version" -> version = value;
                case "Driver Version Detected" -> driver = value;
                case "GPU Device IDs Detected" -> {
                    String[] ids = value.split(",\\s*");
                    boolean isWhole = !value.endsWith(",")
                            && DEVICE.matcher(ids[ids.length - 1]).matches();
                    listed = isWhole ? ids.length : null;
                }
                case "Number of GPUs Detected" -> listed = value.matches("\\d{1,4}") ? Integer.valueOf(value) : listed;
                default -> {}
            }
        }

        private void test(String name, Cell cell) {
            Matcher status = STATUS.matcher(cell.text());
            if (!status.matches()) {
                throw cell.malformed("Pass, Fail, Skip, Warn or Not Run, perhaps with ' - GPUs: 0, 1' behind it");
            }
            String word = status.group(1).toLowerCase(Locale.ROOT);
            tests.add(new Test(section, name, word, new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
            named(word, status.group(2), cell);
        }

        /** Take the GPUs that are named behind a status; a list that does not fit its line goes on in the next. */
        private void named(String word, String text, Cell cell) {
            Matcher found = NAMED.matcher(text == null ? "" : text);
            listing = null;
            if (found.find()) {
                list(word, found.group(1), cell);
            }
        }

        private void list(String word, String gpus, Cell cell) {
            for (String gpu : gpus.split(",\\s*")) {
                Matcher index = INDEX.matcher(gpu.strip());
                if (!index.matches()) {
                    throw cell.malformed("indices of GPUs such as '0, 1, 4-7'");
                }
                int first = Integer.parseInt(index.group(1));
                int last = index.group(2) == null ? first : Integer.parseInt(index.group(2));
                IntStream.rangeClosed(first, last).forEach(i -> named(i, word));
            }
            listing = gpus.endsWith(",") ? word : null;
        }

        private void named(int index, String word) {
            Test test = tests.get(tests.size() - 1);
            if (word.equals("fail")) {
                test.failedGpus().add(index);
            } else {
                gpu(index, word);
            }
            // Where only failures are named, the list of them says it all.
            if (!test.perGpu().isEmpty()) {
                test.failedGpus().forEach(failed -> gpu(failed, "fail"));
            }
        }

        private void detail(Cell cell) {
            String value = cell.text();
            Matcher gpu = GPU.matcher(value);
            Matcher other = STATUS.matcher(value);
            if (tests.isEmpty()) {
                return;
            }
            if (gpu.matches()) {
                isInWarning = false;
                gpu(Integer.parseInt(gpu.group(1)), gpu.group(2).toLowerCase(Locale.ROOT));
            } else if (listing != null) {
                list(listing, value, cell);
            } else if (!isInWarning && other.matches()) {
                further(other.group(1).toLowerCase(Locale.ROOT), other.group(2), cell);
            } else {
                warn(value, true);
            }
        }

        /** Up to 3.x GPUs with another result stand on a line of their own below the test. */
        private void further(String word, String gpus, Cell cell) {
            Test test = tests.get(tests.size() - 1);
            String worst = WORSE.indexOf(word) > WORSE.indexOf(test.status()) ? word : test.status();
            tests.set(
                    tests.size() - 1,
                    new Test(test.section(), test.name(), worst, test.perGpu(), test.failedGpus(), test.warnings()));
            named(word, gpus, cell);
        }

        /** The list is by index: a GPU that is left out has no result. */
        private void gpu(int index, String status) {
            List<String> perGpu = tests.get(tests.size() - 1).perGpu();
            while (perGpu.size() <= index) {
                perGpu.add(null);
            }
            if (perGpu.get(index) == null || WORSE.indexOf(status) > WORSE.indexOf(perGpu.get(index))) {
                perGpu.set(index, status);
            }
        }

        private void warn(String value, boolean isContinued) {
            if (tests.isEmpty() || !isInWarning) {
                return;
            }
            List<String> warnings = tests.get(tests.size() - 1).warnings();
            int last = warnings.size() - 1;
            if (isContinued && last >= 0) {
                // Broken by length, so it is not known whether a blank stood there.
                warnings.set(last, warnings.get(last) + value);
            } else {
                warnings.add(value);
            }
        }

        Report report() {
            List<String> unfinished = new ArrayList<>();
            Integer gpus = gpus();
            if (!isClosed && isLastUnfinished(gpus)) {
                unfinished.add(tests.remove(tests.size() - 1).name());
            }
            if (cutTest != null) {
                unfinished.add(cutTest);
            }
            return new Report(version, driver, gpus, tests, unfinished, isClosed);
        }

        private Integer gpus() {
            int most =
                    tests.stream().mapToInt(test -> test.perGpu().size()).max().orElse(0);
            return listed != null ? listed : most == 0 ? null : (Integer) most;
        }

        /** Results of GPUs and messages follow a test line by line, so the last test of an open table may lack some. */
        private boolean isLastUnfinished(Integer gpus) {
            if (tests.isEmpty()) {
                return false;
            }
            Test last = tests.get(tests.size() - 1);
            boolean perGpu =
                    tests.stream().anyMatch(test -> !test.perGpu().isEmpty()) || tests.size() == 1 && isPlain(last);
            boolean lacks = perGpu && gpus != null && last.perGpu().size() < gpus;
            boolean some =
                    !last.perGpu().isEmpty() && gpus != null && last.perGpu().contains(null);
            return lacks || some || listing != null || !last.warnings().isEmpty();
        }

        private static boolean isPlain(Test test) {
            return test.perGpu().isEmpty()
                    && test.failedGpus().isEmpty()
                    && test.name().equals("software");
        }
    }
}
