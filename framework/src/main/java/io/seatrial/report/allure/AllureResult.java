package io.seatrial.report.allure;

import io.qameta.allure.AllureLifecycle;
import io.qameta.allure.model.Status;
import io.qameta.allure.model.StatusDetails;
import io.qameta.allure.model.StepResult;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Quantity;
import io.seatrial.report.Kind;
import io.seatrial.report.Quantities;
import io.seatrial.report.Texts;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The result of the test that runs on this thread: name, values, steps, attachments. Outside a test nothing happens, so that suites run
 * without a report too.
 */
public final class AllureResult {
    private final AllureLifecycle lifecycle;
    private final StableResults writer;

    AllureResult(AllureLifecycle lifecycle, StableResults writer) {
        this.lifecycle = lifecycle;
        this.writer = writer;
    }

    /** Say who this result is. */
    public AllureResult identify(ResultIdentity identity) {
        lifecycle.getCurrentTestCase().ifPresent(uuid -> writer.identify(uuid, identity));
        return this;
    }

    /** Show a measured value among the parameters; it takes no part in the history. Needs {@link #identify} before it. */
    public AllureResult measured(String name, Quantity value) {
        return measured(name, Quantities.text(value));
    }

    /** Show a text among the parameters; it takes no part in the history. Needs {@link #identify} before it. */
    public AllureResult measured(String name, String value) {
        lifecycle.getCurrentTestCase().ifPresent(uuid -> writer.measured(uuid, name, Texts.printable(value)));
        return this;
    }

    /** Add a step for one judgement: a flow or a link of a group, with its facts where it did not pass. */
    public AllureResult step(Judgement judgement) {
        Kind kind = Kind.of(judgement.verdict());
        String said = Texts.sentence(judgement.verdict());
        String subject = judgement.subject().name();
        String name = said.startsWith(subject) ? said : subject + ": " + said;
        boolean good = kind == Kind.PASSED || kind == Kind.WATCH;
        return step(name, status(kind), good ? "" : String.join("\n", Texts.facts(judgement)), () -> {});
    }

    /**
     * Run something as a step; what it attaches hangs below that step. An exception marks the step and goes on.
     *
     * @param name what people read
     */
    public AllureResult step(String name, Runnable body) {
        return step(name, Status.PASSED, "", body);
    }

    /** Attach JSON, for example a measurement as it stands in the archive. */
    public AllureResult attachJson(String name, String json) {
        return attach(name, "application/json", ".json", json);
    }

    /** Attach text, for example a transcript. */
    public AllureResult attachText(String name, String text) {
        return attach(name, "text/plain", ".txt", text);
    }

    /** Attach a table. */
    public AllureResult attachCsv(String name, String csv) {
        return attach(name, "text/csv", ".csv", csv);
    }

    /** Attach a picture made by {@link io.seatrial.report.picture}. */
    public AllureResult attachSvg(String name, String svg) {
        return attach(name, "image/svg+xml", ".svg", svg);
    }

    private AllureResult attach(String name, String type, String suffix, String text) {
        if (lifecycle.getCurrentTestCaseOrStep().isPresent()) {
            lifecycle.addAttachment(name, type, suffix, text.getBytes(StandardCharsets.UTF_8));
        }
        return this;
    }

    private AllureResult step(String name, Status status, String details, Runnable body) {
        if (lifecycle.getCurrentTestCase().isEmpty()) {
            body.run();
            return this;
        }
        StepResult step = new StepResult().setName(Texts.printable(name)).setStatus(status);
        String uuid = UUID.randomUUID().toString();
        lifecycle.startStep(
                uuid, details.isEmpty() ? step : step.setStatusDetails(new StatusDetails().setMessage(details)));
        try {
            body.run();
        } catch (RuntimeException | Error e) {
            lifecycle.updateStep(uuid, s -> s.setStatus(e instanceof AssertionError ? Status.FAILED : Status.BROKEN));
            throw e;
        } finally {
            lifecycle.stopStep(uuid);
        }
        return this;
    }

    private static Status status(Kind kind) {
        return switch (kind) {
            case FAILED -> Status.FAILED;
            case NOT_PROVEN -> Status.BROKEN;
            case WAIVED -> Status.SKIPPED;
            case WATCH, PASSED -> Status.PASSED;
        };
    }
}
