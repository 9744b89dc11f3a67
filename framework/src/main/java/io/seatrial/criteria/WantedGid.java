package io.seatrial.criteria;

import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Setting;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A GID of a type that carries the data address of its port. The kernel names types {@code RoCE v2} and {@code IB/RoCE v1}, and writes a GID
 * as eight groups of four hex digits; of an IPv4 address the groups are {@code 0000:0000:0000:0000:0000:ffff} and the address (RFC 4291).
 */
final class WantedGid {
    private static final List<String> TYPES = List.of("RoCE v2", "IB/RoCE v1");
    private static final Pattern IPV4 = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");

    private WantedGid() {}

    /** Read a type of GID. */
    static String form(String text) {
        return Texts.find(TYPES.toArray(String[]::new), type -> type, text);
    }

    /** Expect a type, and where the data address of the port is an IPv4 address, that address mapped. */
    static SettingRule.Wanted of(String type, RdmaPort port) {
        Matcher address = IPV4.matcher(port.address());
        if (!address.matches()) {
            return new SettingRule.Wanted(type, seen -> seen.stream().anyMatch(gid -> gid.startsWith(type + " ")));
        }
        String wanted = type + " " + mapped(address);
        return new SettingRule.Wanted(type + " of " + port.address(), seen -> seen.contains(wanted));
    }

    private static String mapped(Matcher address) {
        byte[] bytes = new byte[4];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(address.group(i + 1));
        }
        String hex = HexFormat.of().formatHex(bytes).toLowerCase(Locale.ROOT);
        return "0000:0000:0000:0000:0000:ffff:" + hex.substring(0, 4) + ":" + hex.substring(4);
    }

    /** Return what of an entry is the same on every host: its index and its type, without the address. */
    static String withoutAddress(Setting gid, String text) {
        int address = text.lastIndexOf(' ');
        return gid.name() + " " + (address < 0 ? text : text.substring(0, address));
    }
}
