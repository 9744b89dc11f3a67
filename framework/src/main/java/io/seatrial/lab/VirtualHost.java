package io.seatrial.lab;

import io.seatrial.inventory.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

/**
 * A host of the lab: the folders that stand for its disks, and what is wrong with it.
 *
 * @param host as declared
 * @param folder everything of the host is below it
 * @param hung whether commands never answer
 * @param garbage whether the agent's output is torn
 */
record VirtualHost(Host host, Path folder, boolean hung, boolean garbage) {
    /** Environment variable that marks every process of a lab: the tree that stands in place of /sys and /proc. */
    static final String ROOT_VARIABLE = "SEATRIAL_ROOT";

    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    Path home() {
        return folder.resolve("home");
    }

    Path temporary() {
        return folder.resolve("tmp");
    }

    Path runtime() {
        return folder.resolve("run");
    }

    /** Return the tree that stands in place of {@code /sys} and {@code /proc}. */
    Path root() {
        return folder.resolve("root");
    }

    /** Return the folder of the programs that the host has beside those of this machine. */
    Path programs() {
        return folder.resolve("bin");
    }

    void makeFolders() throws IOException {
        Files.createDirectories(folder.getParent());
        for (Path made : new Path[] {folder, home(), temporary(), runtime(), root()}) {
            if (!Files.isDirectory(made)) {
                Files.createDirectory(made, PRIVATE);
            }
        }
    }

    /** Return all that a command finds in its environment. */
    Map<String, String> environment(String user) {
        return Map.of(
                "PATH",
                programs() + ":/usr/local/bin:/usr/bin:/bin",
                "HOME",
                home().toString(),
                "TMPDIR",
                temporary().toString(),
                "XDG_RUNTIME_DIR",
                runtime().toString(),
                "USER",
                user,
                "LOGNAME",
                user,
                "SHELL",
                "/bin/sh",
                "LC_ALL",
                "C.UTF-8",
                ROOT_VARIABLE,
                root().toString());
    }
}
