package io.seatrial.criteria.nccl;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sentences of the lint; its values come from files of any content, so that what could steer a terminal is shown as U+FFFD. */
final class Sentences {
    private static final String MEANT = ".meant";
    private static final ResourceBundle BUNDLE =
            ResourceBundle.getBundle("io.seatrial.criteria.nccl.sentences", Locale.ROOT);
    private static final Pattern PLACE = Pattern.compile("\\{([a-z-]+)}");
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u202a-\\u202e\\u2066-\\u2069]");
    /** What a file says of a value is quoted up to so many characters. */
    private static final int QUOTED = 80;

    private Sentences() {}

    /** Return the sentence of a key. */
    static String of(String key, Map<String, String> values) {
        return PLACE.matcher(BUNDLE.getString(key))
                .replaceAll(
                        place -> Matcher.quoteReplacement(shown(values.getOrDefault(place.group(1), place.group()))));
    }

    /** Return what was probably meant, where the key says that and a guess that it needs was made. */
    static Optional<String> meant(String key, Map<String, String> values) {
        boolean unguessed = values.getOrDefault("nearest", " ").isEmpty();
        return BUNDLE.containsKey(key + MEANT) && !unguessed ? Optional.of(of(key + MEANT, values)) : Optional.empty();
    }

    /** Return a text that is safe to show. */
    static String printable(String text) {
        return CONTROL.matcher(text).replaceAll("\uFFFD");
    }

    /** Return a text that is safe and short. */
    static String shown(String text) {
        String safe = printable(text);
        return safe.length() <= 4 * QUOTED ? safe : safe.substring(0, QUOTED) + "...";
    }
}
