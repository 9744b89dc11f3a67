package io.seatrial.criteria.counters;

import static io.seatrial.criteria.counters.CounterRule.ofAll;
import static io.seatrial.criteria.counters.CounterRule.ofHosts;
import static io.seatrial.criteria.counters.CounterRule.ofLinks;
import static io.seatrial.criteria.counters.Total.host;
import static io.seatrial.criteria.counters.Total.in;
import static io.seatrial.criteria.counters.Total.perhaps;
import static io.seatrial.criteria.counters.Total.ports;

import io.seatrial.criteria.counters.Total.Index;
import io.seatrial.inventory.CongestionControl;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Unit;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Every rule there is, in the order in which results are shown: storms first, then what leads to them, then the health of links. */
final class CounterRules {
    private static final Predicate<CongestionControl> PAUSES = CongestionControl::pauses;
    private static final Predicate<CongestionControl> MARKS = CongestionControl::marks;
    private static final Predicate<CongestionControl> NOTIFIES = CongestionControl::notifies;
    private static final Predicate<CongestionControl> CREDITS = control -> control == CongestionControl.CREDITS;
    private static final Predicate<CongestionControl> ANY = control -> true;

    private static final Kind[] FRAMES = {Kind.RX_PAUSE_FRAMES, Kind.TX_PAUSE_FRAMES};
    private static final Kind[] GLOBAL = {Kind.RX_GLOBAL_PAUSE_FRAMES, Kind.TX_GLOBAL_PAUSE_FRAMES};
    private static final Kind[] WATCHDOG = {Kind.WATCHDOG_STORMS, Kind.WATCHDOG_RESTORED, Kind.WATCHDOG_DROPS};
    private static final Kind[] ERRORS = {
        Kind.SYMBOL_ERRORS,
        Kind.RX_CRC_ERRORS,
        Kind.RX_ERRORS,
        Kind.LOCAL_INTEGRITY_ERRORS,
        Kind.BUFFER_OVERRUNS,
        Kind.LINK_RECOVERIES
    };

    private CounterRules() {}

    static final List<CounterRule> LIST = List.of(
            ofLinks("congestion.pfc-storm", Unit.COUNT, PAUSES, new PfcStorm()),
            ofHosts("congestion.storm-warnings", Unit.COUNT, PAUSES, Total.of(host(Kind.STORM_WARNINGS))),
            ofAll("congestion.deadlock", Unit.COUNT, PAUSES, new Deadlock()),
            ofLinks("congestion.watchdog", Unit.COUNT, PAUSES, Total.of(in(Index.LOSSLESS_QUEUES, ports(WATCHDOG)))),
            ofLinks("congestion.pause-ratio", Unit.PARTS_PER_MILLION, PAUSES, new PauseShare()),
            ofLinks(
                    "congestion.pause-lossy",
                    Unit.COUNT,
                    PAUSES,
                    Total.of(
                            perhaps(in(Index.OTHER_PRIORITIES, host(FRAMES))),
                            in(Index.OTHER_PRIORITIES, ports(FRAMES)))),
            ofLinks("congestion.wrong-class", Unit.PARTS_PER_MILLION, PAUSES, new WrongClass()),
            ofHosts("congestion.global-pause", Unit.COUNT, PAUSES, Total.of(host(GLOBAL), perhaps(ports(GLOBAL)))),
            ofLinks("congestion.ends-agree", Unit.COUNT, PAUSES, new EndsAgree()),
            new CounterRule(
                    "congestion.ecn-alive",
                    CounterRule.metric("congestion.ecn-alive", Unit.COUNT, Direction.HIGHER_IS_BETTER),
                    Set.of("host-leaf"),
                    MARKS,
                    new Alive()),
            ofHosts("congestion.ecn-ratio", Unit.PARTS_PER_MILLION, MARKS, new EcnRatio()),
            ofHosts("congestion.ecn-end-to-end", Unit.PARTS_PER_MILLION, MARKS, new MarkedOnArrival()),
            ofHosts("congestion.cnp-ignored", Unit.COUNT, NOTIFIES, Total.of(host(Kind.CNP_IGNORED))),
            ofAll("congestion.cnp-lost", Unit.PARTS_PER_MILLION, NOTIFIES, new Notifications()),
            ofLinks(
                    "congestion.lossless-drops",
                    Unit.COUNT,
                    PAUSES,
                    Total.of(
                            host(Kind.RX_DISCARDS),
                            in(Index.LOSSLESS_QUEUES, ports(Kind.QUEUE_DROPS)),
                            perhaps(in(Index.LOSSLESS_PRIORITIES, ports(Kind.PRIORITY_GROUP_DROPS))))),
            ofHosts(
                    "congestion.retransmissions",
                    Unit.COUNT,
                    PAUSES,
                    Total.of(host(Kind.OUT_OF_SEQUENCE, Kind.ACK_TIMEOUTS, Kind.RETRANSMITS))),
            ofHosts("congestion.rnr", Unit.COUNT, ANY, Total.of(host(Kind.RNR_NAKS, Kind.OUT_OF_BUFFER))),
            ofLinks(
                    "congestion.watermark",
                    Unit.BYTES,
                    ANY,
                    new Level(Kind.QUEUE_WATERMARK, true, Index.LOSSLESS_QUEUES)),
            ofLinks(
                    "congestion.credit-wait",
                    Unit.COUNT,
                    CREDITS,
                    Total.of(perhaps(host(Kind.TX_WAIT)), ports(Kind.TX_WAIT))),
            ofLinks(
                    "congestion.discards",
                    Unit.COUNT,
                    CREDITS,
                    Total.of(host(Kind.TX_DISCARDS, Kind.VL15_DROPPED), ports(Kind.TX_DISCARDS, Kind.VL15_DROPPED))),
            ofLinks("links.flaps", Unit.COUNT, ANY, Total.of(host(Kind.LINK_DOWNED), perhaps(ports(Kind.LINK_DOWNED)))),
            ofLinks("links.errors", Unit.COUNT, ANY, Total.of(host(ERRORS), ports(ERRORS))),
            ofLinks(
                    "links.uncorrectable",
                    Unit.COUNT,
                    ANY,
                    Total.of(
                            // a NIC tells symbol errors after FEC where it tells no codewords
                            host(Kind.FEC_UNCORRECTABLE, Kind.SYMBOL_ERRORS), ports(Kind.FEC_UNCORRECTABLE))),
            ofLinks("links.pre-fec-ber", Unit.ATTO, ANY, BitErrors::beforeFec),
            ofLinks("links.post-fec-ber", Unit.ATTO, ANY, BitErrors::afterFec),
            ofLinks("links.fec-tail", Unit.ATTO, ANY, BitErrors::tail),
            ofHosts("links.module-alarms", Unit.COUNT, ANY, new Level(Kind.MODULE_ALARMS, false, Index.ALL)));
}
