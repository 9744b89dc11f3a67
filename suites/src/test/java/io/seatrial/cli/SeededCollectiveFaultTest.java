package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One row of the table of defects of collectives, drawn by a printed seed; the whole table is {@link CollectiveFaultTableTest}. */
class SeededCollectiveFaultTest {
    private static final long SEED = Long.getLong("faults.seed", System.currentTimeMillis());

    @Test
    void a_defect_drawn_by_the_seed_is_found(@TempDir Path runs) {
        Random random = new Random(SEED);
        CollectiveCase fault = CollectiveCase.TABLE.get(random.nextInt(CollectiveCase.TABLE.size()));
        List<String> subjects = CollectiveCase.subjects(fault.of());
        String subject = subjects.get(random.nextInt(subjects.size()));
        System.out.println("faults.seed=" + SEED + ": " + fault.fault() + ":" + subject);
        assertThat(fault.wrong(subject, runs)).isEmpty();
    }
}
