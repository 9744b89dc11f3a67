package io.seatrial.archive.signoff;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is signed, for programs: {@code record.json}. Verdicts are {@code passed}, {@code watch}, {@code waived}, {@code failed},
 * {@code not-proven} and {@code not-covered}; subjects are written {@code "link a~b"}.
 *
 * @param format version of this layout
 * @param id name of the record
 * @param signed when it was made, by the clock of the machine that made it
 * @param signer who says to sign it; the signature alone proves who did
 * @param version version of the product
 * @param cluster what is accepted or not
 * @param profile the profile of all runs
 * @param verdict {@code ACCEPTED}, {@code REJECTED} or {@code NOT PROVEN}
 * @param counts how many results came to what
 * @param runs what proves it, oldest first
 * @param criteria what it was held against
 * @param results every result: which run proves it, and what no run covers
 * @param exceptions whatever is not simply passed, in words
 * @param waivers what people accepted for a time
 * @param notAsked what the criteria could ask and do not, with the reason
 * @param full whether the runs are in the bundle as a whole
 */
public record SignOffRecord(
        int format,
        String id,
        Instant signed,
        Optional<String> signer,
        String version,
        Accepted cluster,
        String profile,
        String verdict,
        Counts counts,
        List<Run> runs,
        Declared criteria,
        List<Result> results,
        List<Note> exceptions,
        List<Waived> waivers,
        List<NotAsked> notAsked,
        boolean full) {
    /** The layout that this code writes. */
    public static final int FORMAT = 1;
    /** The verdict on what no run asked. */
    public static final String NOT_COVERED = "not-covered";

    public SignOffRecord {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(signed, "signed");
        signer = signer == null ? Optional.empty() : signer;
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(profile, "profile");
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(counts, "counts");
        Objects.requireNonNull(criteria, "criteria");
        runs = List.copyOf(runs);
        results = List.copyOf(results);
        exceptions = List.copyOf(exceptions);
        waivers = List.copyOf(waivers);
        notAsked = List.copyOf(notAsked);
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("record " + id + ": expected 1 run or more, got none");
        }
    }

    /**
     * The cluster as the newest run describes it.
     *
     * @param hash SHA-256 of that run's {@code cluster.yaml}
     * @param virtual whether its fabric is simulated
     */
    public record Accepted(
            String name, String hash, String platform, boolean virtual, int hosts, int switches, int links) {}

    /**
     * How many results came to what.
     *
     * @param notCovered asked of the cluster and of no run
     * @param provisional results whose limit is weakly founded or approved by nobody
     */
    public record Counts(
            int passed, int watch, int waived, int failed, int notProven, int notCovered, int provisional) {}

    /**
     * One run.
     *
     * @param verdict what it came to by itself
     * @param manifest SHA-256 of its {@code manifest.sha256}
     * @param clusterHash SHA-256 of its {@code cluster.yaml}
     * @param whole whether it had every host of the cluster
     * @param constructed from what it was constructed, for an archive that no run wrote
     */
    public record Run(
            String run,
            Instant started,
            Instant ended,
            String verdict,
            String manifest,
            String clusterHash,
            List<String> hosts,
            boolean whole,
            String version,
            Optional<String> constructed) {
        public Run {
            Objects.requireNonNull(run, "run");
            Objects.requireNonNull(manifest, "manifest");
            hosts = List.copyOf(hosts);
            constructed = constructed == null ? Optional.empty() : constructed;
        }
    }

    /**
     * What the results were held against.
     *
     * @param sha256 of {@code criteria.yaml}, the same in all runs
     * @param provisional how many of its limits are weakly founded (grade C or D) or approved by nobody
     * @param limits the declared limits that hold in this profile
     */
    public record Declared(String sha256, int provisional, List<Limit> limits) {
        public Declared {
            Objects.requireNonNull(sha256, "sha256");
            limits = List.copyOf(limits);
        }
    }

    /**
     * A declared limit.
     *
     * @param approved who approved it and when, {@code nobody} where nobody did
     * @param provisional whether its grade is C or D, or nobody approved it
     */
    public record Limit(String ask, String text, String grade, String approved, boolean provisional) {}

    /**
     * What one run says of some subjects of a criterion.
     *
     * @param run the run that proves it; empty for what is not covered
     */
    public record Result(String criterion, String verdict, Optional<String> run, List<String> subjects) {
        public Result {
            Objects.requireNonNull(criterion, "criterion");
            Objects.requireNonNull(verdict, "verdict");
            run = run == null ? Optional.empty() : run;
            subjects = List.copyOf(subjects);
            if (run.isPresent() == verdict.equals(NOT_COVERED)) {
                throw new IllegalArgumentException(
                        criterion + ": expected a run, or " + NOT_COVERED + " without one; got " + verdict);
            }
        }
    }

    /**
     * Something that is not simply passed.
     *
     * @param kind {@code failed}, {@code not-proven}, {@code not-covered}, {@code waived}, {@code waiver-expired}, {@code repaired}
     *     (an earlier run failed and a later one passed), {@code unsure-later} (a later run could not tell), {@code beside} (nothing that the
     *     whole cluster is asked, and it failed), {@code host-left} (a host was not left as it was found)
     * @param text what the run said, in words
     */
    public record Note(String kind, String criterion, String subject, Optional<String> run, String text) {
        public Note {
            run = run == null ? Optional.empty() : run;
        }
    }

    /**
     * A waiver.
     *
     * @param criterion pattern of the criteria that it covers
     * @param subject pattern of the subjects that it covers
     * @param expires last day on which it applies
     * @param notProven whether it covers missing evidence too
     * @param state {@code applied}, {@code expired} or {@code not-needed}, on the day of the signature
     * @param results how many results it waives in this record
     * @param runs the runs that had it
     */
    public record Waived(
            String ticket,
            String criterion,
            String subject,
            String owner,
            String reason,
            LocalDate expires,
            boolean notProven,
            String state,
            int results,
            List<String> runs) {
        public Waived {
            runs = List.copyOf(runs);
        }
    }

    /** What could be asked and is not. */
    public record NotAsked(String criterion, String reason) {}
}
