package io.seatrial.baseline.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Decides over all comparisons of one run at once: they are one family, so that a run of ten thousand healthy links raises a false alarm as
 * rarely as a run of ten. Something is worse only if it is so significantly <em>and</em> by more than is tolerated.
 *
 * <p>The common mode of each class is a test of the family too. It speaks for all subjects of its class, so the common modes share a tenth
 * of the family's budget instead of counting as one link among ten thousand (weighted procedure of Genovese, Roeder and Wasserman, 2006:
 * weights that are fixed beforehand and have a mean of 1 keep the false discovery rate).
 */
public final class RunDecision {
    private static final double SHARE_OF_COMMON_MODES = 0.1;

    private final List<Comparison> classes;
    private final List<double[]> tolerances;
    private final double q;
    private final int subjects;
    private final double weightOfSubjects;
    private final double weightOfCommonModes;
    private final double threshold;
    private final int significant;

    private RunDecision(List<Comparison> classes, List<double[]> tolerances, double q) {
        this.classes = List.copyOf(classes);
        this.tolerances = tolerances;
        this.q = q;
        this.subjects = (int) present(classes).count();
        double share = shareOfCommonModes(subjects, classes.size());
        this.weightOfSubjects = (1 - share) * tests() / Math.max(1, subjects);
        this.weightOfCommonModes = share * tests() / Math.max(1, classes.size());
        double[] weighted = weighted();
        this.threshold = FalseDiscovery.threshold(weighted, q);
        this.significant =
                (int) Arrays.stream(weighted).filter(p -> p <= threshold).count();
    }

    /**
     * Decide with one tolerance for all subjects of a class.
     *
     * @param classes what each class of this run gave
     * @param tolerances by class, the relative shift that is tolerated, at least 0
     * @param q false discovery rate of the whole run, above 0 and below 1
     * @throws IllegalArgumentException if there are not as many tolerances as classes, or a number is outside its range
     */
    public static RunDecision of(List<Comparison> classes, List<Double> tolerances, double q) {
        requireEqual("tolerances", classes.size(), tolerances.size());
        List<double[]> bySubject = new ArrayList<>();
        for (int i = 0; i < classes.size(); i++) {
            double[] same = new double[classes.get(i).subjects().size()];
            Arrays.fill(same, tolerances.get(i));
            bySubject.add(same);
        }
        return ofEachSubject(classes, bySubject, q);
    }

    /**
     * Decide with a tolerance of its own for each subject: one that is an amount and not a share differs between subjects. The common mode
     * is held against the median of its class.
     *
     * @param tolerances by class and subject, the relative shift that is tolerated, at least 0
     */
    public static RunDecision ofEachSubject(List<Comparison> classes, List<double[]> tolerances, double q) {
        requireEqual("tolerances", classes.size(), tolerances.size());
        if (!(q > 0 && q < 1)) {
            throw new IllegalArgumentException("false discovery rate: expected above 0 and below 1, got " + q);
        }
        List<double[]> copy = new ArrayList<>();
        for (int i = 0; i < classes.size(); i++) {
            double[] ofClass = tolerances.get(i).clone();
            requireEqual("tolerances of class " + i, classes.get(i).subjects().size(), ofClass.length);
            for (double tolerance : ofClass) {
                if (!(tolerance >= 0)) {
                    throw new IllegalArgumentException(
                            "tolerance of class " + i + ": expected at least 0, got " + tolerance);
                }
            }
            copy.add(ofClass);
        }
        return new RunDecision(classes, copy, q);
    }

    /** Where classes are small, a common mode has at least the weight of a subject. */
    private static double shareOfCommonModes(int subjects, int classes) {
        return Math.max(SHARE_OF_COMMON_MODES, (double) classes / Math.max(1, subjects + classes));
    }

    /**
     * Return the p that the only bad subject of a run to come will need: what planning asks {@link ClassModel} for.
     *
     * @param subjects of all classes, at least 1
     * @param classes at least 1
     */
    public static double neededByOne(int subjects, int classes, double q) {
        return q * (1 - shareOfCommonModes(subjects, classes)) / subjects;
    }

    private static void requireEqual(String what, int expected, int seen) {
        if (expected != seen) {
            throw new IllegalArgumentException(what + ": expected " + expected + ", got " + seen);
        }
    }

    /** Say what is known of a subject; positions as in the comparisons. */
    public Finding finding(int ofClass, int subject) {
        Comparison comparison = classes.get(ofClass);
        Optional<Deviation> found = comparison.subjects().get(subject);
        if (found.isEmpty()) {
            return Finding.NOT_TESTED;
        }
        Deviation deviation = found.get();
        double tolerance = tolerances.get(ofClass)[subject];
        if (deviation.own() > tolerance && isSignificant(deviation)) {
            return Finding.WORSE;
        }
        if (deviation.raw() > tolerance && shown(comparison, deviation) > tolerance) {
            return Finding.WORSE_WITH_CLASS;
        }
        boolean beyond = Math.max(deviation.own(), deviation.raw()) > tolerance;
        return beyond || deviation.smallest() > needed() ? Finding.CANNOT_TELL : Finding.KEEPS;
    }

    /**
     * The part of a shift that is more than chance. Where half of a class got slower, the median lies between the halves: then neither part
     * alone reaches the tolerance, but both together do.
     */
    private double shown(Comparison comparison, Deviation deviation) {
        if (!isSignificant(comparison)) {
            return 0;
        }
        return comparison.common() + (isSignificant(deviation) ? deviation.own() : Math.min(0, deviation.own()));
    }

    /** Tell whether a whole class got significantly worse, by more than its median tolerance. */
    public boolean isClassWorse(int ofClass) {
        Comparison comparison = classes.get(ofClass);
        double[] ofSubjects = tolerances.get(ofClass);
        return ofSubjects.length > 0
                && isSignificant(comparison)
                && comparison.common() > Median.withDefaults().evaluate(ofSubjects);
    }

    private boolean isSignificant(Deviation deviation) {
        return deviation.p() / weightOfSubjects <= threshold;
    }

    private boolean isSignificant(Comparison comparison) {
        return comparison.commonP() / weightOfCommonModes <= threshold;
    }

    /** Return the number of tests: every subject with a value and a reference, and one common mode for each class. */
    public int tests() {
        return subjects + classes.size();
    }

    /** Return the largest p of a subject that counts as significant in this run; 0 where none does. */
    public double threshold() {
        return threshold * weightOfSubjects;
    }

    /** Return the p that one more subject would have needed to be called worse: what smallest reachable p are held against. */
    public double needed() {
        return q * (significant + 1) / Math.max(1, tests()) * weightOfSubjects;
    }

    /** Return the smallest p that any subject of this run could have reached; 1 where nothing was tested. */
    public double smallest() {
        return present(classes).mapToDouble(Deviation::smallest).min().orElse(1);
    }

    private double[] weighted() {
        double[] p = new double[tests()];
        int next = 0;
        for (Comparison comparison : classes) {
            p[next++] = comparison.commonP() / weightOfCommonModes;
            for (Optional<Deviation> subject : comparison.subjects()) {
                if (subject.isPresent()) {
                    p[next++] = subject.get().p() / weightOfSubjects;
                }
            }
        }
        return p;
    }

    private static Stream<Deviation> present(List<Comparison> classes) {
        return classes.stream()
                .flatMap(comparison -> comparison.subjects().stream().flatMap(Optional::stream));
    }
}
