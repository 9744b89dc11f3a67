package io.seatrial.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;

/** Files that stand in place of those of a kernel, written only where their text changed. */
final class Tree {
    /** Outside the tree, so that nobody who lists a folder of counters meets it. */
    private final Path draft;

    private final Map<Path, String> written = new HashMap<>();

    Tree(Path draft) {
        this.draft = draft;
    }

    /** Replace a file at once, so that a reader sees the old text or the new one. */
    void put(Path file, String text) throws IOException {
        if (text.equals(written.get(file))) {
            return;
        }
        Files.createDirectories(file.getParent());
        Files.write(draft, (text + "\n").getBytes(StandardCharsets.US_ASCII));
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        written.put(file, text);
    }
}
