package io.seatrial.archive;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.Setting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The folder of one run: {@code reports/runs/CLUSTER/RUN/}. Thread-safe for appending. */
public final class RunArchive {
    private static final String HEADER = "run.json";
    private static final String CLOSED = "closed.json";
    private static final String JOURNAL = "journal.ndjson";
    /** Inputs that are copied as they were used. */
    private static final List<String> INPUTS =
            List.of("cluster.yaml", "criteria.yaml", "baseline.json", "waivers.yaml");

    private final Path folder;
    private final RunHeader header;
    private final ObjectMapper json = ArchiveJson.mapper();
    private final LineFile rounds;
    private final LineFile hosts;
    private final LineFile asks;
    private final LineFile counters;
    private final LineFile sources;
    private final LineFile captures;
    private final LineFile settings;
    private final LineFile stimuli;

    private RunArchive(Path folder, RunHeader header) {
        this.folder = folder;
        this.header = header;
        this.rounds = lines("rounds");
        this.hosts = lines("hosts");
        this.asks = lines("asks");
        this.counters = lines("counters");
        this.sources = lines("sources");
        this.captures = lines("captures");
        this.settings = lines("settings");
        this.stimuli = lines("stimuli");
    }

    private LineFile lines(String name) {
        return lines(name, json);
    }

    private LineFile lines(String name, ObjectMapper mapper) {
        return header.isPlain()
                ? new LineFile(folder.resolve(name + ".ndjson"), mapper, new PlainLines())
                : new LineFile(folder.resolve(name + ".ndjson.gz"), mapper, new GzipMembers());
    }

    /**
     * Begin a run: make its folder, keep a copy of the inputs.
     *
     * @param runs the folder of all runs, for example {@code reports/runs}
     * @param inputs the cluster's folder
     */
    public static RunArchive create(Path runs, RunHeader header, Path inputs) {
        Path folder = runs.resolve(header.cluster()).resolve(header.run());
        RunArchive archive = new RunArchive(folder, header);
        try {
            Files.createDirectories(folder.getParent());
            Files.createDirectory(folder);
            Files.createDirectory(folder.resolve("inputs"));
            for (String input : INPUTS) {
                if (Files.exists(inputs.resolve(input))) {
                    Files.copy(inputs.resolve(input), folder.resolve("inputs").resolve(input));
                }
            }
            archive.writeOnce(HEADER, header);
            return archive;
        } catch (FileAlreadyExistsException e) {
            throw new ArchiveException("run folder " + folder + " is there already; choose another run id", e);
        } catch (IOException e) {
            takeAway(folder);
            throw new DiskException(folder, e);
        } catch (DiskException e) {
            takeAway(folder);
            throw e;
        }
    }

    /** A folder without a header is no run, and nobody would ever look for it. */
    private static void takeAway(Path begun) {
        try {
            Folders.remove(begun);
        } catch (IOException e) {
            // what the disk said first is more important
        }
    }

    /** Open the folder of an earlier run. */
    public static RunArchive open(Path folder) {
        Path file = folder.resolve(HEADER);
        try {
            return new RunArchive(folder, ArchiveJson.mapper().readValue(file.toFile(), RunHeader.class));
        } catch (IOException e) {
            if (e.getCause() instanceof IllegalArgumentException unfit) {
                throw new ArchiveException(file + ": " + unfit.getMessage(), e);
            }
            throw new ArchiveException(
                    file + ": not the folder of a run (" + ArchiveJson.reason(e)
                            + "); expected reports/runs/CLUSTER/RUN",
                    e);
        }
    }

    /** Tell whether a folder is that of a run, as far as its files tell. */
    public static boolean isRun(Path folder) {
        return Files.exists(folder.resolve(HEADER));
    }

    /** Find a run by its folder, or by its id below the folder of all runs; {@code latest} is the newest. */
    public static Path find(Path runs, String run) {
        if (isRun(Path.of(run))) {
            return real(Path.of(run));
        }
        List<Path> all = all(runs);
        Optional<Path> found = run.equals("latest")
                ? all.stream().reduce((a, b) -> b)
                : all.stream()
                        .filter(p -> p.getFileName().toString().equals(run))
                        .findFirst();
        return found.orElseThrow(() -> new ArchiveException(
                "run " + run + ": no such run below " + runs + "; there "
                        + (all.size() == 1 ? "is 1 run" : "are " + all.size() + " runs")
                        + (all.isEmpty()
                                ? ""
                                : ", the newest is " + all.get(all.size() - 1).getFileName()),
                null));
    }

