package io.seatrial.suites.links;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.linkSpeed;
import static io.seatrial.testkit.Questions.linkState;

import io.seatrial.criteria.Criterion;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachLink;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Every link of a host is up and runs at its declared speed, as the host's own kernel says. */
@AcceptanceTest
@Tag("links")
public class LinksTest {
    private static Survey state;
    private static Survey speed;

    @BeforeAll
    static void read(Testbed testbed) {
        state = testbed.read(linkState("links.state"));
        speed = testbed.read(linkSpeed("links.speed"));
    }

    @EachLink(criterion = "links.state.limit")
    void is_up(Link link, Criterion limits) {
        assertThat(state).of(link).isWithin(limits);
    }

    @EachLink(criterion = "links.speed.limit")
    void runs_at_its_declared_speed(Link link, Criterion limits) {
        assertThat(speed).of(link).isWithin(limits);
    }
}
