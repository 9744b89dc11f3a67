package io.seatrial.run;

import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.inventory.Cluster;
import io.seatrial.probe.LatencyProbe;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Archives and asks for tests of runs. */
final class Runs {
    static final String ASK = "latency.within-rail";
    static final LatencyProbe PROBE = new LatencyProbe(ASK, 64, 10, 100, Duration.ofSeconds(1), "p50");

    private Runs() {}

    static RunArchive archive(Path runs, Cluster cluster) {
        RunHeader header = new RunHeader(
                RunHeader.FORMAT,
                "run-1",
                cluster.name(),
                cluster.hash(),
                "bringup",
                7,
                Instant.parse("2026-11-29T10:00:00Z"),
                List.of(),
                Map.of(),
                "test");
        return RunArchive.create(runs, header, runs);
    }
}
