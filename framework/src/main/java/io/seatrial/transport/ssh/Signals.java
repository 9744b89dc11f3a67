package io.seatrial.transport.ssh;

import java.util.Map;

/** Numbers of the signals that SSH names (RFC 4254 section 6.10; numbers as on Linux x86-64 and aarch64). */
final class Signals {
    private static final int UNKNOWN = 255;
    private static final Map<String, Integer> NUMBERS = Map.ofEntries(
            Map.entry("HUP", 1),
            Map.entry("INT", 2),
            Map.entry("QUIT", 3),
            Map.entry("ILL", 4),
            Map.entry("ABRT", 6),
            Map.entry("FPE", 8),
            Map.entry("KILL", 9),
            Map.entry("USR1", 10),
            Map.entry("SEGV", 11),
            Map.entry("USR2", 12),
            Map.entry("PIPE", 13),
            Map.entry("ALRM", 14),
            Map.entry("TERM", 15));

    private Signals() {}

    /** Return 128 + signal, or 255 where the server told no signal that has a number; {@code null} = it told none. */
    static int status(String name) {
        Integer number = name == null ? null : NUMBERS.get(name);
        return number == null ? UNKNOWN : 128 + number;
    }
}
