package io.seatrial.criteria.nccl;

import io.seatrial.formats.environment.Assignment;
import io.seatrial.formats.environment.EnvironmentForm;
import io.seatrial.formats.environment.PlacedLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Judges what is set for NCCL.
 *
 * @param release the one to judge for; without it every release from 2.3.5 to 2.30.7 counts, and a finding says from which on it holds
 * @param signOff whether switches that no accepted cluster may have set are errors
 */
public record NcclLint(Optional<Release> release, boolean signOff) {
    private static final String MARK = "\uFEFF";
    private static final String SYSTEM_FILE = "/etc/nccl.conf";
    private static final int LONGEST_VALUE = 1023;
    private static final int MOST_SOCKETS = 64;
    /** Set by images of NVIDIA to say what is installed; no program reads it as a switch. */
    private static final Set<String> OF_IMAGES = Set.of("NCCL_VERSION");

    private static final Map<String, String> LEAST_AND_MOST = Map.of(
            "NCCL_MIN_CTAS", "NCCL_MAX_CTAS",
            "NCCL_MIN_NCHANNELS", "NCCL_MAX_NCHANNELS",
            "NCCL_MIN_P2P_NCHANNELS", "NCCL_MAX_P2P_NCHANNELS");
    private static final String THREADS = "NCCL_SOCKET_NTHREADS";
    private static final String SOCKETS = "NCCL_NSOCKS_PERTHREAD";

    public NcclLint {
        Objects.requireNonNull(release, "release");
    }

    /**
     * A place that sets variables.
     *
     * @param name of the file or other place
     * @param assignments everything that it sets; what is not NCCL's is not looked at
     */
    public record Source(String name, EnvironmentForm form, List<Assignment> assignments) {
        public Source {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(form, "form");
            assignments = List.copyOf(assignments);
        }

        /** Return how many variables it sets that are taken for NCCL's. */
        public long variables() {
            return assignments.stream().filter(one -> isNccl(one.name())).count();
        }
    }

    /** Make sources of the lines that a host sets, in the order in which NCCL looks at them: the environment, the user's file, that of the host. */
    public static List<Source> sources(List<PlacedLine> lines) {
        Map<String, List<PlacedLine>> bySource = new LinkedHashMap<>();
        lines.stream()
                .sorted(Comparator.comparingInt((PlacedLine line) -> rank(line.source()))
                        .thenComparingInt(PlacedLine::line))
                .forEach(line -> bySource.computeIfAbsent(line.source(), key -> new ArrayList<>())
                        .add(line));
        return bySource.values().stream()
                .map(own -> new Source(
                        own.get(0).source(),
                        own.get(0).form(),
                        own.stream()
                                .flatMap(line -> line.assignments().stream())
                                .toList()))
                .toList();
    }

    private static int rank(String source) {
        return source.equals(PlacedLine.ENVIRONMENT) ? 0 : source.equals(SYSTEM_FILE) ? 2 : 1;
    }

    /**
     * Look at sources.
     *
     * @param sources in the order in which NCCL looks at them: the environment, then its files; what is set earlier wins
     * @return the findings in the order of the lines
     */
    public List<Finding> look(List<Source> sources) {
        List<Finding> findings = new ArrayList<>();
        List<List<Line>> lines = new ArrayList<>();
        for (Source source : sources) {
            lines.add(lines(source, findings));
        }
        Effective effective = Effective.of(lines);
        lines.forEach(some -> some.forEach(line -> findings.addAll(findings(line, effective))));
        sockets(effective).ifPresent(findings::add);
        LEAST_AND_MOST.forEach((least, most) -> crossed(effective, least, most).ifPresent(findings::add));
        List<String> order = sources.stream().map(Source::name).toList();
        findings.sort(Comparator.comparingInt((Finding one) -> order.indexOf(one.source()))
                .thenComparingInt(Finding::line));
        return List.copyOf(findings);
    }

    private static boolean isNccl(String name) {
        return name.toUpperCase(Locale.ROOT).contains("NCCL_") && !OF_IMAGES.contains(name)
                || Misspelt.meant(name).isPresent();
    }

    /** A carriage return is said once for a source, and then taken away so that the values can be judged too. */
    private List<Line> lines(Source source, List<Finding> findings) {
        List<Line> lines = new ArrayList<>();
        boolean said = false;
        for (Assignment one : source.assignments()) {
            Line line = new Line(source.name(), source.form(), one);
            if (isNccl(one.name())) {
                boolean returned = one.value().endsWith("\r");
                Line clean = returned
                        ? line.with(
                                one.name(), one.value().substring(0, one.value().length() - 1))
                        : line;
                if (returned && !said) {
                    Remarks remarks = remarks(clean);
                    remarks.add(Severity.ERROR, "line.carriage-return");
                    findings.addAll(remarks.findings());
                    said = true;
                }
                lines.add(clean);
            }
        }
        return lines;
    }

