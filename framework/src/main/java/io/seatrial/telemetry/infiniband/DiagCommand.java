package io.seatrial.telemetry.infiniband;

import java.time.Duration;

/**
 * The commands of infiniband-diags that are ever started on a host: a closed list, none of which changes or resets anything
 * (perfquery would reset with -R, -r or a third argument). They have no deadline of their own for the whole, so that {@code timeout} of coreutils
 * is their leash.
 *
 * @param words the command line without its leash
 */
record DiagCommand(String words) {
    /** Every port of every switch with its other end: names, LIDs, width, speed, state. */
    static DiagCommand topology() {
        return new DiagCommand("iblinkinfo --switches-only");
    }

    /** Counters of ports of one node one after the other, the 64-bit ones. */
    static DiagCommand extended(int lid, int lastPort) {
        return new DiagCommand("perfquery -x -l " + lid + " " + ports(lid, lastPort));
    }

    /** The same, the classic ones, which stay at their largest value. */
    static DiagCommand classic(int lid, int lastPort) {
        return new DiagCommand("perfquery -l " + lid + " " + ports(lid, lastPort));
    }

    private static String ports(int lid, int lastPort) {
        if (lid < 1 || lid > 0xbfff || lastPort < 1 || lastPort > 254) {
            throw new IllegalArgumentException(
                    "perfquery: expected a unicast LID and ports 1 to 254, got LID " + lid + " and port " + lastPort);
        }
        return "1-" + lastPort;
    }

    /** Return the command line for a host's shell. */
    String line(boolean sudo, Duration deadline) {
        long seconds = Math.max(1, deadline.plusMillis(999).toSeconds());
        return "exec timeout -k 2 " + seconds + " " + (sudo ? "sudo -n " : "") + words;
    }
}
