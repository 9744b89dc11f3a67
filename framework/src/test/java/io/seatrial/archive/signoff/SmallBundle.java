package io.seatrial.archive.signoff;

import io.seatrial.archive.Closing;
import io.seatrial.archive.Manifest;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A bundle of one or two runs with two results, as small as one can be. */
final class SmallBundle {
    static final Instant DAY = Instant.parse("2026-03-02T10:00:00Z");

    private final Path folder;

    SmallBundle(Path folder) {
        this.folder = folder;
    }

    /** Make the folder of a closed run. */
    Path run(String id, String... verdicts) throws IOException {
        Path inputs = Files.createDirectories(folder.resolve("inputs-of-" + id));
        Files.writeString(inputs.resolve("cluster.yaml"), "name: small\n");
        Files.writeString(inputs.resolve("criteria.yaml"), "version: 1\n");
        RunArchive run = RunArchive.create(
                folder.resolve("runs"),
                new RunHeader(
                        RunHeader.FORMAT, id, "small", "0".repeat(64), "bringup", 1, DAY, List.of("a"), Map.of(), "1"),
                inputs);
        List<Closing.Result> results = new ArrayList<>();
        for (int i = 0; i < verdicts.length; i++) {
            results.add(new Closing.Result("links.state.limit", "link a~" + i, verdicts[i], "h" + i));
        }
        run.close(new Closing("ACCEPTED", 0, DAY, true, results).ofItsResults());
        return run.folder();
    }

    static SignOffRecord record(String id, Path run, String... verdicts) {
        List<SignOffRecord.Result> results = new ArrayList<>();
        for (int i = 0; i < verdicts.length; i++) {
            boolean covered = !verdicts[i].equals(SignOffRecord.NOT_COVERED);
            results.add(new SignOffRecord.Result(
                    "links.state.limit",
                    verdicts[i],
                    covered ? Optional.of(run.getFileName().toString()) : Optional.empty(),
                    List.of("link a~" + i)));
        }
        return new SignOffRecord(
                SignOffRecord.FORMAT,
                id,
                DAY,
                Optional.of("ada@example.com"),
                "1",
                new SignOffRecord.Accepted("small", "0".repeat(64), "", true, 1, 1, 2),
                "bringup",
                List.of(verdicts).contains("failed")
                        ? "REJECTED"
                        : List.of(verdicts).contains("passed")
                                        && !List.of(verdicts).contains("not-covered")
                                ? "ACCEPTED"
                                : "NOT PROVEN",
                new SignOffRecord.Counts(verdicts.length, 0, 0, 0, 0, 0, 1),
                List.of(of(run)),
                new SignOffRecord.Declared(
                        "1".repeat(64), 1, List.of(new SignOffRecord.Limit("links.state", "up", "D", "nobody", true))),
                results,
                List.of(),
                List.of(new SignOffRecord.Waived(
                        "T-1",
                        "links.*",
                        "*",
                        "Ada",
                        "why",
                        LocalDate.of(2026, 5, 1),
                        false,
                        "not-needed",
                        0,
                        List.of())),
                List.of(new SignOffRecord.NotAsked("links.speed.limit", "not asked")),
                false);
    }

    private static SignOffRecord.Run of(Path run) {
        return new SignOffRecord.Run(
                run.getFileName().toString(),
                DAY,
                DAY,
                RunArchive.open(run).closing().orElseThrow().verdict(),
                Manifest.hash(run.resolve(Manifest.NAME)),
                "0".repeat(64),
                List.of("a"),
                true,
                "1",
                Optional.empty());
    }

    Path signed(String name, Path run, SignOffRecord record, PreviousRecord previous, Consumer<Path> signing)
            throws IOException {
        Path bundle = folder.resolve(name);
        try (BundleDraft draft = BundleDraft.begin(bundle)) {
            draft.putInputs(run.resolve("inputs"));
            draft.putRun(run.getFileName().toString(), run, record.full());
            draft.put(Bundle.PAGE, "<p>page</p>\n".getBytes(StandardCharsets.UTF_8));
            draft.put(Bundle.PRINTED, new byte[] {'%', 'P', 'D', 'F', 0, 1, (byte) 0xff});
            return draft.seal(record, previous, signing);
        }
    }

    /** Make the first record of a chain, over one run whose two results passed. */
    Path passed(String name, Consumer<Path> signing) throws IOException {
        Path run = run("run-of-" + name, "passed", "passed");
        return signed(name, run, record(name, run, "passed", "passed"), PreviousRecord.NONE, signing);
    }

    /** Change a file of a bundle's copy and sign the copy again: what a signer could do who wants to deceive. */
    static void resign(Path bundle, String file, UnaryOperator<String> change, Consumer<Path> signing)
            throws IOException {
        Path changed = bundle.resolve(file);
        Files.writeString(changed, change.apply(Files.readString(changed)));
        Files.delete(bundle.resolve(Manifest.NAME));
        Files.delete(bundle.resolve(Bundle.SIGNATURE));
        Manifest.of(bundle, Bundle::isListed).write(bundle.resolve(Manifest.NAME));
        signing.accept(bundle.resolve(Manifest.NAME));
    }
}
