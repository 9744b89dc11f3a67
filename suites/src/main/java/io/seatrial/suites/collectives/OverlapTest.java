package io.seatrial.suites.collectives;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.exposedCommunication;
import static io.seatrial.testkit.Traffic.everybody;

import io.seatrial.criteria.Criterion;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachGroup;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** How much of a step of training waits for its gradients to be reduced, since computing does not hide it. */
@AcceptanceTest
@Tag("collectives")
public class OverlapTest {
    private static Survey exposed;

    @BeforeAll
    static void train(Testbed testbed) {
        exposed = testbed.measure(exposedCommunication("collective.overlap")).within(everybody());
    }

    @EachGroup(criterion = "collective.overlap.limit")
    void hides_its_communication(SubjectId group, Criterion limits) {
        assertThat(exposed).of(group).isWithin(limits);
    }

    @EachGroup(criterion = "collective.overlap.baseline")
    void hides_as_much_as_it_did(SubjectId group, Criterion baseline) {
        assertThat(exposed).of(group).isWithin(baseline);
    }
}
