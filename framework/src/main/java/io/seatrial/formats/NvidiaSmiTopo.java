package io.seatrial.formats;

import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The matrix of {@code nvidia-smi topo -m}, drivers 418 to 610. Rows of GPUs end with affinity columns that rows of NICs do not have; since
 * 510 NICs are called NIC0 ... and only the NIC legend gives their names, before that the columns are the names. The whole command can fail
 * on one broken GPU, with exit status 255 (NVIDIA/NVSentinel issue 1485): then nothing is known, which is not a host without NICs.
 */
public final class NvidiaSmiTopo implements Format<NvidiaSmiTopo.Report> {
    private static final Pattern DEVICE = Pattern.compile("[A-Za-z][A-Za-z0-9_]*\\d");
    private static final Pattern HEADER = Pattern.compile("^\\s*GPU0\\b.*|^\\s*(?:GPU\\d+\\s+)+.*Affinity.*");
    private static final Pattern LEGEND = Pattern.compile("^\\s*(NIC\\d+): (\\S+)\\s*$");
    private static final Pattern CELL = Pattern.compile("X|SYS|NODE|PHB|PXB|PIX|NV\\d+|SOC|PSB|C2C|P2P|DIS|N/A");
    private static final String FAILED = "Failed to run topology matrix";
    private static final int EXIT_WHEN_FAILED = 255;

    /** Nearest first. */
    private static final List<String> DISTANCES = List.of("PIX", "PXB", "PHB", "NODE", "SYS");

    /**
     * One matrix.
     *
     * @param failed whether the command could not make one
     * @param exitCodeSeen with which such a failure ends
     * @param meaning of a failure, in words
     * @param gpus columns that are GPUs; null where the command failed
     * @param nics names by column; null for a column that no legend explains
     * @param links between each two devices, named {@code A-B} in the order of the columns
     * @param cpuAffinity by GPU
     * @param numa node by GPU, where the text has exactly one
     * @param nearestNic by GPU, where one NIC is nearer than all others
     * @param complete whether every device has its row and the legends are there
     */
    public record Report(
            boolean failed,
            Integer exitCodeSeen,
            String meaning,
            List<String> gpus,
            Map<String, String> nics,
            Map<String, String> links,
            Map<String, String> cpuAffinity,
            Map<String, Integer> numa,
            Map<String, String> nearestNic,
            boolean complete) {}

    @Override
    public String id() {
        return "nvidia-smi-topo";
    }

    @Override
    public String about() {
        return "nvidia-smi topo -m: how GPUs, NICs and CPUs are connected";
    }

    @Override
    public Likeness likeness(Head head) {
        boolean matrix = head.lines().stream().anyMatch(NvidiaSmiTopo::isHeader);
        return Likeness.sureIf(matrix && head.has("Affinity") || head.has(FAILED));
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        Matrix matrix = null;
        while (lines.hasNext()) {
            Line line = lines.next();
            if (line.text().strip().equals(FAILED)) {
                return failed();
            }
            if (matrix == null && isHeader(line.text())) {
                matrix = new Matrix(cells(line));
            } else if (matrix != null) {
                matrix.take(line);
            }
        }
        if (matrix == null
                && lines.remnant()
                        .filter(line -> line.text().strip().equals(FAILED))
                        .isPresent()) {
            return failed();
        }
        if (matrix == null) {
            throw lines.missing("a header 'GPU0 GPU1 ... CPU Affinity' or '" + FAILED + "'");
        }
        return matrix.report();
    }

    private static Report failed() {
        String meaning =
                "the matrix could not be made: what is connected is not known, which is not a host without NICs";
        return new Report(true, EXIT_WHEN_FAILED, meaning, null, null, null, null, null, null, false);
    }

    private static boolean isHeader(String text) {
        return HEADER.matcher(text).matches() && !text.contains(" X ") && !text.contains("\tX\t");
    }

    /** Names such as CPU Affinity hold one blank, so cells are parted by tabs or by two blanks. */
    private static List<String> cells(Line line) {
        return Stream.of(line.text().split("\\t|\\s{2,}"))
                .map(String::strip)
                .filter(cell -> !cell.isEmpty())
                .toList();
    }

    private static final class Matrix {
        private final List<String> devices;
        private final List<String> affinities;
        private final Map<String, List<String>> rows = new LinkedHashMap<>();
        private final Map<String, String> names = new LinkedHashMap<>();
        private final Map<String, String> cpus = new LinkedHashMap<>();
        private final Map<String, Integer> numa = new LinkedHashMap<>();
        private boolean hasLegend;

