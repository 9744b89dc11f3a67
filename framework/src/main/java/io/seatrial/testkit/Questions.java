package io.seatrial.testkit;

import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.probe.CollectiveProbe;
import io.seatrial.probe.LinkReader;
import io.seatrial.run.CollectiveQuestion;
import io.seatrial.run.CounterQuestion;
import io.seatrial.run.FlowQuestion;
import io.seatrial.run.LinkQuestion;
import io.seatrial.run.SettingQuestion;
import io.seatrial.run.TenantQuestion;

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

    /** Ask for the latency of one RDMA write over flows: half a round trip. */
    public static FlowQuestion writeLatency(String ask) {
        return new FlowQuestion(ask, FlowQuestion.Kind.WRITE_LATENCY);
    }

    /** Ask for the latency of one RDMA send over flows: half a round trip. */
    public static FlowQuestion sendLatency(String ask) {
        return new FlowQuestion(ask, FlowQuestion.Kind.SEND_LATENCY);
    }

    /** Ask for the latency of one RDMA read over flows: the whole operation. */
    public static FlowQuestion readLatency(String ask) {
        return new FlowQuestion(ask, FlowQuestion.Kind.READ_LATENCY);
    }

    /** Ask for what RDMA writes carry over flows. */
    public static FlowQuestion writeBandwidth(String ask) {
        return new FlowQuestion(ask, FlowQuestion.Kind.WRITE_BANDWIDTH);
    }

    /** Ask for what RDMA reads carry over flows. */
    public static FlowQuestion readBandwidth(String ask) {
        return new FlowQuestion(ask, FlowQuestion.Kind.READ_BANDWIDTH);
    }

    /** Ask for what RDMA writes carry over flows when both ends send at once: both directions together. */
    public static FlowQuestion writeBandwidthBothWays(String ask) {
        return new FlowQuestion(ask, FlowQuestion.Kind.WRITE_BOTH_WAYS);
    }

    /** Ask for the latency over RDMA as a share of that over sockets. */
    public static FlowQuestion latencyBesideTcp(String ask) {
        return new FlowQuestion(ask, FlowQuestion.Kind.LATENCY_BESIDE_TCP);
    }

    /** Ask for the CPU time of the same bytes over RDMA as a share of that over sockets. */
    public static FlowQuestion cpuBesideTcp(String ask) {
        return new FlowQuestion(ask, FlowQuestion.Kind.CPU_BESIDE_TCP);
    }

    /** Ask for the latency as the probe measures it, as a share of what perftest measures. */
    public static FlowQuestion latencyAgainstPerftest(String ask) {
        return new FlowQuestion(ask, FlowQuestion.Kind.LATENCY_AGAINST_PERFTEST);
    }

    /** Ask for the bandwidth as the probe measures it, as a share of what perftest measures. */
    public static FlowQuestion bandwidthAgainstPerftest(String ask) {
        return new FlowQuestion(ask, FlowQuestion.Kind.BANDWIDTH_AGAINST_PERFTEST);
    }

    /** Run a collective within groups; bus bandwidth by size. */
    public static CollectiveQuestion collective(String ask, Collective collective) {
        return new CollectiveQuestion(ask, collective);
    }

    /** Run a step of training within groups; how much of it waits for its reductions. */
    public static CollectiveQuestion exposedCommunication(String ask) {
        return new CollectiveQuestion(ask, Collective.ALL_REDUCE, CollectiveProbe.EXPOSED_SHARE);
    }

    /** Run a collective of one tenant alone and beside another; what it keeps of its bus bandwidth. */
    public static TenantQuestion isolation(String ask) {
        return new TenantQuestion(ask);
    }

    /** Count on every link, or in the cluster, while other asks have traffic. */
    public static CounterQuestion counted(String ask) {
        return new CounterQuestion(ask);
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

    /** Read what a rule looks at, of every port of NICs and switches that it asks. */
    public static SettingQuestion settingOfEveryPort(String ask) {
        return SettingQuestion.ofFabric(ask);
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
