package io.seatrial.cli;

import io.seatrial.baseline.Baseline;
import io.seatrial.baseline.BaselineDiff;
import io.seatrial.baseline.Losses;
import io.seatrial.baseline.Origin;
import io.seatrial.baseline.Proposal;
import io.seatrial.baseline.Reference;
import io.seatrial.baseline.Series;
import io.seatrial.baseline.SourceRun;
import io.seatrial.criteria.BaselineMargin;
import io.seatrial.criteria.BaselineOutlook;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.Profile;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import io.seatrial.report.Quantities;
import io.seatrial.report.Texts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Baselines as people read them on the terminal. */
final class BaselineLines {
    /** Beyond so many the list hides what it is about. */
    private static final int WORST = 5;

    private static final double PERCENT = 100;
    /** Digits of a SHA-256 that tell two files apart at a glance. */
    private static final int HASH = 12;

    private static final String BEYOND = "BEYOND ITS LIMIT: ";

    private BaselineLines() {}

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    static List<String> of(Proposal proposal, Losses losses, ClusterOption option) {
        List<String> lines = new ArrayList<>();
        lines.add("runs: " + proposal.runs().stream().map(SourceRun::id).collect(Collectors.joining(", ")));
        proposal.references().forEach((key, reference) -> lines.addAll(ofClass(key, reference)));
        Cluster cluster = option.cluster();
        lines.addAll(margins(proposal.references(), option.criteria(cluster), Profile.NIGHTLY, cluster));
        proposal.leftOut().forEach(left -> lines.add(leftOut(left, proposal.references())));
        lines.addAll(warnings(losses.lines()));
        lines.addAll(objections(proposal));
        return lines;
    }

    static List<String> warnings(List<Message> messages) {
        return messages.stream()
                .map(message -> "WARNING: " + Texts.sentence(message))
                .toList();
    }

    static List<String> objections(Proposal proposal) {
        return proposal.objections().stream()
                .map(objection -> "objection: " + Texts.sentence(objection))
                .toList();
    }

    static List<String> of(Baseline baseline, ClusterOption option, Profile profile) {
        Cluster cluster = option.cluster();
        Criteria criteria = option.criteria(cluster);
        List<String> margins = margins(baseline.references(), criteria, profile, cluster);
        List<String> lines = new ArrayList<>(about(baseline, cluster));
        margins.stream().filter(BaselineLines::isBeyond).forEach(lines::add);
        lines.addAll(origin(baseline.origin()));
        baseline.references().forEach((key, reference) -> lines.addAll(ofClass(key, reference)));
        baseline.origin().leftOut().forEach(left -> lines.add(leftOut(left, baseline.references())));
        margins.stream().filter(line -> !isBeyond(line)).forEach(lines::add);
        BaselineOutlook.of(baseline, criteria, profile).stream()
                .map(outlook -> Texts.sentence(outlook.said()))
                .forEach(lines::add);
        return lines;
    }

    /** Say what a reader has to know before any number: that nothing will be judged by it, or that the cluster is not as it was. */
    static List<String> about(Baseline baseline, Cluster cluster) {
        Origin origin = baseline.origin();
        Optional<Message> foreign = baseline.foreign(
                cluster.name(), cluster.hosts().stream().map(Host::name).collect(Collectors.toSet()));
        if (!origin.cluster().equals(cluster.name())) {
            return List.of("WARNING: the baseline is of cluster " + origin.cluster() + ", and this is " + cluster.name()
                    + ": nothing will be judged by it. Accept runs of this cluster.");
        }
        if (foreign.isPresent()) {
            return List.of("WARNING: of the " + foreign.get().values().get("known") + " hosts of the baseline only "
                    + foreign.get().values().get("there")
                    + " are in this cluster, or in the part of it that is asked: nothing will be judged by it."
                    + " Accept newer runs.");
        }
        return origin.clusterHash().equals(cluster.hash())
                ? List.of()
                : List.of("WARNING: cluster.yaml was changed since this baseline was accepted (its SHA-256 began with "
                        + shortened(origin.clusterHash()) + ", and now with " + shortened(cluster.hash())
                        + "): what is new in it has no reference.");
    }

    private static String shortened(String hash) {
        return hash.substring(0, Math.min(HASH, hash.length()));
    }

    private static List<String> origin(Origin origin) {
        List<String> lines = new ArrayList<>();
        lines.add("cluster: " + origin.cluster() + ", fabric " + origin.fabric()
                + (origin.virtual() ? " (virtual: says nothing about hardware)" : ""));
        lines.add("accepted: " + origin.accepted().at() + " by "
                + origin.accepted().by()
                + (origin.accepted().reason().isEmpty()
                        ? ""
                        : ", because " + origin.accepted().reason()));
        lines.add("runs: " + origin.runs().stream().map(Origin.OfRun::id).collect(Collectors.joining(", ")));
        origin.before()
                .forEach(before -> lines.add("before it: " + before.accepted().at() + " by "
                        + before.accepted().by() + ", " + counted(before.runs().size(), "run") + ", SHA-256 "
                        + before.sha256()));
        return lines;
    }

