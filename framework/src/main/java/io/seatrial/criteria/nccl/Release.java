package io.seatrial.criteria.nccl;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A release of NCCL 2.
 *
 * @param minor the second number
 * @param patch the third; without it every release with that second number is meant
 */
public record Release(int minor, OptionalInt patch) {
    private static final Pattern FORM = Pattern.compile("2\\.(\\d{1,3})(?:\\.(\\d{1,3}))?");

    /** The newest one whose source was looked through. */
    public static final Release NEWEST = of("2.30.7");

    /**
     * Read a release.
     *
     * @throws IllegalArgumentException if it is none of NCCL 2
     */
    public static Release of(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("expected a release of NCCL such as 2.21 or 2.21.5, got '" + text + "'");
        }
        OptionalInt patch =
                form.group(2) == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(form.group(2)));
        return new Release(Integer.parseInt(form.group(1)), patch);
    }

    /** Tell whether it is that release or a later one; where it has no third number, whether some release of it is. */
    public boolean reaches(Release other) {
        return minor != other.minor
                ? minor > other.minor
                : patch.orElse(Integer.MAX_VALUE) >= other.patch().orElse(0);
    }

    /** Tell whether it is surely later than that release. */
    public boolean isAfter(Release other) {
        return minor != other.minor
                ? minor > other.minor
                : patch.orElse(0) > other.patch().orElse(Integer.MAX_VALUE);
    }

    /** Return it as people write it. */
    public String text() {
        return "2." + minor + (patch.isPresent() ? "." + patch.getAsInt() : "");
    }
}
