package io.seatrial.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Programs of a virtual host that answer from its tree of files what the real ones ask a driver. */
final class HostTools {
    // mlnx_qos -i NETDEV
    private static final String MLNX_QOS = """
            #!/bin/sh
            [ "$1" = -i ] && [ $# = 2 ] || { echo "usage: mlnx_qos -i <interface>" >&2; exit 2; }
            exec cat "$SEATRIAL_ROOT/sys/class/net/$2/mlnx_qos"
            """;

    private HostTools() {}

    /** Write them into a folder, for a host whose NICs have settings of classes. */
    static void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path program = folder.resolve("mlnx_qos");
        Files.writeString(program, MLNX_QOS);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
