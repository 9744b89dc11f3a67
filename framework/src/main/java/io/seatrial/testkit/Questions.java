package io.seatrial.testkit;

import io.seatrial.probe.LinkReader;
import io.seatrial.run.FlowQuestion;
import io.seatrial.run.LinkQuestion;

/** What suites can ask. Parameters (message size, length, statistic) stand in {@code criteria.yaml} under the id of the ask. */
public final class Questions {
    private Questions() {}

    /** Ask for round-trip latency over flows. */
    public static FlowQuestion roundTripLatency(String ask) {
        return new FlowQuestion(ask, FlowQuestion.Kind.LATENCY);
    }

    /** Ask for goodput over flows, counted by the receiver. */
    public static FlowQuestion goodput(String ask) {
        return new FlowQuestion(ask, FlowQuestion.Kind.BANDWIDTH);
    }

    /** Read whether each host link is up: 1 or 0. */
    public static LinkQuestion linkState(String ask) {
        return new LinkQuestion(ask, LinkReader.UP);
    }

    /** Read the speed that each host link runs at, bit/s. */
    public static LinkQuestion linkSpeed(String ask) {
        return new LinkQuestion(ask, LinkReader.SPEED);
    }
}
