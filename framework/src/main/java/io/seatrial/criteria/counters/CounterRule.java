package io.seatrial.criteria.counters;

import io.seatrial.inventory.CongestionControl;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Something that is asked of counters. A new one is one line of {@link CounterRules} and its formula.
 *
 * @param ask id of the ask
 * @param metric what is judged
 * @param tiers tiers whose links are asked where criteria.yaml names none; empty for all
 * @param sense under which congestion controls it means anything
 * @param formula how counters become its number
 */
public record CounterRule(
        String ask, Metric metric, Set<String> tiers, Predicate<CongestionControl> sense, Formula formula) {
    private static final Set<String> HOSTS = Set.of(Link.HOST_LEAF);

    public CounterRule {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(sense, "sense");
        Objects.requireNonNull(formula, "formula");
        tiers = Set.copyOf(tiers);
    }

    /** Find the rule of an ask, empty for an ask that counts nothing. */
    public static Optional<CounterRule> of(String ask) {
        return CounterRules.LIST.stream().filter(rule -> rule.ask.equals(ask)).findFirst();
    }

    /** Return every rule in the order in which they are shown. */
    public static List<CounterRule> all() {
        return CounterRules.LIST;
    }

    /** Return what it is asked of: each link, or the cluster. */
    public SubjectId.Kind kind() {
        return formula instanceof Formula.OfAll ? SubjectId.Kind.CLUSTER : SubjectId.Kind.LINK;
    }

    static CounterRule ofLinks(String ask, Unit unit, Predicate<CongestionControl> sense, Formula.OfLink formula) {
        return new CounterRule(ask, metric(ask, unit, Direction.LOWER_IS_BETTER), Set.of(), sense, formula);
    }

    static CounterRule ofHosts(String ask, Unit unit, Predicate<CongestionControl> sense, Formula.OfLink formula) {
        return new CounterRule(ask, metric(ask, unit, Direction.LOWER_IS_BETTER), HOSTS, sense, formula);
    }

    static CounterRule ofAll(String ask, Unit unit, Predicate<CongestionControl> sense, Formula.OfAll formula) {
        return new CounterRule(ask, metric(ask, unit, Direction.LOWER_IS_BETTER), Set.of(), sense, formula);
    }

    static Metric metric(String ask, Unit unit, Direction better) {
        return new Metric(ask, unit, better);
    }
}
