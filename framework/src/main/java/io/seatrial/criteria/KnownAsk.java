package io.seatrial.criteria;

import io.seatrial.criteria.counters.CounterRule;
import io.seatrial.criteria.ports.Expected;
import io.seatrial.criteria.ports.PortRule;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.Unit;
import io.seatrial.plan.GroupShape;
import io.seatrial.probe.CollectiveProbe;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Everything that a suite can ask; a new suite adds its lines here.
 *
 * @param id id of the ask
 * @param statistics what can be judged, the default first
 * @param questions what can be asked of it
 */
record KnownAsk(String id, List<Statistic> statistics, Set<Question> questions) {
    /** A statistic by its name in the file, and the metric that carries it. */
    record Statistic(String name, Metric metric) {}

    private static final List<Statistic> UP =
            List.of(new Statistic("value", new Metric("link.up", Unit.COUNT, Direction.HIGHER_IS_BETTER)));
    private static final List<Statistic> SPEED =
            List.of(new Statistic("value", new Metric("link.speed", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER)));
    private static final List<Statistic> LATENCY = List.of(
            new Statistic("p50", new Metric("latency.rtt.p50", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER)),
            new Statistic("min", new Metric("latency.rtt.min", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER)));
    private static final List<Statistic> GOODPUT = List.of(
            new Statistic("value", new Metric("bandwidth.goodput", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER)));

    /** Traffic that overloads links on purpose, so that queues have to mark. */
    static final String INCAST = "incast.goodput";

    private static final String COLLECTIVE = "collective.";
    /** Load that lasts; each round is judged beside the others. */
    private static final String STABILITY = "stability.";

    private static final String LASTING_ALL_REDUCE = STABILITY + "all-reduce";
    /** Both ways between the same two ports, over verbs. */
    private static final String LASTING_WRITES = STABILITY + "write-bandwidth.bidirectional";

    private static final Set<Question> DRIFT_ONLY = Set.of(Question.DRIFT);
    private static final String RDMA = "rdma.";
    private static final String BESIDE_TCP = "rdma.beside-tcp.";
    private static final String AGREEMENT = "rdma.perftest-agreement.";
    private static final Set<Question> LIMIT_ONLY = Set.of(Question.LIMIT);
    private static final Set<Question> ALL = Set.of(Question.LIMIT, Question.CLASS, Question.BASELINE);

    private static final List<KnownAsk> NUMBERS = List.of(
            new KnownAsk("links.state", UP, LIMIT_ONLY),
            new KnownAsk("links.speed", SPEED, LIMIT_ONLY),
            new KnownAsk("latency.within-rail", LATENCY, ALL),
            new KnownAsk("latency.across-leaves", LATENCY, ALL),
            new KnownAsk("bandwidth.alone", GOODPUT, ALL),
            new KnownAsk("bandwidth.together", GOODPUT, ALL),
            new KnownAsk(INCAST, GOODPUT, LIMIT_ONLY),
            new KnownAsk("rdma.write-latency.within-rail", rdmaLatency("write"), ALL),
            new KnownAsk("rdma.write-latency.across-rails", rdmaLatency("write"), ALL),
            new KnownAsk("rdma.write-latency.loopback", rdmaLatency("write"), ALL),
            new KnownAsk("rdma.send-latency.within-rail", rdmaLatency("send"), ALL),
            new KnownAsk("rdma.read-latency.within-rail", rdmaLatency("read"), ALL),
            new KnownAsk("rdma.write-bandwidth.alone", rdmaBandwidth("write"), ALL),
            new KnownAsk("rdma.write-bandwidth.together", rdmaBandwidth("write"), ALL),
            new KnownAsk("rdma.read-bandwidth.alone", rdmaBandwidth("read"), ALL),
            new KnownAsk("rdma.write-bandwidth.bidirectional", rdmaBandwidth("write"), ALL),
            new KnownAsk(
                    "rdma.beside-tcp.latency", ratio("rdma.beside-tcp.latency", Direction.LOWER_IS_BETTER), LIMIT_ONLY),
            new KnownAsk("rdma.beside-tcp.cpu", ratio("rdma.beside-tcp.cpu", Direction.LOWER_IS_BETTER), LIMIT_ONLY),
            new KnownAsk(
                    "rdma.perftest-agreement.latency",
                    ratio("rdma.perftest-agreement.latency", Direction.LOWER_IS_BETTER),
                    LIMIT_ONLY),
            new KnownAsk(
                    "rdma.perftest-agreement.bandwidth",
                    ratio("rdma.perftest-agreement.bandwidth", Direction.HIGHER_IS_BETTER),
                    LIMIT_ONLY));

