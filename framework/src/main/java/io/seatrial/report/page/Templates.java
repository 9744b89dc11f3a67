package io.seatrial.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the files of {@code reports/templates}, which the build puts on the class path. */
public final class Templates {
    private static final String FOLDER = "/io/seatrial/report/templates/";
    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]+)}}");

    private Templates() {}

    /** Return a template as it is. */
    public static String text(String name) {
        try (InputStream in = Templates.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException(
                        "report template " + name + ": missing from the program; build it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("report template " + name + ": cannot be read", e);
        }
    }

    /**
     * Return a template with its places {@code {{name}}} filled in, in one pass, so that what is filled in is not looked at again.
     *
     * @param namesAndValues alternating; the values are put in as they are
     */
    public static String filled(String name, String... namesAndValues) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return PLACE.matcher(text(name))
                .replaceAll(place -> Matcher.quoteReplacement(values.getOrDefault(place.group(1), place.group())));
    }
}
