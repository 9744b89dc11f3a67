package io.seatrial.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Processes that left their parent behind (daemons, {@code setsid}): their environment still says which virtual host they belong to. */
final class Strays {
    private Strays() {}

    /** Return the processes whose tree in place of /sys is one of these. */
    static List<ProcessHandle> of(Collection<Path> roots) {
        Set<String> marks = roots.stream()
                .map(root -> VirtualHost.ROOT_VARIABLE + "=" + root)
                .collect(Collectors.toSet());
        return ProcessHandle.allProcesses()
                .filter(process -> isMarked(process.pid(), marks))
                .toList();
    }

    private static boolean isMarked(long pid, Set<String> marks) {
        try {
            byte[] environment = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "environ"));
            return Arrays.stream(new String(environment, StandardCharsets.UTF_8).split("\0"))
                    .anyMatch(marks::contains);
        } catch (IOException e) {
            return false; // ended meanwhile, or somebody else's
        }
    }
}
