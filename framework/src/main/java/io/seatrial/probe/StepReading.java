package io.seatrial.probe;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What all ranks of a group told of computing beside communication, put together: a step takes as long as that of its slowest rank.
 *
 * @param share exposed communication by the whole step, ppm
 * @param numbers of the slowest rank, ns, and the overlap ratio, ppm
 * @param gap what is missing, where something is
 */
record StepReading(long share, Map<String, Long> numbers, Optional<String> gap) {
    private static final long WHOLE = 1_000_000;

    static StepReading of(int ranks, List<Seat.Ending> endings) {
        List<Event.Overlap> told = endings.stream()
                .flatMap(ending -> ending.events().stream())
                .filter(Event.Overlap.class::isInstance)
                .map(Event.Overlap.class::cast)
                .toList();
        long having = told.stream().map(Event.Overlap::rank).distinct().count();
        return having == ranks
                ? of(told.stream()
                        .max(Comparator.comparingLong(StepReading::together))
                        .orElseThrow())
                : new StepReading(
                        0,
                        Map.of(),
                        Optional.of("expected what computing beside communication took of " + ranks
                                + " ranks, got it of " + having));
    }

    private static long together(Event.Overlap of) {
        return of.numbers().get("together");
    }

    private static StepReading of(Event.Overlap slowest) {
        long compute = slowest.numbers().get("compute");
        long communication = slowest.numbers().get("communication");
        long together = Math.max(1, together(slowest));
        // a step that is shorter than its computing alone was disturbed while that was timed: nothing of it is exposed
        long exposed = Math.max(0, together - compute);
        long hidden = Math.max(0, communication - exposed);
        Map<String, Long> numbers = new TreeMap<>();
        numbers.put("step.rank", (long) slowest.rank());
        numbers.put("step.compute", compute);
        numbers.put("step.communication", communication);
        numbers.put("step.together", together);
        numbers.put("step.exposed", exposed);
        numbers.put("step.overlap-ppm", hidden * WHOLE / Math.max(1, communication));
        numbers.put("samples", slowest.numbers().get("iterations"));
        return new StepReading(exposed * WHOLE / together, numbers, Optional.empty());
    }
}
