package io.seatrial.criteria;

import io.seatrial.criteria.stability.SteadyRule;
import java.util.Objects;
import java.util.Optional;

/** What criteria.yaml says about an ask of one kind only: an ask is of one kind. */
public sealed interface Terms permits Terms.Plain, Terms.Lasting, Expectation, CounterTerms, CollectiveTerms {
    /** There is nothing beside samples, limits and comparisons. */
    record Plain() implements Terms {}

    /**
     * A load lasts.
     *
     * @param rule how steady it has to stay
     * @param collective how it is run, where it is a collective and no flow
     */
    record Lasting(SteadyRule rule, Optional<CollectiveTerms> collective) implements Terms {
        public Lasting {
            Objects.requireNonNull(rule, "rule");
            Objects.requireNonNull(collective, "collective");
        }
    }
}
