package io.seatrial.formats;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A GID as perftest prints it: sixteen bytes, decimal, joined by colons. */
final class PerftestGid {
    private static final int BYTES = 16;
    private static final int FIRST_OF_IPV4 = 12;
    private static final String MAPPED = "0 0 0 0 0 0 0 0 0 0 255 255";

    private PerftestGid() {}

    /** Return the IPv4 address that is mapped into the GID (RFC 4291, 2.5.5.2); null where it is another address. */
    static String ipv4(String gid) {
        String[] bytes = gid.split(":");
        if (bytes.length != BYTES || !Arrays.stream(bytes).allMatch(b -> b.matches("\\d{1,3}"))) {
            return null;
        }
        String numbers = Arrays.stream(bytes)
                .map(b -> String.valueOf(Integer.parseInt(b)))
                .collect(Collectors.joining(" "));
        return numbers.startsWith(MAPPED + " ")
                ? String.join(".", Arrays.copyOfRange(numbers.split(" "), FIRST_OF_IPV4, BYTES))
                : null;
    }
}
