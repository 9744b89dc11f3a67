package io.seatrial.formats;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A port as the virtual output queues of a chassis name it, {@code sonic-lc1|asic0|Ethernet0}, {@code host|Ethernet0} or {@code Ethernet0}
 * (sonic-utilities scripts/queuestat, COUNTERS_SYSTEM_PORT_NAME_MAP). {@code Ethernet-BP256} is a port between two ASICs of one switch.
 *
 * @param system the host or line card; null where the name has none
 * @param asic the ASIC of a host that has several; null where the name has none
 * @param port the name on that host
 */
record SonicPort(String system, String asic, String port) {
    private static final Pattern QUEUE = Pattern.compile("(.+):(\\d{1,4})");

    static SonicPort of(String name) {
        String[] parts = name.split("\\|", -1);
        return switch (parts.length) {
            case 3 -> new SonicPort(parts[0], parts[1], parts[2]);
            case 2 -> new SonicPort(parts[0], null, parts[1]);
            default -> new SonicPort(null, null, name);
        };
    }

    /**
     * An object of a port, {@code Ethernet0:3}.
     *
     * @param port the port
     * @param index the number of the queue or priority group
     */
    record Indexed(SonicPort port, int index) {
        /** Return null where the name is not of that form. */
        static Indexed of(String name) {
            Matcher queue = QUEUE.matcher(name);
            return queue.matches() ? new Indexed(SonicPort.of(queue.group(1)), Integer.parseInt(queue.group(2))) : null;
        }
    }
}
