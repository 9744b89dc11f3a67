package io.seatrial.cli;

import io.seatrial.criteria.nccl.NcclLint;
import io.seatrial.formats.environment.EnvironmentForm;
import io.seatrial.formats.environment.EnvironmentText;
import io.seatrial.inventory.YamlSyntax;
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

    /**
     * What was read.
     *
     * @param unread the first line that speaks of NCCL, counted from 1, where no setting was read from any; 0 where that is not so
     */
    record Read(NcclLint.Source source, int unread) {}

    /** Read a file, or standard input. */
    static Read read(String file, Optional<EnvironmentForm> as) {
        if (file.isBlank()) {
            throw new UsageException(
                    "lint nccl: got an empty name of a file; expected a file, or '-' for standard input");
        }
        String name = file.equals(STDIN) ? "standard input" : file;
        String text = text(file, name);
        EnvironmentForm form = as.orElseGet(() -> EnvironmentForm.of(file, text));
        if (form == EnvironmentForm.PROCESS && !text.matches("(?s)[A-Za-z_]\\w*=.*")) {
            throw new UsageException(name + ": found zero bytes; expected a text, or /proc/PID/environ of a process");
        }
        if (form == EnvironmentForm.MANIFEST) {
            refuseBroken(name, text);
        }
        NcclLint.Source source = new NcclLint.Source(name, form, EnvironmentText.read(form, text));
        return new Read(source, source.variables() == 0 ? firstUnread(form, text) : 0);
    }

    /** A template is no YAML before it is filled in, and is read nevertheless. */
    private static void refuseBroken(String name, String text) {
        if (text.contains("{{")) {
            return;
        }
        YamlSyntax.broken(text).ifPresent(broken -> {
            throw new UsageException(name + ":" + broken.line() + ": expected YAML, got: " + broken.what()
                    + "; mend the line, or say with --as in what other form it is written");
        });
    }

    /** A comment sets nothing, and in an environment the value of another variable neither. */
    private static int firstUnread(EnvironmentForm form, String text) {
        boolean environment = form == EnvironmentForm.ENVIRONMENT || form == EnvironmentForm.PROCESS;
        String[] lines = text.split("[\n\0]", -1);
        for (int i = 0; i < lines.length; i++) {
            boolean ofAnother = environment && lines[i].matches("(?s)[A-Za-z_]\\w*=.*");
            if (lines[i].contains("NCCL_") && !ofAnother && !lines[i].strip().startsWith("#")) {
                return i + 1;
            }
        }
        return 0;
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
            if (file.equals(STDIN)) {
                throw new UsageException(name + ": closed or not to be read: " + Failures.reason(e)
                        + "; expected a text on it, such as: env | seatrial lint nccl -");
            }
            throw new UsageException(name + ": no file that can be read: " + Failures.reason(e)
                    + "; expected a text file, or '-' for standard input");
        }
    }
}
