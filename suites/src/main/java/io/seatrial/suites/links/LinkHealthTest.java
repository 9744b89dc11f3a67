package io.seatrial.suites.links;

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

/** While traffic runs, links stay up and carry it without errors. */
@AcceptanceTest
@Tag("links")
public class LinkHealthTest {
    private static Survey flaps;
    private static Survey errors;
    private static Survey uncorrectable;
    private static Survey preFecBer;
    private static Survey postFecBer;
    private static Survey fecTail;
    private static Survey moduleAlarms;

    @BeforeAll
    static void count(Testbed testbed) {
        flaps = testbed.read(counted("links.flaps"));
        errors = testbed.read(counted("links.errors"));
        uncorrectable = testbed.read(counted("links.uncorrectable"));
        preFecBer = testbed.read(counted("links.pre-fec-ber"));
        postFecBer = testbed.read(counted("links.post-fec-ber"));
        fecTail = testbed.read(counted("links.fec-tail"));
        moduleAlarms = testbed.read(counted("links.module-alarms"));
    }

    @EachCountedLink(criterion = "links.flaps.limit")
    void stays_up(SubjectId link, Criterion limits) {
        assertThat(flaps).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "links.errors.limit")
    void has_no_errors(SubjectId link, Criterion limits) {
        assertThat(errors).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "links.uncorrectable.limit")
    void has_no_uncorrectable_codeword(SubjectId link, Criterion limits) {
        assertThat(uncorrectable).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "links.pre-fec-ber.limit")
    void has_few_errors_before_fec(SubjectId link, Criterion limits) {
        assertThat(preFecBer).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "links.post-fec-ber.limit")
    void has_been_watched_long_enough_without_errors(SubjectId link, Criterion limits) {
        assertThat(postFecBer).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "links.fec-tail.limit")
    void has_no_codewords_near_the_end_of_fec(SubjectId link, Criterion limits) {
        assertThat(fecTail).of(link).isWithin(limits);
    }

    @EachCountedLink(criterion = "links.module-alarms.limit")
    void has_modules_without_alarm(SubjectId link, Criterion limits) {
        assertThat(moduleAlarms).of(link).isWithin(limits);
    }
}