        Matrix(List<String> header) {
            int count = 0;
            while (count < header.size() && DEVICE.matcher(header.get(count)).matches()) {
                count++;
            }
            devices = List.copyOf(header.subList(0, count));
            affinities = List.copyOf(header.subList(count, header.size()));
        }

        void take(Line line) {
            Matcher legend = LEGEND.matcher(line.text());
            if (legend.matches()) {
                names.put(legend.group(1), legend.group(2));
            } else if (line.text().strip().equals("Legend:")) {
                hasLegend = true;
            } else if (!hasLegend) {
                row(line);
            }
        }

        private void row(Line line) {
            List<String> words = Stream.of(line.text().strip().split("\\s+")).toList();
            String name = words.get(0);
            if (!devices.contains(name) || words.size() <= devices.size()) {
                return;
            }
            List<String> cells = words.subList(1, devices.size() + 1);
            for (String cell : cells) {
                if (!CELL.matcher(cell).matches()) {
                    throw line.malformed("one of X, NV#, PIX, PXB, PHB, NODE, SYS in place of '" + cell + "'");
                }
            }
            rows.put(name, List.copyOf(cells));
            affinities(name, line, words.subList(devices.size() + 1, words.size()));
        }

        private void affinities(String name, Line line, List<String> behind) {
            int first = affinities.indexOf("CPU Affinity");
            if (first != 0 || behind.isEmpty()) {
                return;
            }
            boolean tabs = line.text().contains("\t");
            List<String> cells = tabs ? tabbed(line) : behind;
            put(cells, 0).ifPresent(cpu -> cpus.put(name, cpu));
            int node = affinities.indexOf("NUMA Affinity");
            put(cells, node)
                    .filter(text -> text.matches("\\d{1,4}"))
                    .ifPresent(text -> numa.put(name, Integer.valueOf(text)));
        }

        /** Between tabs an affinity may be empty, which must not shift the next one. */
        private List<String> tabbed(Line line) {
            List<String> all =
                    Stream.of(line.text().split("\t", -1)).map(String::strip).toList();
            int start = devices.size() + 1;
            return all.size() > start ? all.subList(start, all.size()) : List.of();
        }

        private static Optional<String> put(List<String> cells, int at) {
            return at < 0
                            || at >= cells.size()
                            || cells.get(at).isEmpty()
                            || cells.get(at).equals("N/A")
                    ? Optional.empty()
                    : Optional.of(cells.get(at));
        }

        Report report() {
            List<String> gpus =
                    devices.stream().filter(name -> name.startsWith("GPU")).toList();
            Map<String, String> nics = new LinkedHashMap<>();
            devices.stream().filter(name -> !name.startsWith("GPU")).forEach(name -> nics.put(name, nic(name)));
            boolean isWhole = hasLegend && rows.size() == devices.size() && !nics.containsValue(null);
            return new Report(false, null, null, gpus, nics, links(), cpus, numa, nearest(gpus, nics), isWhole);
        }

        private String nic(String column) {
            return column.startsWith("NIC") ? names.get(column) : column;
        }

        private Map<String, String> links() {
            Map<String, String> links = new LinkedHashMap<>();
            for (int a = 0; a < devices.size(); a++) {
                List<String> row = rows.get(devices.get(a));
                for (int b = a + 1; row != null && b < devices.size(); b++) {
                    links.put(devices.get(a) + "-" + devices.get(b), row.get(b));
                }
            }
            return links;
        }

        private Map<String, String> nearest(List<String> gpus, Map<String, String> nics) {
            Map<String, String> nearest = new LinkedHashMap<>();
            for (String gpu : gpus) {
                List<String> near = rows.containsKey(gpu) ? nearestOf(rows.get(gpu), nics) : List.of();
                if (near.size() == 1 && nics.get(near.get(0)) != null) {
                    nearest.put(gpu, nics.get(near.get(0)));
                }
            }
            return nearest;
        }

        private List<String> nearestOf(List<String> row, Map<String, String> nics) {
            for (String distance : DISTANCES) {
                List<String> near = new ArrayList<>();
                for (int i = 0; i < devices.size(); i++) {
                    if (nics.containsKey(devices.get(i)) && row.get(i).equals(distance)) {
                        near.add(devices.get(i));
                    }
                }
                if (!near.isEmpty()) {
                    return near;
                }
            }
            return List.of();
        }
    }
}
