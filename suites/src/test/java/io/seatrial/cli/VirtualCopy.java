package io.seatrial.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The virtual cluster under another name, so that a lab that somebody keeps up by hand takes no part in a test. */
final class VirtualCopy {
    static final Path ORIGINAL = Path.of("..", "inventory", "virtual");
    static final Path CONGESTION = Path.of("..", "inventory", "virtual-congestion");
    static final Path COLLECTIVES = Path.of("..", "inventory", "virtual-collectives");
    static final String NAME = "virtual-copy";

    private VirtualCopy() {}

    /** Return the copy below a folder; it is made once. */
    static Path in(Path folder) {
        return of(ORIGINAL, "virtual", folder);
    }

    /** Return a copy of the virtual cluster whose switches mark and pause. */
    static Path ofCongestion(Path folder) {
        return of(CONGESTION, "virtual-congestion", folder);
    }

    /** Return a copy of the virtual cluster whose rings cross the spines. */
    static Path ofCollectives(Path folder) {
        return of(COLLECTIVES, "virtual-collectives", folder);
    }

    private static Path of(Path original, String name, Path folder) {
        Path copy = folder.resolve("." + name + "-copy");
        try {
            if (Files.notExists(copy)) {
                Files.createDirectory(copy);
                for (String file : List.of("criteria.yaml", "waivers.yaml")) {
                    if (Files.exists(original.resolve(file))) {
                        Files.copy(original.resolve(file), copy.resolve(file));
                    }
                }
                String text = Files.readString(original.resolve("cluster.yaml"));
                // the folder makes the name, and so the hash, this test's own
                String own = text.replace("name: " + name + "\n", "name: " + name + "-copy\n# " + folder + "\n");
                Files.writeString(copy.resolve("cluster.yaml"), own);
            }
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
