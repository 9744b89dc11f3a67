package io.seatrial.testkit;

import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.probe.LinkReader;
import io.seatrial.run.FlowQuestion;
import io.seatrial.run.LinkQuestion;
import io.seatrial.run.SettingQuestion;

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

    /**
     * Read a setting of every declared port.
     *
     * @param reads its name, see {@link Setting}
     */
    public static SettingQuestion settingOfEachPort(String ask, String reads) {
        return new SettingQuestion(ask, SubjectId.Kind.PORT, reads);
    }

    /**
     * Read a setting of every host.
     *
     * @param reads its name, see {@link Setting}
     */
    public static SettingQuestion settingOfEachHost(String ask, String reads) {
        return new SettingQuestion(ask, SubjectId.Kind.HOST, reads);
    }
}
