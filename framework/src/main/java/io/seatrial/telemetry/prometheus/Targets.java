package io.seatrial.telemetry.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server scrapes, and how often.
 *
 * @param all by job and instance
 */
record Targets(Map<Id, Target> all) {
    static final Targets NONE = new Targets(Map.of());

    /** Longest unit first, as the server writes them: {@code 1m30s}. */
    private static final Pattern DURATION =
            Pattern.compile("(?:(\\d+)y)?(?:(\\d+)w)?(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?(?:(\\d+)ms)?");

    private static final long[] MILLIS = {31_536_000_000L, 604_800_000L, 86_400_000L, 3_600_000L, 60_000L, 1000L, 1L};

    /** Which target, by the labels that every series of it carries. */
    record Id(String job, String instance) {}

    /**
     * One target.
     *
     * @param interval how often it is scraped; empty where the server does not say
     * @param lastError why its last scrape failed; may be empty
     */
    record Target(Optional<Duration> interval, String lastError) {}

    static Targets of(JsonNode active) {
        Map<Id, Target> all = new HashMap<>();
        for (JsonNode each : active) {
            JsonNode labels = each.path("labels");
            Id id = new Id(
                    labels.path("job").asText(""), labels.path("instance").asText(""));
            Target target = new Target(
                    duration(each.path("scrapeInterval").asText("")),
                    each.path("lastError").asText(""));
            all.merge(id, target, Targets::slower);
        }
        return new Targets(Map.copyOf(all));
    }

    /** Two targets may share job and instance and differ in other labels; the slower one holds for both. */
    private static Target slower(Target a, Target b) {
        boolean known = a.interval().isPresent() && b.interval().isPresent();
        Optional<Duration> interval = known
                ? Optional.of(
                        a.interval().get().compareTo(b.interval().get()) >= 0
                                ? a.interval().get()
                                : b.interval().get())
                : Optional.empty();
        return new Target(interval, a.lastError().isEmpty() ? b.lastError() : a.lastError());
    }

    static Optional<Duration> duration(String text) {
        Matcher parts = DURATION.matcher(text);
        if (text.isEmpty() || !parts.matches()) {
            return Optional.empty();
        }
        long millis = 0;
        for (int i = 0; i < MILLIS.length; i++) {
            millis += parts.group(i + 1) == null ? 0 : Long.parseLong(parts.group(i + 1)) * MILLIS[i];
        }
        return Optional.of(Duration.ofMillis(millis));
    }

    Optional<Duration> interval(Id id) {
        return Optional.ofNullable(all.get(id)).flatMap(Target::interval);
    }

    String lastError(Id id) {
        return all.containsKey(id) ? all.get(id).lastError() : "";
    }
}
