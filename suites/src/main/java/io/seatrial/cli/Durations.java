package io.seatrial.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people type them: {@code 90s}, {@code 30m}, {@code 2h}. */
final class Durations {
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,6})(s|m|h)");

    private Durations() {}

    static Duration parse(String option, String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new UsageException(
                    option + ": expected a number with s, m or h, for example 30m; got '" + text + "'");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }
}
