package io.seatrial.probe;

import io.seatrial.formats.PerftestBw;
import io.seatrial.formats.PerftestLat;
import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Source;
import io.seatrial.measurement.Histogram;
import io.seatrial.measurement.Quantile;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes a reading of what perftest prints. Latencies are computed from its raw values alone: its own columns leave the two largest out, and below 10,000
 * iterations print the same number as 99.9 % and as maximum. Its raw values of write and send are halves of round trips already.
 */
final class PerftestOutput {
    private static final int MICROS_TO_NANOS = 3;
    private static final int GIGABITS_TO_BITS = 9;

    private PerftestOutput() {}

    static Reading read(String output, VerbsWork work, Ends ends, String version) {
        try {
            boolean latency = work.operation().equals("latency");
            Reading read = latency ? latency(output) : bandwidth(output);
            Map<String, String> texts = new TreeMap<>(read.texts());
            texts.put("tool", ("perftest " + version).strip());
            texts.put("mode", work.settings().mode().orElse("poll"));
            texts.put("memory", work.settings().memory().orElse("host"));
            Reading named = new Reading(ends.sender().fabric(), read.numbers(), texts, read.histogram());
            return PortFacts.complete(named, ends.sender(), ends.receiver());
        } catch (FormatException e) {
            throw new ProbeException(ends.from().host(), ProbeException.Kind.GARBAGE, e.getMessage(), e);
        }
    }

    private static Reading latency(String output) {
        PerftestLat.Report report = new PerftestLat().read(Source.of(output));
        long[] nanos = report.rows() == null || report.rows().isEmpty()
                ? new long[0]
                : Optional.ofNullable(report.rows().get(0).rawUs()).orElse(List.of()).stream()
                        .mapToLong(PerftestOutput::nanos)
                        .sorted()
                        .toArray();
        Map<String, Long> numbers = statistics(nanos);
        put(numbers, "mtu", report.mtuBytes());
        numbers.put("qps", 1L);
        return new Reading("", numbers, Map.of(), histogram(nanos));
    }

    private static long nanos(BigDecimal micros) {
        return micros.movePointRight(MICROS_TO_NANOS)
                .setScale(0, RoundingMode.HALF_UP)
                .longValueExact();
    }

    /** Nearest rank, as the wire format has it; a quantile only with enough samples beyond it. */
    private static Map<String, Long> statistics(long[] sorted) {
        Map<String, Long> numbers = new TreeMap<>();
        numbers.put("n", (long) sorted.length);
        if (sorted.length == 0) {
            return numbers;
        }
        numbers.put("min", sorted[0]);
        numbers.put("max", sorted[sorted.length - 1]);
        for (Quantile quantile : Quantile.values()) {
            if (sorted.length >= quantile.needed()) {
                numbers.put(quantile.text(), sorted[(int) quantile.rank(sorted.length) - 1]);
            }
        }
        return numbers;
    }

    private static Optional<Histogram> histogram(long[] nanos) {
        TreeMap<Integer, Long> buckets = new TreeMap<>();
        for (long value : nanos) {
            buckets.merge(Histogram.indexOf(value), 1L, Long::sum);
        }
        return nanos.length == 0 ? Optional.empty() : Optional.of(new Histogram(buckets));
    }

    private static Reading bandwidth(String output) {
        PerftestBw.Report report = new PerftestBw().read(Source.of(output));
        Map<String, Long> numbers = new TreeMap<>();
        if (report.rows() != null && !report.rows().isEmpty()) {
            PerftestBw.Row row = report.rows().get(0);
            put(numbers, "messages", row.iterations());
            if (row.bwAverageGbitPerS() != null) {
                numbers.put(
                        "rate",
                        row.bwAverageGbitPerS()
                                .movePointRight(GIGABITS_TO_BITS)
                                .setScale(0, RoundingMode.HALF_UP)
                                .longValueExact());
            }
        }
        put(numbers, "mtu", report.mtuBytes());
        put(numbers, "qps", report.qps());
        return new Reading("", numbers, Map.of(), Optional.empty());
    }

    private static void put(Map<String, Long> numbers, String name, Number value) {
        if (value != null) {
            numbers.put(name, value.longValue());
        }
    }
}
