package io.seatrial.criteria;

import io.seatrial.inventory.DataAddress;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Setting;
import java.util.List;

/**
 * A GID of a type that carries the data address of its port. The kernel names types {@code RoCE v2} and {@code IB/RoCE v1}, and writes a GID
 * as eight groups of four hex digits.
 */
final class WantedGid {
    private static final List<String> TYPES = List.of("RoCE v2", "IB/RoCE v1");

    private WantedGid() {}

    /** Read a type of GID. */
    static String form(String text) {
        return Texts.find(TYPES.toArray(String[]::new), type -> type, text);
    }

    /** Expect a type, and the data address of the port where that is written in numbers. */
    static SettingRule.Wanted of(String type, RdmaPort port) {
        String begin = type + " ";
        if (DataAddress.of(port.address()).isEmpty()) {
            return new SettingRule.Wanted(type, seen -> seen.stream().anyMatch(gid -> gid.startsWith(begin)));
        }
        return new SettingRule.Wanted(
                type + " of " + port.address(),
                seen -> seen.stream()
                        .filter(gid -> gid.startsWith(begin))
                        .anyMatch(gid -> DataAddress.isSame(gid.substring(begin.length()), port.address())));
    }

    /** Return what of an entry is the same on every host: its index and its type, without the address. */
    static String withoutAddress(Setting gid, String text) {
        int address = text.lastIndexOf(' ');
        return gid.name() + " " + (address < 0 ? text : text.substring(0, address));
    }
}
