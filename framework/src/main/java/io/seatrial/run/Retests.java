package io.seatrial.run;

import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.plan.Round;
import java.util.List;
import java.util.Set;

/** Decides what is measured again before anybody is accused. */
public interface Retests {
    /** Return the flows of a survey that would fail, or could not be told, as it stands. */
    Set<SubjectId> doubtful(Survey survey);

    /**
     * Return the rounds that would decide: the same rounds again, and each end with a known-good partner.
     *
     * @param rounds every round of the ask
     * @param doubtful what {@link #doubtful} gave
     */
    List<Round> rounds(List<Round> rounds, Set<SubjectId> doubtful);

    /** Retests nothing. */
    Retests NONE = new Retests() {
        @Override
        public Set<SubjectId> doubtful(Survey survey) {
            return Set.of();
        }

        @Override
        public List<Round> rounds(List<Round> rounds, Set<SubjectId> doubtful) {
            return List.of();
        }
    };
}
