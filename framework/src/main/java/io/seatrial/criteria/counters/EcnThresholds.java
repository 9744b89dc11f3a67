package io.seatrial.criteria.counters;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * From where on a queue marks, as the setting {@code qos.ecn.queue.N} says it: {@code kmin=1048576 kmax=2097152 pmax=5}, bytes and percent.
 *
 * @param kmin below it nothing is marked, bytes
 * @param kmax beyond it everything is, bytes
 * @param pmax probability of a mark just below {@code kmax}, percent as it is written
 */
public record EcnThresholds(long kmin, long kmax, String pmax) {
    private static final Pattern FORM = Pattern.compile("kmin=(\\d{1,15}) kmax=(\\d{1,15}) pmax=([0-9.]{1,7})");

    /** Read a setting, empty where it does not mark or says it otherwise. */
    public static Optional<EcnThresholds> parse(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches()
                ? Optional.of(
                        new EcnThresholds(Long.parseLong(form.group(1)), Long.parseLong(form.group(2)), form.group(3)))
                : Optional.empty();
    }
}
