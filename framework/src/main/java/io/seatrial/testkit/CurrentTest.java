package io.seatrial.testkit;

import io.seatrial.criteria.Criterion;
import io.seatrial.criteria.counters.CounterRule;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Histogram;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import io.seatrial.report.Finding;
import io.seatrial.report.MeasuredFabrics;
import io.seatrial.report.Texts;
import io.seatrial.report.allure.AllureResult;
import io.seatrial.report.allure.ResultIdentity;
import io.seatrial.report.collectives.CurveText;
import io.seatrial.report.page.Pictures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The test that runs on this thread: knows its subject, concludes it once, and leaves its evidence in the report. */
final class CurrentTest {
    private static final ThreadLocal<CurrentTest> CURRENT = new ThreadLocal<>();
    private static final int TRANSCRIPT_LINES = 200;

    private final Session session;
    private final ExtensionContext context;
    private final EachSubjectExtension.Subject subject;
    private boolean concluded;

    CurrentTest(Session session, ExtensionContext context, EachSubjectExtension.Subject subject) {
        this.session = session;
        this.context = context;
        this.subject = subject;
    }

    static void set(CurrentTest test) {
        CURRENT.set(test);
    }

    static void clear() {
        CURRENT.remove();
    }

    static CurrentTest get() {
        CurrentTest test = CURRENT.get();
        if (test == null) {
            throw new IllegalStateException("an acceptance assertion outside an @EachLink or @EachFlow method");
        }
        return test;
    }

    Verdict throughLink(Criterion criterion, Survey survey, Link link) {
        return session.judging().throughLink(criterion, survey, link);
    }

    Verdict direct(Criterion criterion, Survey survey, SubjectId of) {
        Verdict verdict = session.judging().subjects(criterion, survey).get(of);
        return verdict != null ? verdict : Subjects.noEvidence(criterion.id(), of);
    }

    /** A test that asserts nothing is a defect of the suite, never a pass. */
    void requireConclusion() {
        if (!concluded) {
            throw new IllegalStateException(
                    context.getRequiredTestMethod() + " judged nothing; expected one isWithin(...) per subject");
        }
    }

    void conclude(Criterion criterion, Survey survey, SubjectId of, Verdict verdict) {
        if (concluded || !of.equals(subject.id())) {
            throw new IllegalStateException(context.getRequiredTestMethod() + " judged " + of + " in the test of "
                    + subject.id() + "; expected one isWithin(...) on the subject of the test");
        }
        concluded = true;
        Judgement judgement = session.judging().waive(new Judgement(criterion.id(), of, verdict));
        Map<String, String> labels = Subjects.labels(session.testbed().cluster(), of);
        ResultIdentity identity = identity(criterion, of, labels);
        List<Measurement> behind = Subjects.behind(survey, of).stream()
                .flatMap(subject -> survey.of(subject).stream())
                .toList();
        String fabrics = String.join(", ", MeasuredFabrics.ofMeasurements(behind));
        session.add(new Concluded(judgement, identity.historyId(), withFabric(labels, fabrics)));
        AllureResult result = session.result().identify(identity);
        steps(result, criterion, survey, judgement);
        if (!fabrics.isEmpty()) {
            result.measured(Finding.FABRIC, fabrics);
        }
        show(result, survey, judgement, behind);
        session.end(judgement);
    }

    /** The fabric belongs to what was seen, and so not to the identity of a result. */
    private static Map<String, String> withFabric(Map<String, String> labels, String fabrics) {
        Map<String, String> all = new TreeMap<>(labels);
        if (!fabrics.isEmpty()) {
            all.put(Finding.FABRIC, fabrics);
        }
        return all;
    }

    private ResultIdentity identity(Criterion criterion, SubjectId of, Map<String, String> labels) {
        String id = criterion.id();
        return new ResultIdentity(
                context.getRequiredTestClass().getName(),
                context.getRequiredTestMethod().getName(),
                of,
                id + " " + of.name(),
                id.substring(0, id.indexOf('.')),
                labels);
    }

    private void steps(AllureResult result, Criterion criterion, Survey survey, Judgement judgement) {
        judgement.verdict().evidence().ifPresent(evidence -> values(result, evidence));
        Map<SubjectId, Verdict> verdicts = session.judging().subjects(criterion, survey);
        for (SubjectId crossing : Subjects.behind(survey, judgement.subject())) {
            if (!crossing.equals(judgement.subject()) && verdicts.containsKey(crossing)) {
                result.step(new Judgement(criterion.id(), crossing, verdicts.get(crossing)));
            }
        }
    }

    private void show(AllureResult result, Survey survey, Judgement judgement, List<Measurement> behind) {
        result.attachJson("measurements", session.evidences().json(behind));
        settings(survey, judgement.subject()).ifPresent(lines -> result.attachText("settings", lines));
        RoundCounterLines.of(behind).ifPresent(text -> result.attachText("counters of the round", text));
        distribution(behind, judgement).ifPresent(svg -> result.attachSvg("distribution", svg));
        CurveText.of(behind).ifPresent(text -> result.attachText("bus bandwidth by size", text));
        if (CounterRule.of(survey.ask()).isPresent()) {
            session.evidences().pictures(judgement.subject()).forEach(result::attachSvg);
        }
        if (!(judgement.verdict() instanceof Verdict.Pass)) {
            Subjects.hosts(judgement.subject(), session.testbed().cluster()).forEach(host -> transcript(result, host));
        }
    }

    private static Optional<String> settings(Survey survey, SubjectId of) {
        String lines = survey.settingsOf(of).stream()
                .map(setting -> setting.name() + " = "
                        + setting.text()
                                .or(() -> setting.cause().map(Texts::sentence))
                                .orElse(""))
                .collect(Collectors.joining("\n"));
        return lines.isEmpty() ? Optional.empty() : Optional.of(lines);
    }

    /** Draw the distribution of everything behind a result as one curve. */
    private static Optional<String> distribution(List<Measurement> behind, Judgement judgement) {
        Optional<Histogram> all =
                behind.stream().flatMap(m -> m.histogram().stream()).reduce(Histogram::plus);
        return behind.stream()
                .filter(m -> m.histogram().isPresent())
                .findFirst()
                .map(m -> new Measurement(
                        m.metric(),
                        judgement.subject(),
                        m.value(),
                        m.cause(),
                        all,
                        Optional.empty(),
                        Map.of(),
                        m.conditions(),
                        m.provenance()))
                .flatMap(m -> Pictures.distribution(m, judgement.verdict()));
    }

    private static void values(AllureResult result, Evidence evidence) {
        result.measured("seen", evidence.seen());
        evidence.limit().ifPresent(limit -> result.measured("limit", limit));
        evidence.provisional().ifPresent(why -> result.measured("the limit is", Texts.sentence(why)));
        evidence.baseline().ifPresent(baseline -> result.measured("baseline", baseline));
    }

    private void transcript(AllureResult result, String host) {
        List<String> lines = session.evidences().transcript(host);
        if (!lines.isEmpty()) {
            List<String> last = lines.subList(Math.max(0, lines.size() - TRANSCRIPT_LINES), lines.size());
            result.attachText("transcript " + host, String.join("\n", last));
        }
    }
}
