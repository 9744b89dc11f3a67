package io.seatrial.archive.signoff;

import io.seatrial.archive.ArchiveException;
import io.seatrial.archive.ArchiveJson;
import io.seatrial.archive.Closing;
import io.seatrial.archive.Manifest;
import io.seatrial.measurement.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds what a record says of its runs against what the bundle has of them. A signer cannot be kept from signing nonsense; this tells it from
 * what the runs said.
 */
final class RunsCheck {
    private static final String WAIVED = "waived";
    /** What may become of a waived result when its waiver has expired. */
    private static final List<String> WITHOUT_WAIVER = List.of("failed", "not-proven");

    private final Path folder;
    private final SignOffRecord record;

    RunsCheck(Path folder, SignOffRecord record) {
        this.folder = folder;
        this.record = record;
    }

    /** Return the first thing that does not agree. */
    Optional<Message> objection() {
        try {
            for (SignOffRecord.Run run : record.runs()) {
                Optional<Message> objection = manifest(run)
                        .or(() -> files(run))
                        .or(() -> results(run))
                        .or(() -> end(run));
                if (objection.isPresent()) {
                    return objection;
                }
            }
            return foreign().or(this::verdict);
        } catch (ArchiveException e) {
            return Optional.of(Message.of("signoff.no-run", "why", e.getMessage()));
        }
    }

    private Path folder(SignOffRecord.Run run) {
        return folder.resolve(Bundle.RUNS).resolve(run.run());
    }

    private Optional<Message> manifest(SignOffRecord.Run run) {
        String seen = Manifest.hash(folder(run).resolve(Manifest.NAME));
        return seen.equals(run.manifest()) ? Optional.empty() : differs(run, Manifest.NAME, run.manifest(), seen);
    }

    private Optional<Message> files(SignOffRecord.Run run) {
        Map<String, String> listed =
                Manifest.read(folder(run).resolve(Manifest.NAME)).hashes();
        for (Map.Entry<String, String> entry : listed.entrySet()) {
            Optional<Path> file = place(run, entry.getKey());
            if (file.isEmpty()) {
                if (isNeeded(entry.getKey())) {
                    return differs(run, entry.getKey(), entry.getValue(), "-");
                }
                continue;
            }
            String seen = Manifest.hash(file.get());
            if (!seen.equals(entry.getValue())) {
                return differs(run, entry.getKey(), entry.getValue(), seen);
            }
        }
        return Optional.empty();
    }

    private boolean isNeeded(String name) {
        return record.full()
                || name.equals("run.json")
                || name.equals("closed.json")
                || name.startsWith(Bundle.INPUTS + "/");
    }

    /** Inputs that are those of the newest run lie once, at the top. */
    private Optional<Path> place(SignOffRecord.Run run, String name) {
        return Stream.of(folder(run).resolve(name), folder.resolve(name))
                .filter(file -> Files.isRegularFile(file)
                        && (file.startsWith(folder.resolve(Bundle.RUNS)) || name.startsWith(Bundle.INPUTS + "/")))
                .findFirst();
    }

    private static Optional<Message> differs(SignOffRecord.Run run, String file, String expected, String seen) {
        return Optional.of(
                Message.of("signoff.run-differs", "run", run.run(), "file", file, "expected", expected, "seen", seen));
    }

    private Optional<Message> results(SignOffRecord.Run run) {
        Map<String, String> said = new HashMap<>();
        closing(run)
                .results()
                .forEach(result -> said.put(result.criterion() + "|" + result.subject(), result.verdict()));
        for (SignOffRecord.Result result : record.results()) {
            if (!result.run().equals(Optional.of(run.run()))) {
                continue;
            }
            for (String subject : result.subjects()) {
                String seen = said.getOrDefault(result.criterion() + "|" + subject, "-");
                if (!agrees(result.verdict(), seen)) {
                    return Optional.of(Message.of(
                            "signoff.result-differs",
                            "run",
                            run.run(),
                            "criterion",
                            result.criterion(),
                            "subject",
                            subject,
                            "expected",
                            result.verdict(),
                            "seen",
                            seen));
                }
            }
        }
        return Optional.empty();
    }

    /** What a run says it came to must follow from its own results, and the record must say the same. */
    private Optional<Message> end(SignOffRecord.Run run) {
        Closing closing = closing(run);
        Closing expected = closing.ofItsResults();
        boolean agrees = closing.equals(expected) && run.verdict().equals(closing.verdict());
        return agrees
                ? Optional.empty()
                : Optional.of(Message.of(
                        "signoff.end-differs",
                        "run",
                        run.run(),
                        "recorded",
                        run.verdict(),
                        "expected",
                        expected.text(),
                        "seen",
                        closing.text()));
    }

    private static boolean agrees(String recorded, String ofTheRun) {
        return recorded.equals(ofTheRun) || ofTheRun.equals(WAIVED) && WITHOUT_WAIVER.contains(recorded);
    }

    private Closing closing(SignOffRecord.Run run) {
        Path file = folder(run).resolve("closed.json");
        try {
            return ArchiveJson.mapper().readValue(file.toFile(), Closing.class);
        } catch (IOException e) {
            throw new ArchiveException(file + ": expected how the run ended, as JSON (" + e + ")", e);
        }
    }

    private Optional<Message> foreign() {
        List<String> runs = record.runs().stream().map(SignOffRecord.Run::run).toList();
        return record.results().stream()
                .flatMap(result -> result.run().stream())
                .filter(run -> !runs.contains(run))
                .findFirst()
                .map(run -> Message.of("signoff.foreign-run", "run", run));
    }

    /** A verdict above its own results is never taken; the precedence is that of a run. */
    private Optional<Message> verdict() {
        String expected = "NOT PROVEN";
        if (has("failed")) {
            expected = "REJECTED";
        } else if ((has("passed") || has("watch")) && !has("not-proven") && !has(SignOffRecord.NOT_COVERED)) {
            expected = "ACCEPTED";
        }
        return record.verdict().equals(expected)
                ? Optional.empty()
                : Optional.of(Message.of("signoff.verdict-differs", "expected", expected, "seen", record.verdict()));
    }

    private boolean has(String verdict) {
        return record.results().stream().anyMatch(result -> result.verdict().equals(verdict));
    }
}
