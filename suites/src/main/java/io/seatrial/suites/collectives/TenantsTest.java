package io.seatrial.suites.collectives;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.isolation;

import io.seatrial.criteria.Criterion;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachGroup;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** What one tenant's all-reduce keeps of its bus bandwidth while another tenant, on other hosts, loads the links that both share. */
@AcceptanceTest
@Tag("collectives")
public class TenantsTest {
    private static Survey isolation;

    @BeforeAll
    static void share(Testbed testbed) {
        isolation = testbed.measure(isolation("tenants.isolation"));
    }

    @EachGroup(criterion = "tenants.isolation.limit")
    void keeps_its_bandwidth_beside_a_neighbour(SubjectId group, Criterion limits) {
        assertThat(isolation).of(group).isWithin(limits);
    }
}
