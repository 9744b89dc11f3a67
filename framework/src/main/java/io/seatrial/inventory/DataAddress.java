package io.seatrial.inventory;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * An address of the data network as cluster.yaml, a kernel or a GID table write it: IPv4, IPv6, or eight groups of four hex digits. An IPv4
 * address that stands mapped in an IPv6 one ({@code 0000:0000:0000:0000:0000:ffff} and the address, RFC 4291) is that IPv4 address.
 */
public final class DataAddress {
    private DataAddress() {}

    /** Read an address; only digits are read, so that no name is ever looked up. */
    public static Optional<InetAddress> of(String text) {
        try {
            boolean numeric = text.matches("[0-9a-fA-F:.]+") && text.matches(".*[:.].*");
            return numeric ? Optional.of(InetAddress.getByName(text)) : Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** Tell whether two texts are the same address; a text that is none is not even the same as itself. */
    public static boolean isSame(String one, String other) {
        Optional<InetAddress> address = of(one);
        return address.isPresent() && address.equals(of(other));
    }
}
