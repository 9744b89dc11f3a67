package io.seatrial.criteria.counters;

import io.seatrial.inventory.CongestionControl;
import io.seatrial.measurement.Unit;
import java.util.List;

/** Every rule there is. */
final class CounterRules {
    private CounterRules() {}

    static final List<CounterRule> LIST = List.of(
            CounterRule.ofLinks(
                    "congestion.pause-ratio", Unit.PARTS_PER_MILLION, CongestionControl::pauses, new PauseShare()),
            CounterRule.ofHosts(
                    "congestion.ecn-ratio", Unit.PARTS_PER_MILLION, CongestionControl::marks, new EcnRatio()));
}
