package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of defects that collectives have to find, by hand: {@code mvn verify -Pfaults -Dtest=CollectiveFaultTableTest}. The seed that draws the
 * subjects is printed; {@code -Dfaults.seed=N} repeats it, {@code -Dcollective-faults.rows=NAME:SUBJECT,...} runs those rows alone,
 * {@code -Dcollective-faults.repeats=N} each of them so often.
 */
@Tag("faults")
class CollectiveFaultTableTest {
    private static final long SEED = Long.getLong("faults.seed", System.currentTimeMillis());
    private static final int REPEATS = Integer.getInteger("collective-faults.repeats", 5);
    private static final int HEALTHY = Integer.getInteger("collective-faults.healthy", 20);

    @TempDir
    Path runs;

    private static List<String[]> rows() {
        String rows = System.getProperty("collective-faults.rows", "");
        return rows.isEmpty()
                ? List.of()
                : Arrays.stream(rows.split(",")).map(row -> row.split(":", 2)).toList();
    }

    static List<Arguments> everyFaultSeveralTimes() {
        List<Arguments> all = new ArrayList<>();
        for (String[] row : rows()) {
            CollectiveCase.TABLE.stream()
                    .filter(fault -> fault.fault().equals(row[0]))
                    .filter(fault -> CollectiveCase.subjects(fault.of()).contains(row[1]))
                    .forEach(fault -> all.add(Arguments.of(fault, row[1])));
        }
        if (rows().isEmpty()) {
            say("faults.seed=" + SEED);
            Random random = new Random(SEED);
            for (CollectiveCase fault : CollectiveCase.TABLE) {
                List<String> subjects = CollectiveCase.subjects(fault.of());
                for (int i = 0; i < REPEATS; i++) {
                    all.add(Arguments.of(fault, subjects.get(random.nextInt(subjects.size()))));
                }
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("everyFaultSeveralTimes")
    void a_fault_is_found_and_nothing_else_is(CollectiveCase fault, String subject) {
        List<String> wrong = fault.wrong(subject, runs);
        say("| " + fault.fault() + " | " + subject + " | " + (wrong.isEmpty() ? "as declared" : wrong) + " |");
        assertThat(wrong).isEmpty();
    }

    @Test
    void a_healthy_cluster_is_accepted_every_time() {
        for (int i = 1; i <= (rows().isEmpty() ? HEALTHY : 1); i++) {
            List<String> wrong = CollectiveCase.wrongWithoutFault(runs);
            say("| none | run " + i + " | " + (wrong.isEmpty() ? "accepted" : wrong) + " |");
            assertThat(wrong).isEmpty();
        }
    }

    private static void say(String line) {
        PrintStream out = System.out;
        out.println(line);
    }
}
