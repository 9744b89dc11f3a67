package io.seatrial.criteria.nccl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gathers what is to be said of one line, for one release or for all. */
final class Remarks {
    private final Line line;
    private final Optional<Release> release;
    private final boolean signOff;
    private final List<Finding> findings = new ArrayList<>();

    Remarks(Line line, Optional<Release> release, boolean signOff) {
        this.line = line;
        this.release = release;
        this.signOff = signOff;
    }

    Line line() {
        return line;
    }

    String value() {
        return line.value();
    }

    Optional<Release> release() {
        return release;
    }

    List<Finding> findings() {
        return findings;
    }

    boolean hasError() {
        return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
    }

    /**
     * Say something that holds in all releases.
     *
     * @param namesAndValues what the sentence says, beside variable and value
     */
    void add(Severity severity, String key, String... namesAndValues) {
        add(severity, key, key, namesAndValues);
    }

    /** Say something, and of another key what was meant. */
    void add(Severity severity, String key, String meantBy, String[] namesAndValues) {
        Map<String, String> values = values(namesAndValues);
        say(severity, key, Sentences.of(key, values), Sentences.meant(meantBy, values));
    }

    /** Say something that holds from a release on; it is not said where an earlier one is judged. */
    void from(Release from, Severity severity, String key, String... namesAndValues) {
        if (release.isEmpty() || release.get().reaches(from)) {
            scoped("scope.from", "from", from, severity, key, namesAndValues);
        }
    }

    /**
     * Say something that holds before a release; it is not said where that one or a later one is judged. Without a release it is good to know
     * only: most clusters run later ones.
     */
    void before(Release before, Severity severity, String key, String... namesAndValues) {
        if (release.isEmpty() || !release.get().reaches(before)) {
            Severity weight = release.isPresent() ? severity : Severity.INFO;
            scoped("scope.before", "before", before, weight, key, namesAndValues);
        }
    }

    private void scoped(
            String scope, String edge, Release of, Severity severity, String key, String... namesAndValues) {
        Map<String, String> values = values(namesAndValues);
        String prefix = release.isPresent() ? "" : Sentences.of(scope, Map.of(edge, of.text()));
        say(severity, key, prefix + Sentences.of(key, values), Sentences.meant(key, values));
    }

    /** Say that something is off which has to be on where a cluster is signed off. */
    void off(String key) {
        Map<String, String> values = values();
        say(
                signOff ? Severity.ERROR : Severity.WARNING,
                key,
                Sentences.of(key, values),
                Sentences.meant("off", values));
    }

    private Map<String, String> values(String... namesAndValues) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("variable", line.name());
        values.put("value", line.value());
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return values;
    }

    private void say(Severity severity, String rule, String does, Optional<String> meant) {
        findings.add(new Finding(
                severity,
                rule,
                line.source(),
                line.assignment().line(),
                Sentences.shown(line.name()),
                Sentences.shown(line.value()),
                does,
                meant));
    }
}
