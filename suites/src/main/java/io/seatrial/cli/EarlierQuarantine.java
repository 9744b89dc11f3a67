package io.seatrial.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.seatrial.archive.ArchiveJson;
import io.seatrial.archive.RunHeader;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The hosts that an earlier quarantine list drained or left drained, with what failed there.
 *
 * @param hosts criteria by host, in the order of the list
 */
record EarlierQuarantine(Map<String, List<String>> hosts) {
    static final EarlierQuarantine NONE = new EarlierQuarantine(Map.of());

    /** Read a list; it has to be one of the same cluster, and of no later run: what was good before says nothing about what is bad now. */
    static EarlierQuarantine read(Path file, RunHeader now) {
        JsonNode list = parsed(file);
        if (list.path("format").asInt() != QuarantineList.FORMAT
                || !list.path("drain").isArray()) {
            throw new UsageException("--previous: " + file + ": expected a list that seatrial quarantine --out wrote"
                    + " (format " + QuarantineList.FORMAT + ")");
        }
        if (!list.path("cluster").asText().equals(now.cluster())) {
            throw new UsageException("--previous: " + file + " is about cluster "
                    + list.path("cluster").asText() + ", the run about " + now.cluster());
        }
        if (now.started().isBefore(started(file, list))) {
            throw new UsageException("--previous: " + file + " is about run "
                    + list.path("run").asText() + ", which began after run " + now.run()
                    + "; give it a run that is later");
        }
        Map<String, List<String>> hosts = new LinkedHashMap<>();
        for (String part : List.of("drain", "stays_drained")) {
            list.path(part).forEach(one -> {
                List<String> criteria = new ArrayList<>();
                one.path("criteria").forEach(criterion -> criteria.add(criterion.asText()));
                hosts.putIfAbsent(one.path("host").asText(), List.copyOf(criteria));
            });
        }
        return new EarlierQuarantine(hosts);
    }

    private static Instant started(Path file, JsonNode list) {
        try {
            return Instant.parse(list.path("started").asText());
        } catch (DateTimeParseException e) {
            throw new UsageException("--previous: " + file + ": started: expected when the run began, got '"
                    + list.path("started").asText() + "'");
        }
    }

    private static JsonNode parsed(Path file) {
        try {
            return new ObjectMapper().readTree(Files.readString(file));
        } catch (JsonProcessingException e) {
            throw new UsageException("--previous: " + file + ": not JSON: " + ArchiveJson.reason(e));
        } catch (IOException e) {
            throw new UsageException("--previous: " + file + ": " + Failures.reason(e));
        }
    }

    /**
     * Say of each host whether it may come back: nothing suspects it, what failed there was asked of it again, and everything that was asked of
     * it passed. Anything less leaves it drained.
     *
     * @param measured hosts of the run
     * @param suspected hosts that this run suspects
     */
    List<QuarantineList.Release> releases(
            String run, Set<String> measured, Set<String> suspected, Collection<Judgement> results) {
        List<QuarantineList.Release> releases = new ArrayList<>();
        hosts.forEach((host, criteria) -> {
            Optional<String> whyNot = suspected.contains(host)
                    ? Optional.of("run " + run + " suspects it again")
                    : whyNot(run, host, criteria, measured, results);
            releases.add(new QuarantineList.Release(
                    host, whyNot.isEmpty(), whyNot.orElse("everything asked of it passed in run " + run), criteria));
        });
        return releases;
    }

    private static Optional<String> whyNot(
            String run, String host, List<String> criteria, Set<String> measured, Collection<Judgement> results) {
        if (!measured.contains(host)) {
            return Optional.of("it is not among the hosts of run " + run);
        }
        List<Judgement> own =
                results.stream().filter(one -> isAbout(one.subject(), host)).toList();
        Optional<String> missing = criteria.stream()
                .filter(criterion ->
                        own.stream().noneMatch(one -> one.criterion().equals(criterion)))
                .findFirst();
        if (own.isEmpty() || missing.isPresent()) {
            return Optional.of(missing.orElse("nothing")
                    + (missing.isPresent() ? " was not asked of it again" : " was asked of it") + " in run " + run);
        }
        return own.stream()
                .filter(one -> !(one.verdict() instanceof Verdict.Pass))
                .findFirst()
                .map(one ->
                        one.criterion() + " did not pass at " + one.subject().name() + " in run " + run);
    }

    private static boolean isAbout(SubjectId subject, String host) {
        return Arrays.stream(subject.name().split("[>~+ ]"))
                .anyMatch(end -> end.equals(host) || end.startsWith(host + "/"));
    }
}
