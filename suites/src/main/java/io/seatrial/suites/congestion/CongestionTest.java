package io.seatrial.suites.congestion;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.counted;

import io.seatrial.criteria.Criterion;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachCountedLink;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** While traffic runs, links are hardly paused, and queues hardly mark. */
@AcceptanceTest
@Tag("congestion")
public class CongestionTest {
    private static Survey pauseRatio;
    private static Survey ecnRatio;

    @BeforeAll
    static void count(Testbed testbed) {
        pauseRatio = testbed.read(counted("congestion.pause-ratio"));
        ecnRatio = testbed.read(counted("congestion.ecn-ratio"));
    }

    @EachCountedLink(criterion = "congestion.pause-ratio.limit")
    void is_hardly_paused(SubjectId link, Criterion limits) {
        assertThat(pauseRatio).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "congestion.ecn-ratio.limit")
    void marks_hardly_anything(SubjectId link, Criterion limits) {
        assertThat(ecnRatio).of(link).isWithin(limits);
    }
}
