package io.seatrial.criteria.ports;

import static io.seatrial.criteria.ports.PortRule.Of.NICS;
import static io.seatrial.criteria.ports.PortRule.Of.SWITCHES;

import io.seatrial.criteria.ports.PortRule.Looking;
import io.seatrial.criteria.ports.PortRule.Of;
import io.seatrial.inventory.CongestionControl;
import io.seatrial.measurement.Setting;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Every rule there is, in the order in which results are shown: what parts traffic first, then what each class gets. */
final class PortRules {
    private static final Predicate<CongestionControl> PAUSES = CongestionControl::pauses;
    private static final Predicate<CongestionControl> MARKS = CongestionControl::marks;
    private static final Predicate<CongestionControl> NOTIFIES = CongestionControl::notifies;
    private static final Predicate<CongestionControl> ANY = control -> true;
    private static final Set<Of> BOTH = Set.of(NICS, SWITCHES);

    private PortRules() {}

    static final List<PortRule> LIST = List.of(
            of(
                    "configuration.cabling",
                    Set.of(SWITCHES),
                    List.of(Setting.NEIGHBOUR),
                    ANY,
                    Expected.given("cluster.yaml, cables"),
                    "setting.cabling",
                    Cables::neighbour),
            alongPaths(
                    "configuration.qos.trust",
                    List.of(Setting.TRUST),
                    PAUSES,
                    Expected.orElse("dscp", "priorities have to survive routing", Forms::trust),
                    "setting.qos.trust",
                    Classes::trust),
            alongPaths(
                    "configuration.qos.dscp-map",
                    List.of(Setting.DSCP_MAP, Setting.QUEUE_MAP, Setting.ROCE_DSCP),
                    PAUSES,
                    Expected.orElse(
                            "26", "usual in public scripts and the default of SONiC: traffic class 106", Forms::dscp),
                    "setting.qos.dscp-map",
                    Classes::dscp),
            alongPaths(
                    "configuration.qos.pfc",
                    List.of(Setting.PFC),
                    PAUSES,
                    Expected.given("cluster.yaml, qos"),
                    "setting.qos.pfc",
                    Classes::pfc),
            alongPaths(
                    "configuration.qos.mtu",
                    List.of(Setting.MTU),
                    ANY,
                    Expected.orElse("4200", "an RDMA MTU of 4096 B and its headers", Forms::mtu),
                    "setting.qos.mtu",
                    Classes::mtu),
            of(
                    "configuration.qos.ecn-thresholds",
                    Set.of(SWITCHES),
                    List.of(Setting.ECN, Setting.XOFF),
                    MARKS,
                    Expected.optional("a queue has to mark before it pauses", Forms::bytes),
                    "setting.qos.ecn-thresholds",
                    Buffers::thresholds),
            of(
                    "configuration.qos.headroom",
                    Set.of(SWITCHES),
                    List.of(Setting.XOFF, Setting.MTU),
                    PAUSES,
                    Expected.needed(Forms::metres),
                    "setting.qos.headroom",
                    Buffers::headroom),
            of(
                    "configuration.qos.watchdog",
                    Set.of(SWITCHES),
                    List.of(Setting.WATCHDOG),
                    PAUSES,
                    Expected.given("a storm of one NIC must not stop the fabric"),
                    "setting.qos.watchdog",
                    Buffers::watchdog),
            of(
                    "configuration.qos.dcqcn",
                    Set.of(NICS),
                    List.of(Setting.DCQCN),
                    NOTIFIES,
                    Expected.given("cluster.yaml, qos"),
                    "setting.qos.dcqcn",
                    Reaction::dcqcn),
            of(
                    "configuration.qos.dcqcn-parameters",
                    Set.of(NICS),
                    List.of(Setting.DCQCN_PARAMETERS),
                    NOTIFIES,
                    Expected.nothing(),
                    "setting.deviates",
                    Reaction::parameters));

    private static PortRule alongPaths(
            String ask,
            List<String> reads,
            Predicate<CongestionControl> sense,
            Expected expected,
            String failing,
            Looking looking) {
        return new PortRule(ask, BOTH, reads, sense, true, expected, failing, looking);
    }

    private static PortRule of(
            String ask,
            Set<Of> of,
            List<String> reads,
            Predicate<CongestionControl> sense,
            Expected expected,
            String failing,
            Looking looking) {
        return new PortRule(ask, of, reads, sense, false, expected, failing, looking);
    }
}
