package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code nvidia-smi --query-gpu=... --format=csv} prints, with its header and with or without units (nounits), drivers 450 to 610.
 * Names of columns are those of {@code nvidia-smi --help-query-gpu}. {@code [N/A]}, {@code [Not Supported]}, {@code [Unknown Error]} and
 * {@code [GPU requires reset]} are no values. A line that says that a device handle cannot be determined may stand between the rows: that
 * GPU has no row.
 *
 * <p>Temperatures are degrees Celsius, utilizations percent, memory MiB.
 */
public final class NvidiaSmiCsv implements Format<NvidiaSmiCsv.Report> {
    private static final Pattern HEADER = Pattern.compile(
            "^\\s*(?:timestamp|index|name|gpu_name|uuid|gpu_uuid|serial|gpu_serial|count|driver_version|[a-z_]+(?:\\.[a-z_]+)+)(?: \\[[^\\]]+\\])?\\s*(?:,|$)");
    private static final Pattern LOST = Pattern.compile(
            "device handle for (?:GPU ?)(?:(\\d{1,3}): ?)?([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-9A-Fa-f])?|GPU ?([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-9A-Fa-f]).*is lost");
    private static final Pattern INDEX_ONLY = Pattern.compile("device handle for GPU ?(\\d{1,3}):");
    private static final Pattern UNIT = Pattern.compile(" (?:MiB|%|W|MHz|C)$");
    private static final String RESET = "[GPU requires reset]";

    /**
     * All rows.
     *
     * @param gpus in the order of the text
     * @param lostGpus devices whose handle could not be determined, as the text names them: bus id or index
     * @param degradedPcie GPUs whose PCIe link is narrower than it can be or than those of the others, by bus id, else by index
     * @param complete false where the last line is cut; else null, for nothing marks the end
     */
    public record Report(List<Gpu> gpus, List<String> lostGpus, List<String> degradedPcie, Boolean complete) {}

    /**
     * One GPU; a column that was not asked for is null.
     *
     * @param index as the driver counts
     * @param pci bus id
     * @param temperatureC of the GPU, degrees Celsius
     * @param utilizationPercent of the GPU's cores
     * @param memoryUsedMib MiB
     * @param eccUncorrected volatile count if there is one, else the aggregate
     * @param pcieGen generation in use; a GPU at rest goes down
     * @param pcieWidth lanes in use
     * @param mig whether the GPU is partitioned
     * @param needsReset whether a cell says so
     * @param other every other column by its name without unit
     */
    public record Gpu(
            Integer index,
            String name,
            String uuid,
            String pci,
            BigDecimal temperatureC,
            BigDecimal utilizationPercent,
            BigDecimal memoryUsedMib,
            BigInteger eccUncorrected,
            Integer pcieGen,
            Integer pcieWidth,
            Integer pcieWidthMax,
            Boolean mig,
            boolean needsReset,
            Map<String, String> other) {}

    @Override
    public String id() {
        return "nvidia-smi-csv";
    }

