package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What {@code dcgmi dmon} prints, DCGM 2 to 4.5 (DCGM dcgmi/DeviceMonitor.cpp): a header of short names, a line of units, then a row for
 * each device and sample; the header comes again after some rounds. A device takes two words, {@code GPU 0}, {@code GPU-I 3},
 * {@code Switch 2}. N/A is a field that has no value. Short names are those of dcgmlib/src/dcgm_fields.cpp; power is in W, temperature in
 * degrees Celsius, the rates of NVLink and PCIe are counts of bytes as the field defines them.
 */
public final class DcgmiDmon implements Format<DcgmiDmon.Report> {
    private static final Pattern HEADER = Pattern.compile("^\\s*#\\s?Entity\\b");
    private static final Pattern ENTITY = Pattern.compile("[A-Za-z][A-Za-z-]*");

    /**
     * All samples.
     *
     * @param samples in the order of the text
     * @param sampleRounds how often the device that is printed most is there
     * @param complete false where the last line is cut; else null, for it runs until it is stopped
     */
    public record Report(List<Sample> samples, long sampleRounds, Boolean complete) {}

    /**
     * One device at one moment.
     *
     * @param entity kind of device
     * @param id index within its kind
     * @param powerW watts
     * @param temperatureC degrees Celsius
     * @param nvlinkTx sent over NVLink, bytes
     * @param nvlinkRx received over NVLink, bytes
     * @param pcieTx sent over PCIe, bytes
     * @param pcieRx received over PCIe, bytes
     * @param fields every column by its short name
     */
    public record Sample(
            String entity,
            int id,
            BigDecimal powerW,
            BigDecimal temperatureC,
            BigInteger nvlinkTx,
            BigInteger nvlinkRx,
            BigInteger pcieTx,
            BigInteger pcieRx,
            Map<String, String> fields) {}

    @Override
    public String id() {
        return "dcgmi-dmon";
    }

    @Override
    public String about() {
        return "dcgmi dmon: samples of GPU fields over time";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(HEADER));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("sample_rounds");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<Sample> samples = new ArrayList<>();
        List<String> names = null;
        while (lines.hasNext()) {
            Line line = lines.next();
            if (HEADER.matcher(line.text()).find()) {
                names = names(line);
            } else if (names != null && isRow(line.cells())) {
                samples.add(sample(line, names));
            }
        }
        if (names == null) {
            throw lines.missing("the header '#Entity NAME NAME ...' of dcgmi dmon");
        }
        return new Report(samples, rounds(samples), lines.completeAsFarAsKnown());
    }

    private static List<String> names(Line header) {
        List<String> names =
                new ArrayList<>(header.cells().stream().map(Cell::text).toList());
        names.subList(0, names.get(0).equals("#") ? 2 : 1).clear();
        return names;
    }

    private static boolean isRow(List<Cell> cells) {
        return cells.size() > 2
                && ENTITY.matcher(cells.get(0).text()).matches()
                && cells.get(1).text().matches("\\d{1,9}");
    }

    private static Sample sample(Line line, List<String> names) {
        List<Cell> cells = line.cells();
        if (cells.size() != names.size() + 2) {
            throw line.malformed(
                    "a device of two words and " + names.size() + " values, as many as the header has names");
        }
        Map<String, Cell> values = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            values.put(names.get(i), cells.get(i + 2));
        }
        Map<String, String> fields = new LinkedHashMap<>();
        values.forEach((name, cell) -> fields.put(name, cell.known()));
        return new Sample(
                cells.get(0).text(),
                cells.get(1).index(),
                decimal(values.get("POWER")),
                decimal(values.get("TMPTR")),
                counter(values.get("NVLTX")),
                counter(values.get("NVLRX")),
                counter(values.get("PCITX")),
                counter(values.get("PCIRX")),
                fields);
    }

    private static BigDecimal decimal(Cell cell) {
        return cell == null ? null : cell.decimal();
    }

    private static BigInteger counter(Cell cell) {
        return cell == null ? null : cell.counter();
    }

    private static long rounds(List<Sample> samples) {
        Map<String, Long> times = new HashMap<>();
        samples.forEach(sample -> times.merge(sample.entity() + sample.id(), 1L, Long::sum));
        return times.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }
}
