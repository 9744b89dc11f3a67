package io.seatrial.criteria.ports;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import java.util.Arrays;
import java.util.Optional;

/** Who announces itself at the other end of a cable (LLDP), held against the inventory. */
final class Cables {
    private Cables() {}

    static Look neighbour(FabricPort port, Readings readings, Terms terms) {
        Optional<Message> unknown = readings.whyNot(Setting.NEIGHBOUR);
        if (unknown.isPresent()) {
            return new Look.Unknown(unknown.get());
        }
        String seen = readings.text(Setting.NEIGHBOUR).orElseThrow();
        // behind a breakout several announce themselves at one port, and each of them is declared
        boolean fits =
                Arrays.stream(seen.split(", ")).map(Cables::withoutDomain).allMatch(port.farNames()::contains);
        return new Look.Known(seen, String.join(" or ", port.farNames()), fits);
    }

    /** A host may announce itself by its domain name. */
    private static String withoutDomain(String seen) {
        int slash = seen.indexOf('/');
        String node = slash < 0 ? seen : seen.substring(0, slash);
        int dot = node.indexOf('.');
        return dot < 0 ? seen : node.substring(0, dot) + seen.substring(node.length());
    }
}
