package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.RdmaPort;
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
 * The whole table of faults, by hand: {@code mvn verify -Pfaults} (about 50 minutes on an idle machine with 2 cores). The seed that draws the
 * repeated ports and hosts is printed; {@code -Dfaults.seed=N} repeats it.
 */
@Tag("faults")
class FaultTableTest {
    private static final long SEED = Long.getLong("faults.seed", System.currentTimeMillis());
    private static final int REPEATS = 5;
    private static final int HEALTHY = 20;

    @TempDir
    Path runs;

    static List<String> ports() {
        return ClusterFile.read(VirtualCopy.ORIGINAL).ports().stream()
                .map(RdmaPort::id)
                .toList();
    }

    /** {@code -Dfaults.rows=NAME:SUBJECT,...} runs these rows instead of the whole table. */
    private static List<String[]> rows() {
        String rows = System.getProperty("faults.rows", "");
        return rows.isEmpty()
                ? List.of()
                : Arrays.stream(rows.split(",")).map(row -> row.split(":", 2)).toList();
    }

    static List<Arguments> everyPortOnceAndOneFiveTimes() {
        if (!rows().isEmpty()) {
            return rows().stream()
                    .flatMap(row -> FaultCase.OF_PORTS.stream()
                            .filter(fault -> fault.name().equals(row[0]))
                            .map(fault -> Arguments.of(fault, row[1])))
                    .toList();
        }
        say("faults.seed=" + SEED);
        Random random = new Random(SEED);
        List<Arguments> all = new ArrayList<>();
        for (FaultCase fault : FaultCase.OF_PORTS) {
            ports().forEach(port -> all.add(Arguments.of(fault, port)));
            String drawn = ports().get(random.nextInt(ports().size()));
            for (int i = 0; i < REPEATS; i++) {
                all.add(Arguments.of(fault, drawn));
            }
        }
        return all;
    }

    static List<Arguments> everyHostFaultFiveTimes() {
        if (!rows().isEmpty()) {
            return rows().stream()
                    .flatMap(row -> FaultCase.OF_HOSTS.stream()
                            .filter(fault -> fault.name().equals(row[0]))
                            .map(fault -> Arguments.of(fault, row[1])))
                    .toList();
        }
        Random random = new Random(SEED);
        List<Arguments> all = new ArrayList<>();
        for (FaultCase.HostFault fault : FaultCase.OF_HOSTS) {
            for (int i = 0; i < REPEATS; i++) {
                String port = ports().get(random.nextInt(ports().size()));
                all.add(Arguments.of(fault, port.substring(0, port.indexOf('/'))));
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("everyPortOnceAndOneFiveTimes")
    void a_fault_of_a_port_is_found_and_nothing_else_is(FaultCase fault, String port) {
        List<String> wrong = fault.wrong(port, runs);
        say("| " + fault.name() + " | " + port + " | " + (wrong.isEmpty() ? "as declared" : wrong) + " |");
        assertThat(wrong).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("everyHostFaultFiveTimes")
    void a_fault_of_a_host_is_not_proven_with_its_cause(FaultCase.HostFault fault, String host) {
        List<String> wrong = FaultCase.wrong(fault, host, runs);
        say("| " + fault.name() + " | " + host + " | " + (wrong.isEmpty() ? "as declared" : wrong) + " |");
        assertThat(wrong).isEmpty();
    }

    @Test
    void a_healthy_cluster_is_accepted_every_time() {
        for (int i = 1; i <= (rows().isEmpty() ? HEALTHY : 1); i++) {
            List<String> wrong = FaultCase.wrongWithoutFault(runs);
            say("| none | run " + i + " | " + (wrong.isEmpty() ? "accepted" : wrong) + " |");
            assertThat(wrong).isEmpty();
        }
    }

    private static void say(String line) {
        PrintStream out = System.out;
        out.println(line);
    }
}
