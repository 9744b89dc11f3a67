package io.seatrial.testkit;

import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Verdict;
import io.seatrial.report.Texts;
import io.seatrial.report.allure.AllureResult;
import io.seatrial.run.Testbed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.opentest4j.TestAbortedException;

/** One launch: the testbed and, in a replay, what is judged by and where conclusions go. */
final class Session {
    private final Testbed testbed;
    private final Judging judging;
    private final Supplier<AllureResult> result;
    private final Evidences evidences;
    private final List<Concluded> concluded = new ArrayList<>();
    private final Set<Throwable> verdicts = Collections.newSetFromMap(new IdentityHashMap<>());

    /** What is attached to a result. */
    interface Evidences {
        /** Return the measurements as JSON, as they stand in the archive. */
        String json(Collection<Measurement> measurements);

        /** Return the lines of the conversation with a host. */
        List<String> transcript(String host);

        /** Return pictures of what was counted at a link, by name; none where nothing was. */
        Map<String, String> pictures(SubjectId subject);
    }

    /** @param judging null in a planning launch */
    Session(Testbed testbed, Judging judging, Supplier<AllureResult> result, Evidences evidences) {
        this.testbed = testbed;
        this.judging = judging;
        this.result = result;
        this.evidences = evidences;
    }

    static Session planning(Testbed testbed) {
        return new Session(testbed, null, null, null);
    }

    boolean isPlanning() {
        return judging == null;
    }

    Testbed testbed() {
        return testbed;
    }

    Judging judging() {
        return judging;
    }

    AllureResult result() {
        return result.get();
    }

    Evidences evidences() {
        return evidences;
    }

    void add(Concluded one) {
        concluded.add(one);
    }

    /** End the test as its recorded verdict says; a pass just returns. */
    void end(Judgement judgement) {
        String text = String.join("\n", Texts.facts(judgement));
        if (judgement.verdict() instanceof Verdict.Fail) {
            throw remembered(new AssertionError(text));
        }
        if (judgement.verdict() instanceof Verdict.NotProven) {
            throw remembered(new NotProvenException(text));
        }
        if (judgement.verdict() instanceof Verdict.Waived) {
            throw remembered(new TestAbortedException(text));
        }
    }

    /** So that a verdict can be told from everything else that ends a test. */
    private <T extends Throwable> T remembered(T thrown) {
        verdicts.add(thrown);
        return thrown;
    }

    /** Tell whether this came from a verdict that is recorded; anything else is a defect of the suite. */
    boolean isVerdict(Throwable thrown) {
        return verdicts.contains(thrown);
    }

    List<Concluded> concluded() {
        return List.copyOf(concluded);
    }
}
