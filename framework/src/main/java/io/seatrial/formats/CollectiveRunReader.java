package io.seatrial.formats;

import io.seatrial.formats.CollectiveRun.Cast;
import io.seatrial.formats.CollectiveRun.Footer;
import io.seatrial.formats.CollectiveRun.Setup;
import io.seatrial.formats.CollectiveRun.Table;
import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Line;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects the lines of one run; it is over when a line belongs to the next one. */
final class CollectiveRunReader {
    private static final Pattern VERSION = Pattern.compile(
            "# nccl-tests version (\\S+)(?: \\(?([0-9a-f]{7,40})\\)?)?.*?(?:nccl-library=(\\d{1,9}))?\\s*$");
    private static final Pattern RCCL_VERSION =
            Pattern.compile("rccl-tests: Version (\\S+?)(?::([0-9A-Za-z]+))?(?:\\s.*)?");
    private static final Pattern PROGRAM = Pattern.compile("# Collective test (starting|concluded): (\\S+)\\s*$");
    private static final Pattern SIZES =
            Pattern.compile("minBytes (\\d+) maxBytes (\\d+) step: (\\d+)\\((bytes|factor)\\)");
    private static final Pattern VALIDATION = Pattern.compile("validation: (\\d)");
    private static final Pattern OUT_OF_BOUNDS = Pattern.compile("# Out of bounds values\\s*: (\\d+) (OK|FAILED)\\s*");
    private static final Pattern AVERAGE = Pattern.compile("# Avg bus bandwidth\\s*: (\\S+)(?: (OK|FAILED))?\\s*");

    /** Bytes and elements with separators within. */
    private static final Pattern LIKE_A_ROW = Pattern.compile("^\\s*\\d[\\d,.']*\\s+\\d[\\d,.']*\\s+[a-z]\\w*\\s.*");

    private final List<CollectiveDevice> devices = new ArrayList<>();
    private final List<CollectiveRow> rows = new ArrayList<>();
    private CollectiveColumns columns = CollectiveColumns.WITHOUT_HEADER;
    private List<Cell> interrupted;
    private String toolVersion;
    private String toolCommit;
    private Integer libraryCode;
    private String collective;
    private BigInteger minBytes;
    private BigInteger maxBytes;
    private BigInteger stepBytes;
    private BigInteger stepFactor;
    private Boolean validation;
    private BigInteger outOfBounds;
    private Boolean outOfBoundsOk;
    private BigDecimal average;
    private String averageCheck;
    private int unread;
    private boolean isListWhole;
    private boolean hasSetup;
    private boolean hasEnded;

    /** Tell whether the line begins the next run. */
    boolean isOver(Line line) {
        String text = line.text();
        boolean setup = text.startsWith("# nThread") || isBanner(text);
        boolean header =
                text.startsWith("#") && CollectiveColumns.ofHeader(line).isPresent();
        return setup && (hasEnded || !rows.isEmpty()) || header && hasEnded;
    }

    private static boolean isBanner(String text) {
        return text.startsWith("# nccl-tests version")
                || text.startsWith("# Collective test starting")
                || text.startsWith("rccl-tests: Version");
    }

    /** Take a line; return whether it is one of a run. */
    boolean take(Line line) {
        String text = line.text();
        if (text.startsWith("#") || text.startsWith("rccl-tests:")) {
            return comment(line);
        }
        return row(line);
    }

    private boolean comment(Line line) {
        Optional<CollectiveDevice> device = CollectiveDevice.of(line);
        device.ifPresent(devices::add);
        isListWhole |= device.isEmpty() && !devices.isEmpty();
        CollectiveColumns.refuseOtherUnits(line);
        Optional<CollectiveColumns> header = CollectiveColumns.ofHeader(line);
        header.ifPresent(found -> columns = found);
        return setup(line) || footer(line) || device.isPresent() || header.isPresent();
    }

    private boolean setup(Line line) {
        String text = line.text();
        Matcher version = (text.startsWith("rccl") ? RCCL_VERSION : VERSION).matcher(text);
        if (version.matches()) {
            toolVersion = version.group(1);
            toolCommit = version.group(2);
            libraryCode =
                    version.groupCount() < 3 || version.group(3) == null ? null : Integer.valueOf(version.group(3));
            return true;
        }
        Matcher program = PROGRAM.matcher(text);
        if (program.matches()) {
            collective = CollectiveKind.ofProgram(program.group(2));
            return true;
        }
        return text.startsWith("# nThread") && parameters(text);
    }

