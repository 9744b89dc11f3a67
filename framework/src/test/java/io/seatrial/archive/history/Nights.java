package io.seatrial.archive.history;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.Closing;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Folders of runs, one a night, as a run writes them. */
public final class Nights {
    public static final Metric BANDWIDTH =
            new Metric("bandwidth.write", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER);
    public static final Metric LATENCY = new Metric("latency.rtt.p50", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
    public static final String ASK = "bandwidth.within-rail";
    /** When the first night began. */
    public static final Instant FIRST = Instant.parse("2026-11-01T02:00:00Z");

    private static final long DAY_S = 86_400;

    private final Path runs;
    private final Path inputs;
    private final String cluster;

    /** @param folder where they go */
    public Nights(Path folder, String cluster) throws IOException {
        this.runs = folder.resolve("runs");
        this.inputs = Files.createDirectories(folder.resolve("inputs"));
        this.cluster = cluster;
    }

    /** Return the folder of all runs. */
    public Path runs() {
        return runs;
    }

    /** Return a flow; there are as many as one likes. */
    public static SubjectId flow(int number) {
        return new SubjectId(SubjectId.Kind.FLOW, "gpu-%02d/mlx5_0>gpu-%02d/mlx5_0".formatted(number, number + 1));
    }

    /** Return the id of a night's run. */
    public static String id(int night) {
        return "night-%02d".formatted(night);
    }

    /** Begin a night. */
    public RunArchive begin(int night) {
        RunHeader header = new RunHeader(
                RunHeader.FORMAT,
                id(night),
                cluster,
                "00",
                "nightly",
                1,
                FIRST.plusSeconds(night * DAY_S),
                List.of("gpu-01"),
                Map.of(),
                "0.1.0");
        return RunArchive.create(runs, header, inputs);
    }

    /**
     * Make a night of one ask in which each flow has one value a round.
     *
     * @param values by round, then by flow; null where there is none
     */
    public RunArchive night(int number, Metric metric, Long[]... values) {
        RunArchive archive = begin(number);
        ask(archive, ASK, metric, values);
        close(archive, List.of());
        return archive;
    }

    /** Add an ask and what its rounds gave. */
    public static void ask(RunArchive archive, String ask, Metric metric, Long[]... values) {
        int flows = values.length == 0 ? 0 : values[0].length;
        archive.append(new AskRecord(
                ask,
                metric,
                values.length,
                IntStream.range(0, flows).mapToObj(i -> flow(i).name()).toList()));
        for (int round = 0; round < values.length; round++) {
            List<Measurement> measured = new ArrayList<>();
            for (int i = 0; i < flows; i++) {
                if (values[round][i] != null) {
                    measured.add(measured(metric, flow(i), values[round][i], round, 0));
                }
            }
            archive.append(new RoundRecord(ask, round, 0, measured));
        }
    }

    /** Make a measurement. */
    public static Measurement measured(Metric metric, SubjectId subject, long value, int round, int attempt) {
        return new Measurement(
                metric,
                subject,
                OptionalLong.of(value),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                new Conditions(Map.of(Conditions.FABRIC, "roce2", Conditions.MESSAGE_BYTES, "65536")),
                new Provenance(round, attempt, FIRST, FIRST, "probe", ""));
    }

    /** End a night. */
    public static void close(RunArchive archive, List<Closing.Result> results) {
        Instant ended = archive.header().started().plusSeconds(600);
        archive.close(new Closing("ACCEPTED", 0, ended, true, results));
    }

    /** Make a result. */
    public static Closing.Result result(int flow, String verdict) {
        return new Closing.Result(ASK + ".limit", flow(flow).toString(), verdict, "h");
    }
}