    /** One way of measuring over another, ppm. */
    private static List<Statistic> ratio(String metric, Direction better) {
        return List.of(new Statistic("value", new Metric(metric, Unit.PARTS_PER_MILLION, better)));
    }

    /** Settings come first: what they find explains what is measured. */
    static final List<KnownAsk> LIST = Stream.of(
                    SettingRule.LIST.stream().map(KnownAsk::setting),
                    PortRule.all().stream().map(KnownAsk::ofPorts),
                    NUMBERS.stream(),
                    collectives(),
                    lasting(),
                    CounterRule.all().stream().map(KnownAsk::counter))
            .flatMap(Function.identity())
            .toList();

    /** All-reduce is asked in every shape, the others of everybody; what crosses the spines is sent pair by pair. */
    private static Stream<KnownAsk> collectives() {
        Stream<KnownAsk> shapes = Arrays.stream(GroupShape.values())
                .filter(shape -> shape != GroupShape.HALVES)
                .map(shape -> collective(Collective.ALL_REDUCE, shape));
        Stream<KnownAsk> others = Arrays.stream(Collective.values())
                .filter(each -> each != Collective.ALL_REDUCE)
                .map(each -> collective(each, GroupShape.ALL));
        return Stream.of(shapes, others, Stream.of(collective(Collective.SEND_RECV, GroupShape.HALVES)))
                .flatMap(Function.identity());
    }

    private static Stream<KnownAsk> lasting() {
        List<Statistic> bus = List.of(new Statistic("value", CollectiveProbe.BUS_BANDWIDTH));
        return Stream.of(
                new KnownAsk(LASTING_ALL_REDUCE, bus, DRIFT_ONLY),
                new KnownAsk(STABILITY + "bandwidth", GOODPUT, DRIFT_ONLY),
                new KnownAsk(LASTING_WRITES, rdmaBandwidth("write"), DRIFT_ONLY),
                new KnownAsk(STABILITY + "latency", LATENCY, DRIFT_ONLY));
    }

    /** Tell whether its load lasts. */
    boolean lasts() {
        return id.startsWith(STABILITY);
    }

    private static KnownAsk collective(Collective collective, GroupShape shape) {
        return new KnownAsk(
                COLLECTIVE + collective.text() + "." + shape.text(),
                List.of(new Statistic("value", CollectiveProbe.BUS_BANDWIDTH)),
                Set.of(Question.LIMIT, Question.CURVE, Question.LOG, Question.CLASS, Question.BASELINE));
    }

    /** Return the collective that is run for it, empty where it is another kind of ask. */
    Optional<Collective> collective() {
        if (id.equals(LASTING_ALL_REDUCE)) {
            return Optional.of(Collective.ALL_REDUCE);
        }
        return Arrays.stream(Collective.values())
                .filter(each -> id.startsWith(COLLECTIVE + each.text() + "."))
                .findFirst();
    }

    /** Return how its groups are cut, empty where it is not a collective. */
    Optional<GroupShape> shape() {
        if (id.equals(LASTING_ALL_REDUCE)) {
            return Optional.of(GroupShape.ALL);
        }
        return collective().isEmpty()
                ? Optional.empty()
                : Arrays.stream(GroupShape.values())
                        .filter(shape -> id.endsWith("." + shape.text()))
                        .findFirst();
    }

    private static KnownAsk counter(CounterRule rule) {
        return new KnownAsk(rule.ask(), List.of(new Statistic("value", rule.metric())), LIMIT_ONLY);
    }

