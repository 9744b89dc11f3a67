package io.seatrial.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The virtual cluster under another name, so that a lab that somebody keeps up by hand takes no part in a test. */
final class VirtualCopy {
    static final Path ORIGINAL = Path.of("..", "inventory", "virtual");
    static final String NAME = "virtual-copy";

    private VirtualCopy() {}

    /** Return the copy below a folder; it is made once. */
    static Path in(Path folder) {
        Path copy = folder.resolve("." + NAME);
        try {
            if (Files.notExists(copy)) {
                Files.createDirectory(copy);
                for (String file : List.of("criteria.yaml", "waivers.yaml")) {
                    Files.copy(ORIGINAL.resolve(file), copy.resolve(file));
                }
                String text = Files.readString(ORIGINAL.resolve("cluster.yaml"));
                // the folder makes the name, and so the hash, this test's own
                String own = text.replace("name: virtual\n", "name: " + NAME + "\n# " + folder + "\n");
                Files.writeString(copy.resolve("cluster.yaml"), own);
            }
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
