package io.seatrial.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** The part of {@code /proc} that makes virtual hosts tell themselves apart. */
final class ProcTree {
    private ProcTree() {}

    static void write(Path root, String host) throws IOException {
        Path kernel =
                Files.createDirectories(root.resolve("proc/sys/kernel/random")).getParent();
        put(kernel.resolve("hostname"), host);
        put(kernel.resolve("random/boot_id"), UUID.randomUUID().toString());
    }

    private static void put(Path file, String text) throws IOException {
        Files.write(file, (text + "\n").getBytes(StandardCharsets.US_ASCII));
    }
}
