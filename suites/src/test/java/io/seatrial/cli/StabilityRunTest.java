package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.Closing;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A burn-in, compressed to a minute or two: what is sound stays accepted, and what sets in late is found with its time. */
class StabilityRunTest {
    private static final long SEED = Long.getLong("faults.seed", System.currentTimeMillis());
    private static final Pattern ONSET = Pattern.compile("from (\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d)Z on");
    /** The late fault leaves a tenth of the rate: what lies below half of it has set in. */
    private static final long HALF_RATE = 100_000_000;

    @TempDir
    Path runs;

    private CommandLineRun run(String... more) {
        List<String> command = new ArrayList<>(List.of(
                "run",
                "--cluster",
                VirtualCopy.ofCollectives(runs).toString(),
                "--profile",
                "nightly",
                "--only",
                "stability",
                "--runs",
                runs.toString()));
        command.addAll(List.of(more));
        return CommandLineRun.of(command.toArray(String[]::new));
    }

    private RunArchive archive() {
        return RunArchive.open(RunArchive.find(runs, "latest"));
    }

    @Test
    @Tag("faults") // by hand, with the tables of faults: it takes a minute and more
    void a_sound_cluster_is_accepted() {
        CommandLineRun run = run("--for", "60s");
        assertThat(run.lastLine()).as(run.text()).isEqualTo("ACCEPTED");
        assertThat(archive().closing().orElseThrow().results())
                .extracting(Closing.Result::criterion)
                .contains("stability.all-reduce.drift", "stability.bandwidth.drift");
    }

    @Test
    void a_link_that_becomes_slow_late_is_found_with_the_time_at_which_it_did() throws IOException {
        findsLateSlowness(SEED);
    }

    /** The row of the table of faults: by hand, each time another port. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    @Tag("faults")
    void it_is_found_each_time(long repeat) throws IOException {
        findsLateSlowness(SEED + repeat);
    }

    private void findsLateSlowness(long seed) throws IOException {
        Cluster cluster = ClusterFile.read(VirtualCopy.COLLECTIVES);
        List<String> ports = cluster.ports().stream().map(RdmaPort::id).toList();
        String port = ports.get(new Random(seed).nextInt(ports.size()));
        System.out.println("faults.seed=" + seed + ": late-slow:" + port);

        CommandLineRun run = run("--for", "60s", "--fault", "late-slow:" + port);

        assertThat(run.status()).as(run.text()).isEqualTo(1);
        List<Closing.Result> failed = archive().closing().orElseThrow().results().stream()
                .filter(result -> result.verdict().equals("failed"))
                .toList();
        assertThat(failed)
                .as(run.text())
                .anyMatch(result -> result.criterion().equals("stability.all-reduce.drift"))
                .anyMatch(result -> result.criterion().equals("stability.bandwidth.drift"))
                .allMatch(result -> result.criterion().equals("stability.all-reduce.drift")
                        || result.subject().contains(port));
        assertThat(run.out()).as(run.text()).anyMatch(line -> line.startsWith("suspect 1  port " + port + ":"));
        assertOnsetIsThatOfTheRounds(run, port);
    }

    /** The first round in which the port carries less than half, and that round or its neighbours are named. */
    private void assertOnsetIsThatOfTheRounds(CommandLineRun run, String port) throws IOException {
        List<Measurement> of = archive().rounds().stream()
                .filter(round -> round.ask().equals("stability.bandwidth"))
                .map(RoundRecord::measurements)
                .flatMap(List::stream)
                .filter(one -> one.subject().name().contains(port))
                .toList();
        Instant slow = of.stream()
                .filter(one -> one.value().orElse(HALF_RATE) < HALF_RATE)
                .map(one -> one.provenance().start())
                .min(Instant::compareTo)
                .orElseThrow();
        String report = Files.readString(archive().folder().resolve("TEST-seatrial.xml"));
        Matcher onset = ONSET.matcher(report);
        assertThat(onset.find()).as(report).isTrue();
        Instant named = Instant.parse(onset.group(1) + "T" + onset.group(2) + "Z");
        Duration round = Duration.ofSeconds(60).dividedBy(Math.max(1, of.size() / 2));
        assertThat(Duration.between(named, slow).abs())
                .as(run.text())
                .isLessThan(round.multipliedBy(2).plusSeconds(1));
    }

    @Test
    void time_without_anything_that_lasts_is_refused() {
        CommandLineRun run = CommandLineRun.of(
                "run", "--cluster", VirtualCopy.in(runs).toString(), "--profile", "bringup", "--for", "24h");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.text()).contains("--for").contains("stability");
    }
}