    /** What lies beside a run, and in which cluster's folder it lies, is asked of the folder itself and not of a link to it. */
    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            throw new ArchiveException("cannot find the folder behind " + folder + ": " + e, e);
        }
    }

    /** Return all runs below {@code runs} whose header can be read, oldest first: one damaged folder does not hide the others. */
    public static List<RunArchive> readable(Path runs) {
        List<RunArchive> readable = new ArrayList<>();
        for (Path folder : all(runs)) {
            try {
                readable.add(open(folder));
            } catch (ArchiveException e) {
                // whoever asks for that very run is told why
            }
        }
        return readable;
    }

    /** Return the folders of all runs below {@code runs}, oldest first. */
    public static List<Path> all(Path runs) {
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        try (Stream<Path> walk = Files.walk(runs, 2)) {
            return walk.filter(p -> !Files.isSymbolicLink(p) && isRun(p))
                    .sorted(Comparator.comparing(p -> p.getFileName().toString()))
                    .toList();
        } catch (IOException e) {
            throw new ArchiveException("cannot list " + runs + ": " + e, e);
        }
    }

    /** Return the folder. */
    public Path folder() {
        return folder;
    }

    /** Return the folder with the inputs as they were used. */
    public Path inputs() {
        return folder.resolve("inputs");
    }

    /** Return what the run is. */
    public RunHeader header() {
        return header;
    }

    /** Return the journal's file; the transport writes it. */
    public Path journal() {
        return journal(folder);
    }

    /** Return the journal's file as the run itself wrote it, whatever a cleanup did later. */
    public Path ownJournal() {
        return folder.resolve(JOURNAL);
    }

    /** Return the journal's file of a run's folder; it is beside the folder once somebody cleaned up after the run was sealed. */
    public static Path journal(Path folder) {
        Path later = folder.resolveSibling(folder.getFileName() + "." + JOURNAL);
        return Files.exists(later) ? later : folder.resolve(JOURNAL);
    }

    /** Return the journal's file to go on with: a sealed run is never changed, so that its journal goes on as a copy beside it. */
    public Path journalToGoOn() {
        Path now = journal();
        if (!isSealed() || !now.startsWith(folder)) {
            return now;
        }
        Path later = folder.resolveSibling(folder.getFileName() + "." + JOURNAL);
        try {
            WholeFile.write(later, Files.readAllBytes(now));
            return later;
        } catch (IOException e) {
            throw new ArchiveException("cannot read " + now + ": " + e, e);
        }
    }

    /** Add a finished round; it is on the disk when this returns. */
    public void append(RoundRecord round) {
        rounds.append(round);
    }

    /** Add how it stands with a host. */
    public void append(HostRecord host) {
        hosts.append(host);
    }

    /** Add what is asked. */
    public void append(AskRecord ask) {
        asks.append(ask);
    }

    /** Add what counters said. */
    public void append(Collection<CounterReading> readings) {
        if (!readings.isEmpty()) {
            counters.appendAll(readings);
        }
    }

    /** Add what is known of a source of counters. */
    public void append(SourceRecord source) {
        sources.append(source);
    }

    /** Add settings that nobody asked for by name: those that counters are judged by. */
    public void appendSettings(Collection<Setting> read) {
        if (!read.isEmpty()) {
            settings.appendAll(read);
        }
    }

    /** Add that a switch was seen to mark. */
    public void append(StimulusRecord stimulus) {
        stimuli.append(stimulus);
    }

    /** Return which switches were seen to mark, in this run or in earlier ones that it cites. */
    public List<StimulusRecord> stimuli() {
        return stimuli.read(StimulusRecord.class);
    }

    /** Give every reading of counters to a consumer; those of one port from one source come in the order of time. */
    public void forEachReading(Consumer<CounterReading> each) {
        counters.forEach(CounterReading.class, each);
    }

    /** Return what was known of the sources of counters, in the order in which it became known. */
    public List<SourceRecord> sources() {
        return sources.read(SourceRecord.class);
    }

    /** Return the settings that counters are judged by. */
    public List<Setting> settings() {
        return settings.read(Setting.class);
    }

    /** Give every finished round to a consumer, in the order in which they finished. */
    public void forEachRound(Consumer<RoundRecord> each) {
        rounds.forEach(RoundRecord.class, each);
    }

    /**
     * Give every finished round to a consumer as {@link #forEachRound} does, its measurements without distributions, curves and logs: those
     * make most of an archive, and take most of the time to read.
     */
    public void forEachRoundOfValues(Consumer<RoundRecord> each) {
        lines("rounds", ArchiveJson.ofValues()).forEach(RoundRecord.class, each);
    }

    /** Return every finished round in the order in which they finished: all of them at once, in memory. */
    public List<RoundRecord> rounds() {
        return rounds.read(RoundRecord.class);
    }

    /** Return how it stood with the hosts. */
    public List<HostRecord> hosts() {
        return hosts.read(HostRecord.class);
    }

    /** Return what was asked; a resumed run may hold an ask twice, the last counts. */
    public List<AskRecord> asks() {
        return asks.read(AskRecord.class);
    }

    /**
     * Read everything once.
     *
     * @throws ArchiveException if a file of the archive cannot be understood
     */
    public void requireReadable() {
        forEachRound(round -> {});
        hosts();
        asks();
        sources();
        captures();
        settings();
        stimuli();
        forEachReading(reading -> {});
        closing();
    }

    /** Add headers that were captured; the file is there before the line that speaks of it. */
    public void append(CaptureRecord capture, byte[] content) {
        capture.file().ifPresent(name -> {
            try {
                Files.createDirectories(folder.resolve(name).getParent());
                Files.write(folder.resolve(name), content);
            } catch (IOException e) {
                throw new DiskException(folder.resolve(name), e);
            }
        });
        captures.append(capture);
    }

    /** Return what was captured, and what could not be. */
    public List<CaptureRecord> captures() {
        return captures.read(CaptureRecord.class);
    }

    /** Keep a text beside the measurements, for example a transcript. */
    public void keep(String name, List<String> lines) {
        try {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new DiskException(folder.resolve(name), e);
        }
    }

    /** Say that the run came to its end, before its report is written. */
    public void conclude(Closing closing) {
        writeOnce(CLOSED, closing);
    }

    /** Say that the run came to its end, and seal it: nothing else will be written. */
    public void close(Closing closing) {
        conclude(closing);
        seal();
    }

    /** List every file of the folder with its hash; from then on nothing in it changes. */
    public void seal() {
        if (!header.isPlain()) {
            Manifest.of(folder, path -> true).write(folder.resolve(Manifest.NAME));
        }
    }

    /** Tell whether a manifest says what belongs to the run. */
    public boolean isSealed() {
        return Files.exists(folder.resolve(Manifest.NAME));
    }

    /** Tell whether the run crashed between its verdict and its manifest: what it measured is whole, its report may not be. */
    public boolean isHalfClosed() {
        return !header.isPlain() && Files.exists(folder.resolve(CLOSED)) && !isSealed();
    }

    /**
     * Return why nothing should be learned or done from this folder: changed after it was sealed, not come to its end, or half closed. An
     * archive that was constructed has no end and no manifest, and no doubt for that. Every file is read once.
     *
     * @throws ArchiveException if the manifest is not in canonical form
     */
    public Optional<Doubt> doubt() {
        Optional<Doubt> changed = manifest()
                .flatMap(manifest -> manifest.check(folder).stream().findFirst())
                .map(difference -> Doubt.changed(header.run(), difference));
        if (changed.isPresent() || header.constructed().isPresent()) {
            return changed;
        }
        if (!Files.exists(folder.resolve(CLOSED))) {
            return Optional.of(Doubt.unfinished(header.run()));
        }
        return isHalfClosed() ? Optional.of(Doubt.halfClosed(header.run())) : Optional.empty();
    }

    /**
     * Return what belongs to the run, empty for one that is not sealed.
     *
     * @throws ArchiveException if the manifest is not in canonical form
     */
    public Optional<Manifest> manifest() {
        return isSealed() ? Optional.of(Manifest.read(folder.resolve(Manifest.NAME))) : Optional.empty();
    }

    /** Return how the run ended, empty for one that crashed or is under way. */
    public Optional<Closing> closing() {
        Path file = folder.resolve(CLOSED);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(json.readValue(file.toFile(), Closing.class));
        } catch (IOException e) {
            throw new ArchiveException(
                    file + ": expected how the run ended, as JSON (" + ArchiveJson.reason(e)
                            + "); without this file the run counts as one that did not come to its end",
                    e);
        }
    }

    private void writeOnce(String name, Object content) {
        try {
            WholeFile.write(
                    folder.resolve(name),
                    (json.writerWithDefaultPrettyPrinter().writeValueAsString(content) + "\n")
                            .getBytes(StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records of an archive can be written as JSON", e);
        }
    }
}
