package io.seatrial.testkit;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.roundTripLatency;
import static io.seatrial.testkit.Traffic.everyPairWithinRail;

import io.seatrial.criteria.Criterion;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** Suites that {@link JudgingSuitesTest} and {@link LaunchTest} launch: a good one of each kind, and one for each way to be broken. */
final class SmallSuites {
    private SmallSuites() {}

    private static Survey ask(Testbed testbed, String ask) {
        return testbed.measure(roundTripLatency(ask)).over(everyPairWithinRail());
    }

    @AcceptanceTest
    @Tag("links")
    static class PerLink {
        private static Survey latency;

        @BeforeAll
        static void measure(Testbed testbed) {
            latency = ask(testbed, "latency.within-rail");
        }

        @EachLink(criterion = "latency.within-rail.limit")
        void keeps_its_limit(Link link, Criterion limits) {
            assertThat(latency).through(link).isWithin(limits);
        }
    }

    @AcceptanceTest
    @Tag("flows")
    static class PerFlow {
        private static Survey latency;

        @BeforeAll
        static void measure(Testbed testbed) {
            latency = ask(testbed, "latency.across-leaves");
        }

        @EachFlow(criterion = "latency.across-leaves.limit")
        void keeps_its_limit(SubjectId flow, Criterion limits) {
            assertThat(latency).of(flow).isWithin(limits);
        }
    }

    @AcceptanceTest
    static class AssertsNothing {
        @EachLink(criterion = "latency.within-rail.limit")
        void keeps_silent(Link link) {}
    }

    @AcceptanceTest
    static class JudgesAnother {
        private static Survey latency;
        private static Link first;

        @BeforeAll
        static void measure(Testbed testbed, Cluster cluster) {
            latency = ask(testbed, "latency.within-rail");
            first = cluster.links().get(0);
        }

        @EachLink(criterion = "latency.within-rail.limit")
        void keeps_its_limit(Link link, Criterion limits) {
            assertThat(latency).through(first).isWithin(limits);
        }
    }

    @AcceptanceTest
    static class JudgesTwice {
        private static Survey latency;

        @BeforeAll
        static void measure(Testbed testbed) {
            latency = ask(testbed, "latency.within-rail");
        }

        @EachLink(criterion = "latency.within-rail.limit")
        void keeps_its_limit(Link link, Criterion limits) {
            assertThat(latency).through(link).isWithin(limits);
            assertThat(latency).through(link).isWithin(limits);
        }
    }

    @AcceptanceTest
    static class FailsBeforeItsVerdict {
        @EachLink(criterion = "latency.within-rail.limit")
        void fails(Link link) {
            throw new AssertionError("an assertion of the suite's own");
        }
    }

    @AcceptanceTest
    static class FailsAfterItsVerdict {
        private static Survey latency;

        @BeforeAll
        static void measure(Testbed testbed) {
            latency = ask(testbed, "latency.within-rail");
        }

        @EachLink(criterion = "latency.within-rail.limit")
        void fails(Link link, Criterion limits) {
            assertThat(latency).through(link).isWithin(limits);
            throw new AssertionError("an assertion of the suite's own");
        }
    }

    @AcceptanceTest
    static class Skips {
        @EachLink(criterion = "latency.within-rail.limit")
        void skips(Link link) {
            throw new TestAbortedException("not today");
        }
    }

    @AcceptanceTest
    static class FailsBeforeEach {
        @BeforeEach
        void prepare() {
            throw new AssertionError("not prepared");
        }

        @EachLink(criterion = "latency.within-rail.limit")
        void never_runs(Link link) {}
    }

    @AcceptanceTest
    static class FailsBeforeAll {
        @BeforeAll
        static void measure() {
            throw new AssertionError("cannot ask");
        }

        @EachLink(criterion = "latency.within-rail.limit")
        void never_runs(Link link) {}
    }

    @AcceptanceTest
    static class ThrowsBeforeAll {
        @BeforeAll
        static void measure() {
            throw new IllegalStateException("cannot ask");
        }

        @EachLink(criterion = "latency.within-rail.limit")
        void never_runs(Link link) {}
    }

    @AcceptanceTest
    static class Misspelt {
        @EachLink(criterion = "latency.within-rail.limits")
        void keeps_its_limit(Link link) {}
    }

    @AcceptanceTest
    static class JudgesOutside {
        @Test
        void judges(Testbed testbed) {
            Survey latency = ask(testbed, "latency.within-rail");
            assertThat(latency).of(latency.subjects().firstKey()).isWithin(null);
        }
    }

    @AcceptanceTest
    @Disabled("what happens to a suite that is switched off")
    static class SwitchedOff {
        @EachLink(criterion = "latency.within-rail.limit")
        void never_runs(Link link) {}
    }

    @AcceptanceTest
    static class OfNoTier {
        @EachLink(tier = "spine-core", criterion = "latency.within-rail.limit")
        void never_runs(Link link) {}
    }
}
