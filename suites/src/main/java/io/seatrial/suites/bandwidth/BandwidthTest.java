package io.seatrial.suites.bandwidth;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.goodput;
import static io.seatrial.testkit.Traffic.allTogether;
import static io.seatrial.testkit.Traffic.eachLinkAlone;

import io.seatrial.criteria.Criterion;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachLink;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** What every link carries alone, then when all links are busy at once. */
@AcceptanceTest
@Tag("bandwidth")
public class BandwidthTest {
    private static Survey alone;
    private static Survey together;

    @BeforeAll
    static void measure(Testbed testbed) {
        alone = testbed.measure(goodput("bandwidth.alone")).over(eachLinkAlone());
        together = testbed.measure(goodput("bandwidth.together")).over(allTogether());
    }

    @EachLink(criterion = "bandwidth.alone.limit")
    void keeps_its_limit_alone(Link link, Criterion limits) {
        assertThat(alone).through(link).isWithin(limits);
    }

    @EachLink(criterion = "bandwidth.alone.class")
    void stays_with_its_class_alone(Link link, Criterion theClass) {
        assertThat(alone).through(link).isWithin(theClass);
    }

    @EachLink(criterion = "bandwidth.alone.baseline")
    void keeps_its_baseline_alone(Link link, Criterion baseline) {
        assertThat(alone).through(link).isWithin(baseline);
    }

    @EachLink(criterion = "bandwidth.together.limit")
    void keeps_its_limit_together(Link link, Criterion limits) {
        assertThat(together).through(link).isWithin(limits);
    }

    @EachLink(criterion = "bandwidth.together.class")
    void stays_with_its_class_together(Link link, Criterion theClass) {
        assertThat(together).through(link).isWithin(theClass);
    }

    @EachLink(criterion = "bandwidth.together.baseline")
    void keeps_its_baseline_together(Link link, Criterion baseline) {
        assertThat(together).through(link).isWithin(baseline);
    }
}
