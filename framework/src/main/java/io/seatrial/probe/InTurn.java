package io.seatrial.probe;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Two operations over one flow, the second after the first: at the same time they would measure each other. */
final class InTurn implements Operation {
    private static final String NOISE = "gap_max";

    private final RatioProbe.Part a;
    private final Operation first;
    private final RatioProbe.Part b;
    private final Operation second;

    InTurn(RatioProbe.Part a, Operation first, RatioProbe.Part b, Operation second) {
        this.a = a;
        this.first = first;
        this.b = b;
        this.second = second;
    }

    @Override
    public CompletableFuture<Void> prepare() {
        return first.prepare();
    }

    @Override
    public CompletableFuture<Reading> measure() {
        return first.measure()
                .thenCompose(early ->
                        second.prepare().thenCompose(ready -> second.measure()).thenApply(late -> both(early, late)));
    }

    /** Texts and numbers from which the conditions come are those of the first; of perftest no gap is known, only that of its other half. */
    private Reading both(Reading early, Reading late) {
        Map<String, Long> numbers = new TreeMap<>();
        put(numbers, a, early);
        put(numbers, b, late);
        early.number("start_ns").ifPresent(start -> numbers.put("start_ns", start));
        late.number("end_ns").ifPresent(end -> numbers.put("end_ns", end));
        VerbsConditions.NUMBERS.forEach(name -> early.number(name).ifPresent(number -> numbers.put(name, number)));
        Stream.of(early, late)
                .flatMap(part -> part.number(NOISE).stream())
                .max(Long::compare)
                .ifPresent(gap -> numbers.put(NOISE, gap));
        fewest(early, late).ifPresent(samples -> numbers.put("samples", samples));
        return new Reading(early.fabric(), numbers, early.texts(), Optional.empty());
    }

    private static void put(Map<String, Long> numbers, RatioProbe.Part part, Reading reading) {
        reading.numbers().forEach((name, value) -> numbers.put(part.name() + "." + name, value));
        part.probe().derived(reading).forEach((name, value) -> numbers.put(part.name() + "." + name, value));
        part.probe().value(reading).ifPresent(value -> numbers.put(part.value(), value));
    }

    private static Optional<Long> fewest(Reading early, Reading late) {
        return early.number("n").flatMap(n -> late.number("n").map(other -> Math.min(n, other)));
    }

    /** Return the part of a reading that one of the two gave. */
    static Reading of(RatioProbe.Part part, Reading both) {
        Map<String, Long> numbers = new TreeMap<>();
        String prefix = part.name() + ".";
        both.numbers().forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                numbers.put(name.substring(prefix.length()), value);
            }
        });
        return new Reading(both.fabric(), numbers, both.texts(), Optional.empty());
    }
}
