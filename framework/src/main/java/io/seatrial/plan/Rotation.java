package io.seatrial.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Chooses what a night measures whose time is not enough for all. Next is the turn with the link that was asked the longest ago, and before all
 * one that never was; of several the one with most such links for its time. When every link is covered under every ask, what is left of the
 * night goes on with flows and groups alike. What ran has only young links, so before any link two turns of the same links never come: nights
 * that hold k of n turns cover every link within n/k nights, rounded up, and mostly far sooner; all pairs take longer, since each night begins
 * with the links. The links that a flow may or may not cross are not counted.
 *
 * @param time what there is
 * @param ages when earlier runs asked what
 */
public record Rotation(Duration time, Ages ages) {
    private static final long NEVER = Long.MIN_VALUE;
    private static final long NOTHING_LEFT = Long.MAX_VALUE;

    public Rotation {
        if (time.isNegative()) {
            throw new IllegalArgumentException("rotation: time: expected 0 or more, got " + time);
        }
    }

    /** Something of an ask that is covered or not: a link, or what a flow or group measures. */
    private record Thing(String ask, Object subject) {}

    /**
     * How much a turn is wanted; what is less comes first.
     *
     * @param level 0 where it covers a link, 1 where only flows or groups, 2 where nothing that is not covered yet
     * @param oldest when its oldest such thing was last asked, s since 1970
     * @param perTime how many of these it covers for each second
     * @param ran when the turn as such last ran, so that of turns that all hold something dead each has its night
     */
    private record Need(int level, long oldest, double perTime, long ran, int position) implements Comparable<Need> {
        private static final Comparator<Need> ORDER = Comparator.comparingInt(Need::level)
                .thenComparingLong(Need::oldest)
                .thenComparing(Comparator.comparingDouble(Need::perTime).reversed())
                .thenComparingLong(Need::ran)
                .thenComparingInt(Need::position);

        @Override
        public int compareTo(Need other) {
            return ORDER.compare(this, other);
        }
    }

    /** Choose among turns; the same turns and ages give the same night. */
    public Night choose(List<Turn> turns) {
        return new Choice(turns).night();
    }

    /**
     * Return in how many nights of this length, this one among them, every link is covered under every ask.
     *
     * @param most after so many nobody counts further
     */
    public int nightsForLinks(List<Turn> turns, Instant now, int most) {
        Set<Thing> open = things(turns);
        Ages known = ages;
        for (int night = 1; night <= most; night++) {
            Night one = new Rotation(time, known).choose(turns);
            open.removeAll(things(one.chosen()));
            if (open.isEmpty()) {
                return night;
            }
            known = known.and(one, now.plus(Duration.ofDays(night)));
        }
        return most + 1;
    }

    private static Set<Thing> things(List<Turn> turns) {
        Set<Thing> links = new HashSet<>();
        turns.forEach(turn ->
                turn.links().values().forEach(of -> of.forEach(link -> links.add(new Thing(turn.ask(), link)))));
        return links;
    }

    /** One choice. Things are numbers here: a night of 10,000 links has millions of them. */
    private final class Choice {
        private final List<Turn> turns;
        private final Map<Thing, Integer> numbers = new HashMap<>();
        private final List<Long> last = new ArrayList<>();
        private final List<int[]> links = new ArrayList<>();
        private final List<int[]> subjects = new ArrayList<>();
        private boolean[] covered = {};

        Choice(List<Turn> turns) {
            this.turns = turns;
            turns.forEach(this::number);
            covered = new boolean[numbers.size()];
        }

        private void number(Turn turn) {
            int[] own = turn.links().keySet().stream()
                    .mapToInt(subject -> number(
                            turn.ask(),
                            "measures " + subject,
                            ages.of(turn.ask(), subject)
                                    .map(at -> at.getEpochSecond())
                                    .orElse(NEVER)))
                    .toArray();
            subjects.add(own);
            links.add(turn.links().entrySet().stream()
                    .flatMapToInt(crossed -> crossed.getValue().stream()
                            .mapToInt(link -> number(
                                    turn.ask(),
                                    link,
                                    ages.of(turn.ask(), crossed.getKey())
                                            .map(at -> at.getEpochSecond())
                                            .orElse(NEVER))))
                    .distinct()
                    .toArray());
        }

        /** A link was asked when the last of its flows was. */
        private int number(String ask, Object subject, long at) {
            int number = numbers.computeIfAbsent(new Thing(ask, subject), thing -> numbers.size());
            if (number == last.size()) {
                last.add(at);
            } else {
                last.set(number, Math.max(at, last.get(number)));
            }
            return number;
        }

        Night night() {
            PriorityQueue<Need> queue = new PriorityQueue<>();
            for (int position = 0; position < turns.size(); position++) {
                queue.add(need(position));
            }
            Set<Integer> chosen = new HashSet<>();
            Duration left = time;
            while (!queue.isEmpty()) {
                Need next = queue.poll();
                Need now = need(next.position());
                if (!now.equals(next)) {
                    queue.add(now); // others covered a part of it meanwhile, which only makes it wanted less
                } else if (turns.get(now.position()).time().compareTo(left) <= 0) {
                    left = left.minus(turns.get(now.position()).time());
                    cover(now.position());
                    chosen.add(now.position());
                }
            }
            return night(chosen);
        }

        private Night night(Set<Integer> chosen) {
            List<Turn> run = new ArrayList<>();
            List<Turn> rest = new ArrayList<>();
            for (int position = 0; position < turns.size(); position++) {
                (chosen.contains(position) ? run : rest).add(turns.get(position));
            }
            return new Night(time, run, rest);
        }

        private void cover(int position) {
            for (int thing : links.get(position)) {
                covered[thing] = true;
            }
            for (int thing : subjects.get(position)) {
                covered[thing] = true;
            }
        }

        private Need need(int position) {
            long ran = NEVER;
            for (int thing : subjects.get(position)) {
                ran = Math.max(ran, last.get(thing));
            }
            int level = 0;
            long oldest = oldest(links.get(position));
            int[] things = links.get(position);
            if (oldest == NOTHING_LEFT) {
                level = 1;
                things = subjects.get(position);
                oldest = oldest(things);
            }
            return oldest == NOTHING_LEFT
                    ? new Need(2, oldest, 0, ran, position)
                    : new Need(level, oldest, count(things, oldest) / seconds(position), ran, position);
        }

        private double seconds(int position) {
            return Math.max(1, turns.get(position).time().toMillis()) / 1e3;
        }

        private long oldest(int[] things) {
            long oldest = NOTHING_LEFT;
            for (int thing : things) {
                oldest = covered[thing] ? oldest : Math.min(oldest, last.get(thing));
            }
            return oldest;
        }

        private long count(int[] things, long at) {
            long count = 0;
            for (int thing : things) {
                count += !covered[thing] && last.get(thing) == at ? 1 : 0;
            }
            return count;
        }
    }
}
