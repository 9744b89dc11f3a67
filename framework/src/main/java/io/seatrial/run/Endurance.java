package io.seatrial.run;

import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.TimeWindow;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Repeats asks in turn until their time is over. Rounds go on counting from those that the archive already holds, and the time of those counts:
 * that is how it is resumed. However long it lasts, an archive gets no more than {@link #MOST_ROUNDS} rounds of an ask, and fewer of one with
 * many subjects: rounds in between are put together ({@link RoundFold}), so that a day fits into disk and memory.
 */
public final class Endurance {
    /** What lasts is asked under ids that begin so. */
    public static final String ASKS = "stability.";

    /** With 24 h one round stands for 2 minutes. */
    static final int MOST_ROUNDS = 720;
    /** About 0.1 GB of archive, at 1 KB each. */
    static final int MOST_MEASUREMENTS = 100_000;
    /** Fewer rounds would say too little of when something set in, whatever they cost. */
    static final int LEAST_ROUNDS = 48;
    /** So many rounds in a row without any value, over the time of a kept round: nobody is left to be measured. */
    static final int MOST_SILENT = 100;

    private final RunArchive archive;
    private final Runners runners;
    private final Progress progress;
    private final BooleanSupplier interrupted;
    private final InstantSource clock;

    /**
     * @param interrupted asked before every round; true ends it early, with what was measured kept
     * @param clock what its time is measured by
     */
    public Endurance(
            RunArchive archive, Runners runners, Progress progress, BooleanSupplier interrupted, InstantSource clock) {
        this.archive = archive;
        this.runners = runners;
        this.progress = progress;
        this.interrupted = interrupted;
        this.clock = clock;
    }

    /** Tell whether an ask is one whose load lasts. */
    public static boolean isFor(PlannedAsk ask) {
        boolean hasTraffic = ask instanceof PlannedAsk.Flows || ask instanceof PlannedAsk.Groups;
        return hasTraffic && ask.ask().startsWith(ASKS);
    }

    /**
     * Run until the time of every ask is over. The asks share their time: one after the other, round by round.
     *
     * @param lasts how long each goes on being repeated, from the begin of all
     */
    public void run(List<PlannedAsk> asks, Function<PlannedAsk, Duration> lasts) {
        List<Load> loads = asks.stream().map(ask -> load(ask, lasts.apply(ask))).toList();
        Duration longest = loads.stream().map(Load::lasts).reduce(Duration.ZERO, Endurance::longer);
        Duration spent = spent(asks);
        Instant begin = clock.instant().minus(spent);
        progress.phase("stability, seconds", (int) longest.toSeconds());
        long shown = 0;
        while (!interrupted.getAsBoolean() && loads.stream().anyMatch(load -> isOpen(load, begin))) {
            loads.forEach(load -> turn(load, begin));
            long seconds = Math.min(longest.toSeconds(), since(begin).toSeconds());
            for (; shown < seconds; shown++) {
                progress.done(true);
            }
        }
        loads.forEach(Load::keep);
    }

    private Load load(PlannedAsk ask, Duration lasts) {
        archive.append(ask.record());
        List<RoundRecord> earlier = new ArrayList<>();
        archive.forEachRound(round -> {
            if (round.ask().equals(ask.ask())) {
                earlier.add(round);
            }
        });
        return new Load(ask, lasts, earlier);
    }

    /** Rounds that stand for several span those of the other asks: what they cover together is what was spent. */
    private Duration spent(List<PlannedAsk> asks) {
        Set<String> ids = asks.stream().map(PlannedAsk::ask).collect(Collectors.toSet());
        List<TimeWindow> windows = new ArrayList<>();
        archive.forEachRound(round -> {
            if (ids.contains(round.ask())) {
                round.window().ifPresent(windows::add);
            }
        });
        windows.sort(Comparator.comparing(TimeWindow::from));
        Duration spent = Duration.ZERO;
        Instant covered = Instant.EPOCH;
        for (TimeWindow window : windows) {
            Instant from = window.from().isAfter(covered) ? window.from() : covered;
            if (window.to().isAfter(from)) {
                spent = spent.plus(Duration.between(from, window.to()));
                covered = window.to();
            }
        }
        return spent;
    }

    private boolean isOpen(Load load, Instant begin) {
        return !load.isGivenUp() && since(begin).compareTo(load.lasts()) < 0;
    }

    private Duration since(Instant begin) {
        return Duration.between(begin, clock.instant());
    }

    private void turn(Load load, Instant begin) {
        if (!interrupted.getAsBoolean() && isOpen(load, begin)) {
            load.next();
            if (load.isGivenUp()) {
                progress.remark(load.ask.ask() + ": given up, since " + MOST_SILENT
                        + " rounds in a row gave nothing; their causes are in the archive");
            }
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** Return how long the rounds are that stand for one in the archive. */
    static Duration grain(Duration lasts, int subjects) {
        long rounds = Math.max(LEAST_ROUNDS, Math.min(MOST_ROUNDS, MOST_MEASUREMENTS / Math.max(1, subjects)));
        return lasts.dividedBy(rounds);
    }

    /** One ask, being repeated. */
    private final class Load {
        private final PlannedAsk ask;
        private final Duration lasts;
        private final Duration grain;
        private int number;
        private Optional<RoundFold> open = Optional.empty();
        private Instant opened = Instant.EPOCH;
        private int silent;
        private Instant silence = Instant.EPOCH;

        Load(PlannedAsk ask, Duration lasts, List<RoundRecord> earlier) {
            this.ask = ask;
            this.lasts = lasts;
            this.grain = grain(lasts, ask.subjects().size());
            this.number = earlier.stream().mapToInt(RoundRecord::round).max().orElse(-1) + 1;
        }

        Duration lasts() {
            return lasts;
        }

        /** Run all rounds of its pattern once more; what was opened long enough ago is kept. */
        void next() {
            if (open.isEmpty()) {
                opened = clock.instant();
            }
            RoundFold.Part part = once();
            if (isSilent(part)) {
                silent(part);
                return;
            }
            silent = 0;
            open = Optional.of(open.orElseGet(RoundFold::new));
            open.get().add(part);
            if (Duration.between(opened, clock.instant()).compareTo(grain) >= 0) {
                keep();
            }
        }

        private static boolean isSilent(RoundFold.Part part) {
            return part.measurements().stream().allMatch(one -> one.value().isEmpty());
        }

        /** Each is kept by itself, so that it weighs among those that are lost; of a long silence that is enough. */
        private void silent(RoundFold.Part part) {
            keep();
            silence = silent == 0 ? part.window().from() : silence;
            silent++;
            if (silent <= MOST_SILENT) {
                RoundFold alone = new RoundFold();
                alone.add(part);
                archive.append(alone.record(ask.ask(), number++, ask.metric().better()));
            }
        }

        boolean isGivenUp() {
            return silent >= MOST_SILENT && since(silence).compareTo(grain) >= 0;
        }

        private RoundFold.Part once() {
            Instant begin = clock.instant();
            List<Measurement> all = new ArrayList<>();
            if (ask instanceof PlannedAsk.Flows flows) {
                flows.rounds()
                        .forEach(round -> all.addAll(runners.flows().run(flows.probe(), number, 0, round.flows())));
            } else if (ask instanceof PlannedAsk.Groups groups) {
                groups.rounds()
                        .forEach(round -> all.addAll(runners.groups().run(groups.probe(), number, 0, round.groups())));
            }
            return new RoundFold.Part(all, new TimeWindow(begin, clock.instant()));
        }

        /** Write what is open to the archive. */
        void keep() {
            open.ifPresent(fold ->
                    archive.append(fold.record(ask.ask(), number++, ask.metric().better())));
            open = Optional.empty();
        }
    }
}
