package io.seatrial.run;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Survey;
import io.seatrial.plan.GroupPattern;
import io.seatrial.plan.TrafficPattern;

/** Measures at the moment at which it is asked: for suites that are run from an IDE, and for experiments. */
public final class LiveTestbed implements Testbed {
    private final PlanningTestbed planning;
    private final Measuring measuring;

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
    public Survey measure(CollectiveQuestion question, GroupPattern pattern) {
        return measured(planning.measure(question, pattern));
    }

    @Override
    public Survey measure(TenantQuestion question) {
        return measured(planning.measure(question));
    }

    @Override
    public Survey read(LinkQuestion question) {
        return measured(planning.read(question));
    }

    @Override
    public Survey read(SettingQuestion question) {
        return measured(planning.read(question));
    }

    @Override
    public Survey read(CounterQuestion question) {
        return measured(planning.read(question));
    }

    /** What was measured already is not measured again; a question that is not asked stays an empty survey. */
    private Survey measured(Survey planned) {
        return planning.asks().stream()
                .filter(ask -> ask.ask().equals(planned.ask()))
                .findFirst()
                .map(measuring::execute)
                .orElse(planned);
    }
}