    private Remarks remarks(Line line) {
        return new Remarks(line, release, signOff);
    }

    private List<Finding> findings(Line line, Effective effective) {
        Remarks remarks = remarks(line);
        if (!line.name().matches("[A-Za-z_][A-Za-z0-9_]*")) {
            form(remarks);
            return remarks.findings();
        }
        Optional<String> misspelt = Misspelt.meant(line.name());
        if (misspelt.isPresent()) {
            remarks.add(Severity.WARNING, "name.near", "nearest", misspelt.get());
            return remarks.findings();
        }
        if (!line.name().toUpperCase(Locale.ROOT).startsWith("NCCL_")) {
            return List.of();
        }
        Optional<Variable> variable = new NameLook(Tables.SHIPPED, remarks).look();
        Line last = effective.line(line.name()).orElse(line);
        boolean again = line.form() != EnvironmentForm.MANIFEST && !last.equals(line);
        if (again && !last.value().equals(line.value())) {
            remarks.add(Severity.INFO, "line.again", "other", last.place());
        }
        variable.ifPresent(known -> value(known, remarks, effective));
        return remarks.findings();
    }

    private static void form(Remarks remarks) {
        String name = remarks.line().name();
        if (name.startsWith(MARK)) {
            remarks.add(Severity.ERROR, "name.mark");
            return;
        }
        String word = name.strip().replaceFirst(".*\\s", "").replaceAll("[^A-Za-z0-9_]", "");
        remarks.add(
                Severity.ERROR,
                "name.form",
                "nearest",
                word,
                "value",
                remarks.value().strip());
    }

    private static void value(Variable variable, Remarks remarks, Effective effective) {
        Assignment assignment = remarks.line().assignment();
        if (!assignment.known()) {
            remarks.add(Severity.WARNING, "line.not-judged");
            return;
        }
        if (!assignment.lost().isEmpty()) {
            remarks.add(Severity.ERROR, "line.comma", "lost", assignment.lost());
            return;
        }
        int more = remarks.value().length() - LONGEST_VALUE;
        if (remarks.line().isOfConfFile() && more > 0) {
            remarks.add(Severity.ERROR, "line.cut", "more", Integer.toString(more));
            return;
        }
        if (remarks.value().isEmpty() && variable.reading() != Variable.Reading.INTEGER) {
            return; // the default, as people mean it
        }
        if (new EdgeLook(variable, remarks).spoils()) {
            return;
        }
        switch (variable.reading()) {
            case INTEGER -> {
                OptionalLong number = new IntegerLook(variable, remarks).look();
                number.ifPresent(n -> new FabricLook(remarks, effective).look(n));
            }
            case ALGORITHMS -> new ListLook(true, remarks).look();
            case PROTOCOLS -> new ListLook(false, remarks).look();
            case LEVEL -> new TextLook(remarks).level();
            case DEVICES -> new TextLook(remarks).devices(true);
            case INTERFACES -> new TextLook(remarks).devices(false);
            case TEXT -> new TextLook(remarks).text();
            default -> throw new IllegalStateException("no look at " + variable.reading());
        }
    }

    private Optional<Finding> crossed(Effective effective, String least, String most) {
        OptionalLong low = effective.number(least);
        OptionalLong high = effective.number(most);
        if (low.isEmpty() || high.isEmpty() || high.getAsLong() <= 0 || low.getAsLong() <= high.getAsLong()) {
            return Optional.empty();
        }
        Remarks remarks = remarks(effective.line(least).orElseThrow());
        remarks.add(Severity.ERROR, "value.crossed", "most", most, "high", Long.toString(high.getAsLong()));
        return Optional.of(remarks.findings().get(0));
    }

    /** Two lines that are right each, and wrong together; said at the one that comes last. */
    private Optional<Finding> sockets(Effective effective) {
        OptionalLong threads = effective.number(THREADS);
        OptionalLong sockets = effective.number(SOCKETS);
        if (threads.isEmpty() || sockets.isEmpty() || threads.getAsLong() <= 0 || sockets.getAsLong() <= 0) {
            return Optional.empty();
        }
        long product = Math.multiplyHigh(threads.getAsLong(), sockets.getAsLong()) != 0
                ? Long.MAX_VALUE
                : threads.getAsLong() * sockets.getAsLong();
        if (product <= MOST_SOCKETS && product > 0) {
            return Optional.empty();
        }
        Remarks remarks = remarks(effective.line(SOCKETS).orElseThrow());
        remarks.add(
                Severity.ERROR,
                "sockets.too-many",
                "threads",
                Long.toString(threads.getAsLong()),
                "sockets",
                Long.toString(sockets.getAsLong()),
                "product",
                Long.toString(product));
        return Optional.of(remarks.findings().get(0));
    }
}
