package io.seatrial.lab;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Has the switches read their counters, each group at its own moments, as their orchestration agents do. */
final class SwitchClock implements AutoCloseable {
    private final List<VirtualSwitch> switches;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(SwitchClock::thread);

    SwitchClock(List<VirtualSwitch> switches) {
        this.switches = List.copyOf(switches);
        int phase = CounterGroup.INTERVAL / CounterGroup.values().length;
        for (CounterGroup group : CounterGroup.values()) {
            refresh(group);
            clock.scheduleAtFixedRate(
                    () -> refresh(group), (long) group.ordinal() * phase, CounterGroup.INTERVAL, TimeUnit.MILLISECONDS);
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "lab-switches");
        thread.setDaemon(true);
        return thread;
    }

    private void refresh(CounterGroup group) {
        switches.forEach(each -> each.refresh(group, System.nanoTime()));
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
