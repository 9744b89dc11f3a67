package io.seatrial.criteria.collectives;

import io.seatrial.criteria.EvidenceGrade;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Message;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The largest bus bandwidth that a collective can reach on a layout, before headers and software take their part. The rules are those of the
 * domain notes, upper bound of busbw: 1 ring, 3 tree, 4 NVLS in a node, 5 switches that add, 6 all-to-all.
 *
 * @param value B/s, rounded to the nearest
 * @param rule number of the rule
 * @param grade how well the number is founded; what is calculated is D even where the rule itself was read
 * @param text how it came about in a phrase, for a limit that is a share of it
 * @param reason the same as a sentence
 */
public record CollectiveBound(long value, int rule, EvidenceGrade grade, String text, Message reason) {
    /** Above so many percent of the bound a limit is refused, and not only remarked on (domain notes, plausibility of a threshold; D). */
    public static final int REFUSED_PERCENT = 125;

    public CollectiveBound {
        Objects.requireNonNull(grade, "grade");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(reason, "reason");
    }

    /**
     * Return the bound of an algorithm, else the largest that any algorithm reaches there. One that the collective does not have, or that
     * the layout rules out, is as good as none: the library takes another.
     *
     * @param declared the algorithm that is declared, or known to have run
     * @return empty for a single node of GPUs whose NVLink nobody declares: nothing else bounds it
     */
    public static Optional<CollectiveBound> of(Collective collective, Layout layout, Optional<Algorithm> declared) {
        Objects.requireNonNull(collective, "collective");
        List<Algorithm> possible = Ways.algorithms(collective, layout);
        List<Algorithm> asked =
                declared.filter(possible::contains).map(List::of).orElse(possible);
        return asked.stream()
                .flatMap(algorithm -> Ways.bound(collective, layout, algorithm).stream())
                // of equal ones the first, which is the simplest
                .reduce((best, next) -> next.value > best.value ? next : best);
    }

    /** Tell whether a collective has an algorithm on a layout; where nothing is chosen it has none. */
    public static boolean has(Collective collective, Layout layout, Algorithm algorithm) {
        return Algorithm.of(collective).contains(algorithm)
                && Ways.algorithms(collective, layout).contains(algorithm);
    }

    /** Return the bound of every algorithm that is possible there, the largest first. */
    public static List<CollectiveBound> all(Collective collective, Layout layout) {
        return Ways.algorithms(collective, layout).stream()
                .flatMap(algorithm -> Ways.bound(collective, layout, algorithm).stream())
                .sorted(Comparator.comparingLong(CollectiveBound::value).reversed())
                .toList();
    }

    /** Return why there is no bound. */
    public static Message whyNone() {
        return Message.of("bound.no-nvlink");
    }

    /** Tell whether a limit lies above what can be reached at all. */
    public boolean isBelow(long limit) {
        return limit > value;
    }

    /** Tell whether a limit lies so far above it that no doubt about the bound can explain it. */
    public boolean refuses(long limit) {
        BigDecimal most = BigDecimal.valueOf(value)
                .multiply(BigDecimal.valueOf(REFUSED_PERCENT))
                .movePointLeft(2);
        return BigDecimal.valueOf(limit).compareTo(most) > 0;
    }

    /** Return a share of it in B/s, rounded up to the stricter side. */
    public long share(long ppm) {
        return BigDecimal.valueOf(value)
                .multiply(BigDecimal.valueOf(ppm))
                .movePointLeft(6)
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
    }

    /** Return it as people write it, with the phrase: {@code 25 GB/s (ring over 2 NICs of 100 Gb/s a node)}. */
    public String told() {
        return Figures.bytes(value) + " (" + text + ")";
    }
}