    private static KnownAsk setting(SettingRule rule) {
        List<Statistic> none = List.of(new Statistic("value", Setting.METRIC));
        return new KnownAsk(rule.ask(), none, Set.of(Question.EXPECT, Question.CLASS));
    }

    private static KnownAsk ofPorts(PortRule rule) {
        Set<Question> questions = EnumSet.noneOf(Question.class);
        if (rule.isAlikeInClass()) {
            questions.add(Question.CLASS);
        }
        if (rule.expected().kind() != Expected.Kind.NOTHING) {
            questions.add(Question.EXPECT);
        }
        if (rule.alongPaths()) {
            questions.add(Question.PATH);
        }
        return new KnownAsk(rule.ask(), List.of(new Statistic("value", Setting.METRIC)), questions);
    }

    /** Of write and send half a round trip, of read the whole operation (perftest's convention). */
    private static List<Statistic> rdmaLatency(String verb) {
        return Stream.of("p50", "min", "p99", "p999")
                .map(name -> new Statistic(
                        name,
                        new Metric(RDMA + verb + "-latency." + name, Unit.NANOSECONDS, Direction.LOWER_IS_BETTER)))
                .toList();
    }

    private static List<Statistic> rdmaBandwidth(String verb) {
        return List.of(new Statistic(
                "value", new Metric(RDMA + verb + "-bandwidth", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER)));
    }

    static List<String> ids() {
        return LIST.stream().map(KnownAsk::id).toList();
    }

    static KnownAsk of(String id) {
        return Texts.find(LIST.toArray(KnownAsk[]::new), KnownAsk::id, id);
    }

    Statistic statistic(String name) {
        return Texts.find(statistics.toArray(Statistic[]::new), Statistic::name, name);
    }

    Unit unit() {
        return statistics.get(0).metric().unit();
    }

    /** Return the questions that can be asked, in the order in which they are shown. */
    List<Question> inOrder() {
        return Arrays.stream(Question.values()).filter(questions::contains).toList();
    }

    boolean isLatency() {
        return !isCounter() && unit() == Unit.NANOSECONDS;
    }

    /** Tell whether it is a number without a unit: a share, or one way of measuring over another. */
    boolean isRatio() {
        return unit() == Unit.PARTS_PER_MILLION;
    }

    /** Tell whether single messages are sent for it, also where what is judged is the ratio of two latencies. */
    boolean sendsSingleMessages() {
        return isLatency() || isRatio() && isOfFlows() && id.endsWith(".latency");
    }

    /** Tell whether sockets carry its traffic, or a part of it. */
    boolean usesSockets() {
        return isOfFlows() && collective().isEmpty() && (!isRdma() || id.startsWith(BESIDE_TCP));
    }

    /** Tell whether its traffic, or a part of it, is perftest's whatever the file says. */
    boolean comparesWithPerftest() {
        return id.startsWith(AGREEMENT);
    }

    /** Tell whether it is measured over verbs, whose packets carry known headers. */
    boolean isRdma() {
        return id.startsWith(RDMA) || id.equals(LASTING_WRITES);
    }

    /** Tell whether it is counted while other asks have traffic. */
    boolean isCounter() {
        return CounterRule.of(id).isPresent();
    }

    /** Find the id of an ask of flows. */
    static String flows(String ask) {
        String[] flows =
                LIST.stream().filter(KnownAsk::isOfFlows).map(KnownAsk::id).toArray(String[]::new);
        return Texts.find(flows, id -> id, ask);
    }

    /** Tell whether flows run for it. */
    boolean isOfFlows() {
        return !isSetting() && !isCounter() && !id.startsWith("links.");
    }

    /** Tell whether settings are read for it, and nothing is measured. */
    boolean isSetting() {
        return statistics.get(0).metric().equals(Setting.METRIC);
    }

    /** Return how many directions of a link the value of an ask counts. */
    static int directions(String ask) {
        return ask.endsWith(".bidirectional") ? 2 : 1;
    }
}
