package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One row of the table of faults, drawn by a printed seed; the whole table is {@link FaultTableTest}. */
class SeededFaultTest {
    private static final long SEED = Long.getLong("faults.seed", System.currentTimeMillis());

    @Test
    void a_fault_drawn_by_the_seed_is_found(@TempDir Path runs) {
        Random random = new Random(SEED);
        List<String> ports = FaultTableTest.ports();
        FaultCase fault = FaultCase.OF_PORTS.get(random.nextInt(FaultCase.OF_PORTS.size()));
        String port = ports.get(random.nextInt(ports.size()));
        System.out.println("faults.seed=" + SEED + ": " + fault.name() + ":" + port);
        assertThat(fault.wrong(port, runs)).isEmpty();
    }
}
