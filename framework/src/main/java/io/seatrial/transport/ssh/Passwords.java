package io.seatrial.transport.ssh;

import io.seatrial.inventory.SshSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Finds passwords where the settings say that they are. */
final class Passwords {
    private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private final UnaryOperator<String> environment;

    Passwords(UnaryOperator<String> environment) {
        this.environment = environment;
    }

    /** Return the password; fail with one sentence that names its place and what to do, and never the password. */
    Password read(SshSettings.Password place) throws IOException {
        if (place instanceof SshSettings.Password.InFile in) {
            return ofFile(in.file());
        }
        return ofVariable(((SshSettings.Password.InVariable) place).name());
    }

    private Password ofVariable(String name) throws IOException {
        String text = environment.apply(name);
        if (text == null || text.isEmpty()) {
            throw new IOException("environment variable " + name + " is not set; expected the password in it");
        }
        return new Password(text, "environment variable " + name);
    }

    private static Password ofFile(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            String what = Files.exists(file) ? " may not be read by this user" : " does not exist";
            throw new IOException("password file " + file + what + "; expected the password in its first line");
        }
        refuseOthers(file);
        try (Stream<String> lines = Files.lines(file)) {
            String text = lines.findFirst().orElse("").strip();
            if (text.isEmpty()) {
                throw new IOException(
                        "password file " + file + " has no password; expected the password in its first line");
            }
            return new Password(text, "file " + file);
        } catch (UncheckedIOException e) {
            // without the cause: a decoder's message may tell of the bytes
            throw new IOException("password file " + file + " could not be read as UTF-8 text");
        }
    }

    private static void refuseOthers(Path file) throws IOException {
        // the file itself is asked, not its file system: in a changed root that has no mount point of its own
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return; // no such permissions here
        }
        Set<PosixFilePermission> found = view.readAttributes().permissions();
        if (found.stream().anyMatch(OTHERS::contains)) {
            throw new IOException("password file " + file + " is open to others ("
                    + PosixFilePermissions.toString(found) + "); expected rw------- or less: chmod 600 it");
        }
    }
}
