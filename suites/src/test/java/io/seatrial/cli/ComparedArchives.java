package io.seatrial.cli;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.Closing;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;

/** Archives of the virtual cluster as a run would have left them, with numbers that a test chooses. */
final class ComparedArchives {
    static final String ASK = "bandwidth.alone";
    static final String MTU_ASK = "configuration.mtu";
    static final Metric RATE = new Metric("bandwidth.goodput", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER);
    static final Instant START = Instant.parse("2026-11-30T10:00:00Z");
    private static final double LEVEL = 190e6;
    private static final double NOISE = 0.003;

    private final Path runs;
    private Path inputs = VirtualCopy.ORIGINAL;
    private String fabric = "virtual-tcp";
    private int subjects = 24;
    private int rounds = 5;
    private boolean closed = true;
    private String mtu = "4096";
    private Map<String, String> verdicts = Map.of();
    private Map<String, String> options = Map.of();
    private String profile = "pre";

    ComparedArchives(Path runs) {
        this.runs = runs;
    }

    ComparedArchives fabric(String name) {
        this.fabric = name;
        return this;
    }

    ComparedArchives inputs(Path folder) {
        this.inputs = folder;
        return this;
    }

    ComparedArchives size(int ofSubjects, int ofRounds) {
        this.subjects = ofSubjects;
        this.rounds = ofRounds;
        return this;
    }

    ComparedArchives open() {
        this.closed = false;
        return this;
    }

    ComparedArchives mtu(String text) {
        this.mtu = text;
        return this;
    }

    ComparedArchives verdicts(Map<String, String> byCriterion) {
        this.verdicts = byCriterion;
        return this;
    }

    ComparedArchives options(Map<String, String> recorded) {
        this.options = recorded;
        return this;
    }

    ComparedArchives profile(String name) {
        this.profile = name;
        return this;
    }

    static SubjectId flow(int index) {
        return new SubjectId(SubjectId.Kind.FLOW, String.format("gpu-01/mlx5_0>gpu-%02d/mlx5_1", index + 2));
    }

    /** Write an archive; every value is near a level times the factor of its subject. */
    RunArchive write(String run, long seed, IntToDoubleFunction factor) {
        Cluster cluster = ClusterFile.read(inputs);
        RunHeader header = new RunHeader(
                RunHeader.FORMAT,
                run,
                cluster.name(),
                cluster.hash(),
                profile,
                7,
                START,
                List.of("gpu-01", "gpu-02", "gpu-03", "gpu-04"),
                options,
                "test");
        RunArchive archive = RunArchive.create(runs, header, inputs);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < subjects; i++) {
            names.add(flow(i).name());
        }
        archive.append(new AskRecord(ASK, RATE, rounds, names));
        archive.append(new AskRecord(MTU_ASK, Setting.METRIC, 1, List.of("gpu-01/mlx5_0")));
        SubjectId port = new SubjectId(SubjectId.Kind.PORT, "gpu-01/mlx5_0");
        archive.append(new RoundRecord(MTU_ASK, 0, 0, List.of(), List.of(Setting.of(port, Setting.ACTIVE_MTU, mtu))));
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            archive.append(new RoundRecord(ASK, round, 0, round(round, random, factor)));
        }
        if (closed) {
            archive.close(closing());
        }
        return archive;
    }

    private List<Measurement> round(int round, Random random, IntToDoubleFunction factor) {
        List<Measurement> measured = new ArrayList<>();
        for (int i = 0; i < subjects; i++) {
            double value = LEVEL * factor.applyAsDouble(i) * (1 + NOISE * random.nextGaussian());
            measured.add(new Measurement(
                    RATE,
                    flow(i),
                    OptionalLong.of(Math.round(value)),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of(),
                    new Conditions(Map.of(Conditions.FABRIC, fabric, Conditions.PATH_CLASS, "within-leaf")),
                    new Provenance(round, 0, START, START.plusSeconds(1), "0123456789ab", "")));
        }
        return measured;
    }

    private Closing closing() {
        List<Closing.Result> results = new ArrayList<>();
        new TreeMap<>(verdicts)
                .forEach((criterion, verdict) -> results.add(
                        new Closing.Result(criterion, "link gpu-01/mlx5_0~leaf-1/Ethernet1", verdict, "h")));
        return new Closing("ACCEPTED", 0, START.plus(Duration.ofMinutes(1)), true, results);
    }
}
