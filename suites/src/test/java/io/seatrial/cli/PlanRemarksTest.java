package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code seatrial plan} doubts of declared limits. */
class PlanRemarksTest {
    private static final Path EXAMPLE = Path.of("..", "inventory", "example-h100");
    private static final String SHARES = "warn: 92% of bound, fail: 90% of bound";

    @TempDir
    Path folder;

    private CommandLineRun plan(String edges) throws IOException {
        Files.copy(EXAMPLE.resolve("cluster.yaml"), folder.resolve("cluster.yaml"));
        String criteria = Files.readString(EXAMPLE.resolve("criteria.yaml"));
        assertThat(criteria).contains(SHARES);
        Files.writeString(folder.resolve("criteria.yaml"), criteria.replace(SHARES, edges));
        return CommandLineRun.of("plan", "--cluster", folder.toString(), "--profile", "bringup");
    }

    @Test
    void an_amount_above_the_bound_is_remarked_on() throws IOException {
        CommandLineRun run = plan("fail: 410GB/s");
        assertThat(run.status()).as(run.text() + run.err()).isZero();
        assertThat(run.text())
                .contains(
                        "collective.all-reduce.pairs: the limit 410 GB/s at 8 GiB is above the bound of 400 GB/s (ring over");
    }

    @Test
    void an_amount_at_the_bound_is_not() throws IOException {
        CommandLineRun run = plan("fail: 400GB/s");
        assertThat(run.status()).as(run.text() + run.err()).isZero();
        assertThat(run.text()).doesNotContain("above the bound");
    }

    @Test
    void an_amount_far_above_the_bound_is_refused_with_the_edge() throws IOException {
        CommandLineRun run = plan("fail: 501GB/s");
        assertThat(run.status()).isEqualTo(Status.USAGE);
        assertThat(run.err()).contains("expected at most 125 % of 400 GB/s (ring over", "got '501GB/s'");
    }
}
