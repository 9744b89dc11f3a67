package io.seatrial.criteria;

import io.seatrial.baseline.Tolerance;
import io.seatrial.criteria.experiment.Experiment;
import io.seatrial.criteria.experiment.Experiment.Design;
import io.seatrial.criteria.experiment.Experiment.Measuring;
import io.seatrial.criteria.experiment.Factor;
import io.seatrial.criteria.experiment.Fixed;
import io.seatrial.criteria.experiment.Level;
import io.seatrial.inventory.HostList;
import io.seatrial.measurement.Unit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads {@code experiment.yaml}. */
public final class ExperimentFile {
    /** Name of the file in the folder of an experiment. */
    public static final String NAME = "experiment.yaml";

    static final Set<String> KEYS = Keys.of(
            "version", "name", "question", "cluster", "design", "factors", "fixed", "measure", "blocks", "seed");
    static final Set<String> FACTOR_KEYS = Keys.of("name", "hosts", "levels");
    static final Set<String> LEVEL_KEYS = Keys.of("name", "apply", "restore", "costs", "risks");
    static final Set<String> FIXED_KEYS = Keys.of("name", "command", "expect");
    static final Set<String> MEASURE_KEYS = Keys.of("profile", "only", "asks", "tolerance");
    private static final long VERSION = 1;
    /** A slip of the finger must not ask for a year of runs. */
    private static final int LARGEST = 1_000_000;

    private static final Tolerance TWO_PERCENT = new Tolerance(20_000, 0);

    private ExperimentFile() {}

    /**
     * Read a file.
     *
     * @throws InvalidFileException with every problem at once, each with file, line and what was expected
     */
    public static Experiment read(Path file) {
        return YamlFile.read(file, KEYS, root -> read(file, root));
    }

    private static Experiment read(Path file, Section root) {
        root.required("version", Versions.only(VERSION), VERSION);
        Path folder = file.toAbsolutePath().getParent();
        List<Factor> factors = factors(root);
        List<Fixed> fixed = fixed(root);
        Measuring measuring = measuring(root.child("measure", MEASURE_KEYS));
        String name = root.required("name", ExperimentFile::name, "unnamed");
        String question = root.required("question", Texts::some, "-");
        Path cluster =
                folder.resolve(root.required("cluster", Texts::some, ".")).normalize();
        Design design = root.orElse("design", ExperimentFile::design, Design.ONE_FACTOR);
        int blocks = root.required("blocks", ExperimentFile::blocks, Experiment.LEAST_BLOCKS);
        long seed = root.orElse("seed", text -> (long) count(text), 1L);
        return made(
                        root,
                        "factors",
                        () -> new Experiment(name, question, cluster, design, factors, fixed, measuring, blocks, seed))
                .orElse(null); // what was wrong is thrown before anybody sees this
    }

    private static List<Factor> factors(Section root) {
        List<Factor> factors = new ArrayList<>();
        for (Section factor : root.sections("factors", FACTOR_KEYS)) {
            List<Level> levels = new ArrayList<>();
            for (Section level : factor.sections("levels", LEVEL_KEYS)) {
                level(level).ifPresent(levels::add);
            }
            String name = factor.required("name", ExperimentFile::name, "unnamed");
            Optional<String> hosts = factor.optional("hosts", ExperimentFile::hosts);
            made(factor, "levels", () -> new Factor(name, hosts, levels)).ifPresent(factors::add);
        }
        return factors;
    }

    private static Optional<Level> level(Section level) {
        Optional<String> apply = level.optional("apply", ExperimentFile::command);
        Optional<String> restore = level.optional("restore", ExperimentFile::command);
        String name = level.required("name", ExperimentFile::name, "unnamed");
        String costs = level.orElse("costs", Texts::some, "");
        String risks = level.orElse("risks", Texts::some, "");
        return made(level, apply.isPresent() ? "restore" : "name", () -> new Level(name, apply, restore, costs, risks));
    }

    private static List<Fixed> fixed(Section root) {
        List<Fixed> fixed = new ArrayList<>();
        for (Section one : root.sections("fixed", FIXED_KEYS)) {
            fixed.add(new Fixed(
                    one.required("name", Texts::some, "-"),
                    one.required("command", ExperimentFile::command, "true"),
                    one.optional("expect", String::strip)));
        }
        return fixed;
    }

    private static Measuring measuring(Section measure) {
        List<String> asks = measure.list("asks", ExperimentFile::ask);
        return new Measuring(
                measure.required("profile", Profile::of, Profile.PRE),
                measure.list("only", Texts::some),
                asks,
                measure.orElse("tolerance", ExperimentFile::share, TWO_PERCENT));
    }

    /** What a record refuses is said with the line of the key that it is about. */
    private static <T> Optional<T> made(Section section, String key, Supplier<T> maker) {
        try {
            return Optional.of(maker.get());
        } catch (IllegalArgumentException e) {
            section.problem(key, e.getMessage());
            return Optional.empty();
        }
    }

    private static Design design(String text) {
        return Texts.find(
                Design.values(),
                design -> design.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                text);
    }

    private static int count(String text) {
        long count = Amount.of(Unit.COUNT).read(text);
        if (count < 1 || count > LARGEST) {
            throw new IllegalArgumentException("expected a number from 1 to " + LARGEST + ", got '" + text + "'");
        }
        return (int) count;
    }

    private static int blocks(String text) {
        int blocks = count(text);
        if (blocks < Experiment.LEAST_BLOCKS) {
            throw new IllegalArgumentException("expected " + Experiment.LEAST_BLOCKS
                    + " or more, because one block tells nothing of how much they differ; got " + blocks);
        }
        return blocks;
    }

    /** Names stand in the options that runs record. */
    private static String name(String text) {
        if (!text.matches(Level.NAME)) {
            throw new IllegalArgumentException("expected letters, digits, '.', '_' and '-', got '" + text + "'");
        }
        return text;
    }

    /** The journal holds commands line by line. */
    private static String command(String text) {
        if (text.isBlank() || text.strip().contains("\n")) {
            throw new IllegalArgumentException("expected a shell command of one line, got '" + text.strip() + "'");
        }
        return text.strip();
    }

    private static String hosts(String text) {
        HostList.expand(text); // refuses what is no list of hosts
        return text;
    }

    private static String ask(String text) {
        List<String> known = KnownAsk.LIST.stream().map(KnownAsk::id).toList();
        if (!known.contains(text)) {
            throw new IllegalArgumentException(Problems.expectedOneOf(text, known));
        }
        return text;
    }

    private static Tolerance share(String text) {
        return new Tolerance(Amount.of(Unit.PARTS_PER_MILLION).read(text), 0);
    }
}
