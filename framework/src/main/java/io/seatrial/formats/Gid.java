package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import java.math.BigInteger;

/**
 * A port's address, 128 bits, however it was written: eight groups of four digits, or shortened as an IPv6 address with or without an IPv4
 * tail (ibv_devinfo of rdma-core writes version 1 in the first way and version 2 in the second).
 *
 * @param bits the address
 */
record Gid(BigInteger bits) {
    private static final int GROUPS = 8;
    private static final int GROUP_BITS = 16;
    private static final BigInteger MASK = BigInteger.ONE.shiftLeft(GROUP_BITS).subtract(BigInteger.ONE);
    /** fe80::/10, shifted right by the 118 bits behind it. */
    private static final BigInteger LINK_LOCAL = BigInteger.valueOf(0xfe80 >> 6);
    /** ::ffff:0:0/96, shifted right by the 32 bits behind it. */
    private static final BigInteger MAPPED = BigInteger.valueOf(0xffff);

    /**
     * Read an address.
     *
     * @throws io.seatrial.formats.text.FormatException if the cell is none
     */
    static Gid of(Cell cell) {
        String text = withoutDots(cell.text());
        int gap = text.indexOf("::");
        String[] front = groups(gap < 0 ? text : text.substring(0, gap));
        String[] back = gap < 0 ? new String[0] : groups(text.substring(gap + 2));
        int given = front.length + back.length;
        if (gap < 0 ? given != GROUPS : given >= GROUPS) {
            throw cell.malformed("an address of eight groups, or shortened by ::");
        }
        BigInteger bits = BigInteger.ZERO;
        for (int i = 0; i < GROUPS; i++) {
            int behind = i - (GROUPS - back.length);
            String group = i < front.length ? front[i] : behind >= 0 ? back[behind] : "0";
            bits = bits.shiftLeft(GROUP_BITS).or(group(cell, group));
        }
        return new Gid(bits);
    }

    private static String[] groups(String text) {
        return text.isEmpty() ? new String[0] : text.split(":", -1);
    }

    private static BigInteger group(Cell cell, String group) {
        if (!group.matches("[0-9a-fA-F]{1,4}")) {
            throw cell.malformed("a group of one to four hexadecimal digits, not '" + group + "'");
        }
        return new BigInteger(group, 16);
    }

    private static String withoutDots(String text) {
        int colon = text.lastIndexOf(':');
        String tail = text.substring(colon + 1);
        if (!tail.matches("\\d{1,3}(?:\\.\\d{1,3}){3}")) {
            return text;
        }
        String[] bytes = tail.split("\\.");
        int high = Integer.parseInt(bytes[0]) << 8 | Integer.parseInt(bytes[1]);
        int low = Integer.parseInt(bytes[2]) << 8 | Integer.parseInt(bytes[3]);
        return text.substring(0, colon + 1) + Integer.toHexString(high) + ":" + Integer.toHexString(low);
    }

    /** Tell whether it is valid on one link only, so that no router carries it. */
    boolean isLinkLocal() {
        return bits.shiftRight(118).equals(LINK_LOCAL);
    }

    /** Tell whether it is an empty entry. */
    boolean isZero() {
        return bits.signum() == 0;
    }

    /** Return the IPv4 address that it holds; null where it holds none. */
    String ipv4() {
        if (!bits.shiftRight(32).equals(MAPPED)) {
            return null;
        }
        int low = bits.and(MASK).intValue();
        int high = bits.shiftRight(GROUP_BITS).and(MASK).intValue();
        return (high >> 8) + "." + (high & 0xff) + "." + (low >> 8) + "." + (low & 0xff);
    }
}
