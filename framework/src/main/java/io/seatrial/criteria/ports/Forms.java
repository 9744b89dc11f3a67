package io.seatrial.criteria.ports;

import java.util.List;

/** Reads values that criteria.yaml declares. */
final class Forms {
    /** Largest MTU of IP over Ethernet that the field of IPv4 can carry, bytes. */
    private static final long LARGEST_MTU = 65_535;

    private Forms() {}

    static String trust(String text) {
        if (!List.of("dscp", "pcp").contains(text)) {
            throw new IllegalArgumentException("expected dscp or pcp, got '" + text + "'");
        }
        return text;
    }

    static String dscp(String text) {
        if (!text.matches("[0-9]|[1-5][0-9]|6[0-3]")) {
            throw new IllegalArgumentException("expected the DSCP of RDMA, 0 to 63, got '" + text
                    + "'; a traffic class is four times that, plus ECN bits");
        }
        return text;
    }

    static String mtu(String text) {
        String bytes = bytes(text);
        if (Long.parseLong(bytes) > LARGEST_MTU) {
            throw new IllegalArgumentException("expected an MTU up to 65535B, got '" + text + "'");
        }
        return bytes;
    }

    static String bytes(String text) {
        String plain = text.strip();
        long unit = plain.endsWith("KiB") ? 1L << 10 : plain.endsWith("MiB") ? 1L << 20 : 1;
        String digits = plain.replaceFirst("(KiB|MiB|B)$", "");
        if (digits.equals(plain) || !digits.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("expected a size with its unit (B, KiB, MiB), got '" + text + "'");
        }
        return Long.toString(Long.parseLong(digits) * unit);
    }

    static String metres(String text) {
        if (!text.matches("[1-9][0-9]{0,4}m")) {
            throw new IllegalArgumentException("expected the longest cable in metres, such as 30m, got '" + text + "'");
        }
        return text.substring(0, text.length() - 1);
    }
}
