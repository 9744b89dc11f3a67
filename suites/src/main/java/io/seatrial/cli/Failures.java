package io.seatrial.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says in words what went wrong; the exceptions of {@code java.nio.file} say the path alone. */
final class Failures {
    private Failures() {}

    static String text(Throwable failure) {
        if (failure instanceof FileSystemException file) {
            return file.getFile() + ": " + reason(file) + "; expected a folder that this user may write";
        }
        if (failure instanceof UncheckedIOException unchecked) {
            return unchecked.getMessage() + " (" + reason(unchecked.getCause()) + ")";
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    /** Return what went wrong with a file, without its name. */
    static String reason(IOException failure) {
        return failure instanceof FileSystemException file ? reason(file) : String.valueOf(failure.getMessage());
    }

    private static String reason(FileSystemException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof NoSuchFileException) {
            return "no such file";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "is there already";
        }
        return failure.getReason() == null ? failure.getClass().getSimpleName() : failure.getReason();
    }
}
