package io.seatrial.testkit;

import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.SubjectId;
import io.seatrial.report.allure.AllureSession;
import io.seatrial.run.PlannedAsk;
import io.seatrial.run.PlanningTestbed;
import io.seatrial.run.ReplayTestbed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.store.Namespace;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Launches suites, once to learn what they ask and once to judge. JUnit runs them one after the other: concurrency is the plan's business. */
public final class Launch {
    private final List<Class<?>> suites;
    private final List<String> tags;

    /**
     * @param suites the suites by name; a list, not a scan
     * @param tags only suites with one of these tags; empty = all
     */
    public Launch(List<Class<?>> suites, List<String> tags) {
        this.suites = List.copyOf(suites);
        this.tags = List.copyOf(tags);
    }

    /**
     * Learn what the suites ask.
     *
     * @throws IllegalStateException if a suite fails while asking
     * @throws IllegalArgumentException if no suite has one of the tags
     */
    public List<PlannedAsk> plan(PlanningTestbed testbed) {
        Listener listener = execute(Session.planning(testbed), List.of());
        if (!listener.broken.isEmpty()) {
            throw new IllegalStateException("suites failed while asking: " + String.join("; ", listener.broken));
        }
        return testbed.asks();
    }

    /**
     * What judging gave.
     *
     * @param concluded one entry per result
     * @param broken what went wrong in suites themselves; each is a failure of the run
     */
    public record Judged(List<Concluded> concluded, List<String> broken) {}

    /**
     * Judge an archived run.
     *
     * @param json measurements as JSON, for attachments
     * @param transcript the conversation with a host
     */
    public Judged judge(
            ReplayTestbed testbed,
            Judging judging,
            AllureSession allure,
            Function<Collection<Measurement>, String> json,
            Function<String, List<String>> transcript) {
        return judge(testbed, judging, allure, json, transcript, subject -> Map.of());
    }

    /** @param pictures SVGs of what was counted at a link, by name, for attachments */
    public Judged judge(
            ReplayTestbed testbed,
            Judging judging,
            AllureSession allure,
            Function<Collection<Measurement>, String> json,
            Function<String, List<String>> transcript,
            Function<SubjectId, Map<String, String>> pictures) {
        Session.Evidences evidences = new Session.Evidences() {
            @Override
            public String json(Collection<Measurement> measurements) {
                return json.apply(measurements);
            }

            @Override
            public List<String> transcript(String host) {
                return transcript.apply(host);
            }

            @Override
            public Map<String, String> pictures(SubjectId subject) {
                return pictures.apply(subject);
            }
        };
        Session session = new Session(testbed, judging, allure::result, evidences);
        Listener listener = execute(session, List.of(allure.listener()));
        addUnanswered(session);
        return new Judged(session.concluded(), List.copyOf(listener.broken));
    }

    /** What is asked and was answered by no suite is not proven, never silence; with tags, only what those suites measured. */
    private void addUnanswered(Session session) {
        Set<String> unanswered = session.judging().asked(!tags.isEmpty());
        session.concluded().forEach(one -> unanswered.remove(one.judgement().criterion()));
        unanswered.forEach(id -> session.add(session.judging().nothingToJudge(id)));
    }

    private Listener execute(Session session, List<TestExecutionListener> more) {
        LauncherConfig config = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .build();
        Listener listener = new Listener(session);
        List<TestExecutionListener> listeners = new ArrayList<>(more);
        listeners.add(listener);
        try (LauncherSession launcher = LauncherFactory.openSession(config)) {
            launcher.getStore().put(Namespace.GLOBAL, Session.class, session);
            launcher.getLauncher().execute(request(), listeners.toArray(TestExecutionListener[]::new));
        }
        if (listener.classes == 0) {
            throw new IllegalArgumentException(
                    tags.isEmpty() ? "there is no suite at all" : "no suite has a tag of " + String.join(", ", tags));
        }
        return listener;
    }

    private LauncherDiscoveryRequest request() {
        LauncherDiscoveryRequestBuilder builder = LauncherDiscoveryRequestBuilder.request()
                .selectors(suites.stream().map(DiscoverySelectors::selectClass).toList())
                .enableImplicitConfigurationParameters(false)
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "false")
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false");
        if (!tags.isEmpty()) {
            builder.filters(TagFilter.includeTags(tags));
        }
        return builder.build();
    }

    /** Tells verdicts from defects of a suite. */
    private static final class Listener implements TestExecutionListener {
        private final Session session;
        private final List<String> broken = new ArrayList<>();
        private int classes;

        Listener(Session session) {
            this.session = session;
        }

        @Override
        public void executionStarted(TestIdentifier test) {
            if (test.getParentIdObject().isPresent() && test.isContainer()) {
                classes++;
            }
        }

        /** A suite that is switched off was found all the same; what it leaves unanswered is not proven. */
        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            executionStarted(test);
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            result.getThrowable()
                    .filter(cause -> !session.isVerdict(cause))
                    .ifPresent(cause -> broken.add(test.getDisplayName() + ": " + cause));
        }
    }
}
