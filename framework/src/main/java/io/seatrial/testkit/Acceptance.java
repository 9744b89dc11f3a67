package io.seatrial.testkit;

import io.seatrial.measurement.Survey;

/** The beginning of every acceptance assertion: {@code assertThat(survey).through(link).isWithin(limits)}. */
public final class Acceptance {
    private Acceptance() {}

    /** Begin an assertion about a survey. */
    public static SurveyAssert assertThat(Survey survey) {
        return new SurveyAssert(survey);
    }
}
