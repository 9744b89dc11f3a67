package io.seatrial.suites.cabling;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.settingOfEveryPort;

import io.seatrial.criteria.Criterion;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachPort;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Who announces itself at every port of a switch: rails that are swapped carry traffic, and take capacity of the spines for it. */
@AcceptanceTest
@Tag("cabling")
public class CablingTest {
    private static Survey neighbours;

    @BeforeAll
    static void read(Testbed testbed) {
        neighbours = testbed.read(settingOfEveryPort("configuration.cabling"));
    }

    @EachPort(criterion = "configuration.cabling.expect")
    void has_the_declared_neighbour(SubjectId port, Criterion expected) {
        assertThat(neighbours).of(port).isWithin(expected);
    }
}
