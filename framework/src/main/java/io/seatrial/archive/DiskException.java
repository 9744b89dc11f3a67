package io.seatrial.archive;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The disk did not take what a run has to keep; the message names the file, says what the system said and what is expected. */
public final class DiskException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DiskException(Path file, IOException cause) {
        super(
                "cannot write " + file + ": " + reason(file, cause)
                        + "; expected a folder that this user may write, on a disk with room",
                cause);
    }

    /** The exceptions of files put the path before the reason, or say it alone. */
    private static String reason(Path file, IOException cause) {
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (cause instanceof NoSuchFileException missing) {
            return "no such folder as " + missing.getFile();
        }
        if (cause instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return message.startsWith(file + " (")
                ? message.substring(file.toString().length() + 1)
                : message;
    }
}
