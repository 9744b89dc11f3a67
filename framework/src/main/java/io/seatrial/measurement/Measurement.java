package io.seatrial.measurement;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * One value of one metric on one subject, or the reason why there is none. Absence is a fact of its own and never a number.
 *
 * @param metric what was measured
 * @param subject on what
 * @param value the judged statistic in the metric's unit; empty when it could not be measured
 * @param cause why there is no value; present exactly when the value is absent
 * @param histogram the distribution behind the value, where the operation has one
 * @param noise what the host did meanwhile, where it was observed
 * @param details further numbers by name in base units (samples, p99, bytes, retransmits ...), shown and never judged
 * @param conditions what must be equal before it may be compared
 * @param provenance where and when
 * @param curve of a collective, what every size gave; its value is that of the largest one
 * @param log what the library that ran it says of itself
 */
public record Measurement(
        Metric metric,
        SubjectId subject,
        OptionalLong value,
        Optional<Message> cause,
        Optional<Histogram> histogram,
        Optional<Noise> noise,
        Map<String, Long> details,
        Conditions conditions,
        Provenance provenance,
        Optional<SizeCurve> curve,
        Optional<LogReading> log) {
    public Measurement {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(conditions, "conditions");
        Objects.requireNonNull(provenance, "provenance");
        if (value.isPresent() == cause.isPresent()) {
            throw new IllegalArgumentException("measurement of " + metric.id() + " on " + subject
                    + ": expected either a value or a cause, got " + (value.isPresent() ? "both" : "neither"));
        }
        details = Collections.unmodifiableSortedMap(new TreeMap<>(details));
        // what is read without distributions has no such fields
        histogram = histogram == null ? Optional.empty() : histogram;
        noise = noise == null ? Optional.empty() : noise;
        // archives written before there were curves and logs have no such fields
        curve = curve == null ? Optional.empty() : curve;
        log = log == null ? Optional.empty() : log;
    }

    /** Make a measurement of a curve, of which no log speaks. */
    public Measurement(
            Metric metric,
            SubjectId subject,
            OptionalLong value,
            Optional<Message> cause,
            Optional<Histogram> histogram,
            Optional<Noise> noise,
            Map<String, Long> details,
            Conditions conditions,
            Provenance provenance,
            Optional<SizeCurve> curve) {
        this(metric, subject, value, cause, histogram, noise, details, conditions, provenance, curve, Optional.empty());
    }

    /** Return a copy with what a log says of it. */
    public Measurement with(LogReading reading) {
        return new Measurement(
                metric,
                subject,
                value,
                cause,
                histogram,
                noise,
                details,
                conditions,
                provenance,
                curve,
                Optional.of(reading));
    }

    /** Make a measurement of one number. */
    public Measurement(
            Metric metric,
            SubjectId subject,
            OptionalLong value,
            Optional<Message> cause,
            Optional<Histogram> histogram,
            Optional<Noise> noise,
            Map<String, Long> details,
            Conditions conditions,
            Provenance provenance) {
        this(metric, subject, value, cause, histogram, noise, details, conditions, provenance, Optional.empty());
    }

    /** Make a measurement that failed, with the cause in full. */
    public static Measurement absent(
            Metric metric, SubjectId subject, Message cause, Conditions conditions, Provenance provenance) {
        return new Measurement(
                metric,
                subject,
                OptionalLong.empty(),
                Optional.of(cause),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                conditions,
                provenance);
    }
}
