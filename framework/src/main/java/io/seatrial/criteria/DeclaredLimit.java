package io.seatrial.criteria;

import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Is the limit kept that people declared? The first row whose path class and rated speed fit is the one.
 *
 * @param ask id of the ask
 * @param metric what is judged
 * @param limits the rows that hold in this profile and on this platform, in the order of the file
 * @param samples when a measurement counts
 * @param speeds rated speeds, for rows that depend on them
 */
public record DeclaredLimit(String ask, Metric metric, List<Limit> limits, SampleRules samples, RatedSpeeds speeds)
        implements Criterion {
    public DeclaredLimit {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(samples, "samples");
        Objects.requireNonNull(speeds, "speeds");
        limits = List.copyOf(limits);
    }

    @Override
    public String id() {
        return ask + "." + Question.LIMIT.text();
    }

    @Override
    public SortedMap<SubjectId, Verdict> judge(Survey survey) {
        return Judging.each(survey, ask, metric, samples, this::rule);
    }

    private Verdict rule(SubjectId subject, Attempts attempts) {
        String pathClass = attempts.conditions().get(Conditions.PATH_CLASS);
        OptionalLong rate = speeds.of(subject);
        return limits.stream()
                .filter(limit -> limit.holdsFor().matches(pathClass, rate))
                .findFirst()
                .map(limit -> rule(subject, attempts, limit, rate))
                .orElseGet(() -> Ruling.notProven(
                        subject, Message.of("limit.none-declared", "ask", ask, "class", shown(pathClass))));
    }

    private Verdict rule(SubjectId subject, Attempts attempts, Limit limit, OptionalLong rate) {
        OptionalLong edge = limit.fail().at(rate);
        if (edge.isEmpty()) {
            return Ruling.notProven(
                    subject,
                    Message.of("limit.no-rated-speed", "declared", limit.fail().text()));
        }
        OptionalLong warn = limit.warn().map(bound -> bound.at(rate)).orElse(OptionalLong.empty());
        return new Ruling(
                        limit.provisional() ? "limit.provisional" : "limit",
                        subject,
                        metric,
                        attempts,
                        edge.getAsLong(),
                        warn,
                        Optional.empty(),
                        Optional.empty(),
                        standingOf(limit))
                .verdict();
    }

    private static Map<String, Object> standingOf(Limit limit) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("declared", limit.fail().text());
        values.put("grade", limit.grade().name());
        values.put("source", limit.source());
        values.put("approved-by", limit.approval().map(Approval::by).orElse("-"));
        values.put("approved-on", limit.approval().map(a -> a.on().toString()).orElse("-"));
        return values;
    }

    private static String shown(String pathClass) {
        return pathClass.isEmpty() ? "-" : pathClass;
    }
}
