package io.seatrial.report.allure;

import io.qameta.allure.AllureResultsWriteException;
import io.qameta.allure.AllureResultsWriter;
import io.qameta.allure.model.Label;
import io.qameta.allure.model.Parameter;
import io.qameta.allure.model.TestResult;
import io.qameta.allure.model.TestResultContainer;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Gives every result its identity at the last moment, when it is written. Allure's listeners put in the arguments of the method (a new text
 * in every run), the index of the invocation, the thread and the name of the controller, partly after the test body; whatever the order,
 * none of that reaches a file.
 */
final class StableResults implements AllureResultsWriter {
    private static final Set<String> OF_THE_CONTROLLER = Set.of(
            "host", "thread", "junit.platform.uniqueid", "testClass", "testMethod", "package", "framework", "language");
    private static final Set<String> SUITES = Set.of("parentSuite", "suite", "subSuite");

    private final AllureResultsWriter files;
    private final AtomicReference<AllureResultsWriteException> failure = new AtomicReference<>();
    private final Map<String, Named> named = new ConcurrentHashMap<>();
    private final Map<String, String> uuidByHistory = new ConcurrentHashMap<>();

    StableResults(AllureResultsWriter files) {
        this.files = files;
    }

    /** Remember who the result with this uuid is. */
    void identify(String uuid, ResultIdentity identity) {
        named.put(uuid, new Named(identity, new ArrayList<>()));
    }

    /** Remember a measured value for the result with this uuid. */
    void measured(String uuid, String name, String value) {
        Named result = named.get(uuid);
        if (result != null) {
            result.values.add(new Parameter().setName(name).setValue(value).setExcluded(true));
        }
    }

    @Override
    public void write(TestResult result) {
        // The identity is kept: a result may be written again when its container ends.
        Named identified = named.get(result.getUuid());
        result.getLabels().removeIf(label -> OF_THE_CONTROLLER.contains(label.getName()));
        if (identified != null) {
            identified.applyTo(result);
            result.setHistoryId(historyId(identified.identity, result.getUuid()));
        }
        attempt(() -> files.write(result));
    }

    /**
     * Allure takes two results of one history id for attempts of one test and shows the last alone: a failed one could vanish behind a passed
     * one. So the second gets an id of its own.
     */
    private String historyId(ResultIdentity identity, String uuid) {
        String id = identity.historyId();
        for (int occurrence = 1; !uuid.equals(uuidByHistory.computeIfAbsent(id, free -> uuid)); occurrence++) {
            id = identity.historyId(occurrence);
        }
        return id;
    }

    @Override
    public void write(TestResultContainer container) {
        attempt(() -> files.write(container));
    }

    @Override
    public void write(String source, InputStream attachment) {
        attempt(() -> files.write(source, attachment));
    }

    /** The launcher takes an exception for the listener's own trouble, logs it for each test and goes on as if all were written. */
    private void attempt(Runnable write) {
        if (failure.get() == null) {
            try {
                write.run();
            } catch (AllureResultsWriteException e) {
                failure.compareAndSet(null, e);
            }
        }
    }

    /** Return why something was not written, empty where everything was; after the first failure nothing is tried any more. */
    Optional<AllureResultsWriteException> failure() {
        return Optional.ofNullable(failure.get());
    }

    private record Named(ResultIdentity identity, List<Parameter> values) {
        void applyTo(TestResult result) {
            result.setName(identity.name())
                    .setFullName(identity.fullName())
                    .setTestCaseId(identity.testCaseId())
                    .setParameters(parameters());
            List<Label> labels = result.getLabels();
            labels.removeIf(label ->
                    SUITES.contains(label.getName()) || identity.labels().containsKey(label.getName()));
            labels.add(label("suite", identity.family()));
            identity.labels().forEach((name, value) -> labels.add(label(name, value)));
            labels.add(label("package", identity.testClass()));
            labels.add(label("framework", "seatrial"));
        }

        private List<Parameter> parameters() {
            List<Parameter> all = new ArrayList<>();
            String kind = identity.subject().kind().name().toLowerCase(java.util.Locale.ROOT);
            all.add(new Parameter().setName(kind).setValue(identity.subject().name()));
            all.addAll(values);
            return all;
        }

        private static Label label(String name, String value) {
            return new Label().setName(name).setValue(value);
        }
    }
}
