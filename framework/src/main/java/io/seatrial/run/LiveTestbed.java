package io.seatrial.run;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Survey;
import io.seatrial.plan.TrafficPattern;
import java.util.ArrayList;
import java.util.List;

/** Measures at the moment at which it is asked: for suites that are run from an IDE, and for experiments. */
public final class LiveTestbed implements Testbed {
    private final PlanningTestbed planning;
    private final Measuring measuring;
    private final List<String> asked = new ArrayList<>();

    /** @param planning makes the rounds */
    public LiveTestbed(PlanningTestbed planning, Measuring measuring) {
        this.planning = planning;
        this.measuring = measuring;
    }

    @Override
    public Cluster cluster() {
        return planning.cluster();
    }

    @Override
    public Survey measure(FlowQuestion question, TrafficPattern pattern) {
        return measured(planning.measure(question, pattern));
    }

    @Override
    public Survey read(LinkQuestion question) {
        return measured(planning.read(question));
    }

    private Survey measured(Survey planned) {
        List<PlannedAsk> asks = planning.asks();
        if (asks.size() == asked.size()) {
            return planned;
        }
        PlannedAsk ask = asks.get(asks.size() - 1);
        asked.add(ask.ask());
        return measuring.execute(ask);
    }
}
