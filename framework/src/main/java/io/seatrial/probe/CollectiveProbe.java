package io.seatrial.probe;

import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Unit;
import io.seatrial.plan.Group;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A collective over groups of ranks: bus bandwidth at the largest size, with what every other size gave beside it.
 *
 * @param ask id of what is asked
 * @param collective what runs
 * @param settings how
 */
public record CollectiveProbe(String ask, Collective collective, CollectiveSettings settings) {
    /** What is judged of a collective. */
    public static final Metric BUS_BANDWIDTH =
            new Metric("collective.bus-bandwidth", Unit.BYTES_PER_SECOND, Direction.HIGHER_IS_BETTER);

    /** Names of conditions. */
    public static final String COLLECTIVE = "collective";

    public static final String ALGORITHM = "algorithm";
    public static final String RANKS = "ranks";
    public static final String HOSTS = "hosts";
    public static final String BACKEND = "backend";
    public static final String PLACEMENT = "placement";
    public static final String ENVIRONMENT = "environment";
    /** Two builds of one release lie in two places. */
    public static final String LIBRARY_PATH = "library-path";

    /** Bytes of a float32. */
    private static final int ELEMENT = 4;

    private static final int BITS = 8;
    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);
    /** Connecting, and comparing results. */
    private static final Duration SETUP = Duration.ofMillis(500);

    /** Fewest operations of a size (FORMAT.md). */
    private static final long LEAST = 3;
    /** What a step between two ranks costs whatever its size, ns. */
    private static final long STEP = 50_000;

    public CollectiveProbe {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(collective, "collective");
        Objects.requireNonNull(settings, "settings");
    }

    /** Return what is measured. */
    public Metric metric() {
        return BUS_BANDWIDTH;
    }

    /** Return what must be equal before two results may be compared, as far as it is known before. */
    public Conditions conditions() {
        Map<String, String> values = new TreeMap<>();
        values.put(COLLECTIVE, collective.text());
        values.put(BACKEND, settings.backend().text());
        values.put(PLACEMENT, settings.placement().text());
        values.put(Conditions.MESSAGE_BYTES, Long.toString(settings.largest()));
        values.put(ALGORITHM, settings.algorithm().orElse(isHost() ? "ring" : "library"));
        if (!settings.environment().isEmpty()) {
            values.put(ENVIRONMENT, new TreeMap<>(settings.environment()).toString());
        }
        return new Conditions(values);
    }

    private boolean isHost() {
        return settings.backend() == CollectiveSettings.Backend.HOST;
    }

    /** Tell whether verbs of the probe carry it. */
    public boolean isOverVerbs() {
        return isHost() && settings.over().equals(CollectiveSettings.VERBS);
    }

    /** Return the probe that decides which link of a group is slow: the largest size, between two ranks. */
    public CollectiveProbe deciding() {
        return new CollectiveProbe(ask, Collective.SEND_RECV, settings.deciding());
    }

    /**
     * Return how long a group takes if its links carry what they are rated for.
     *
     * @param rate rated speed of a rank's port, bit/s
     * @param ranks how many ranks
     */
    public Duration expected(long rate, int ranks) {
        Duration all = SETUP;
        for (long size : settings.sizes()) {
            long one = operation(size, rate, ranks);
            long operations = settings.iterations() + (long) settings.warmup();
            long enough = settings.budget().toNanos() + one * (settings.warmup() + LEAST);
            all = all.plusNanos((isByTool() ? one * operations : Math.min(one * operations, enough)) * runs());
        }
        return all;
    }

    private boolean isByTool() {
        return settings.backend() == CollectiveSettings.Backend.NCCL_TESTS;
    }

    /** The test programs know no budget, and always measure both placements. */
    private int runs() {
        return isByTool()
                ? CollectiveSettings.Placement.BOTH.runs()
                : settings.placement().runs();
    }

    private long operation(long size, long rate, int ranks) {
        BigDecimal bits = collective.busFactor(ranks).multiply(BigDecimal.valueOf(size * BITS));
        return bits.multiply(NANOS)
                        .divide(BigDecimal.valueOf(rate), RoundingMode.UP)
                        .longValue()
                + STEP * ranks;
    }

    /** Return the bytes that each rank's port sends in the whole of it. */
    public long bytes(int ranks) {
        long operations = (settings.iterations() + (long) settings.warmup()) * runs();
        return settings.sizes().stream()
                .mapToLong(size -> collective
                        .busFactor(ranks)
                        .multiply(BigDecimal.valueOf(size * operations))
                        .longValue())
                .sum();
    }

    /**
     * Return the bytes that the probe uses for a size: whole elements, and where a size counts the whole array as many for each rank, at least
     * one (FORMAT.md, Collectives).
     */
    long used(long size, int ranks) {
        boolean countsWhole = collective == Collective.ALL_GATHER
                || collective == Collective.REDUCE_SCATTER
                || collective == Collective.ALL_TO_ALL;
        long unit = countsWhole ? (long) ELEMENT * ranks : ELEMENT;
        return Math.max(1, size / unit) * unit;
    }

    /** Return how many results a rank gives: small sizes may come to the same. */
    int results(int ranks) {
        long sizes = settings.sizes().stream()
                .map(size -> used(size, ranks))
                .distinct()
                .count();
        return (int) sizes * settings.placement().runs();
    }

    /** Return the slowest rated speed of a group's ports, bit/s. */
    public static long rate(Group group) {
        return group.ranks().stream().mapToLong(port -> port.rate()).min().orElseThrow();
    }
}