    @Override
    public String about() {
        return "nvidia-smi --query-gpu=... --format=csv, with header";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.lines().stream()
                .anyMatch(line ->
                        HEADER.matcher(line).find() && line.contains(",") && line.matches(".*[a-z]\\.[a-z].*")));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("degraded_pcie");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<String> names = null;
        List<Gpu> gpus = new ArrayList<>();
        List<String> lost = new ArrayList<>();
        while (lines.hasNext()) {
            Line line = lines.next();
            if (names == null && HEADER.matcher(line.text()).find()) {
                names = names(line);
            } else if (!isLost(line.text(), lost) && !line.isBlank() && names != null) {
                gpus.add(gpu(row(line, names)));
            }
        }
        if (names == null) {
            throw lines.missing("a header with columns such as 'index, temperature.gpu, utilization.gpu [%]'");
        }
        return new Report(gpus, lost, degraded(gpus), lines.completeAsFarAsKnown());
    }

    private static List<String> names(Line header) {
        return List.of(header.text().split(",", -1)).stream()
                .map(String::strip)
                .map(name -> name.replaceAll("\\s*\\[[^\\]]*\\]$", ""))
                .toList();
    }

    private static boolean isLost(String text, List<String> lost) {
        Matcher found = LOST.matcher(text);
        if (!found.find()) {
            return false;
        }
        String bus = found.group(2) != null ? found.group(2) : found.group(3);
        Matcher index = INDEX_ONLY.matcher(text);
        String device = bus != null ? bus : index.find() ? index.group(1) : null;
        if (device != null && !lost.contains(device)) {
            lost.add(device);
        }
        return true;
    }

    private static Map<String, Cell> row(Line line, List<String> names) {
        String[] parts = line.text().split(",", -1);
        if (parts.length != names.size()) {
            throw line.malformed(names.size() + " values, as many as the header has columns");
        }
        Map<String, Cell> row = new LinkedHashMap<>();
        int column = 1;
        for (int i = 0; i < parts.length; i++) {
            row.put(names.get(i), new Cell(line, column, parts[i]));
            column += parts[i].length() + 1;
        }
        return row;
    }

    private static Gpu gpu(Map<String, Cell> row) {
        boolean needsReset = row.values().stream().anyMatch(cell -> cell.text().equals(RESET));
        Integer index = whole(take(row, "index"));
        String name = text(take(row, "name", "gpu_name"));
        String uuid = text(take(row, "uuid", "gpu_uuid"));
        String pci = text(take(row, "pci.bus_id", "gpu_bus_id"));
        BigDecimal temperature = number(take(row, "temperature.gpu"));
        BigDecimal utilization = number(take(row, "utilization.gpu"));
        BigDecimal memory = number(take(row, "memory.used"));
        Cell ecc = take(row, "ecc.errors.uncorrected.volatile.total", "ecc.errors.uncorrected.aggregate.total");
        Cell generation = take(row, "pcie.link.gen.current", "pcie.link.gen.gpucurrent");
        Cell width = take(row, "pcie.link.width.current");
        Cell widest = take(row, "pcie.link.width.max");
        Cell mig = take(row, "mig.mode.current");
        Map<String, String> other = new LinkedHashMap<>();
        row.forEach((column, cell) -> other.put(column, text(cell)));
        return new Gpu(
                index,
                name,
                uuid,
                pci,
                temperature,
                utilization,
                memory,
                ecc == null ? null : ecc.counter(),
                whole(generation),
                whole(width),
                whole(widest),
                enabled(mig),
                needsReset,
                other);
    }

    private static Cell take(Map<String, Cell> row, String... names) {
        for (String name : names) {
            if (row.containsKey(name)) {
                return row.remove(name);
            }
        }
        return null;
    }

    private static String text(Cell cell) {
        return cell == null ? null : cell.known();
    }

    private static Integer whole(Cell cell) {
        return cell == null ? null : cell.index();
    }

    private static BigDecimal number(Cell cell) {
        return cell == null || cell.isUnknown()
                ? null
                : new Cell(cell.line(), cell.column(), UNIT.matcher(cell.text()).replaceFirst("")).decimal();
    }

    private static Boolean enabled(Cell cell) {
        String text = text(cell);
        return text == null ? null : (Boolean) text.toLowerCase(Locale.ROOT).equals("enabled");
    }

    private static List<String> degraded(List<Gpu> gpus) {
        int widest = gpus.stream()
                .map(Gpu::pcieWidth)
                .filter(Objects::nonNull)
                .max(Integer::compare)
                .orElse(0);
        return gpus.stream()
                .filter(gpu -> gpu.pcieWidth() != null)
                .filter(gpu -> gpu.pcieWidth() < (gpu.pcieWidthMax() == null ? widest : gpu.pcieWidthMax()))
                .map(gpu -> gpu.pci() != null ? gpu.pci() : String.valueOf(gpu.index()))
                .toList();
    }
}
