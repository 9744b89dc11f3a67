package io.seatrial.cli;

import io.seatrial.archive.RunArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Copies of an archived run in which something is different. */
final class RunArchiveCopies {
    private RunArchiveCopies() {}

    /** Copy measurements and inputs, and say that another profile was asked. */
    static Path withProfile(RunArchive archive, Path into, String profile) throws IOException {
        Path copy = into.resolve("virtual").resolve("copy-" + profile);
        Files.createDirectories(copy.resolve("inputs"));
        for (String name : List.of("rounds.ndjson.gz", "hosts.ndjson.gz", "asks.ndjson.gz")) {
            Files.copy(archive.folder().resolve(name), copy.resolve(name));
        }
        try (Stream<Path> inputs = Files.list(archive.inputs())) {
            for (Path input : inputs.toList()) {
                Files.copy(
                        input,
                        copy.resolve("inputs").resolve(input.getFileName().toString()));
            }
        }
        String header = Files.readString(archive.folder().resolve("run.json"));
        Files.writeString(
                copy.resolve("run.json"),
                header.replace("\"profile\" : \"bringup\"", "\"profile\" : \"" + profile + "\""));
        return copy;
    }
}
