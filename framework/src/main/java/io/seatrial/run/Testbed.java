package io.seatrial.run;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Survey;
import io.seatrial.plan.GroupPattern;
import io.seatrial.plan.TrafficPattern;

/**
 * The cluster as a suite sees it. The planning form collects what suites ask, the live form measures at once, the replay form answers from an
 * archive; suites cannot tell them apart.
 */
public interface Testbed {
    /** Return the cluster, restricted to what was selected. */
    Cluster cluster();

    /** Measure over the flows of a pattern; a question that the profile does not ask gives an empty survey. */
    Survey measure(FlowQuestion question, TrafficPattern pattern);

    /** Run a collective over the groups of a pattern; a question that the profile does not ask gives an empty survey. */
    Survey measure(CollectiveQuestion question, GroupPattern pattern);

    /** Measure a collective of one tenant alone and beside another; a question that the profile does not ask gives an empty survey. */
    Survey measure(TenantQuestion question);

    /** Read something of every host link. */
    Survey read(LinkQuestion question);

    /** Read a setting of every host or of every port. */
    Survey read(SettingQuestion question);

    /** Count over the windows in which other asks have traffic. */
    Survey read(CounterQuestion question);

    /** Begin {@code measure(question).over(pattern)}. */
    default Asking measure(FlowQuestion question) {
        return pattern -> measure(question, pattern);
    }

    /** Begin {@code measure(question).within(pattern)}. */
    default Gathering measure(CollectiveQuestion question) {
        return pattern -> measure(question, pattern);
    }

    /** The second half of a sentence about groups. */
    @FunctionalInterface
    interface Gathering {
        /** Measure within the groups of a pattern. */
        Survey within(GroupPattern pattern);
    }

    /** The second half of a sentence. */
    @FunctionalInterface
    interface Asking {
        /** Measure over the flows of a pattern. */
        Survey over(TrafficPattern pattern);
    }
}
