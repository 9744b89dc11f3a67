package io.seatrial.criteria;

import io.seatrial.criteria.Ask.ProbeSettings;
import io.seatrial.inventory.HostList;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Unit;
import io.seatrial.plan.Tenants;
import io.seatrial.probe.CollectiveSettings;
import io.seatrial.probe.CollectiveSettings.Backend;
import io.seatrial.probe.TenantLoad;
import io.seatrial.probe.TrainingStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads an ask of {@code criteria.yaml} that judges a share of what collectives give: overlap with computing, isolation from a neighbour. */
final class CollectiveShareReader {
    private static final Set<String> KEYS =
            Keys.of("probe", "minimum-samples", "repeats", "retests", "gap-max", "limit", "baseline", "not-asked");
    static final Set<String> NOT_ASKED_KEYS = Keys.of("limit", "baseline");
    private static final Set<String> OF_STEP = Keys.of("buckets", "bucket-size", "compute");
    private static final Set<String> OF_TENANTS = Keys.of("load", "load-size", "rounds", "tenant-a", "tenant-b");
    /** Buckets have one size, and are reduced in place. */
    private static final Set<String> NOT_OF_STEPS = Set.of("sizes", "factor", "placement");
    /** A test program of others cannot compute beside, nor begin when told. */
    private static final Set<String> NOT_OF_SHARES = Set.of("launcher", "folder");

    /** PyTorch's DistributedDataParallel: buckets of 25 MiB; 8 of them are 200 MiB of gradients. */
    private static final long BUCKET = 25L << 20;

    private static final long BUCKETS = 8;
    private static final long COMPUTE = Duration.ofMillis(10).toNanos();

    private static final long MIB = 1 << 20;
    /** Something small goes before what counts, so that the neighbour is under way by then. */
    private static final List<Long> SIZES_BESIDE = List.of(MIB, 128 * MIB);

    private final KnownAsk known;
    private final Section section;
    private final Physics physics;
    private final AskReader common;

    CollectiveShareReader(KnownAsk known, Section section, Physics physics) {
        this.known = known;
        this.section = section;
        this.physics = physics;
        this.common = new AskReader(known, section, physics);
    }

    /** Return the keys of an ask: only what is asked of it can be declared. */
    static Set<String> keys(KnownAsk known) {
        Set<String> keys = new TreeSet<>(KEYS);
        if (!known.questions().contains(Question.BASELINE)) {
            keys.remove(Question.BASELINE.text());
        }
        if (known.id().equals(KnownAsk.ISOLATION)) {
            keys.remove(AskReader.REPEATS); // its probe says how many rounds both tenants run
        }
        return keys;
    }

    /** Return the keys that the probe of an ask may have. */
    static Set<String> probeKeys(String ask) {
        boolean steps = ask.equals(KnownAsk.OVERLAP);
        Set<String> keys = new LinkedHashSet<>(CollectiveKeys.keys());
        keys.removeAll(NOT_OF_SHARES);
        if (steps) {
            keys.removeAll(NOT_OF_STEPS);
        }
        keys.addAll(steps ? OF_STEP : OF_TENANTS);
        return keys;
    }

    Ask read() {
        CollectiveTerms terms = terms(section.child("probe", probeKeys(known.id())));
        Ask ask = new Ask(
                        known.id(),
                        known.statistics().get(0).metric(),
                        ProbeSettings.NONE,
                        common.samples(),
                        common.limits(ProbeSettings.NONE),
                        Optional.empty(),
                        common.drift(),
                        common.profiles(),
                        AskReader.notAsked(section, NOT_ASKED_KEYS))
                .with(terms);
        if (common.profiles().isEmpty()) {
            section.problem(
                    "limit",
                    "expected at least one question (" + String.join(", ", questions())
                            + "); name the ask under not-asked, with the reason, where nothing is to be asked");
        }
        return ask;
    }

    private List<String> questions() {
        return known.inOrder().stream().map(Question::text).toList();
    }