    private boolean parameters(String text) {
        hasSetup = true;
        Matcher sizes = SIZES.matcher(text);
        if (sizes.find()) {
            minBytes = new BigInteger(sizes.group(1));
            maxBytes = new BigInteger(sizes.group(2));
            BigInteger step = new BigInteger(sizes.group(3));
            stepBytes = sizes.group(4).equals("bytes") ? step : null;
            stepFactor = sizes.group(4).equals("factor") ? step : null;
        }
        Matcher checked = VALIDATION.matcher(text);
        validation = checked.find() ? (Boolean) !checked.group(1).equals("0") : null;
        return true;
    }

    private boolean footer(Line line) {
        Matcher bounds = OUT_OF_BOUNDS.matcher(line.text());
        if (bounds.matches()) {
            outOfBounds = new BigInteger(bounds.group(1));
            outOfBoundsOk = bounds.group(2).equals("OK");
            return true;
        }
        Matcher mean = AVERAGE.matcher(line.text());
        if (mean.matches()) {
            hasEnded = true;
            average = CollectiveColumns.number(new Cell(line, mean.start(1) + 1, mean.group(1)));
            String check = mean.group(2);
            averageCheck = check == null ? "unchecked" : check.equals("OK") ? "ok" : "failed";
            return true;
        }
        return false;
    }

    private boolean row(Line line) {
        List<Cell> cells = line.cells();
        if (CollectiveColumns.beginsRow(cells)) {
            Optional<CollectiveRow> row = columns.row(cells);
            row.ifPresent(rows::add);
            unread += interrupted == null ? 0 : 1;
            // Two rows that wait for their rest could not be told apart.
            unread += row.isEmpty() && interrupted != null ? 1 : 0;
            interrupted = row.isPresent() || interrupted != null ? null : values(cells);
            return true;
        }
        unread += LIKE_A_ROW.matcher(line.text()).matches() && columns.isCount() != null ? 1 : 0;
        return interrupted != null && rest(cells);
    }

    /** NCCL's own lines may come between the beginning of a row and its rest, which then stands alone. */
    private boolean rest(List<Cell> cells) {
        if (cells.isEmpty() || !cells.stream().allMatch(CollectiveColumns::isValue)) {
            return false;
        }
        interrupted.addAll(cells);
        columns.row(interrupted).ifPresent(row -> {
            rows.add(row);
            interrupted = null;
        });
        return true;
    }

    /** Return the cells of a row up to the first that is none: what was printed into the row may be glued to it. */
    private static List<Cell> values(List<Cell> cells) {
        List<Cell> values = new ArrayList<>(cells.subList(0, Math.min(cells.size(), 3)));
        for (Cell cell : cells.subList(values.size(), cells.size())) {
            boolean isRedop = values.size() == 3 && cell.text().matches("[a-z]+");
            if (!isRedop && !CollectiveColumns.isValue(cell)) {
                break;
            }
            values.add(cell);
        }
        return values;
    }

    /** Tell whether anything of a run was seen. */
    boolean hasBegun() {
        return hasSetup
                || hasEnded
                || !rows.isEmpty()
                || !devices.isEmpty()
                || columns.isCount() != null
                || collective != null;
    }

    /** Return the run as read so far; a row counts as interrupted only where something failed. */
    CollectiveRun run(boolean hasFailed, int tables) {
        BigInteger partial =
                hasFailed && interrupted != null ? interrupted.get(0).counter() : null;
        Cast cast = Cast.of(devices, isListWhole || !rows.isEmpty(), tables);
        String kind = collective == null ? CollectiveKind.of(rows, cast.ranks()) : collective;

        Footer footer = new Footer(
                outOfBounds, outOfBoundsOk, average, averageCheck, hasEnded ? CollectiveChecks.meanBusbw(rows) : null);
        int lost = unread + (partial == null && interrupted != null ? 1 : 0);
        List<String> findings = CollectiveChecks.findings(kind, cast, rows, footer);
        if (hasEnded && lost > 0) {
            findings.add(lost + " rows could not be read: a cell is no number as the program prints it");
        }
        return new CollectiveRun(
                kind,
                new Setup(toolVersion, toolCommit, libraryCode, minBytes, maxBytes, stepBytes, stepFactor, validation),
                cast,
                Table.of(rows, partial),
                footer,
                CollectiveChecks.isDegenerate(cast.ranks(), rows),
                CollectiveChecks.isDataCorrect(rows, footer, validation),
                hasEnded && lost == 0,
                findings);
    }
}
