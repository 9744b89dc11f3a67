package io.seatrial.cli;

import io.seatrial.criteria.Ask;
import io.seatrial.criteria.CollectiveTerms;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.Profile;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Direction;
import io.seatrial.probe.BandwidthProbe;
import io.seatrial.probe.CollectiveProbe;
import io.seatrial.probe.CpuPerGigabyteProbe;
import io.seatrial.probe.FlowProbe;
import io.seatrial.probe.LatencyProbe;
import io.seatrial.probe.PerftestProbe;
import io.seatrial.probe.RatioProbe;
import io.seatrial.probe.TenantProbe;
import io.seatrial.probe.Verb;
import io.seatrial.probe.VerbsBandwidthProbe;
import io.seatrial.probe.VerbsLatencyProbe;
import io.seatrial.run.CollectiveQuestion;
import io.seatrial.run.FlowQuestion;
import io.seatrial.run.PlanningTestbed;
import io.seatrial.run.TenantQuestion;
import java.time.Duration;
import java.util.OptionalLong;

/** The probes that answer questions, with the parameters of the criteria; what those leave open has a default here. */
record Probes(Criteria criteria) {
    private static final int LATENCY_BYTES = 8;
    private static final int BANDWIDTH_BYTES = 128 * 1024;
    private static final int RDMA_BYTES = 64 * 1024;
    private static final int STREAMS = 2;
    private static final int WARM_UP = 20;
    private static final int RDMA_WARM_UP = 100;
    /** The end of a latency probe whose path is too slow for its count. */
    private static final long LATENCY_NANOS = 5_000_000_000L;

    private static final long BANDWIDTH_NANOS = 1_000_000_000L;
    /** A round trip over sockets holds two messages; latency over verbs is told for one. */
    private static final int ROUND_TRIP = 2;

    private static final String MEDIAN = "p50";
    private static final Ask.ProbeSettings NOTHING_SET = new Ask.ProbeSettings(
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            MEDIAN);

    /** Return what makes a probe of any question, and how often its rounds are run in a profile. */
    PlanningTestbed.Parameters parameters(Profile profile) {
        return new PlanningTestbed.Parameters(
                this::probe,
                this::probe,
                this::probe,
                ask -> criteria.ask(ask)
                        .map(declared -> declared.samples().repeats().in(profile))
                        .orElse(1));
    }

    FlowProbe probe(FlowQuestion question) {
        String ask = question.ask();
        Ask.ProbeSettings settings = criteria.ask(ask).map(Ask::probe).orElse(NOTHING_SET);
        return switch (question.kind()) {
            case LATENCY -> latency(ask, settings, settings.statistic());
            case BANDWIDTH -> bandwidth(ask, settings, BANDWIDTH_BYTES);
            case WRITE_LATENCY -> latency(ask, settings, Verb.WRITE, settings.statistic());
            case SEND_LATENCY -> latency(ask, settings, Verb.SEND, settings.statistic());
            case READ_LATENCY -> latency(ask, settings, Verb.READ, settings.statistic());
            case WRITE_BANDWIDTH -> bandwidth(ask, settings, Verb.WRITE, false);
            case READ_BANDWIDTH -> bandwidth(ask, settings, Verb.READ, false);
            case WRITE_BOTH_WAYS -> bandwidth(ask, settings, Verb.WRITE, true);
            case LATENCY_BESIDE_TCP -> latencyBesideTcp(ask, settings);
            case CPU_BESIDE_TCP -> cpuBesideTcp(ask, settings);
            case LATENCY_AGAINST_PERFTEST ->
                againstPerftest(ask, Direction.LOWER_IS_BETTER, verbs(ask, settings, Verb.WRITE, MEDIAN));
            case BANDWIDTH_AGAINST_PERFTEST ->
                againstPerftest(ask, Direction.HIGHER_IS_BETTER, verbs(ask, settings, Verb.WRITE, false));
        };
    }

    /** What is not asked is planned nowhere, so only asks of the criteria come here. */
    CollectiveProbe probe(CollectiveQuestion question) {
        CollectiveTerms terms = terms(question.ask());
        return new CollectiveProbe(question.ask(), question.collective(), terms.settings(), terms.step());
    }

