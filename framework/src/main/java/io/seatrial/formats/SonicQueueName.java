package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A queue as SONiC's commands print it: {@code UC3}, {@code MC10}, {@code ALL20}, {@code VOQ1} (sonic-utilities scripts/queuestat, from
 * SAI_QUEUE_TYPE_UNICAST, _MULTICAST, _ALL and _UNICAST_VOQ).
 *
 * @param kind {@code unicast}, {@code multicast}, {@code all} (both in one queue) or {@code voq}
 * @param index its number
 */
record SonicQueueName(String kind, int index) {
    private static final Map<String, String> KINDS =
            Map.of("UC", "unicast", "MC", "multicast", "ALL", "all", "VOQ", "voq");
    private static final Pattern NAME = Pattern.compile("(UC|MC|ALL|VOQ)(\\d{1,4})");

    static boolean isOne(String text) {
        return NAME.matcher(text).matches();
    }

    static SonicQueueName of(String text) {
        Matcher name = NAME.matcher(text);
        if (!name.matches()) {
            throw new IllegalArgumentException("no queue of SONiC: " + text);
        }
        return new SonicQueueName(KINDS.get(name.group(1)), Integer.parseInt(name.group(2)));
    }

    static SonicQueueName of(Cell cell) {
        if (!isOne(cell.text())) {
            throw cell.malformed("a queue (UC3, MC10, ALL20 or VOQ1)");
        }
        return of(cell.text());
    }
}
