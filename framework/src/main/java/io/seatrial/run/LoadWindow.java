package io.seatrial.run;

import io.seatrial.archive.RoundRecord;
import io.seatrial.measurement.TimeWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A stretch of a run in which an ask had traffic: one round, or several in a row where one is too short for the sources.
 *
 * @param ask id of the ask
 * @param number of the window within the ask, from 0
 * @param window when
 */
public record LoadWindow(String ask, int number, TimeWindow window) {
    /**
     * Make the windows of a run.
     *
     * @param rounds in the order in which they ran
     * @param shortest shorter windows tell nothing: rounds are put together until they are as long, as far as their ask goes
     */
    public static List<LoadWindow> of(List<RoundRecord> rounds, Duration shortest) {
        Map<String, List<TimeWindow>> byAsk = new LinkedHashMap<>();
        for (RoundRecord round : rounds) {
            round.window()
                    .ifPresent(window ->
                            add(byAsk.computeIfAbsent(round.ask(), ask -> new ArrayList<>()), window, shortest));
        }
        List<LoadWindow> all = new ArrayList<>();
        byAsk.forEach((ask, windows) -> {
            joinShortLast(windows, shortest);
            windows.forEach(window -> all.add(new LoadWindow(ask, windows.indexOf(window), window)));
        });
        return all;
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