    /** Of two tenants the first one reduces gradients. */
    TenantProbe probe(TenantQuestion question) {
        CollectiveTerms terms = terms(question.ask());
        return new TenantProbe(
                new CollectiveProbe(question.ask(), Collective.ALL_REDUCE, terms.settings()),
                terms.load()
                        .orElseThrow(() -> new IllegalStateException("ask " + question.ask() + " is of no tenants")));
    }

    private CollectiveTerms terms(String ask) {
        return criteria.ask(ask)
                .flatMap(Ask::collective)
                .orElseThrow(() -> new IllegalStateException("ask " + ask + " is no collective"));
    }

    private static FlowProbe byTool(Ask.ProbeSettings settings, FlowProbe probe) {
        return settings.tool().equals(Ask.ProbeSettings.OWN_TOOL) ? probe : new PerftestProbe(probe);
    }

    private static FlowProbe latency(String ask, Ask.ProbeSettings settings, Verb verb, String statistic) {
        return byTool(settings, verbs(ask, settings, verb, statistic));
    }

    private static FlowProbe bandwidth(String ask, Ask.ProbeSettings settings, Verb verb, boolean bothWays) {
        return byTool(settings, verbs(ask, settings, verb, bothWays));
    }

    private static LatencyProbe latency(String ask, Ask.ProbeSettings settings, String statistic) {
        return new LatencyProbe(
                ask,
                (int) settings.size().orElse(LATENCY_BYTES),
                (int) settings.warmup().orElse(WARM_UP),
                settings.count().orElse(Ask.ProbeSettings.defaultCount(false)),
                Duration.ofNanos(settings.duration().orElse(LATENCY_NANOS)),
                statistic);
    }

    private static BandwidthProbe bandwidth(String ask, Ask.ProbeSettings settings, int size) {
        return new BandwidthProbe(
                ask,
                (int) settings.size().orElse(size),
                (int) settings.streams().orElse(STREAMS),
                Duration.ofNanos(settings.duration().orElse(BANDWIDTH_NANOS)));
    }

    private static VerbsLatencyProbe verbs(String ask, Ask.ProbeSettings settings, Verb verb, String statistic) {
        return new VerbsLatencyProbe(
                ask,
                verb,
                (int) settings.size().orElse(LATENCY_BYTES),
                settings.count().orElse(Ask.ProbeSettings.defaultCount(true)),
                Duration.ofNanos(settings.duration().orElse(LATENCY_NANOS)),
                (int) settings.warmup().orElse(RDMA_WARM_UP),
                settings.verbs(),
                statistic);
    }

    private static VerbsBandwidthProbe verbs(String ask, Ask.ProbeSettings settings, Verb verb, boolean bothWays) {
        return new VerbsBandwidthProbe(
                ask,
                verb,
                (int) settings.size().orElse(RDMA_BYTES),
                Duration.ofNanos(settings.duration().orElse(BANDWIDTH_NANOS)),
                bothWays,
                settings.verbs());
    }

    private static FlowProbe latencyBesideTcp(String ask, Ask.ProbeSettings settings) {
        return new RatioProbe(
                ask,
                ask,
                Direction.LOWER_IS_BETTER,
                new RatioProbe.Part("rdma", verbs(ask, settings, Verb.WRITE, MEDIAN), 1),
                new RatioProbe.Part("tcp", latency(ask, settings, MEDIAN), ROUND_TRIP));
    }

    /** Both send messages of one size: a call costs CPU whatever it carries. */
    private static FlowProbe cpuBesideTcp(String ask, Ask.ProbeSettings settings) {
        return new RatioProbe(
                ask,
                ask,
                Direction.LOWER_IS_BETTER,
                new RatioProbe.Part("rdma", new CpuPerGigabyteProbe(verbs(ask, settings, Verb.WRITE, false)), 1),
                new RatioProbe.Part("tcp", new CpuPerGigabyteProbe(bandwidth(ask, settings, RDMA_BYTES)), 1));
    }

    private static FlowProbe againstPerftest(String ask, Direction better, FlowProbe ours) {
        return new RatioProbe(
                ask,
                ask,
                better,
                new RatioProbe.Part("seatrial", ours, 1),
                new RatioProbe.Part("perftest", new PerftestProbe(ours), 1));
    }
}
