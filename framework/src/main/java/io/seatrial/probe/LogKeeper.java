package io.seatrial.probe;

import io.seatrial.measurement.LogReading;
import io.seatrial.plan.Group;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Takes what libraries print on the ranks of a group, and says what it tells of them. */
@FunctionalInterface
public interface LogKeeper {
    /** Keep a log and read it. */
    LogReading keep(Logged logged);

    /**
     * The log of one group.
     *
     * @param ask id of what was asked
     * @param attempt 0 for the first measurement, 1 and more for retests
     * @param gpus that played the ranks, by host
     */
    record Logged(String ask, int round, int attempt, Group group, Map<String, List<Integer>> gpus, LibraryLog log) {
        public Logged {
            Objects.requireNonNull(ask, "ask");
            Objects.requireNonNull(group, "group");
            Objects.requireNonNull(log, "log");
            gpus = new LinkedHashMap<>(gpus);
        }
    }
}
