package io.seatrial.suites.congestion;

import static io.seatrial.plan.Patterns.incast;
import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.goodput;

import io.seatrial.criteria.Criterion;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachFlow;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Several ports send to one at once, more than its link carries: each still gets on, and queues have to mark. */
@AcceptanceTest
@Tag("congestion")
public class IncastTest {
    /** Enough to overload a link well beyond what one host's hiccup could be taken for, and few enough for a small leaf. */
    private static final int SENDERS = 4;

    private static Survey goodput;

    @BeforeAll
    static void overload(Testbed testbed) {
        goodput = testbed.measure(goodput("incast.goodput")).over(incast(SENDERS));
    }

    @EachFlow(criterion = "incast.goodput.limit")
    void gets_on(SubjectId flow, Criterion limits) {
        assertThat(goodput).of(flow).isWithin(limits);
    }
}
