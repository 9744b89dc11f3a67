package io.seatrial.archive;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a file that is there whole or not at all, whenever a crash comes, and that is never written twice. */
final class WholeFile {
    static final String DRAFT = ".draft";

    private WholeFile() {}

    /**
     * Write a file; it is on the disk when this returns.
     *
     * @throws DiskException if it is there already, or the disk does not take it
     */
    static void write(Path file, byte[] content) {
        try {
            writeNew(file, content);
        } catch (IOException e) {
            throw new DiskException(file, e);
        }
    }

    private static void writeNew(Path file, byte[] content) throws IOException {
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString(), null, "is there already, and is never written twice");
        }
        Path draft = file.resolveSibling(file.getFileName() + DRAFT);
        try (FileOutputStream out = new FileOutputStream(draft.toFile())) {
            out.write(content);
            out.getFD().sync(); // else the name may outlive a power cut and the content not
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        syncFolder(file.toAbsolutePath().getParent());
    }

    /** Names live in the folder, which is a file of its own to the disk. */
    private static void syncFolder(Path folder) throws IOException {
        try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
            names.force(true);
        }
    }
}
