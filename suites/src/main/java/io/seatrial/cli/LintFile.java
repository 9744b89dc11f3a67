package io.seatrial.cli;

import io.seatrial.criteria.nccl.NcclLint;
import io.seatrial.formats.environment.EnvironmentForm;
import io.seatrial.formats.environment.EnvironmentText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads a file that sets variables. */
final class LintFile {
    private static final String STDIN = "-";
    private static final int MEBIBYTE = 1024 * 1024;
    /** No environment and no script is near it. */
    private static final int LARGEST = 16 * MEBIBYTE;

    private LintFile() {}

    /** Read a file, or standard input. */
    static NcclLint.Source read(String file, Optional<EnvironmentForm> as) {
        String name = file.equals(STDIN) ? "standard input" : file;
        String text = text(file, name);
        EnvironmentForm form = as.orElseGet(() -> EnvironmentForm.of(file, text));
        if (form == EnvironmentForm.PROCESS && !text.matches("(?s)[A-Za-z_]\\w*=.*")) {
            throw new UsageException(name + ": found zero bytes; expected a text, or /proc/PID/environ of a process");
        }
        return new NcclLint.Source(name, form, EnvironmentText.read(form, text));
    }

    private static String text(String file, String name) {
        try (InputStream in = file.equals(STDIN) ? System.in : Files.newInputStream(Path.of(file))) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new UsageException(
                        name + ": larger than " + LARGEST / MEBIBYTE + " MiB; expected an environment or a script");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (InvalidPathException e) {
            throw new UsageException("'" + file + "': no name of a file: " + e.getReason());
        } catch (IOException e) {
            throw new UsageException(name + ": no file that can be read: " + Failures.reason(e)
                    + "; expected a text file, or '-' for standard input");
        }
    }
}