    private CollectiveTerms terms(Section probe) {
        CollectiveSettings settings = CollectiveKeys.read(probe, Collective.ALL_REDUCE);
        if (settings.backend() == Backend.NCCL_TESTS) {
            probe.problem(
                    "backend", "expected host or gpu: nccl-tests does one thing at a time, and nothing beside it");
        }
        if (known.id().equals(KnownAsk.OVERLAP)) {
            TrainingStep step = step(probe);
            return new CollectiveTerms(settings.of(List.of(step.bucketBytes())), Optional.of(step), Optional.empty());
        }
        return new CollectiveTerms(
                probe.has("sizes") ? settings : settings.of(SIZES_BESIDE), Optional.empty(), Optional.of(load(probe)));
    }

    private static TrainingStep step(Section probe) {
        return new TrainingStep(
                (int) (long) probe.orElse("buckets", between(1, TrainingStep.MOST_BUCKETS, Unit.COUNT), BUCKETS),
                probe.orElse("bucket-size", between(4, TrainingStep.LARGEST_BUCKET, Unit.BYTES), BUCKET),
                Duration.ofNanos(probe.orElse(
                        "compute",
                        between(
                                TrainingStep.LEAST_COMPUTE.toNanos(),
                                TrainingStep.MOST_COMPUTE.toNanos(),
                                Unit.NANOSECONDS),
                        COMPUTE)));
    }

    private static Section.Reading<Long> between(long least, long most, Unit unit) {
        return text -> {
            long value = Amount.atLeast(least, unit).read(text);
            if (value > most) {
                throw new IllegalArgumentException("expected at most " + most + " ("
                        + unit.name().toLowerCase(java.util.Locale.ROOT) + "), got '" + text + "'");
            }
            return value;
        };
    }

    private TenantLoad load(Section probe) {
        return new TenantLoad(
                probe.orElse(
                        "load",
                        text -> Texts.find(TenantLoad.Kind.values(), TenantLoad.Kind::text, text),
                        TenantLoad.Kind.INCAST),
                probe.orElse("load-size", between(1, CollectiveSettings.LARGEST_SIZE, Unit.BYTES), MIB),
                (int) (long) probe.orElse(
                        "rounds", between(TenantLoad.FEWEST_ROUNDS, TenantLoad.MOST_ROUNDS, Unit.COUNT), (long)
                                TenantLoad.FEWEST_ROUNDS),
                tenants(probe));
    }

    private Tenants tenants(Section probe) {
        List<String> a = hosts(probe, "tenant-a");
        List<String> b = hosts(probe, "tenant-b");
        if (a.isEmpty() != b.isEmpty()) {
            probe.problem(
                    a.isEmpty() ? "tenant-a" : "tenant-b",
                    "expected the hosts of both tenants, or of none: then hosts are taken in turn");
            return Tenants.IN_TURN;
        }
        Set<String> common = new TreeSet<>(a);
        common.retainAll(b);
        if (!common.isEmpty()) {
            probe.problem(
                    "tenant-b",
                    "expected other hosts than those of tenant-a, got " + HostList.fold(common) + " in both");
            return Tenants.IN_TURN;
        }
        return new Tenants(a, b);
    }

    private List<String> hosts(Section probe, String key) {
        if (!probe.has(key)) {
            return List.of();
        }
        List<String> hosts = new ArrayList<>(probe.orElse(key, HostList::expand, List.of()));
        if (hosts.size() < Tenants.FEWEST_HOSTS) {
            probe.problem(key, "expected " + Tenants.FEWEST_HOSTS + " hosts or more: one alone needs no fabric");
        }
        physics.cluster().ifPresent(cluster -> {
            List<String> unknown = new ArrayList<>(hosts);
            cluster.hosts().forEach(host -> unknown.remove(host.name()));
            if (!unknown.isEmpty()) {
                probe.problem(key, "expected hosts of cluster.yaml, got " + HostList.fold(unknown));
            }
        });
        return hosts;
    }
}
