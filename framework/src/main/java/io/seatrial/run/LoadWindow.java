package io.seatrial.run;

import io.seatrial.archive.RoundRecord;
import io.seatrial.measurement.TimeWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A stretch of a run in which an ask had traffic: one round, or several in a row where one is too short for the sources.
 *
 * @param ask id of the ask
 * @param number of the window within the ask, from 0
 * @param window when
 */
public record LoadWindow(String ask, int number, TimeWindow window) {
    /** Traffic that takes longer is a burn-in's. */
    static final Duration LONG = Duration.ofHours(1);

    /**
     * Make the windows of a run.
     *
     * @param rounds in the order in which they ran
     * @param shortest shorter windows tell nothing: rounds are put together until they are as long, as far as their ask goes
     */
    public static List<LoadWindow> of(List<RoundRecord> rounds, Duration shortest) {
        return of(rounds, shortest, Integer.MAX_VALUE);
    }

    /**
     * Make the windows of a run that may last for days.
     *
     * @param most of an ask whose traffic takes longer than {@link #LONG}, rounds are put together until there are about so many windows
     */
    static List<LoadWindow> of(List<RoundRecord> rounds, Duration shortest, int most) {
        Map<String, List<TimeWindow>> byAsk = new LinkedHashMap<>();
        for (RoundRecord round : rounds) {
            round.window()
                    .ifPresent(window -> byAsk.computeIfAbsent(round.ask(), ask -> new ArrayList<>())
                            .add(window));
        }
        List<LoadWindow> all = new ArrayList<>();
        byAsk.forEach((ask, each) -> all.addAll(of(ask, each, shortest(each, shortest, most))));
        return all;
    }

    private static Duration shortest(List<TimeWindow> each, Duration shortest, int most) {
        Duration all = each.stream().map(TimeWindow::length).reduce(Duration.ZERO, Duration::plus);
        Duration share = all.dividedBy(most);
        return all.compareTo(LONG) > 0 && share.compareTo(shortest) > 0 ? share : shortest;
    }

    private static List<LoadWindow> of(String ask, List<TimeWindow> each, Duration shortest) {
        List<TimeWindow> windows = new ArrayList<>();
        each.forEach(window -> add(windows, window, shortest));
        joinShortLast(windows, shortest);
        return IntStream.range(0, windows.size())
                .mapToObj(i -> new LoadWindow(ask, i, windows.get(i)))
                .toList();
    }

    private static void add(List<TimeWindow> windows, TimeWindow next, Duration shortest) {
        int last = windows.size() - 1;
        if (last >= 0 && isShort(windows.get(last), shortest)) {
            windows.set(last, windows.get(last).and(next));
        } else {
            windows.add(next);
        }
    }

    private static void joinShortLast(List<TimeWindow> windows, Duration shortest) {
        int last = windows.size() - 1;
        if (last > 0 && isShort(windows.get(last), shortest)) {
            TimeWindow joined = windows.get(last - 1).and(windows.remove(last));
            windows.set(last - 1, joined);
        }
    }

    private static boolean isShort(TimeWindow window, Duration shortest) {
        return window.length().compareTo(shortest) < 0;
    }
}
