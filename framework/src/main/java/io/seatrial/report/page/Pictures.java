package io.seatrial.report.page;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Histogram;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import io.seatrial.report.Finding;
import io.seatrial.report.RunReport;
import io.seatrial.report.Texts;
import io.seatrial.report.picture.Bars;
import io.seatrial.report.picture.Distribution;
import io.seatrial.report.picture.HeatMap;
import io.seatrial.report.picture.Mark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Chooses the pictures of a run: what was measured over pairs as a heat map, times as a distribution, the rest as bars. */
public final class Pictures {
    /** Curves beside that of all subjects together. */
    private static final int WORST = 2;
    /** Above this many ports a heat map shows hosts, each cell with the worst of its pairs. */
    private static final int PORTS = 256;

    private Pictures() {}

    /**
     * A picture and what it shows.
     *
     * @param title for people
     * @param svg the picture
     */
    public record Titled(String title, String svg) {}

    /** Return the pictures of a run, survey by survey. */
    public static List<Titled> of(RunReport report) {
        List<Titled> pictures = new ArrayList<>();
        for (Survey survey : report.surveys()) {
            boolean curves = report.collectives().asks().stream()
                    .anyMatch(ask -> ask.ask().equals(survey.ask()));
            if (!curves && !survey.subjects().isEmpty() && survey.settings().isEmpty()) {
                add(survey, mark(report, survey), pictures);
            }
        }
        return pictures;
    }

    /** Return the distribution behind one measurement with the lines of its verdict, where there is a distribution. */
    public static Optional<String> distribution(Measurement measurement, Verdict verdict) {
        String title = measurement.metric().id() + " " + measurement.subject().name();
        return measurement
                .histogram()
                .filter(histogram -> histogram.count() > 0)
                .map(histogram -> Distribution.svg(
                        title,
                        List.of(new Distribution.Curve(measurement.subject().name(), histogram)),
                        mark(verdict.evidence(), Unit.NANOSECONDS).times(messages(measurement))));
    }

    /** A raw interval of an RDMA write or send holds two messages, of which one is judged; a tool of the host prints single ones. */
    private static int messages(Measurement measurement) {
        Conditions conditions = measurement.conditions();
        boolean pingPong = List.of("write", "send").contains(conditions.get("verb"));
        return pingPong && conditions.get("tool").isEmpty() ? 2 : 1;
    }

    private static void add(Survey survey, Mark mark, List<Titled> pictures) {
        String title = survey.ask() + " " + survey.metric().id();
        List<Distribution.Curve> curves = curves(survey);
        if (!curves.isEmpty()) {
            pictures.add(new Titled(title, Distribution.svg(title, curves, mark.times(messages(survey)))));
        }
        boolean pairs = survey.subjects().firstKey().kind() == SubjectId.Kind.FLOW;
        if (pairs) {
            pictures.add(new Titled(title, heatMap(title, survey)));
        } else if (curves.isEmpty()) {
            pictures.add(new Titled(title, bars(title, survey, mark)));
        }
    }

    private static int messages(Survey survey) {
        return survey.subjects().values().stream()
                .flatMap(List::stream)
                .filter(measurement -> measurement.histogram().isPresent())
                .findFirst()
                .map(Pictures::messages)
                .orElse(1);
    }

    private static List<Distribution.Curve> curves(Survey survey) {
        Map<SubjectId, Histogram> bySubject = new TreeMap<>();
        survey.subjects()
                .forEach((subject, measurements) -> last(measurements)
                        .flatMap(Measurement::histogram)
                        .filter(histogram -> histogram.count() > 0)
                        .ifPresent(histogram -> bySubject.put(subject, histogram)));
        if (bySubject.isEmpty()) {
            return List.of();
        }
        List<Distribution.Curve> curves = new ArrayList<>();
        Histogram all = bySubject.values().stream().reduce(Histogram::plus).orElseThrow();
        curves.add(new Distribution.Curve(all(bySubject.size()), all));
        bySubject.keySet().stream()
                .sorted(worstFirst(survey))
                .limit(WORST)
                .forEach(subject -> curves.add(new Distribution.Curve(subject.name(), bySubject.get(subject))));
        return curves;
    }

    private static String all(long subjects) {
        return Texts.sentence(Message.of("picture.all", "subjects", subjects));
    }

    private static Comparator<SubjectId> worstFirst(Survey survey) {
        Comparator<SubjectId> byValue =
                Comparator.comparingLong(subject -> value(survey, subject).orElse(0));
        boolean higherIsBetter = survey.metric().better() == io.seatrial.measurement.Direction.HIGHER_IS_BETTER;
        return (higherIsBetter ? byValue : byValue.reversed()).thenComparing(Comparator.naturalOrder());
    }

