package io.seatrial.criteria;

import io.seatrial.criteria.ports.FabricPorts;
import io.seatrial.criteria.ports.Look;
import io.seatrial.criteria.ports.PortLooks;
import io.seatrial.criteria.ports.PortRule;
import io.seatrial.inventory.Qos;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Is every port of the fabric set as it is meant to be? A failure names the other end of its cable too, and how that one is set.
 *
 * @param rule what is looked at
 * @param expectation what is expected
 * @param fabric the ports of the cluster
 * @param qos its classes of traffic
 */
record KeepsPorts(PortRule rule, Expectation expectation, FabricPorts fabric, Qos qos) implements Criterion {
    KeepsPorts {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(expectation, "expectation");
        Objects.requireNonNull(fabric, "fabric");
        Objects.requireNonNull(qos, "qos");
    }

    @Override
    public String id() {
        return rule.ask() + "." + Question.EXPECT.text();
    }

    @Override
    public SortedMap<SubjectId, Verdict> judge(Survey survey) {
        PortLooks looks = PortLooks.of(rule, fabric, qos, expectation.value(), survey.settings());
        SortedMap<SubjectId, Verdict> verdicts = new TreeMap<>();
        looks.all().forEach((port, look) -> verdicts.put(port, verdict(port, look, looks)));
        return verdicts;
    }

    private Verdict verdict(SubjectId port, Look look, PortLooks looks) {
        if (look instanceof Look.Unknown unknown) {
            return Ruling.notProven(port, unknown.why());
        }
        Look.Known known = (Look.Known) look;
        if (known.fits() && known.undecided().isPresent()) {
            return Ruling.notProven(port, known.undecided().get());
        }
        Map<String, Object> values = values(port, known, looks);
        return known.fits()
                ? new Verdict.Pass(new Message(passing(), values), Optional.empty(), Optional.empty())
                : new Verdict.Fail(new Message(rule.failing(), values), Optional.empty());
    }

    private String passing() {
        return expectation.provisional() ? "setting.provisional" : "setting.as-expected";
    }

    private Map<String, Object> values(SubjectId port, Look.Known known, PortLooks looks) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("subject", port.name());
        values.put("expected", known.expected());
        values.put("seen", known.seen());
        values.put("source", expectation.source());
        values.put("grade", expectation.grade().name());
        values.put("other", otherEnds(port, looks));
        return values;
    }

    /** Say how the other end of the cable is set, {@code -} where it is not asked. */
    private String otherEnds(SubjectId port, PortLooks looks) {
        String ends = fabric.port(port).stream()
                .flatMap(of -> of.farEnds().stream())
                .filter(end -> fabric.port(end).filter(rule::asks).isPresent())
                .map(end -> end.name() + ": " + seen(looks.of(end)))
                .collect(Collectors.joining("; "));
        return ends.isEmpty() ? "-" : ends;
    }

    private static String seen(Look look) {
        return look instanceof Look.Known known ? known.seen() : "not known";
    }
}
