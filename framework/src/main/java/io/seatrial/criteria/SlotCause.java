package io.seatrial.criteria;

import io.seatrial.inventory.PciLink;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Says of a bandwidth that fails when the PCIe slot of one end carries less than the limit: then cable and switch are not to blame. The
 * slots stand beside the value among the numbers of its measurement.
 *
 * @param slot the slower slot, where it carries less than the limit
 */
record SlotCause(Optional<End> slot) {
    private static final SlotCause NONE = new SlotCause(Optional.empty());

    /** A slot and the port that is plugged into it. */
    record End(String port, PciLink link) {}

    /**
     * Look whether a slot explains why an edge is not reached.
     *
     * @param edge bit/s
     * @param directions 2 where the value counts both directions, of which a slot carries each
     */
    static SlotCause of(Measurement measurement, long edge, int directions) {
        if (measurement.metric().unit() != Unit.BITS_PER_SECOND) {
            return NONE;
        }
        String[] ports = measurement.subject().name().split(">", 2);
        return new SlotCause(
                Stream.of(end(measurement, "from", ports[0]), end(measurement, "to", ports[ports.length - 1]))
                        .flatMap(Optional::stream)
                        .min(Comparator.comparingLong(end -> end.link().usable()))
                        .filter(end -> end.link().usable() * directions < edge));
    }

    private static Optional<End> end(Measurement measurement, String side, String port) {
        Long speed = measurement.details().get(PciLink.SPEED_OF + side);
        Long lanes = measurement.details().get(PciLink.LANES_OF + side);
        boolean told = speed != null && lanes != null;
        return told ? PciLink.of(speed, lanes).map(link -> new End(port, link)) : Optional.empty();
    }

    /** Return the verdict, a failure with its cause. */
    Verdict explain(Verdict verdict) {
        if (slot.isEmpty() || !(verdict instanceof Verdict.Fail fail)) {
            return verdict;
        }
        Map<String, Object> values = new LinkedHashMap<>(fail.message().values());
        values.put("port", slot.get().port());
        values.put("slot", slot.get().link().text());
        values.put("raw", new Quantity(slot.get().link().raw(), Unit.BITS_PER_SECOND));
        values.put("usable", new Quantity(slot.get().link().usable(), Unit.BITS_PER_SECOND));
        return new Verdict.Fail(new Message("limit.slot", values), fail.evidence());
    }
}
