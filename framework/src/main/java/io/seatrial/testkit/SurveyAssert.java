package io.seatrial.testkit;

import io.seatrial.criteria.Criterion;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.function.Function;
import org.assertj.core.api.AbstractAssert;

/** Asserts on a survey. A criterion that is not kept fails, missing evidence is {@link NotProvenException}, a waiver aborts. */
public final class SurveyAssert extends AbstractAssert<SurveyAssert, Survey> {
    SurveyAssert(Survey survey) {
        super(survey, SurveyAssert.class);
        isNotNull();
    }

    /** Judge a link by the flows that surely cross it. */
    public Judged through(Link link) {
        return new Judged(link.subject(), criterion -> CurrentTest.get().throughLink(criterion, actual, link));
    }

    /** Judge a link by its own reading. */
    public Judged of(Link link) {
        return of(link.subject());
    }

    /** Judge one subject. */
    public Judged of(SubjectId subject) {
        return new Judged(subject, criterion -> CurrentTest.get().direct(criterion, actual, subject));
    }

    /** A subject whose verdict is asked for. */
    public final class Judged {
        private final SubjectId subject;
        private final Function<Criterion, Verdict> verdict;

        private Judged(SubjectId subject, Function<Criterion, Verdict> verdict) {
            this.subject = subject;
            this.verdict = verdict;
        }

        /**
         * Assert that the criterion is kept.
         *
         * @throws AssertionError if the fabric is bad
         * @throws NotProvenException if there is not enough evidence
         */
        public void isWithin(Criterion criterion) {
            CurrentTest.get().conclude(criterion, actual, subject, verdict.apply(criterion));
        }
    }
}
