package io.seatrial.criteria;

import io.seatrial.criteria.nccl.Release;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.PciLink;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import io.seatrial.probe.VerbsSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One configuration check: what is read, what is expected of it, and the key of the text that says why it matters and what to do. A new check
 * is one line of {@link #LIST}, its text, and the setting that a reader gives.
 *
 * @param ask id of the ask
 * @param kind whether hosts or ports are looked at
 * @param reads name of the setting; one that ends in a dot stands for every name that begins so
 * @param failing key of the text of a failure
 * @param unit unit of the reading, where it is a number
 * @param form reads and normalises a value that criteria.yaml declares
 * @param own where the expectation comes from when criteria.yaml declares none
 * @param wanted what is expected of one subject
 */
record SettingRule(
        String ask,
        SubjectId.Kind kind,
        String reads,
        String failing,
        Optional<Unit> unit,
        Section.Reading<String> form,
        Own own,
        BiFunction<Optional<String>, Subject, Wanted> wanted) {

    /** Where an expectation comes from that nobody declared. */
    record Own(Optional<Expectation> expectation) {
        static final Own NONE = new Own(Optional.empty());
        static final Own INVENTORY = new Own(
                Optional.of(new Expectation(Optional.empty(), "cluster.yaml", EvidenceGrade.A, Optional.empty())));

        static final Own SOURCE_OF_NCCL = new Own(Optional.of(new Expectation(
                Optional.empty(), "the source of NCCL 2.3.5 to 2.30.7", EvidenceGrade.A, Optional.empty())));

        static Own derived(String value, String source) {
            return new Own(Optional.of(new Expectation(Optional.of(value), source, EvidenceGrade.D, Optional.empty())));
        }
    }

    /** What is looked at, as cluster.yaml declares it: a host, or a port of it. */
    record Subject(Host host, Optional<RdmaPort> port) {
        RdmaPort onePort() {
            return port.orElseThrow();
        }
    }

    /**
     * What is expected of one subject.
     *
     * @param shown for people: a text or a quantity
     * @param fits whether readings are as expected
     * @param why says of readings that are not what is wrong with them
     */
    record Wanted(Object shown, Predicate<List<String>> fits, Function<List<String>, String> why) {
        /** What is seen says enough. */
        Wanted(Object shown, Predicate<List<String>> fits) {
            this(shown, fits, seen -> "");
        }
    }

    static final List<SettingRule> LIST = List.of(
            new SettingRule(
                    "configuration.rdma-devices",
                    SubjectId.Kind.HOST,
                    Setting.RDMA_PORTS,
                    "setting.rdma-devices",
                    Optional.empty(),
                    text -> Long.toString(Amount.atLeast(1, Unit.COUNT).read(text)),
                    Own.INVENTORY,
                    SettingRule::devices),
            port(
                    "rate",
                    Setting.RATE,
                    "setting.rate",
                    Optional.of(Unit.BITS_PER_SECOND),
                    text -> Long.toString(
                            Amount.atLeast(1, Unit.BITS_PER_SECOND).read(text)),
                    Own.INVENTORY,
                    (value, subject) -> number(
                            value.orElseGet(
                                    () -> Long.toString(subject.onePort().rate())),
                            Unit.BITS_PER_SECOND)),
            port(
                    "width",
                    Setting.WIDTH,
                    "setting.width",
                    Optional.of(Unit.COUNT),
                    text -> Long.toString(Amount.atLeast(1, Unit.COUNT).read(text)),
                    Own.NONE,
                    (value, subject) -> number(value.orElseThrow(), Unit.COUNT)),
            port(
                    "mtu",
                    Setting.ACTIVE_MTU,
                    "setting.mtu",
                    Optional.of(Unit.BYTES),
                    SettingRule::mtu,
                    Own.derived("4096", "oracle-quickstart/oci-hpc-oke measures at the largest RDMA MTU"),
                    (value, subject) -> number(value.orElseThrow(), Unit.BYTES)),
            port(
                    "gid",
                    Setting.GID,
                    "setting.gid",
                    Optional.empty(),
                    WantedGid::form,
                    Own.derived("RoCE v2", "only RoCEv2 is routed"),
                    (value, subject) -> WantedGid.of(value.orElseThrow(), subject.onePort())),
            port(
                    "link-layer",
                    Setting.LINK_LAYER,
                    "setting.link-layer",
                    Optional.empty(),
                    text -> Texts.find(new String[] {"Ethernet", "InfiniBand"}, name -> name, text),
                    Own.NONE,
                    (value, subject) -> exactly(value.orElseThrow())),
            port(
                    "pcie",
                    Setting.PCIE,
                    "setting.pcie",
                    Optional.empty(),
                    text -> PciLink.parse(text).text(),
                    Own.INVENTORY,
                    SettingRule::slot),
            port(
                    "nic",
                    Setting.NIC,
                    "setting.nic",
                    Optional.empty(),
                    Texts::some,
                    Own.NONE,
                    (value, subject) -> new Wanted(value.orElseThrow(), seen -> seen.contains(value.orElseThrow()))),
            new SettingRule(
                    "configuration.nccl",
                    SubjectId.Kind.HOST,
                    Setting.NCCL,
                    "setting.nccl",
                    Optional.empty(),
                    text -> Release.of(text).text(),
                    Own.SOURCE_OF_NCCL,
                    (value, subject) -> NcclLines.wanted(value)));

    private static SettingRule port(
            String name,
            String reads,
            String failing,
            Optional<Unit> unit,
            Section.Reading<String> form,
            Own own,
            BiFunction<Optional<String>, Subject, Wanted> wanted) {
        return new SettingRule("configuration." + name, SubjectId.Kind.PORT, reads, failing, unit, form, own, wanted);
    }

    static Optional<SettingRule> of(String ask) {
        return LIST.stream().filter(rule -> rule.ask.equals(ask)).findFirst();
    }

    private static String mtu(String text) {
        long bytes = Amount.of(Unit.BYTES).read(text);
        if (VerbsSettings.MTUS.stream().noneMatch(mtu -> mtu == bytes)) {
            throw new IllegalArgumentException(
                    "expected " + String.join(", ", VerbsKeys.MTUS) + ", got '" + text + "'");
        }
        return Long.toString(bytes);
    }

    private static Wanted exactly(String text) {
        return new Wanted(text, seen -> seen.equals(List.of(text)));
    }

    private static Wanted number(String text, Unit unit) {
        return new Wanted(new Quantity(Long.parseLong(text), unit), seen -> seen.equals(List.of(text)));
    }

    /** Without a number the declared ports have to be there; a host may have more, for storage or management. */
    private static Wanted devices(Optional<String> count, Subject subject) {
        if (count.isPresent()) {
            return new Wanted(
                    count.get() + " ports",
                    seen -> Long.toString(names(seen).size()).equals(count.get()));
        }
        List<String> declared =
                subject.host().ports().stream().map(RdmaPort::name).sorted().toList();
        return new Wanted(String.join(", ", declared), seen -> names(seen).containsAll(declared));
    }

    private static List<String> names(List<String> seen) {
        return seen.stream()
                .flatMap(text -> Arrays.stream(text.split(", ")))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** A declared slot has to be there as it is; without one it has to carry the rate of the port. */
    private static Wanted slot(Optional<String> value, Subject subject) {
        RdmaPort port = subject.onePort();
        Optional<String> declared = value.or(() -> port.pcie().map(PciLink::text));
        return declared.map(SettingRule::exactly)
                .orElseGet(() -> new Wanted(
                        new Quantity(port.rate(), Unit.BITS_PER_SECOND),
                        seen -> seen.stream().map(PciLink::parse).allMatch(link -> link.raw() >= port.rate())));
    }

    boolean isRead(Setting setting) {
        return setting.isNamed(reads);
    }

    /** Return the subject by its id, empty where cluster.yaml does not know it. */
    Optional<Subject> subject(Cluster cluster, SubjectId id) {
        return cluster.hosts().stream()
                .flatMap(host -> kind == SubjectId.Kind.HOST
                        ? List.of(new Subject(host, Optional.empty())).stream()
                        : host.ports().stream().map(port -> new Subject(host, Optional.of(port))))
                .filter(subject -> name(subject).equals(id.name()))
                .findFirst();
    }

    private static String name(Subject subject) {
        return subject.port().map(RdmaPort::id).orElse(subject.host().name());
    }

    /** Return readings for people: a quantity where it is one number. */
    Object shown(List<String> seen) {
        boolean number = unit.isPresent() && seen.size() == 1 && seen.get(0).matches("[0-9]{1,18}");
        return number ? new Quantity(Long.parseLong(seen.get(0)), unit.get()) : String.join("; ", seen);
    }
}
