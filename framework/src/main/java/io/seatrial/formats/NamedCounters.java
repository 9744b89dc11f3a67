package io.seatrial.formats;

import java.math.BigInteger;
import java.util.Map;

/**
 * Counters by the names that a driver or tool gives them, which differ between drivers and releases.
 *
 * @param values may hold null for a counter that has a name and no value
 */
record NamedCounters(Map<String, BigInteger> values) {
    /** Return the value of the first of these names that is there; null where none is, which is no 0. */
    BigInteger first(String... names) {
        for (String name : names) {
            if (values.containsKey(name)) {
                return values.get(name);
            }
        }
        return null;
    }
}