    private static List<String> ofClass(SeriesKey key, Reference reference) {
        Reference.Spread spread = reference.overSubjects();
        Metric metric = reference.metric();
        List<String> values = LongStream.of(spread.min(), spread.p5(), spread.median(), spread.p95(), spread.max())
                .mapToObj(value -> text(value, metric))
                .toList();
        return List.of(
                key.ask() + " " + key.metric() + ": " + counted(spread.n(), "subject") + ", "
                        + counted(reference.learned(), "run") + ", " + conditions(key),
                "  min " + values.get(0) + ", 5 % " + values.get(1) + ", median " + values.get(2) + ", 95 % "
                        + values.get(3) + ", max " + values.get(4));
    }

    private static String conditions(SeriesKey key) {
        String all = key.conditions().values().entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "no conditions" : all;
    }

    /** A baseline that drifted beyond its limit is said before anything else is said of limits. */
    private static List<String> margins(
            SortedMap<SeriesKey, Reference> references, Criteria criteria, Profile profile, Cluster cluster) {
        List<String> lines = new ArrayList<>();
        for (BaselineMargin margin : BaselineMargin.of(references, criteria, profile, cluster)) {
            String where = margin.key().ask() + " (" + conditions(margin.key()) + "): ";
            String nearest = margin.worst().name() + " has " + Quantities.text(margin.reference()) + ", its limit is "
                    + Quantities.text(margin.limit());
            if (margin.beyond() > 0) {
                lines.add(
                        0,
                        BEYOND + where + counted(margin.beyond(), "reference") + "; " + nearest
                                + ". Do not accept this baseline, or have the limit decided anew.");
            } else {
                lines.add("limit: " + where + nearest + ", " + percent(margin.margin()) + " is left");
            }
        }
        return lines;
    }

    private static boolean isBeyond(String margin) {
        return margin.startsWith(BEYOND);
    }

    private static String leftOut(Origin.LeftOut left, SortedMap<SeriesKey, Reference> references) {
        String value = references.entrySet().stream()
                .filter(entry -> entry.getKey().metric().equals(left.metric()))
                .findFirst()
                .map(entry -> text(left.value(), entry.getValue().metric()))
                .orElse(Long.toString(left.value()));
        return "left out: " + left.ask() + ", " + left.subject().name() + " in run " + left.run() + ": " + value
                + (left.byName() ? " (by name)" : " (better than all runs before and after it, which agree)");
    }

    /** Return what each run gave of a subject; nothing where the baseline does not know it. */
    static List<String> ofSubject(Baseline baseline, String name) {
        List<String> lines = new ArrayList<>();
        baseline.references()
                .forEach((key, reference) -> reference.subjects().forEach((subject, series) -> {
                    if (subject.name().equals(name)) {
                        lines.add(key.ask() + " " + key.metric() + ", " + conditions(key));
                        for (int run = 0; run < series.runs(); run++) {
                            lines.add("  " + baseline.origin().runs().get(run).id() + "  "
                                    + ofRun(series, run, reference.metric()));
                        }
                    }
                }));
        return lines;
    }

    private static String ofRun(Series series, int run, Metric metric) {
        OptionalLong value = series.value(run);
        if (value.isEmpty()) {
            return "no value";
        }
        String rounds = Arrays.stream(series.rounds(run))
                .mapToObj(round -> text((long) round, metric))
                .collect(Collectors.joining(", "));
        return text(value.getAsLong(), metric) + (series.rounds(run).length > 1 ? " of " + rounds : "");
    }

    static SortedSet<String> names(Baseline baseline) {
        return baseline.references().values().stream()
                .flatMap(reference -> reference.subjects().keySet().stream())
                .map(SubjectId::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static List<String> of(BaselineDiff diff) {
        List<String> lines = new ArrayList<>();
        diff.classes().forEach((key, ofClass) -> {
            String what = key.ask() + " " + key.metric() + ", " + conditions(key) + ": ";
            if (ofClass.before().isEmpty()) {
                lines.add(what + "new, " + counted(ofClass.added().size(), "subject"));
            } else if (ofClass.now().isEmpty()) {
                lines.add(what + "gone, " + counted(ofClass.gone().size(), "subject"));
            } else {
                lines.add(what + "half of the subjects " + moved(ofClass.medianWorse()) + " or more; "
                        + ofClass.added().size() + " new, " + ofClass.gone().size() + " gone");
                ofClass.shifts().stream()
                        .limit(WORST)
                        .map(shift -> "  " + shift.subject().name() + ": " + text(shift.before(), ofClass.metric())
                                + " -> " + text(shift.now(), ofClass.metric()) + ", " + moved(shift.worse()))
                        .forEach(lines::add);
            }
        });
        return lines;
    }

    private static String moved(double worse) {
        return worse < 0 ? percent(-worse) + " better" : percent(worse) + " worse";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", share * PERCENT);
    }

    private static String text(long value, Metric metric) {
        return Quantities.text(new Quantity(value, metric.unit()));
    }
}
