package io.seatrial.formats;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The line by which SONiC says that counters are relative to the last {@code sonic-clear}: {@code Last cached time was TIME}, with the port
 * before it for queues and the namespace behind it on a switch with several ASICs. What a counter lost by a reset since then is not to be
 * seen: sonic-utilities prints max(0, now - then) (utilities_common/netstat.py, ns_diff).
 *
 * @param namespace the ASIC; null where the line has none
 * @param time in the switch's local time, ISO 8601; null where the line has none
 */
record SonicBaseline(String namespace, String time) {
    private static final Pattern LINE = Pattern.compile(
            "^\\s*(?:\\S+ )?Last cached time(?: for (\\S+))? was (\\d{4}-\\d\\d-\\d\\d)[ T](\\S+)\\s*$");

    static Optional<SonicBaseline> of(String line) {
        Matcher baseline = LINE.matcher(line);
        return baseline.matches()
                ? Optional.of(new SonicBaseline(baseline.group(1), baseline.group(2) + "T" + baseline.group(3)))
                : Optional.empty();
    }
}
