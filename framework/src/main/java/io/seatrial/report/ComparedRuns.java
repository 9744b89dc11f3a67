package io.seatrial.report;

import io.seatrial.baseline.comparing.BeforeAfter;
import io.seatrial.baseline.comparing.Effect;
import io.seatrial.baseline.comparing.SettingChange;
import io.seatrial.baseline.comparing.VerdictChange;
import io.seatrial.measurement.Message;
import java.util.List;
import java.util.Objects;

/**
 * Two runs of one cluster, before and after, with everything that is to be shown of them.
 *
 * @param before the first run
 * @param after the second run
 * @param inputs what was declared, selected or measured with otherwise
 * @param settings what was configured otherwise
 * @param verdicts results that read otherwise
 * @param lost criteria that the first run answered and the second one did not
 * @param numbers what moved
 * @param remarks what has to be known before reading
 */
public record ComparedRuns(
        RunFacts before,
        RunFacts after,
        List<Message> inputs,
        List<SettingChange> settings,
        List<VerdictChange> verdicts,
        List<String> lost,
        BeforeAfter numbers,
        List<Message> remarks) {
    public ComparedRuns {
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
        inputs = List.copyOf(inputs);
        settings = List.copyOf(settings);
        verdicts = List.copyOf(verdicts);
        lost = List.copyOf(lost);
        Objects.requireNonNull(numbers, "numbers");
        remarks = List.copyOf(remarks);
    }

    /** What the comparison came to. */
    public enum Answer {
        NOTHING_WORSE("compare.answer.nothing-worse", 0),
        /** Of an experiment alone: some level does good, and none does harm. */
        BETTER("compare.answer.better", 0),
        WORSE("compare.answer.worse", 1),
        CANNOT_TELL("compare.answer.cannot-tell", 3);

        private final String key;
        private final int exitStatus;

        Answer(String key, int exitStatus) {
            this.key = key;
            this.exitStatus = exitStatus;
        }

        /** Return the word that ends the terminal's output and heads the page. */
        public String word() {
            return Texts.text(key);
        }

        /** Return the exit status of the command line. */
        public int exitStatus() {
            return exitStatus;
        }
    }

    /** Return what it came to: something worse counts more than something that cannot be told, and without any test nothing can be told. */
    public Answer answer() {
        if (has(Effect.WORSE)) {
            return Answer.WORSE;
        }
        boolean open = has(Effect.CANNOT_TELL) || !lost.isEmpty() || numbers.tests() == 0;
        return open ? Answer.CANNOT_TELL : Answer.NOTHING_WORSE;
    }

    private boolean has(Effect effect) {
        return numbers.has(effect) || verdicts.stream().anyMatch(change -> change.effect() == effect);
    }
}