    private static String bars(String title, Survey survey, Mark mark) {
        List<Bars.Bar> bars = survey.subjects().keySet().stream()
                .map(subject -> new Bars.Bar(subject.name(), value(survey, subject)))
                .toList();
        return Bars.svg(
                title, bars, survey.metric().unit(), mark, survey.metric().better());
    }

    private static String heatMap(String title, Survey survey) {
        SortedSet<String> ports = new TreeSet<>();
        survey.subjects().keySet().forEach(flow -> ports.addAll(List.of(ends(flow))));
        boolean byHost = ports.size() > PORTS;
        Map<String, HeatMap.Cell> cells = new TreeMap<>();
        SortedSet<String> names = new TreeSet<>();
        survey.subjects().keySet().forEach(flow -> {
            String[] ends = ends(flow);
            String from = byHost ? host(ends[0]) : ends[0];
            String to = byHost ? host(ends[1]) : ends[1];
            names.addAll(List.of(from, to));
            HeatMap.Cell cell = new HeatMap.Cell(true, value(survey, flow));
            cells.merge(from + ">" + to, cell, (a, b) -> worse(survey, a, b));
        });
        List<String> axis = List.copyOf(names);
        return HeatMap.svg(
                title,
                axis,
                axis,
                survey.metric().unit(),
                (row, column) -> cells.getOrDefault(axis.get(row) + ">" + axis.get(column), HeatMap.Cell.NOT_ASKED));
    }

    /** A missing value is worse than any value. */
    private static HeatMap.Cell worse(Survey survey, HeatMap.Cell a, HeatMap.Cell b) {
        if (a.value().isEmpty() || b.value().isEmpty()) {
            return new HeatMap.Cell(true, OptionalLong.empty());
        }
        long first = a.value().getAsLong();
        return survey.metric().better().better(first, b.value().getAsLong()) == first ? b : a;
    }

    private static String[] ends(SubjectId flow) {
        String[] ends = flow.name().split(">", 2);
        return ends.length == 2 ? ends : new String[] {flow.name(), flow.name()};
    }

    private static String host(String port) {
        int slash = port.indexOf('/');
        return slash < 0 ? port : port.substring(0, slash);
    }

    private static OptionalLong value(Survey survey, SubjectId subject) {
        return last(survey.of(subject)).map(Measurement::value).orElse(OptionalLong.empty());
    }

    /** The last attempt that has a value, since retests come later; of several rounds the median, of an even number the worse of the middle two. */
    private static Optional<Measurement> last(List<Measurement> measurements) {
        List<Measurement> known = measurements.stream()
                .filter(measurement -> measurement.value().isPresent())
                .sorted(Comparator.comparingInt(
                                (Measurement one) -> -one.provenance().attempt())
                        .thenComparingLong(one -> one.value().getAsLong()))
                .toList();
        long rounds = known.stream()
                .filter(one ->
                        one.provenance().attempt() == known.get(0).provenance().attempt())
                .count();
        if (known.isEmpty()) {
            return Optional.empty();
        }
        boolean lowest = known.get(0).metric().better() == Direction.HIGHER_IS_BETTER;
        return Optional.of(known.get((int) (lowest ? (rounds - 1) / 2 : rounds / 2)));
    }

    /** Limit and baseline of the criteria of a survey, each only where all of them agree: a picture must not show one of several. */
    private static Mark mark(RunReport report, Survey survey) {
        List<Evidence> evidence = report.findings().stream()
                .map(Finding::judgement)
                .filter(judgement -> judgement.criterion().startsWith(survey.ask() + "."))
                .flatMap(judgement -> judgement.verdict().evidence().stream())
                .filter(e -> e.seen().unit() == survey.metric().unit())
                .toList();
        return new Mark(
                only(evidence.stream()
                        .flatMap(e -> e.limit().stream())
                        .distinct()
                        .toList()),
                only(evidence.stream()
                        .flatMap(e -> e.baseline().stream())
                        .distinct()
                        .toList()));
    }

    private static Mark mark(Optional<Evidence> evidence, Unit unit) {
        return evidence.filter(e -> e.seen().unit() == unit)
                .map(e -> new Mark(e.limit(), e.baseline()))
                .orElse(Mark.NONE);
    }

    private static Optional<Quantity> only(List<Quantity> values) {
        return values.size() == 1 ? Optional.of(values.get(0)) : Optional.empty();
    }
}
